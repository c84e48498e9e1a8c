/** A caller that talks to one or several servers of a connector, as Billhook would. */
import type { ConnectorServer } from '@billhook/connector-kit';
import type { OperationName } from '@billhook/connector-kit/protocol/operations';
import { type Ask, callerKeys, openProbe, type Reply } from '@billhook/connector-kit/verify/probe';
import { openKeySet } from '@billhook/connector-kit/wire/keys';
import { newNonce } from '@billhook/connector-kit/wire/signature';
import { BASE_URL, fullManifest, suiteKeys } from './good-connector.ts';

export function callerOf(connector: Pick<ConnectorServer, 'handle'>) {
  const manifest = fullManifest();
  const connectorKeys = openKeySet(manifest.keys) ?? [];
  const probe = openProbe({
    baseUrl: BASE_URL,
    send: (request) => connector.handle(request),
    keys: callerKeys(suiteKeys),
    manifest,
    connectorKeys,
    secondMilliseconds: 1,
  });
  return {
    probe,
    async ask(name: OperationName, ask: Ask): Promise<Reply> {
      return probe.call(name, ask);
    },
    /** The kind of the result, `running`, or the code of a problem. */
    async kind(name: OperationName, ask: Ask): Promise<string | undefined> {
      const { state, code } = await probe.call(name, ask);
      if (state?.state === 'done') return state.result.kind;
      return state?.state ?? code;
    },
  };
}

const session = {
  company: 'example-power',
  auth: 'auth-0000000000000001',
  attended: true,
  at: '2027-01-31T12:00:00.000Z',
};

const form = { username: 'ada', password: 'correct horse' };

export const card = {
  type: 'card',
  cardNumber: '4111111111111111',
  cardCode: '123',
  expMonth: '12',
  expYear: '2030',
  zipcode: '10001',
  name: 'Ada Tester',
} as const;

export function payOf(payment: string, submission = 1, more: object = {}): Ask {
  const amount = { cents: 100, currency: 'USD' };
  return {
    operation: `${payment}-${submission}`,
    parts: { payment, submission },
    document: { ...session, payment, submission, accountKey: 'a', amount, ...more },
    secrets: { form, method: card },
  };
}

export function findOf(payment: string, submission = 1): Ask {
  return {
    operation: newNonce(),
    parts: { payment, submission },
    document: { ...session, payment, submission },
    secrets: { form },
  };
}

export function loginOf(operation: string, more: object = {}): Ask {
  return {
    operation,
    document: { ...session, round: 1, purpose: 'bill', ...more },
    secrets: { form },
  };
}
