/** What a document's receiver of webhooks must do, in whichever language it is written. */
import { randomBytes } from 'node:crypto';
import { postSafely } from '@billhook/runtime/outbound/safe-post';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test, vi } from 'vitest';
import { prepareReceiver, type ReceiverFolder } from './receivers.ts';
import type { Snippet } from './snippets.ts';

const MINUTE = 60_000;
const SECRET = newSecret();

/** Tests that a document's receiver verifies, answers, works off once, and remembers. */
export function testReceiver(snippet: Snippet): void {
  let folder: ReceiverFolder | undefined;
  afterAll(() => folder?.remove());

  test('verifies, answers, and works each event off once', async () => {
    folder = await prepareReceiver(snippet);
    const receiver = await folder.start(SECRET);
    try {
      const first = signed('evt_1', bodyOf('evt_1', 2));
      expect(await deliver(receiver.url, first)).toBe(204);

      for (const forged of forgeries(first)) {
        expect(await deliver(receiver.url, forged), forged.form).toBe(400);
      }

      const again = signed('evt_1', first.body, SECRET, Date.now() + 1_000);
      expect(await deliver(receiver.url, first)).toBe(204);
      expect(await deliver(receiver.url, again)).toBe(204);
      const six = Array.from({ length: 6 }, () => deliver(receiver.url, again));
      expect(new Set(await Promise.all(six))).toEqual(new Set([204]));

      const rotating = signed('evt_2', bodyOf('evt_2', 3));
      const other = signed('evt_2', rotating.body, newSecret());
      const both = `${other.signature} ${rotating.signature}`;
      expect(await deliver(receiver.url, { ...rotating, signature: both })).toBe(204);
      expect(await deliver(receiver.url, signed('evt_3', bodyOf('evt_3', 1)))).toBe(204);
      const worked = [
        'bill.payment.sent pay_1 2 newest',
        'bill.payment.sent pay_1 3 newest',
        'bill.payment.sent pay_1 1 late',
      ];
      await vi.waitFor(() => expect(receiver.lines).toEqual(worked), 60_000);
    } finally {
      await receiver.stop();
    }
  });

  test('knows after a restart what it has worked off, and what is newest', async () => {
    if (!folder) throw new Error('It could not be started');
    const receiver = await folder.start(SECRET);
    try {
      expect(await deliver(receiver.url, signed('evt_1', bodyOf('evt_1', 2)))).toBe(204);
      expect(await deliver(receiver.url, signed('evt_4', bodyOf('evt_4', 3)))).toBe(204);
      expect(await deliver(receiver.url, signed('evt_5', bodyOf('evt_5', 4)))).toBe(204);
      const worked = ['bill.payment.sent pay_1 3 late', 'bill.payment.sent pay_1 4 newest'];
      // It was killed right after its last work, and may not have noted that as done: it does it again.
      const isNew = (line: string) => line !== 'bill.payment.sent pay_1 1 late';
      await vi.waitFor(() => expect(receiver.lines.filter(isNew)).toEqual(worked), 60_000);
    } finally {
      await receiver.stop();
    }
  });
}

type Delivery = {
  readonly id: string;
  readonly body: string;
  readonly signature: string;
  readonly timestamp: string;
};

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

function bodyOf(id: string, sequence: number): string {
  const payload = { resource: { type: 'bill', id: 'bill_1' }, data: { label: 'Zürich' } };
  const numbered = { sequence, subject: 'pay_1' };
  return JSON.stringify({ event: { _id: id, type: 'bill.payment.sent', ...numbered, payload } });
}

function signed(id: string, body: string, secret = SECRET, at = Date.now()): Delivery {
  const signature = new Webhook(secret).sign(id, new Date(at), body);
  return { id, body, signature, timestamp: String(Math.floor(at / 1_000)) };
}

/** @returns the status that was answered, or why none was. */
async function deliver(url: string, { id, body, signature, timestamp }: Delivery) {
  const headers = {
    'content-type': 'application/json',
    ...(id !== '' && { 'webhook-id': id }),
    ...(timestamp !== '' && { 'webhook-timestamp': timestamp }),
    ...(signature !== '' && { 'webhook-signature': signature }),
  };
  const given = { headers, body, timeoutMilliseconds: 15_000 };
  const posted = await postSafely(url, given, { allowLocal: true });
  return posted.kind === 'answered' ? posted.status : posted.reason;
}

/** Deliveries that are not ours, or not of now, made out of one that is. */
function forgeries(genuine: Delivery): (Delivery & { readonly form: string })[] {
  const now = Date.now();
  const { id, body, signature } = genuine;
  return [
    { ...genuine, form: 'a changed byte', body: body.replace('pay_1', 'pay_2') },
    { ...genuine, form: 'a byte more', body: `${body} ` },
    { ...genuine, form: 'another id', id: 'evt_9' },
    { ...genuine, form: 'another time', timestamp: String(Math.floor(now / 1_000) - 7) },
    { ...signed(id, body, newSecret()), form: 'another secret' },
    { ...signed(id, body, SECRET, now - 6 * MINUTE), form: 'a stale one' },
    { ...signed(id, body, SECRET, now + 6 * MINUTE), form: 'one of the future' },
    { ...genuine, form: 'no signature', signature: '' },
    { ...genuine, form: 'no time', timestamp: '' },
    { ...genuine, form: 'no id', id: '' },
    { ...genuine, form: 'a time that is none', timestamp: 'now' },
    { ...genuine, form: 'another version', signature: signature.replace('v1,', 'v2,') },
    { ...genuine, form: 'a signature cut short', signature: signature.slice(0, -2) },
    { ...genuine, form: 'the signature’s name alone', signature: 'v1,' },
    { ...signed(id, '', SECRET), form: 'an empty body of another', signature },
  ];
}
