import { BROWSER_CONNECTOR } from '@billhook/core/company/registered-connector';
import { logFailure } from '@billhook/runtime/aws/logger';
import { openVault } from '@billhook/runtime/aws/vault';
import { noteLook } from '@billhook/runtime/companies/note-look';
import { beatRunning, wakeRunning } from '@billhook/runtime/companies/wake-running';
import {
  askBroker,
  type BrokerDeps,
  type BrokerSays,
} from '@billhook/runtime/companies/worker/broker';
import { openConnectorKeys } from '@billhook/runtime/key-rings/connector-keys';
import { wakeReported } from '@billhook/runtime/payments/wake-reported';
import { opened } from '@billhook/runtime/serve/opened';
import { connectorStore } from '@billhook/runtime/stores/connector-store';
import { paymentStore } from '@billhook/runtime/stores/payment-store';

/** Invoked by the worker. What it is asked, and what it says, is never logged. */
export const handler = opened(({ table, clock, aws }) => {
  const connector = BROWSER_CONNECTOR;
  const keys = openConnectorKeys({ table, clock, aws });
  const payments = paymentStore(table);
  /** Whoever isn't woken asks by itself. */
  const wake = async (operation: string) => {
    try {
      await Promise.all([
        wakeRunning({ table, aws }, connector, operation),
        wakeReported({ table, payments }, { connectorId: connector, operation }, clock()),
      ]);
    } catch (error) {
      logFailure('A workflow could not be told of a worker', error, { operation });
    }
  };
  const vault = openVault(aws);
  /** What could not be noted is seen again within the hour. */
  const note: BrokerDeps['note'] = async (row, seen) => {
    try {
      const registered = await connectorStore(table).find(connector);
      if (registered) await noteLook({ table, clock, vault }, registered, row, seen);
    } catch (error) {
      logFailure('What a company’s page looks like could not be noted', error, {
        connectorId: connector,
      });
    }
  };
  const beat = async (operation: string) => {
    try {
      await beatRunning({ table, aws }, connector, operation);
    } catch (error) {
      logFailure('A workflow could not be told that its worker is there', error, { operation });
    }
  };
  return async (asked: unknown): Promise<BrokerSays> => {
    const { agreements, own } = await keys.current();
    return askBroker({ table, clock, connector, agreements, own, wake, beat, note }, asked);
  };
});
