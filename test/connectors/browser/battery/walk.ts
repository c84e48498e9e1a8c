/** One customer of a stand-in: linked, read, paid or swapped, and looked at again while they are away. */
import type { LogInResult, Session } from '@billhook/connector-kit';
import type { BrowserAuthor } from '../../../../connectors/browser/author.ts';
import type { StandIn } from '../../../../connectors/stand-ins/start.ts';
import { files } from '../recording/stand-in-recordings.ts';
import type { Figures } from './battery.ts';
import { nameOf, type Thrown } from './switches.ts';

export type Walk = {
  readonly author: BrowserAuthor;
  readonly site: StandIn;
  readonly thrown: Thrown;
  readonly number: number;
  readonly figures: Figures;
};

type Kept = { readonly live?: string; readonly connection?: { readonly value: string } };
type Login = LogInResult & Kept;

const PASSWORD = 'correct horse';
const CENTS = 6_250;
const method = {
  ...{ type: 'card' as const, cardNumber: '4242424242424242', cardCode: '123' },
  ...{ expMonth: '12', expYear: '2031', zipcode: '78701', name: 'Ada Pemberton' },
};
const asks = { utility: 'userid', mobile: 'phone', streaming: 'email' } as const;

export async function walk(given: Walk): Promise<void> {
  const { site, thrown, number, figures } = given;
  const at = customerOf(given);
  await site.admin('/customers', { login: at.login, password: PASSWORD, cents: CENTS });
  if (thrown.moment === 'first') await at.turn(thrown.name, thrown.value);
  const wrong = (what: string) => figures.violations.push(`${nameOf(thrown)} ${number}: ${what}`);
  await awayFirst(given, at, wrong);
  const login = await link(given, at, wrong);
  if (login?.kind !== 'verified') return;
  if (thrown.moment === 'later') await at.turn(thrown.name, thrown.value);
  const session = { ...at.session, live: login.live };
  const isPaid = thrown.company !== 'streaming';
  const after = isPaid ? await read(given, at, session, wrong) : session;
  if (isPaid) await pay(given, at, { ...after, connection: login.connection?.value }, wrong);
  else await swap(given, at, { ...after, connection: login.connection?.value }, wrong);
}

type Wrong = (what: string) => void;
type Customer = ReturnType<typeof customerOf>;

function customerOf({ site, thrown: { company, name }, number }: Walk) {
  const login = {
    utility: `c-${number}`,
    mobile: `5125${100_000 + number}`,
    streaming: `c${number}@mail.example`,
  }[company];
  const password = name === 'wrong-password' ? 'wrong' : PASSWORD;
  const whose = encodeURIComponent(login);
  const read = async (path: string) => (await fetch(`${site.url}${path}/${whose}`)).json();
  let operations = 0;
  return {
    login,
    session: {
      ...{ company: files[company]().row.id, auth: `auth-${login}`, attended: true },
      ...{ at: new Date().toISOString(), form: { [asks[company]]: login, password } },
    } satisfies Session as Session,
    turn: (switched: string, value: string) =>
      site.admin('/switches', { login, name: switched, value }),
    code: async () => ((await read('/phone.json')) as { code: string }[])[0]?.code ?? '',
    books: () => read('/books') as Promise<{ amount: number; confirmation: string }[]>,
    cards: () => site.admin(`/cards/${whose}`) as Promise<{ last4: string }[]>,
    codes: async () =>
      ((await site.admin(`/logins/${whose}`)) as { codes: unknown[] }).codes.length,
    run(given?: string) {
      operations += 1;
      const operation = given ?? `${login}-${operations}`;
      return { signal: new AbortController().signal, caller: 'battery', operation };
    },
  };
}

/** Nobody has signed in yet, and nobody is there: whatever comes of it, no code is sent. */
async function awayFirst({ author, figures }: Walk, at: Customer, wrong: Wrong): Promise<void> {
  const alone = { ...at.session, attended: false };
  const said = await whileAway(figures, at, () => author.listBills?.(alone, at.run()));
  seen(said, wrong, at);
}

/** Anything without its user: the company's own count of codes stays as it is. */
async function whileAway<T>(
  figures: Figures,
  at: Customer,
  work: () => Promise<T> | T,
): Promise<T | undefined> {
  const before = await at.codes();
  figures.unattended += 1;
  const said = await Promise.resolve(work()).catch(() => undefined);
  figures.codesUnattended += (await at.codes()) - before;
  return said;
}

/** What a page that was changed is called; and nobody is told of a wrong password who gave the right one. */
function seen(said: unknown, wrong: Wrong, at: Customer): void {
  const { kind, login = said } = (said ?? {}) as { kind?: string; login?: unknown };
  const end = (kind === 'not-logged-in' ? login : said) as { kind?: string; subcode?: string };
  const gaveRight = at.session.form.password === PASSWORD;
  if (end?.kind === 'authenticate' && gaveRight) wrong('the right password is called wrong');
}

