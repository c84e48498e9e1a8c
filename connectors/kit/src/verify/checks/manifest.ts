/** The manifest and the directory. */
import * as v from 'valibot';
import type { Company } from '../../protocol/directory.ts';
import { checkForm } from '../../protocol/forms.ts';
import { type Manifest, manifest as manifestSchema } from '../../protocol/manifest.ts';
import { pathOf } from '../../protocol/operations.ts';
import { openKeySet, signingKey } from '../../wire/keys.ts';
import { NO_BODY, readJson } from '../../wire/message.ts';
import { verifyMessage } from '../../wire/signature.ts';
import { type Check, must } from '../check.ts';
import { directoryOf } from '../directory.ts';
import type { Probe } from '../probe.ts';

async function readManifest({ send, baseUrl }: Probe) {
  const request = {
    method: 'GET',
    url: `${baseUrl}${pathOf('manifest')}`,
    headers: {},
    body: NO_BODY,
  };
  const response = await send(request);
  return { request, response, value: readJson(response.body)?.value };
}

async function companiesOf(probe: Probe) {
  return (await directoryOf(probe)).rows.filter((row) => 'name' in row);
}

type RowCapabilities = NonNullable<Company['capabilities']>;

/** What a row says beyond the manifest. */
function widerIn(own: RowCapabilities, { capabilities, limits }: Manifest): string | undefined {
  const { unattended, needsCardCode, countsFailedLogins } = capabilities;
  if (own.unattended?.reads && !unattended.reads) return 'unattended.reads';
  if (own.unattended?.pays && !unattended.pays) return 'unattended.pays';
  if (own.needsCardCode === false && needsCardCode) return 'needsCardCode';
  if (own.countsFailedLogins === false && countsFailedLogins) return 'countsFailedLogins';
  const names = Object.keys(own.limits ?? {}) as (keyof Manifest['limits'])[];
  return names.find((name) => {
    const [mine, most] = [own.limits?.[name], limits[name]];
    if (mine === undefined || most === undefined) return false;
    // After a block, who comes back sooner asks for more.
    return name === 'coolDownSeconds' ? mine < most : mine > most;
  });
}

const BAD_ROWS_SHOWN = 5;

