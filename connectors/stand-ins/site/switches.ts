/**
 * What a website does wrong on command. A switch is set for everybody, or for one login, and the latter
 * wins: so that tests can run side by side.
 */
import type { DatabaseSync } from 'node:sqlite';

/** Of everybody. */
export const EVERYBODY = '*';

export type Switches = {
  /** The value of a switch; an empty text where it is off. */
  readonly of: (name: string, login?: string) => string;
  readonly is: (name: string, login?: string) => boolean;
  /** As a number, such as milliseconds; 0 where it is off. */
  readonly number: (name: string, login?: string) => number;
  /** Off where the value is empty. */
  readonly set: (name: string, value: string, login?: string) => void;
};

export function openSwitches(database: DatabaseSync): Switches {
  database.exec(
    'CREATE TABLE IF NOT EXISTS switches (login TEXT, name TEXT, value TEXT, PRIMARY KEY (login, name))',
  );
  const find = database.prepare('SELECT value FROM switches WHERE login = ? AND name = ?');
  const put = database.prepare('INSERT OR REPLACE INTO switches VALUES (?, ?, ?)');
  const valueIn = (name: string, login: string) =>
    (find.get(login, name) as { readonly value: string } | undefined)?.value;
  const of: Switches['of'] = (name, login = EVERYBODY) =>
    valueIn(name, login) ?? valueIn(name, EVERYBODY) ?? '';
  return {
    of,
    is: (name, login) => of(name, login) !== '',
    number: (name, login) => Number(of(name, login)) || 0,
    set: (name, value, login = EVERYBODY) => void put.run(login, name, value),
  };
}
