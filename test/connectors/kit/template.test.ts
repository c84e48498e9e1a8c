/** What the connector that `create` writes shows its author to do. */
import { memoryStore } from '@billhook/connector-kit';
import { describe, expect, test } from 'vitest';
import { createAuthor } from '../../../connectors/kit/template/connector.ts';
import { callerOf, loginOf } from '../support/caller.ts';
import { goodConnector } from '../support/good-connector.ts';

const right = { code: '123456' };

function login(operation: string, round: number, answers?: object) {
  const ask = loginOf(operation, { round });
  const form = { username: 'code', password: 'correct horse' };
  return { ...ask, secrets: { form, ...(answers && { answers }) } };
}

describe('The code that the template asks for', () => {
  const operation = 'login-0000000000000001';

  test('is the one that was sent for that login', async () => {
    const process = callerOf(goodConnector());
    expect(await process.kind('logIn', login(operation, 1))).toBe('mfa-required');
    expect(await process.kind('logIn', login(operation, 2, right))).toBe('verified');
  });

  test('counts for no login for which none was sent', async () => {
    const process = callerOf(goodConnector());
    const other = 'login-0000000000000002';
    expect(await process.kind('logIn', login(other, 1, right))).toBe('mfa-required');
  });

  test('is known by what lies in the store between the rounds', async () => {
    const store = memoryStore();
    const connector = goodConnector({ author: createAuthor(0, store) });
    await callerOf(connector).kind('logIn', login(operation, 1));
    expect((await store.get(`between/suite/${operation}`))?.value).toEqual({
      challenge: expect.any(String),
    });
  });
});
