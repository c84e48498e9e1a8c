/** Encryption, and what must not come out. */
import { createPublicKey } from 'node:crypto';
import { newOwnKeys } from '../../wire/keys.ts';
import { newNonce } from '../../wire/signature.ts';
import { loginAsk, loginFor } from '../asks.ts';
import { type Check, CheckSkipped, must } from '../check.ts';
import type { Ask, Probe, Reply } from '../probe.ts';
import { countsWrongTries } from '../wrong-tries.ts';

const secrets = { text: 'between us' };

function isUnreadable({ status, code }: Reply): void {
  must(status === 400, `The status is ${status}, and not 400`);
  must(code === 'secrets_unreadable' || code === 'malformed', `The code is ${code ?? 'missing'}`);
}

function secretsOf({ body }: Reply): string {
  return (body as { secrets?: string } | undefined)?.secrets ?? '';
}

export const secretsChecks: readonly Check[] = [
  {
    id: 'secrets.both-ways',
    proves: 'Secrets open at the connector, and what it encrypts opens here.',
    why: 'Logins, cards and connections travel in no other way.',
    async run(probe) {
      const operation = newNonce();
      const reply = await probe.call('echo', { operation, secrets });
      must(reply.status === 200, `The status is ${reply.status} (${reply.code ?? 'no code'})`);
      const opened = await probe.open(secretsOf(reply), operation);
      must(opened !== undefined, 'What came back does not open');
      must(JSON.stringify(opened.value) === JSON.stringify(secrets), 'Something else came back');
    },
  },
  {
    id: 'secrets.fresh',
    proves: 'The same secret is encrypted differently each time.',
    why: 'Who sees two of them must not learn that they are the same.',
    async run(probe) {
      const operation = newNonce();
      const [first, second] = [
        await probe.call('echo', { operation, secrets }),
        await probe.call('echo', { operation, secrets }),
      ].map(secretsOf);
      must(first !== second, 'Both are the same');
    },
  },
  {
    id: 'secrets.other-operation',
    proves: 'Secrets of another operation are refused.',
    why: 'A card that was sent for one payment could be put into another.',
    run: async (probe) =>
      isUnreadable(await probe.call('echo', { secrets, secretsFor: newNonce() })),
  },
  {
    id: 'secrets.other-key',
    proves: 'Secrets under a key that is not the connector’s are refused.',
    why: 'They are somebody else’s.',
    async run(probe) {
      const { kid, privateKey } = newOwnKeys().encryption;
      const encryptTo = { kid, use: 'enc' as const, key: createPublicKey(privateKey) };
      isUnreadable(await probe.call('echo', { secrets, encryptTo }));
    },
  },
  {
    id: 'secrets.altered',
    proves: 'Secrets that were changed on the way are refused.',
    why: 'Only then is it known that they are the sender’s.',
    async run(probe) {
      const request = probe.build('echo', { secrets });
      const document = JSON.parse(Buffer.from(request.body).toString()) as { secrets: string };
      const parts = document.secrets.split('.');
      const text = Buffer.from(parts[3] ?? '', 'base64url');
      text[0] = (text[0] ?? 0) ^ 1;
      parts[3] = text.toString('base64url');
      const body = Buffer.from(JSON.stringify({ secrets: parts.join('.') }));
      isUnreadable(await probe.sendAsIs(await probe.sign({ ...request, body })));
    },
  },
  {
    id: 'secrets.in-clear',
    proves: 'Secrets that are not encrypted are refused.',
    why: 'Otherwise nobody would notice that they are sent in the clear.',
    run: async (probe) => isUnreadable(await probe.call('echo', { document: { secrets } })),
  },
  {
    id: 'secrets.not-shown',
    proves: 'No response contains a password in the clear.',
    why: 'Responses are stored and looked at where passwords must not be.',
    async run(probe) {
      const { ask, canary } = withCanary(probe);
      await probe.settled(await probe.call('logIn', ask));
      const shown = probe.received.some(({ body, headers }) =>
        `${Buffer.from(body).toString()}${JSON.stringify(headers)}`.includes(canary),
      );
      must(!shown, 'A response contains it');
    },
  },
];

/** A shorter password may be in any text by chance. */
const LEAST_LENGTH = 8;

/** An invented password; where wrong ones are counted, the right one. */
function withCanary(probe: Probe): { readonly ask: Ask; readonly canary: string } {
  const counts = countsWrongTries(probe.manifest);
  const login = loginFor(probe, counts ? 'signs-in' : 'wrong-password');
  const names = Object.keys(login.form);
  const password = names.find((name) => /pass|pin|secret/i.test(name));
  if (!counts) {
    const [name, canary] = [password ?? names.at(-1) ?? 'password', `canary-${newNonce()}`];
    return { ask: loginAsk({ ...login, form: { ...login.form, [name]: canary } }), canary };
  }
  const canary = login.form[password ?? ''] ?? '';
  if (canary.length < LEAST_LENGTH)
    throw new CheckSkipped(
      'The test login signs-in has no password that is long enough to look for',
    );
  return { ask: loginAsk(login), canary };
}
