/** What the parts of the battery share. */
import type { Chance } from '../../../model/year/chance.ts';
import type { Caller, Payer } from './caller.ts';
import type { Figures } from './figures.ts';
import type { Knowledge } from './knowledge.ts';
import type { Clock, methodOf } from './network.ts';
import type { Running } from './process.ts';

/** A payment that the caller has ordered. */
export type Order = {
  readonly payment: string;
  readonly payer: Payer;
  readonly cents: number;
  submission: number;
  isCanceled: boolean;
  /** The last sequence of a report that was taken, by operation. */
  readonly sequences: Map<string, number>;
};

export type World = {
  readonly chance: Chance;
  readonly figures: Figures;
  readonly clock: Clock;
  readonly standIn: ReturnType<typeof methodOf>;
  readonly caller: Caller;
  readonly knowledge: Knowledge;
  readonly orders: readonly Order[];
  /** Orders by the operation of each submission. */
  readonly byOperation: Map<string, Order>;
  /** The process that serves at this moment. */
  readonly running: () => Running;
  /** Does something at a time, or in the next ten minutes if that is over. */
  readonly at: (time: number, work: () => Promise<void>) => void;
};
