/**
 * What a company knows: customers, what they owe and paid, and what was sent to them. Each has a file of its
 * own, which no other process opens.
 */
import { randomBytes, randomInt, scryptSync, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type Kept = {
  /** Of the file: `utility` */
  readonly name: string;
  /** What its confirmation numbers begin with: `MVE` */
  readonly confirmations: string;
  /** What its statements begin with: `MV` */
  readonly statements: string;
  /** What a customer owes unless it is given. */
  readonly cents: number;
};

export type Customer = {
  readonly login: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly accountNumber: string;
  readonly failures: number;
};

export type Bill = {
  readonly statement: string;
  readonly cents: number;
  /** `2026-12-10` */
  readonly dueOn: string;
  readonly issuedAt: number;
};

/** The card that a company charges; of its number only the last four digits are kept. */
export type Card = { readonly last4: string; readonly expires: string; readonly at: number };

export type Payment = {
  readonly id: number;
  readonly login: string;
  readonly cents: number;
  readonly confirmation: string;
  readonly card: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly postsAt: number;
};

/** What was sent to a customer. */
export type Message = {
  readonly to: string;
  readonly text: string;
  readonly code: string;
  readonly at: number;
};

export type NewCustomer = {
  readonly login: string;
  readonly password: string;
  readonly name?: string;
  readonly cents?: number;
  readonly dueOn?: string;
};

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS customers (
    login TEXT PRIMARY KEY, secret BLOB, salt BLOB, name TEXT, phone TEXT, email TEXT, address TEXT,
    accountNumber TEXT, failures INTEGER DEFAULT 0);
  CREATE TABLE IF NOT EXISTS bills (
    login TEXT PRIMARY KEY, statement TEXT, cents INTEGER, dueOn TEXT, issuedAt INTEGER);
  CREATE TABLE IF NOT EXISTS payments (
    id INTEGER PRIMARY KEY, login TEXT, cents INTEGER, confirmation TEXT, card TEXT, at INTEGER,
    postsAt INTEGER);
  CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY, login TEXT, sentTo TEXT, text TEXT, code TEXT, at INTEGER);
  CREATE TABLE IF NOT EXISTS codes (login TEXT, at INTEGER);
  CREATE TABLE IF NOT EXISTS cards (login TEXT, last4 TEXT, expires TEXT, at INTEGER);
  CREATE TABLE IF NOT EXISTS devices (token TEXT PRIMARY KEY, login TEXT);
  CREATE TABLE IF NOT EXISTS logins (login TEXT, at INTEGER, outcome TEXT);
