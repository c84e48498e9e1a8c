/** Names, numbers and keys that go through the connector, and where they must not be found again. */
import { type LogEvent, memoryStore, type Store } from '@billhook/connector-kit';
import { newNonce } from '@billhook/connector-kit/wire/signature';
import { expect, test } from 'vitest';
import { metadataOf } from '../../../connectors/method/ledger.ts';
import { SMS_CODE } from '../../../connectors/method/stand-in/people.ts';
import { openCaller } from './battery/caller.ts';
import { newFigures } from './battery/figures.ts';
import { API_KEY, connectorOver, depsOver, standInOf } from './world.ts';

const phone = '3035550177';
const canaries = [phone, 'Ada', 'Tester', '1980', '021000021', API_KEY, SMS_CODE];

test('No secret is in the store, in a log, in an error or in what Method keeps with a payment', async () => {
  const kept: string[] = [];
  const memory = memoryStore();
  const store: Store = {
    ...memory,
    put: (key, value, ...more) => {
      kept.push(key, JSON.stringify(value));
      return memory.put(key, value, ...more);
    },
  };
  const logged: LogEvent[] = [];
  const standIn = standInOf();
  const deps = depsOver(standIn, { store });
  const connector = connectorOver(deps, { log: (event) => logged.push(event) });
  const caller = openCaller({ now: Date.now() }, newFigures(), () => connector as never);
  const one = {
    payment: newNonce(),
    submission: 1,
    payer: { auth: newNonce(), phone },
    cents: 4_200,
  };
  expect((await caller.pay(one)).kind).toBe('accepted');
  const failing = depsOver({ fetch: () => Promise.reject(new Error('Down')) }, { store });
  const error = await failing.method.payment('pmt_1').catch((thrown: Error) => thrown);
  const [payment] = [...standIn.payments.values()];
  const metadata = metadataOf({ caller: 'suite', payment: one.payment, submission: 1 });
  expect(payment?.metadata).toEqual(metadata);
  // An account key is Method's own, and is not a secret.
  const shown = `${kept.join('\n')}\n${JSON.stringify(logged)}\n${error}\n${JSON.stringify(metadata)}`;
  for (const canary of canaries) expect(shown.replaceAll(`fp_${phone}`, '')).not.toContain(canary);
});