export const manifestChecks: readonly Check[] = [
  {
    id: 'manifest.document',
    proves: 'The manifest is a document of the protocol.',
    why: 'Billhook registers no connector whose manifest it can’t read.',
    async run(probe) {
      const { response, value } = await readManifest(probe);
      must(response.status === 200, `The status is ${response.status}`);
      const parsed = v.safeParse(manifestSchema, value);
      must(parsed.success, `Wrong: ${parsed.success || v.getDotPath(parsed.issues[0])}`);
    },
  },
  {
    id: 'manifest.signed',
    proves: 'The manifest is signed by a key that is in it.',
    why: 'A new key counts only in a manifest that a known key has signed.',
    async run(probe) {
      const { request, response } = await readManifest(probe);
      const verified = verifyMessage('manifest', response, request, {
        keyOf: (kid) => signingKey(probe.connectorKeys, kid),
        now: Date.now() / 1000,
      });
      must(verified.ok || verified.problem === 'clock', 'The signature does not verify');
    },
  },
  {
    id: 'manifest.fresh',
    proves: 'The manifest is signed at the moment it is asked for.',
    why: 'An old manifest could bring back a key that was given up.',
    async run(probe) {
      const { response } = await readManifest(probe);
      const created = /;created=(\d+)/.exec(response.headers['signature-input'] ?? '')?.[1];
      const age = Math.abs(Date.now() / 1000 - Number(created));
      must(age <= 60, `created is ${Math.round(age)} seconds off`);
    },
  },
  {
    id: 'manifest.keys',
    proves: 'Each key is on P-256 and named by its thumbprint.',
    why: 'Keys are pinned by their thumbprints.',
    async run(probe) {
      const { value } = await readManifest(probe);
      const keys = openKeySet((value as { keys?: unknown } | undefined)?.keys);
      must(keys !== undefined, 'The key set does not open');
    },
  },
  {
    id: 'manifest.public',
    proves: 'The manifest has no private key in it.',
    why: 'Whoever has the private key is the connector.',
    async run(probe) {
      const { response } = await readManifest(probe);
      must(!/"d"\s*:/.test(Buffer.from(response.body).toString()), 'A key has the member d');
    },
  },
  {
    id: 'manifest.cards',
    proves: 'A connector that pays with cards or swaps them says that it handles cards.',
    why: 'Cards are sent to nobody who does not say so.',
    async run({ manifest: { capabilities } }) {
      const { pays, swaps, handlesCards } = capabilities;
      must(handlesCards || !(swaps || pays.includes('card')), 'handlesCards is false');
    },
  },
  {
    id: 'directory.pages',
    proves: 'Every page of the directory is a document of the protocol, and there is a last one.',
    why: 'A directory that can’t be read to its end is not imported.',
    run: async (probe) => void (await directoryOf(probe)),
  },
  {
    id: 'directory.rows',
    proves: 'Every row of the directory is a document of the protocol.',
    why: 'A row with a link, a rule or a text that is not allowed is not imported.',
    onlyWarns: true,
    async run(probe) {
      const { bad } = await directoryOf(probe);
      const said = bad.slice(0, BAD_ROWS_SHOWN).map((row) => {
        const { id = 'without an id', member, reason } = row;
        return `Row ${id}, ${member}: ${reason}`;
      });
      const more = bad.length - said.length;
      must(bad.length === 0, [...said, ...(more > 0 ? [`and ${more} more`] : [])].join('; '));
    },
  },
  {
    id: 'directory.unique',
    proves: 'No id is in the directory twice.',
    why: 'One of two rows with an id would replace the other.',
    async run(probe) {
      const ids = (await directoryOf(probe)).rows.map(({ id }) => id);
      const twice = ids.find((id, index) => ids.indexOf(id) !== index);
      must(twice === undefined, `${twice} is there twice`);
    },
  },
  {
    id: 'directory.products',
    proves: 'Companies offer only what the connector can do.',
    why: 'A user would be offered a payment that nobody makes.',
    async run(probe) {
      const { reads, pays, swaps } = probe.manifest.capabilities;
      const can = { bill: reads, payment: pays.length > 0, swap: swaps };
      for (const { id, products, acceptedMethods } of await companiesOf(probe)) {
        const wrong = products.find((product) => !can[product]);
        must(wrong === undefined, `${id} offers ${wrong}`);
        const other = acceptedMethods.find((method) => !pays.includes(method));
        must(!products.includes('payment') || other === undefined, `${id} accepts ${other}`);
      }
    },
  },
  {
    id: 'directory.narrower',
    proves: 'No company says that it can do more than the manifest says of all of them.',
    why: 'Billhook takes the narrower of both: users would be offered less than you think.',
    onlyWarns: true,
    async run(probe) {
      for (const row of await companiesOf(probe)) {
        const wider = widerIn(row.capabilities ?? {}, probe.manifest);
        must(wider === undefined, `${row.id}: ${wider}`);
      }
    },
  },
  {
    id: 'directory.test-logins',
    proves: 'Each test login is at a company of the directory, and its form keeps the row’s rules.',
    why: 'Otherwise the checks below it would not show anything.',
    async run(probe) {
      const rows = await companiesOf(probe);
      for (const { scenario, company, form } of probe.manifest.testLogins ?? []) {
        const row = rows.find(({ id }) => id === company);
        must(row !== undefined, `${company} of ${scenario} is not in the directory`);
        const [wrong] = checkForm(row, form);
        must(wrong === undefined, `${wrong?.field} of ${scenario}: ${wrong?.code}`);
      }
    },
  },
];
