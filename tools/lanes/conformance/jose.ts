/** Tokens that two JOSE libraries forge, and bodies that they encrypt, against the service. */
import { join } from 'node:path';
import { accepted } from '../../../lib/client/accepted.ts';
import { createApiClient } from '../../../lib/client/api-client.ts';
import type { Part, Surroundings } from './part.ts';
import { nodePackages, othersFolder, python, type Ran, run, runInPackages } from './tools.ts';

/** What a library made of a real token and key. */
type Made = {
  readonly verified: boolean;
  readonly forgeries: Readonly<Record<string, string>>;
  readonly bodies: Readonly<Record<string, { readonly hash: string; readonly taken: boolean }>>;
};

type Target = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly clientId: string;
  readonly accessToken: string;
  readonly keyId: string;
};

export const jose: Part = {
  name: 'JOSE forgeries',
  run: async (surroundings) => {
    const { cacheFolder } = surroundings;
    const node = await nodePackages(cacheFolder);
    const snake = await python(cacheFolder);
    const { target, input } = await prepare(surroundings);
    const script = (name: string) => join(othersFolder, 'jose', name);
    const figures: string[] = [];
    const failures: string[] = [];
    const tryAll = async (library: string, ran: Ran) => {
      if (ran.code !== 0) {
        failures.push(`${library}: its program failed: ${ran.stderr.trim().slice(-300)}`);
        return;
      }
      const made = JSON.parse(ran.stdout) as Made;
      const wrong = await judge(made, target);
      const tokens = Object.keys(made.forgeries).length;
      const bodies = Object.keys(made.bodies).length;
      figures.push(
        `${library}: ${tokens} forged tokens, each as a bearer token and at the exchange; ${bodies} encrypted bodies; ${wrong.length} not as expected`,
      );
      failures.push(...wrong.map((line) => `${library}: ${line}`));
    };
    if ('missing' in node) figures.push(`Skipped: jose (Node): ${node.missing}`);
    else await tryAll('jose', await runInPackages(node.command, script('forge.mjs'), input));
    if ('missing' in snake) figures.push(`Skipped: jwcrypto (Python): ${snake.missing}`);
    else
      await tryAll('jwcrypto and PyJWT', await run(snake.command, [script('forge.py')], { input }));
    if ('missing' in node && 'missing' in snake) return { skipped: figures.join('; ') };
    return { figures, failures };
  },
};

/** A real token, the keys that verify it, and a key to encrypt with. */
async function prepare({ service, newPartner }: Surroundings) {
  const { baseUrl } = service;
  const { apiKey } = await newPartner();
  const api = createApiClient({ baseUrl, apiKey });
  const { token } = accepted(await api.client.createToken({ identifier: 'jose' }));
  const exchanged = accepted(await api.client.createAccessToken({ token }));
  const encryptionKey = accepted(await api.partner.createEncryptionKey());
  const jwks = await (await fetch(`${baseUrl}/.well-known/jwks.json`)).json();
  const { clientId, accessToken } = exchanged;
  const input = JSON.stringify({ token: accessToken, jwks, encryptionKey });
  const target = { baseUrl, apiKey, clientId, accessToken, keyId: encryptionKey.kid };
  return { target: target satisfies Target, input };
}

async function judge({ verified, forgeries, bodies }: Made, target: Target): Promise<string[]> {
  const wrong: string[] = [];
  if (!verified) wrong.push('did not verify our token with our published key');
  const genuine = await asBearer(target, target.accessToken);
  if (genuine !== 200) wrong.push(`our own token was answered ${genuine}`);
  for (const [name, token] of Object.entries(forgeries)) {
    const bearer = await asBearer(target, token);
    if (bearer !== 401 && bearer !== 'not sent') wrong.push(`${name}: as a bearer token ${bearer}`);
    const exchange = await send(target, '/client/access-token', { token });
    if (exchange !== 401 && exchange !== 400) wrong.push(`${name}: at the exchange ${exchange}`);
  }
  for (const [name, { hash, taken }] of Object.entries(bodies)) {
    const answered = await send(target, '/client', { encrypted: target.keyId, hash });
    if (answered !== (taken ? 200 : 400)) wrong.push(`body ${name}: ${answered}`);
  }
  return wrong;
}

async function asBearer({ baseUrl, clientId }: Target, token: string) {
  try {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${baseUrl}/bill/list/${clientId}`, { headers })).status;
  } catch {
    // No header can hold it.
    return 'not sent';
  }
}

async function send({ baseUrl, apiKey }: Target, path: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await fetch(`${baseUrl}${path}`, request)).status;
}
