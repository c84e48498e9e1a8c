/** The limit of a partner, over all threads that the authorizer runs in. */
import { describe, expect, inject, test } from 'vitest';
import { createApiClient } from '../../lib/client/api-client.ts';
import { newTokenClient } from '../support/client-access.ts';
import { addPartner } from '../support/partners.ts';
import { expectRefusal, readProblem, sendRaw } from '../support/raw.ts';

const request = { method: 'GET', path: '/company/categories' };
const limited = (requestsPerSecond: number, burst: number) =>
  addPartner(inject('service'), { rateLimit: { requestsPerSecond, burst } });

test('Every answer tells the policy and what is left, refusals too', async () => {
  const { apiKey } = await limited(1, 4);
  const policy = '"default";q=1;w=1;billhook-burst=4';
  const answer = await sendRaw({ ...request, apiKey });
  expect(answer.headers.get('ratelimit-policy')).toBe(policy);
  expect(answer.headers.get('ratelimit')).toBe('"default";r=3;t=1');
  const refused = await sendRaw({ method: 'GET', path: '/bill/none', apiKey });
  expect(refused.status).toBe(404);
  expect(refused.headers.get('ratelimit-policy')).toBe(policy);
  expect(refused.headers.get('ratelimit')).toMatch(/^"default";r=2;t=\d+$/);
});

test('A partner that is too fast is refused, waits as it is told, and is served again', async () => {
  const { apiKey } = await limited(1, 3);
  const responses = await Promise.all(
    Array.from({ length: 12 }, () => sendRaw({ ...request, apiKey })),
  );
  const refused = responses.filter(({ status }) => status === 429);
  // A second may have passed meanwhile, and brought another request.
  expect(responses.length - refused.length).toBeGreaterThanOrEqual(3);
  expect(responses.length - refused.length).toBeLessThanOrEqual(5);
  const [first] = refused;
  expect((await readProblem(first as Response)).code).toBe('too_many_requests');
  expect(first?.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
  const seconds = Number(first?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(3);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  expect((await sendRaw({ ...request, apiKey })).status).toBe(200);
});

test('Many threads together let no more pass than the burst and a lease each', async () => {
  const { apiKey } = await limited(1, 100);
  const responses = await Promise.all(
    Array.from({ length: 150 }, () => sendRaw({ ...request, apiKey })),
  );
  const passed = responses.filter(({ status }) => status === 200).length;
  expect(passed).toBeGreaterThanOrEqual(92);
  expect(passed).toBeLessThanOrEqual(115);
});

describe('A partner’s server and its users', () => {
  const burst = 4;
  const hurry = (apiKey: string) =>
    Promise.all(Array.from({ length: 4 * burst }, () => sendRaw({ ...request, apiKey })));
  const statusesOf = (responses: readonly Response[]) => responses.map(({ status }) => status);

  test('The server never waits for users who are too fast', async () => {
    const { apiKey } = await limited(1, burst);
    const { baseUrl } = inject('service');
    const user = await newTokenClient(createApiClient({ baseUrl, apiKey }));
    expect(statusesOf(await hurry(user.accessToken))).toContain(429);
    const server = await sendRaw({ ...request, apiKey });
    expect(server.status).toBe(200);
    expect(server.headers.get('ratelimit')).toMatch(/^"default";r=[2-3];t=\d$/);
  });

  test('Users never wait for a server that is too fast', async () => {
    const { apiKey } = await limited(1, burst);
    const { baseUrl } = inject('service');
    const user = await newTokenClient(createApiClient({ baseUrl, apiKey }));
    expect(statusesOf(await hurry(apiKey))).toContain(429);
    expect((await sendRaw({ ...request, apiKey: user.accessToken })).status).toBe(200);
  });
});

test('A partner that is too fast slows down no other', async () => {
  const { apiKey } = await limited(1, 1);
  await sendRaw({ ...request, apiKey });
  await expectRefusal({ ...request, apiKey }, 'too_many_requests');
  expect((await sendRaw(request)).status).toBe(200);
});
