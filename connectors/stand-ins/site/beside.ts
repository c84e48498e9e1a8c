/**
 * What a website serves that isn't for its customers' browsers: the phone that its messages arrive at, the
 * company's own books, and for whoever has the key its customers and switches.
 */
import type { Database, NewCustomer } from './database.ts';
import { type Answer, type Asked, json, page, text } from './http.ts';
import type { SessionsAtOnce } from './sessions-at-once.ts';
import { EVERYBODY, type Switches } from './switches.ts';

export type Beside = {
  readonly database: Database;
  readonly switches: Switches;
  readonly atOnce: SessionsAtOnce;
  readonly adminKey: string;
  /** A page that looks like the company's. */
  readonly htmlOf: (title: string, body: string) => string;
  /** What a phone shows, newest first, where that isn't what the database has. */
  readonly messages?: (login: string) => readonly Shown[];
  /** More for whoever has the key, by its path. */
  readonly more?: (path: string, given: unknown) => unknown;
};

/** `code`: the digits alone, for scripts. */
type Shown = {
  readonly to: string;
  readonly text: string;
  readonly code: string;
  readonly at: number;
};

export function besideTheSite(beside: Beside) {
  const { database, adminKey, htmlOf } = beside;
  const messages = beside.messages ?? database.messages;
  return ({ method, path, headers, json: given }: Asked): Answer | undefined => {
    const [, room, login = ''] = /^\/(phone|phone\.json|books)\/([^/]+)$/.exec(path) ?? [];
    const whose = decodeURIComponent(login);
    if (room === 'phone.json') return json(messages(whose));
    if (room === 'phone') return page(phonePage(whose, messages(whose), htmlOf));
    if (room === 'books') return json(booksOf(database, whose));
    if (!path.startsWith('/admin/')) return undefined;
    if (headers['x-admin-key'] !== adminKey) return json({ error: 'Not allowed' }, 403);
    if (method === 'POST') return changed(beside, path, given);
    const [, of = ''] = /^\/admin\/logins\/([^/]+)$/.exec(path) ?? [];
    if (of) return json(loginsOf(beside, decodeURIComponent(of)));
    const found = beside.more?.(path, given);
    return found === undefined ? undefined : json(found);
  };
}

/** Every payment that was taken, posted or not, newest first. */
function booksOf(database: Database, login: string) {
  return database.payments(login).map(({ cents, confirmation, at }) => ({
    amount: cents / 100,
    ...{ confirmation, at: new Date(at).toISOString() },
  }));
}

function loginsOf({ database, atOnce }: Beside, login: string) {
  return { logins: database.logins(login), codes: database.codes(login), atOnce: atOnce.most() };
}

function changed({ database, switches, more }: Beside, path: string, given: unknown) {
  if (path === '/admin/customers') {
    database.save(given as NewCustomer);
    return json({});
  }
  // For the login that a person is given: what they changed stays, and once they have paid they owe again.
  if (path === '/admin/welcome') {
    const { login } = given as NewCustomer;
    const isOwing = database.customer(login) && (database.bill(login, Date.now())?.left ?? 0) > 0;
    if (!isOwing) database.save(given as NewCustomer);
    return json({});
  }
  if (path === '/admin/switches') {
    const { name, value, login: of = EVERYBODY } = given as Record<string, string>;
    switches.set(name ?? '', value ?? '', of);
    return json({});
  }
  const found = more?.(path, given);
  return found === undefined ? undefined : json(found);
}

function phonePage(login: string, messages: readonly Shown[], htmlOf: Beside['htmlOf']): string {
  const shown = messages.map(
    ({ to, text: said, at }) =>
      `<div class="box"><p>${text(said)}</p><p class="note">To ${text(to)}, ${new Date(at).toISOString().slice(11, 19)} UTC</p></div>`,
  );
  return htmlOf(
    `Messages to ${login}`,
    `${shown.join('') || '<p>No messages yet.</p>'}<script>setTimeout(() => location.reload(), 3000)</script>`,
  );
}
