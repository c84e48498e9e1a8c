/**
 * What workers do at companies' websites. What moves money stands in the main table, which has a
 * recovery: that it was committed must not be lost. All else, and whatever holds a secret, passes.
 */

import { movesMoney } from '@billhook/connector-kit/protocol/machine';
import {
  passingUntil,
  passingWorkKey,
  workRequestKey,
  workSessionKey,
} from '@billhook/core/auth/passing';
import type { Day } from '@billhook/core/base/dates';
import { DAY_MILLISECONDS, dayOf } from '@billhook/core/base/dates';
import { workKey, workPaidPartition } from '@billhook/core/base/table-keys';
import type {
  Committed,
  WorkOperation,
  WorkSession,
} from '@billhook/core/company/worker/operation';
import { secondsAfter } from '../table/expiry.ts';
import type { Table, Write } from '../table/types.ts';

/** As long as a company may give a payment back, and longer. */
const MONEY_DAYS = 430;
/** What was paid is reported for so long. */
const PAID_DAYS = 60;
/** What waits in a queue for longer is not begun. */
const REQUEST_MILLISECONDS = 60 * 60 * 1000;

/** What a worker is given: the document as on the wire, and the secrets encrypted to this deployment. */
export type WorkRequest = {
  readonly document: Readonly<Record<string, unknown>>;
  readonly secrets?: string;
};

export type PaidWork = Pick<Committed, 'cents' | 'at'> & {
  readonly payment: string;
  readonly submission: number;
  readonly confirmation?: string;
};

type Item<T> = T & { readonly pk: string; readonly sk: string; readonly expiresAt: number };

export type WorkStore = {
  /** By the id of the record, or an operation of the wire. Strongly consistent. */
  find(id: string): Promise<WorkOperation | undefined>;
  /** Fails where another has written since the version before. */
  save(next: WorkOperation, now: number): Write;
  /** Lets a submission be found by its operation of the wire. */
  point(operation: string, id: string, now: number): Write;
  request(id: string): Promise<WorkRequest | undefined>;
  keepRequest(id: string, request: WorkRequest, now: number): Write;
  dropRequest(id: string): Write;
  findSession(id: string): Promise<WorkSession | undefined>;
  saveSession(next: WorkSession): Write;
  notePaid(connector: string, paid: PaidWork): Write;
  listPaid(
    connector: string,
    day: Day,
    after?: string,
  ): Promise<{ readonly paid: readonly PaidWork[]; readonly next?: string }>;
};

export function workStore(table: Table): WorkStore {
  const keyOf = ({ id, name }: Pick<WorkOperation, 'id' | 'name'>) =>
    movesMoney(name) ? workKey(id) : passingWorkKey(id);
  return {
    async find(id) {
      type Found = Item<WorkOperation> | (Item<object> & { readonly at: string });
      const money = await table.get<Found>(workKey(id));
      if (money && 'at' in money) return this.find(money.at);
      const found = money ?? (await table.get<Found>(passingWorkKey(id)));
      return found && recordOf(found as Item<WorkOperation>);
    },
    save: (next, now) => ({
      put: {
        ...keyOf(next),
        ...next,
        ...(movesMoney(next.name)
          ? { expiresAt: secondsAfter(now, MONEY_DAYS) }
          : passingUntil(now + DAY_MILLISECONDS)),
      },
      when: next.version === 1 ? { absent: true } : { equals: { version: next.version - 1 } },
    }),
    point: (operation, id, now) => ({
      put: { ...workKey(operation), at: id, expiresAt: secondsAfter(now, MONEY_DAYS) },
    }),
    async request(id) {
      const found = await table.get<Item<WorkRequest>>(workRequestKey(id));
      return found && { document: found.document, secrets: found.secrets };
    },
    keepRequest: (id, request, now) => ({
      put: { ...workRequestKey(id), ...request, ...passingUntil(now + REQUEST_MILLISECONDS) },
    }),
    dropRequest: (id) => ({ delete: workRequestKey(id) }),
    async findSession(id) {
      const found = await table.get<Item<WorkSession>>(workSessionKey(id));
      return found && recordOf(found);
    },
    saveSession: (next) => ({
      put: { ...workSessionKey(next.id), ...next, ...passingUntil(next.until + DAY_MILLISECONDS) },
      when: next.version === 1 ? { absent: true } : { equals: { version: next.version - 1 } },
    }),
    notePaid: (connector, { payment, submission, ...paid }) => ({
      put: {
        pk: workPaidPartition(connector, dayOf(paid.at)),
        sk: `${payment}-${submission}`,
        ...{ payment, submission, ...paid, expiresAt: secondsAfter(paid.at, PAID_DAYS) },
      },
    }),
    async listPaid(connector, day, after) {
      const partition = workPaidPartition(connector, day);
      const { items, next } = await table.query<Item<PaidWork>>({
        partition,
        ...(after !== undefined && { after: { pk: partition, sk: after } }),
      });
      return {
        paid: items.map(({ pk: _pk, sk: _sk, expiresAt: _until, ...paid }) => paid as PaidWork),
        ...(next?.sk !== undefined && { next: next.sk }),
      };
    },
  };
}

function recordOf<T>({ pk: _pk, sk: _sk, expiresAt: _until, ...record }: Item<T>): T {
  return record as T;
}
