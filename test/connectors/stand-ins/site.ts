/** One of the websites for a file of tests, and customers of their own for each. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { StandInName } from '../../../connectors/stand-ins/companies.ts';
import { type StandIn, startStandIn } from '../../../connectors/stand-ins/start.ts';

export const PASSWORD = 'correct horse';

export function standIn(name: StandInName, loginOf: (customer: number) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-stand-ins-'));
  let site: StandIn;
  let customers = 0;
  beforeAll(async () => {
    site = await startStandIn(name, { folder });
  });
  afterAll(async () => {
    await site?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const read = async (path: string) => (await fetch(site.url + path)).json();
  return {
    url: () => site.url,
    admin: (path: string, body?: unknown) => site.admin(path, body),
    async restart(): Promise<void> {
      await site.stop();
      site = await startStandIn(name, { folder });
    },
    /** With a bill of $84.37. */
    async newCustomer(): Promise<string> {
      customers += 1;
      const login = loginOf(customers);
      const bill = { cents: 8_437, dueOn: '2027-01-10' };
      await site.admin('/customers', { login, password: PASSWORD, ...bill });
      return login;
    },
    turn: (name: string, value: string, login: string) =>
      site.admin('/switches', { name, value, login }),
    messagesTo: (login: string) => read(`/phone.json/${encodeURIComponent(login)}`),
    booksOf: (login: string) => read(`/books/${encodeURIComponent(login)}`),
  };
}