`;

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
const BILL_IS_DUE_IN_DAYS = 14;

export type Database = ReturnType<typeof openDatabase>;

export function openDatabase(folder: string, kept: Kept) {
  const sql = new DatabaseSync(join(folder, `${kept.name}.db`));
  sql.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 2000;');
  sql.exec(SCHEMA);
  const columns = sql.prepare("SELECT name FROM pragma_table_info('bills')").all();
  if (!columns.some(({ name }) => name === 'issuedAt'))
    sql.exec('ALTER TABLE bills ADD COLUMN issuedAt INTEGER DEFAULT 0');
  return {
    sql,
    ...customersIn(sql, kept),
    ...moneyIn(sql, kept),
    ...sentFrom(sql),
    ...cardsIn(sql),
  };
}

function customersIn(sql: DatabaseSync, kept: Kept) {
  const customers = sql.prepare('SELECT * FROM customers WHERE login = ?');
  const hasLogin = (login: string) => customers.get(login) !== undefined;
  return {
    customer: (login: string) => customers.get(login) as Customer | undefined,
    /** Made anew, or given another password, bill and name; what was paid stays. */
    save({ login, password, name = 'Ada Pemberton', cents, dueOn }: NewCustomer): void {
      const salt = randomBytes(16);
      const number = String(randomInt(1_000_000_000, 9_999_999_999));
      if (!hasLogin(login)) {
        sql
          .prepare('INSERT INTO customers VALUES (?, NULL, NULL, ?, ?, ?, ?, ?, 0)')
          .run(login, name, '(512) 555-0142', `${login}@mail.example`, '12 Alder Lane', number);
      }
      sql
        .prepare(
          'UPDATE customers SET secret = ?, salt = ?, name = ?, failures = 0 WHERE login = ?',
        )
        .run(hashed(password, salt), salt, name, login);
      const due = new Date(Date.now() + BILL_IS_DUE_IN_DAYS * DAY_MILLISECONDS).toISOString();
      sql
        .prepare('INSERT OR REPLACE INTO bills VALUES (?, ?, ?, ?, ?)')
        .run(
          login,
          `${kept.statements}-${randomInt(100_000, 999_999)}`,
          cents ?? kept.cents,
          dueOn ?? due.slice(0, 10),
          Date.now(),
        );
    },
    isPassword(login: string, password: string): boolean {
      const found = customers.get(login) as { secret: Uint8Array; salt: Uint8Array } | undefined;
      if (!found) return false;
      return timingSafeEqual(hashed(password, Buffer.from(found.salt)), Buffer.from(found.secret));
    },
    noteLogin(login: string, outcome: 'right' | 'wrong' | 'remembered'): void {
      const failures = outcome === 'wrong' ? 'failures + 1' : '0';
      sql.prepare(`UPDATE customers SET failures = ${failures} WHERE login = ?`).run(login);
      sql.prepare('INSERT INTO logins VALUES (?, ?, ?)').run(login, Date.now(), outcome);
    },
    logins: (login: string) =>
      sql.prepare('SELECT at, outcome FROM logins WHERE login = ? ORDER BY at').all(login),
  };
}

function moneyIn(sql: DatabaseSync, kept: Kept) {
  const bills = sql.prepare('SELECT statement, cents, dueOn, issuedAt FROM bills WHERE login = ?');
  const payments = sql.prepare('SELECT * FROM payments WHERE login = ? ORDER BY id DESC');
  return {
    /** As it was issued, and what of it is left once payments were posted. */
    bill(login: string, now: number): (Bill & { readonly left: number }) | undefined {
      const bill = bills.get(login) as Bill | undefined;
      if (!bill) return undefined;
      // Those of before were for an earlier bill.
      const posted = (payments.all(login) as Payment[]).filter(
        ({ at, postsAt }) => at >= bill.issuedAt && postsAt <= now,
      );
      const paid = posted.reduce((sum, { cents }) => sum + cents, 0);
      return { ...bill, left: Math.max(0, bill.cents - paid) };
    },
    payments: (login: string) => payments.all(login) as Payment[],
    /** Takes the money. @returns the payment as it is shown from now on. */
    charge({ login, cents, card, at, postsAt }: Omit<Payment, 'id' | 'confirmation'>): Payment {
      const confirmation = `${kept.confirmations}${randomInt(10_000_000, 99_999_999)}`;
      sql
        .prepare(
          'INSERT INTO payments (login, cents, confirmation, card, at, postsAt) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(login, cents, confirmation, card, at, postsAt);
      return payments.all(login)[0] as Payment;
    },
  };
}

function sentFrom(sql: DatabaseSync) {
  const messages = sql.prepare(
    'SELECT sentTo AS "to", text, code, at FROM messages WHERE login = ? ORDER BY id DESC',
  );
  /** That a code was made; what it was is nobody's business afterwards. */
  const noteCode = (login: string) =>
    void sql.prepare('INSERT INTO codes VALUES (?, ?)').run(login, Date.now());
  return {
    messages: (login: string) => messages.all(login) as Message[],
    noteCode,
    codes: (login: string) =>
      sql.prepare('SELECT at FROM codes WHERE login = ? ORDER BY at').all(login),
    send(login: string, to: string, text: string, code: string): void {
      sql
        .prepare('INSERT INTO messages (login, sentTo, text, code, at) VALUES (?, ?, ?, ?, ?)')
        .run(login, to, text, code, Date.now());
      noteCode(login);
    },
    remember(login: string): string {
      const token = randomBytes(24).toString('base64url');
      sql.prepare('INSERT INTO devices VALUES (?, ?)').run(token, login);
      return token;
    },
    devices: (login: string) =>
      (
        sql.prepare('SELECT token FROM devices WHERE login = ?').all(login) as { token: string }[]
      ).map(({ token }) => token),
    isRemembered: (login: string, token = '') =>
      sql.prepare('SELECT 1 FROM devices WHERE token = ? AND login = ?').get(token, login) !==
      undefined,
  };
}

function cardsIn(sql: DatabaseSync) {
  const cards = sql.prepare(
    'SELECT last4, expires, at FROM cards WHERE login = ? ORDER BY rowid DESC',
  );
  return {
    /** The newest first: it is the one that is charged. */
    cards: (login: string) => cards.all(login) as Card[],
    keepCard: (login: string, { last4, expires, at }: Card) =>
      void sql.prepare('INSERT INTO cards VALUES (?, ?, ?, ?)').run(login, last4, expires, at),
  };
}

function hashed(password: string, salt: Buffer): Buffer {
  return scryptSync(password, salt, 32, { N: 1024 });
}
