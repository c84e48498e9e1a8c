/**
 * What a function reaches beyond its own process. Nothing of it is global: it is opened in one place
 * and handed down, so that a test hands down its own.
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from '@billhook/core/dates';
import type { RandomBytes } from '@billhook/core/ids';
import type { AwsClients } from '../aws/clients.ts';
import { openTable } from './table.ts';
import type { Table } from './types.ts';

export type Outside = {
  readonly table: Table;
  /** The machine's time, in milliseconds since the epoch. */
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly aws: AwsClients;
};

/** @param given what a test puts in place of the real thing. */
export function openOutside(given: Partial<Outside> = {}): Outside {
  const { clock = Date.now, random = randomBytes, aws = {} } = given;
  return { table: given.table ?? openTable({ clock, random }), clock, random, aws };
}

/** For what needs nothing but its request. */
export function openNothing(): void {}
