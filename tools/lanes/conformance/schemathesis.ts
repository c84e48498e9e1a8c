/** Schemathesis: requests made from the API description, right ones and wrong ones, for a set time. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accepted } from '../../../lib/client/accepted.ts';
import { createApiClient } from '../../../lib/client/api-client.ts';
import { addCard, linkBill, newClient, type Scene } from '../../../lib/trigger/scene.ts';
import type { Outcome, Part } from './part.ts';
import { python, type Ran, run } from './tools.ts';

const description = join(import.meta.dirname, '../../../openapi.json');

/** What would lock the caller out, so that whatever comes after it would be refused. */
const LEFT_OUT = ['updateSigning', 'revokeApiKey', 'lockSettings'];
/** `positive_data_acceptance`: a request can be of the right form and name what is not there. */
const LEFT_OUT_CHECKS = 'positive_data_acceptance';

const MOST_EXAMPLES = 15;
const REQUESTS_A_SECOND = 90;
const SEED = 11;
/** Below this many requests an operation, hardly anything was tried. */
const LEAST_A_OPERATION = 5;
/** For what it does before and after. */
const MORE_SECONDS = 120;

/** A body above 1 MiB is refused before it is looked at: 413 is no wrong answer to a wrong body. */
const CONFIGURATION = `[checks]
negative_data_rejection.expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429]
`;

export const schemathesis: Part = {
  name: 'Schemathesis',
  run: async ({ cacheFolder, runFolder, service, newPartner, seconds }) => {
    const tool = await python(cacheFolder);
    if ('missing' in tool) return { skipped: `Python: ${tool.missing}` };
    const { partnerId, apiKey } = await newPartner();
    const { baseUrl } = service;
    const ids = {
      partnerId,
      ...(await madeIds({ api: createApiClient({ baseUrl, apiKey }), say })),
    };
    const copy = join(runFolder, 'openapi.json');
    const configuration = join(runFolder, 'schemathesis.toml');
    writeFileSync(copy, JSON.stringify(withoutKeys(JSON.parse(readFileSync(description, 'utf8')))));
    writeFileSync(configuration, configurationWith(ids));
    const ran = await run(
      tool.command,
      [
        ...['-m', 'schemathesis.cli', '--config-file', configuration, 'run', copy],
        ...['--url', baseUrl, '--header', `Authorization: Bearer ${apiKey}`],
        ...['--checks', 'all', '--exclude-checks', LEFT_OUT_CHECKS],
        ...['--phases', 'coverage,fuzzing,stateful', '--continue-on-failure', '--no-color'],
        ...LEFT_OUT.flatMap((id) => ['--exclude-operation-id', id]),
        ...['--rate-limit', `${REQUESTS_A_SECOND}/s`, '--max-time', String(seconds)],
        ...['--max-examples', String(MOST_EXAMPLES), '--seed', String(SEED)],
      ],
      { cwd: runFolder, seconds: seconds + MORE_SECONDS },
    );
    writeFileSync(join(runFolder, 'schemathesis.log'), `${ran.stdout}\n${ran.stderr}`);
    return judge(ran);
  },
};

/** The parts say nothing while they run. */
const say = () => {};

/** Of records that exist, so that more than their absence is tried. */
async function madeIds(scene: Scene): Promise<Readonly<Record<string, string>>> {
  const clientId = await newClient(scene);
  const paymentMethodId = await addCard(scene, clientId);
  const billId = await linkBill(scene, clientId, { dueInDays: 9 });
  const [auth] = accepted(await scene.api.auth.listAuths({ clientId })).data;
  const { data } = accepted(await scene.api.company.searchCompanies({ query: 'Regular' }));
  const companyId = data[0]?._id ?? '';
  return { clientId, paymentMethodId, billId, authId: auth?._id ?? '', companyId };
}

/** Two of three times an id that exists, in paths and bodies alike. */
function configurationWith(ids: Readonly<Record<string, string>>): string {
  const entries = Object.entries(ids);
  const dictionaries = entries.map(
    ([name, value]) => `[dictionaries.${name}]\nvalues = [${JSON.stringify(value)}]\n`,
  );
  const places = entries.flatMap(([name]) =>
    ['path', 'body'].map(
      (place) => `"${place}.${name}" = { dictionary = "${name}", probability = 0.67 }\n`,
    ),
  );
  return `${CONFIGURATION}\n${dictionaries.join('\n')}\n[parameters]\n${places.join('')}`;
}

type Described = { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };

/** It would send one key with many bodies, and be answered 422 for that alone. */
function withoutKeys(whole: Described): Described {
  const isKey = (parameter: unknown) => JSON.stringify(parameter).includes('Idempotency');
  const paths = Object.entries(whole.paths).map(([path, methods]) => {
    const kept = Object.entries(methods).map(([method, operation]) => {
      const { parameters } = operation as { readonly parameters?: readonly unknown[] };
      if (!parameters) return [method, operation];
      const left = parameters.filter((parameter) => !isKey(parameter));
      return [method, { ...(operation as object), parameters: left }];
    });
    return [path, Object.fromEntries(kept)];
  });
  return { ...whole, paths: Object.fromEntries(paths) };
}

/** Of its report: how much it tried, and each failure with the operation above it. */
export function judge({ code, stdout, stderr }: Ran): Outcome {
  const tried = /(\d+) generated/.exec(stdout)?.[1];
  const operations = /(\d+) selected \/ (\d+) total/.exec(stdout);
  if (code === null || tried === undefined || !operations) {
    const said = (stderr || stdout).trim().slice(-300);
    return { figures: [], failures: [`It did not come to its end: ${said}`] };
  }
  const failures: string[] = [];
  let operation = '';
  for (const line of stdout.split('\n')) {
    operation = /^_+ (.+?) _+$/.exec(line)?.[1] ?? operation;
    const failed = /^- (\S.*)$/.exec(line)?.[1];
    if (failed && operation) failures.push(`${operation}: ${failed}`);
    if (/^=+ WARNINGS =+$/.test(line)) break;
  }
  const fewest = LEAST_A_OPERATION * Number(operations[1]);
  if (Number(tried) < fewest)
    failures.push(`It made ${tried} requests only: give it more --seconds`);
  if (code !== 0 && failures.length === 0) failures.push('It failed, see its log');
  const [, selected, total] = operations;
  const figure = `${tried} requests to ${selected} of ${total} operations; ${failures.length} failures`;
  return { figures: [figure], failures };
}
