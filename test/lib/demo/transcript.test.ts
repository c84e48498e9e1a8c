import { describe, expect, test } from 'vitest';
import { createTranscript } from '../../../lib/demo/transcript.ts';

/** A transcript of requests whose answers are given. */
function transcriptOf(answer: unknown, options: { colour?: boolean } = {}) {
  let text = '';
  const transcript = createTranscript({
    write: (more) => {
      text += more;
    },
    colour: options.colour ?? false,
    fetch: async () => new Response(JSON.stringify(answer), { headers: { 'request-id': 'r1' } }),
  });
  const send = (body: unknown) =>
    transcript.fetch('http://service/v1/payment', {
      method: 'POST',
      headers: { authorization: 'Bearer bh_sandbox_keyid_thesecret' },
      body: JSON.stringify(body),
    });
  return { transcript, send, text: () => text };
}

describe('a transcript', () => {
  test('shows the request and its answer', async () => {
    const { send, text } = transcriptOf({ paymentMethodId: 'pm_1' });
    await send({ clientId: 'cl_1' });
    expect(text()).toContain('POST /v1/payment');
    expect(text()).toContain('"clientId": "cl_1"');
    expect(text()).toMatch(/200 \d+ ms, request-id r1/);
    expect(text()).toContain('"paymentMethodId": "pm_1"');
  });

  const secrets = {
    cardNumber: '4111111111111111',
    cardCode: '123',
    accountNumber: '000123456789',
    password: 'hunter2',
  };

  test.each(Object.entries(secrets))('masks the %s', async (name, secret) => {
    const { send, text } = transcriptOf({});
    await send({ cards: [{ [name]: secret }] });
    expect(text()).toContain(name);
    expect(text()).not.toContain(secret);
  });

  test('shows no more of the key than its stage', async () => {
    const { send, text } = transcriptOf({});
    await send({});
    expect(text()).toContain('Bearer bh_sandbox_…');
    expect(text()).not.toContain('keyid');
    expect(text()).not.toContain('thesecret');
  });

  test('shortens tokens', async () => {
    const { send, text } = transcriptOf({ token: 'x'.repeat(400), ssoToken: 'y'.repeat(400) });
    await send({});
    expect(text()).not.toContain('x'.repeat(20));
    expect(text()).not.toContain('y'.repeat(20));
  });

  test('shows the last of several answers when it was told to hold', async () => {
    const { transcript, send, text } = transcriptOf({ status: 'same' });
    transcript.hold();
    await send({ attempt: 1 });
    await send({ attempt: 2 });
    expect(text()).toBe('');
    transcript.release();
    expect(text()).toContain('(requested 2 times)');
    expect(text()).toContain('"attempt": 2');
    expect(text()).not.toContain('"attempt": 1');
  });

  test('is coloured only where it is asked for', async () => {
    const plain = transcriptOf({});
    const coloured = transcriptOf({}, { colour: true });
    await Promise.all([plain.send({}), coloured.send({})]);
    expect(plain.text()).not.toContain('\u001B');
    expect(coloured.text()).toContain('\u001B[');
  });
});
