/** What every record of a client begins with. */
import type { Due } from './table-keys.ts';

export type OwnedRecord = Partial<Due> & {
  readonly _id: string;
  /** Raised by one with each write; a write names the version that it read. */
  readonly version: number;
  readonly clientId: string;
  readonly partnerId: string;
  /** The client's identifier in the partner's system. */
  readonly partnerUserId: string;
  /** Follows its partner's test clock. */
  readonly clocked?: true;
  /** The number of the last event about it. */
  readonly sequence?: number;
  /** When it was deleted while a payment was in flight: hidden, and erased when that has ended. */
  readonly deletedAt?: string;
};
