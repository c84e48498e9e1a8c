/** One case of each operation. An operation without one does not compile. */
import type { OperationName } from '../../support/operations.ts';
import { authCases } from './auth.ts';
import type { OperationCase } from './case.ts';
import { billCases, clientCases, companyCases } from './client.ts';
import { connectorCases } from './connector.ts';
import { encryptionKeyCases } from './encryption-key.ts';
import { eventCases } from './event.ts';
import { linkCases } from './link.ts';
import { moduleCases } from './module.ts';
import { partnerCases } from './partner.ts';
import { paymentCases } from './payment.ts';
import { paymentMethodCases } from './payment-method.ts';
import { sandboxCases } from './sandbox.ts';
import { swapCases } from './swap.ts';
import { webhookEndpointCases } from './webhook-endpoint.ts';

/** A client makes its calls on what it has in this order: a swap leaves the bill to be paid, no bill a swap. */
export const cases: { readonly [name in OperationName]: OperationCase } = {
  ...companyCases,
  ...clientCases,
  ...linkCases,
  ...authCases,
  ...swapCases,
  ...billCases,
  ...paymentMethodCases,
  ...paymentCases,
  ...eventCases,
  ...partnerCases,
  ...encryptionKeyCases,
  ...webhookEndpointCases,
  ...moduleCases,
  ...connectorCases,
  ...sandboxCases,
};

export const allCases = Object.entries<OperationCase>(cases).map(([name, one]) => ({
  name: name as OperationName,
  ...one,
}));
