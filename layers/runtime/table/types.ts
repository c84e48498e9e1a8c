/** The table as the rest of the runtime sees it: keys, reads, conditional writes, and what they tell. */
import type { Moment } from '@billhook/core/base/dates';
import type { EventDraft, EventOwner } from '@billhook/core/events/event';

export type Key = { readonly pk: string; readonly sk: string };

/** What a write demands of the item that stands there. All parts must hold. */
export type Condition = {
  readonly absent?: true;
  readonly exists?: true;
  readonly equals?: Readonly<Record<string, string | number | boolean>>;
  /** Numbers that must not be larger, or smaller. */
  readonly atMost?: Readonly<Record<string, number>>;
  readonly atLeast?: Readonly<Record<string, number>>;
  /** Holds too when there is no item. */
  readonly orAbsent?: true;
};

/** What a write tells partners. */
export type Tells = {
  readonly owner: EventOwner & { readonly clocked?: true };
  /** The number of the last event about the same record; 0 when there was none. */
  readonly sequence: number;
  readonly drafts: (moment: Moment) => readonly EventDraft[];
};

/** A write that tells, and that may take others along into its transaction. */
export type Telling = {
  readonly when?: Condition;
  /** What this change tells partners; `telling.ts` turns it into events. */
  readonly tells?: Tells;
  /** What changes with it, in the same transaction. */
  readonly along?: readonly Write[];
} & ({ readonly put: Key & Record<string, unknown> } | { readonly delete: Key });

export type Write =
  | Telling
  | {
      readonly update: Key;
      readonly set?: Readonly<Record<string, unknown>>;
      /** Set only where the attribute does not stand yet. */
      readonly setOnce?: Readonly<Record<string, unknown>>;
      readonly add?: Readonly<Record<string, number>>;
      readonly remove?: readonly string[];
      readonly when?: Condition;
    }
  | { readonly check: Key; readonly when: Condition };

export type WriteResult = 'written' | 'conflict';

export type IndexName = 'byPartner' | 'byDue';

export type Range = {
  readonly index?: IndexName;
  /** The partition key's value. */
  readonly partition: string;
  /** Sort keys that begin with this. */
  readonly prefix?: string;
  /** Sort keys up to this one, itself included. */
  readonly upTo?: string;
  /** Sort keys from this one on, itself included; together with `upTo`. */
  readonly from?: string;
  /** The last sort key first. */
  readonly descending?: true;
  readonly limit?: number;
  /** The key to go on behind, as `next` gave it. */
  readonly after?: Record<string, string>;
};

export type Rows<T> = { readonly items: T[]; readonly next?: Record<string, string> };

export type Table = {
  get<T>(key: Key): Promise<T | undefined>;
  /** The items that are there, in no order. */
  getMany<T>(keys: readonly Key[]): Promise<T[]>;
  /** One page of at most 1 MB; `next` when there may be more. */
  query<T>(range: Range): Promise<Rows<T>>;
  /** One write, or up to 100 in one transaction with the events that they tell: all or none. */
  write(writes: readonly Write[]): Promise<WriteResult>;
};