async function link({ author, thrown, figures }: Walk, at: Customer, wrong: Wrong) {
  const { operation } = at.run();
  figures.done.links += 1;
  const round = (number: number, more: object = {}) =>
    author.logIn(
      { ...at.session, round: number, purpose: 'bill', ...more },
      at.run(operation),
    ) as Promise<Login>;
  let said = await unlessNothingTried(figures, () => round(1));
  let choice = {};
  for (let number = 2; said?.kind === 'mfa-required' && number < 5; number += 1) {
    if (said.challenge.kind === 'code-choice') choice = { codeChoice: 'choice_1' };
    const answers =
      said.challenge.kind === 'code-entry' ? { answers: { code: await at.code() } } : {};
    said = await round(number, { ...choice, ...answers });
  }
  seen(said, wrong, at);
  const isChanged = thrown.ends?.subcode === 'selector-not-found';
  const { kind, code, subcode } = (said ?? {}) as Record<'kind' | 'code' | 'subcode', string>;
  if (isChanged) figures.changed += 1;
  if (isChanged && subcode === 'selector-not-found') figures.recognized += 1;
  const { ends } = thrown;
  const isAsExpected =
    ends === undefined
      ? kind === 'verified'
      : kind === ends.kind &&
        (ends.code === undefined || code === ends.code) &&
        (ends.subcode === undefined || subcode === ends.subcode);
  if (!isAsExpected) wrong(`the login ended as ${kind} ${code ?? ''} ${subcode ?? ''}`);
  return said;
}

const MOST_TRIES = 3;

/**
 * Once more where the company was given nothing, as Billhook does: a browser that has got no time of the
 * machine fills no field.
 */
async function unlessNothingTried<T>(
  figures: Figures,
  work: () => Promise<T>,
): Promise<T | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if ((error as Error).name !== 'NothingTried' || tries === MOST_TRIES) return undefined;
      figures.again += 1;
    }
  }
}

async function read(
  { author, thrown, figures }: Walk,
  at: Customer,
  session: Session,
  wrong: Wrong,
) {
  figures.done.readings += 1;
  const said = await Promise.resolve(author.listBills?.(session, at.run())).catch(() => undefined);
  seen(said, wrong, at);
  if (said?.kind === 'bills' && said.bills[0]?.balanceCents !== CENTS)
    wrong(`${said.bills[0]?.balanceCents} cents were read`);
  const isDisturbed =
    thrown.moment === 'later' && thrown.ends === undefined && stopsReading.has(thrown.name);
  if (said?.kind !== 'bills' && !isDisturbed) wrong(`the reading ended as ${said?.kind}`);
  return { ...session, live: (said as Kept | undefined)?.live };
}

const stopsReading = new Set(['maintenance', 'session-ended']);

async function pay(
  { author, thrown, figures }: Walk,
  at: Customer,
  session: Session,
  wrong: Wrong,
) {
  figures.done.payments += 1;
  const amount = { cents: CENTS, currency: 'USD' as const };
  let submission = { payment: `pay-${at.login}`, submission: 1 };
  const submit = async () => {
    const order = { ...submission, accountKey: 'any', amount, method };
    return Promise.resolve(author.pay?.(session, order, at.run())).catch(() => undefined);
  };
  const mustPay = !['declines', ...stopsReading].includes(thrown.name);
  let said = await submit();
  // A promise that allows the next one: the books say below whether it was kept.
  if (mustPay && said?.kind === 'never-taken') {
    figures.again += 1;
    submission = { ...submission, submission: 2 };
    said = await submit();
  }
  seen(said, wrong, at);
  const books = await at.books();
  const confirmation = (one: unknown) => (one as { confirmation?: string }).confirmation;
  const hold = (kind: string | undefined, what: string, says: unknown) => {
    if (kind === 'paid' && (books.length !== 1 || confirmation(says) !== books[0]?.confirmation))
      wrong(`${what} says paid, and the company has ${books.length} payments`);
    const isDenied = kind !== 'paid' && kind !== 'unknown' && kind !== 'not-known';
    if (isDenied && books.length > 0 && !(kind === 'not-logged-in' && what === 'find'))
      wrong(`${what} says ${kind}, and the company has a payment`);
  };
  if (books.length > 1) wrong(`${books.length} payments were taken`);
  if (books.some(({ amount: dollars }) => Math.round(dollars * 100) !== CENTS))
    wrong('another amount was taken');
  hold(said?.kind ?? 'unknown', 'pay', said);
  if (mustPay && said?.kind !== 'paid') wrong(`the payment ended as ${said?.kind}`);
  // Later, when everything is as it was: with what the session left, and without its user.
  await at.turn(thrown.name, '');
  const later = { ...session, live: undefined, attended: false };
  const found = await whileAway(figures, at, () =>
    author.findPayment?.(later, submission, at.run()),
  );
  hold(found?.kind ?? 'not-known', 'find', found);
}

async function swap(
  { author, thrown, figures }: Walk,
  at: Customer,
  session: Session,
  wrong: Wrong,
) {
  figures.done.swaps += 1;
  const order = { swap: `swap-${at.login}`, submission: 1, method };
  const said = await Promise.resolve(author.swap?.(session, order, at.run())).catch(
    () => undefined,
  );
  seen(said, wrong, at);
  const cards = await at.cards();
  const isThere = cards[0]?.last4 === method.cardNumber.slice(-4);
  if (said?.kind === 'completed' && !isThere) wrong('the card is called replaced, and is not');
  if ((said?.kind === 'held' || said?.kind === 'never-taken') && isThere)
    wrong(`the swap ended as ${said.kind}, and the card is on file`);
  const mayFail = ['declines', 'hostile', ...stopsReading].includes(thrown.name);
  if (!mayFail && said?.kind !== 'completed') wrong(`the swap ended as ${said?.kind}`);
  await at.turn(thrown.name, '');
  const later = { ...session, live: undefined, attended: false };
  const { swap: name, submission } = order;
  const found = await whileAway(figures, at, () =>
    author.findSwap?.(later, { swap: name, submission }, at.run()),
  );
  if (found?.kind === 'completed' && !isThere) wrong('the card is found on file, and is not');
  if (found?.kind === 'never-taken' && isThere) wrong('the swap is called never taken');
}
