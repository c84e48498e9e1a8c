/**
 * What a function reaches beyond its own process. Nothing of it is global: it is opened in one place
 * and handed down, so that a test hands down its own.
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from '@billhook/core/base/dates';
import type { RandomBytes } from '@billhook/core/base/ids';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { Connector } from '@billhook/core/company/connector';
import type { AwsClients } from '../aws/clients.ts';
import { openTable } from './table.ts';
import { type LimitTime, limitTime } from './time-limit.ts';
import type { Table } from './types.ts';

export type Outside = {
  readonly table: Table;
  /** The machine's time, in milliseconds since the epoch. */
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly limitTime: LimitTime;
  readonly aws: AwsClients;
  /** The way to a company, where it is not the one that the company's record names. */
  readonly connectorOf?: (company: CompanyRecord) => Connector;
};

/** @param given what a test puts in place of the real thing. */
export function openOutside(given: Partial<Outside> = {}): Outside {
  const { clock = Date.now, random = randomBytes, aws = {}, connectorOf } = given;
  const table = given.table ?? openTable({ clock, random });
  const limits = { limitTime: given.limitTime ?? limitTime };
  return { table, clock, random, ...limits, aws, ...(connectorOf && { connectorOf }) };
}
