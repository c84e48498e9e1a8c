/** The membership: its card on file, what is charged to it, and what was. */
import { randomBytes } from 'node:crypto';
import { type Answer, type Asked, page, pause, seeOther } from '../site/http.ts';
import { dayOf, dollars, longDay } from '../site/words.ts';
import { field, form, line, look, panel } from './look.ts';
import type { Deps, Session } from './session.ts';

const DECLINED_CARD = '4000000000000002';
const isMember = true;

export function membership(
  deps: Deps,
  asked: Asked,
  session: Session,
): Answer | undefined | Promise<Answer> {
  const { path, method, query } = asked;
  const isSent = method === 'POST';
  if (path === '/you') return page(youPage(deps, session.login, query.has('card')));
  if (path === '/you/card') return isSent ? replaceCard(deps, asked, session) : page(cardPage());
  if (path === '/you/history') return page(historyPage(deps, session.login));
  return isSent ? pay(deps, asked, session) : page(payPage(deps, session));
}

const link = (to: string, said: string) =>
  `<p><a class="${look.call}" href="${to}">${said}</a></p>`;

function youPage({ database }: Deps, login: string, isReplaced: boolean): string {
  const { left = 0, dueOn = '' } = database.bill(login, Date.now()) ?? {};
  const [card] = database.cards(login);
  const said = isReplaced ? '<p role="status">Your payment method is updated.</p>' : '';
  const owed = left > 0 ? longDay(dueOn) : 'Paid, thank you';
  const lines = [
    line('Plan', 'Night Owl, two screens'),
    line('Next payment', dollars(left)),
    line('On', owed),
    line('Payment method', card ? `•••• ${card.last4}, expires ${card.expires}` : 'None'),
  ];
  const pays = card && left > 0 ? link('/you/pay', 'Pay now') : '';
  return panel(
    'Account',
    `${said}${lines.join('')}${link('/you/card', card ? 'Replace card' : 'Add card')}${pays}<p><a href="/you/history" style="color:inherit">Billing history</a></p>`,
    { isMember },
  );
}

function cardPage(wrong?: string): string {
  const fields = [
    field('Name on card', 'holder', 'autocomplete="cc-name"'),
    field('Card number', 'pan', 'autocomplete="cc-number" inputmode="numeric"'),
    field('Expiry month', 'mm', 'autocomplete="cc-exp-month" maxlength="2"'),
    field('Expiry year', 'yy', 'autocomplete="cc-exp-year" maxlength="4"'),
    field('Security code', 'cvc', 'autocomplete="cc-csc"'),
    field('ZIP code', 'zip', 'autocomplete="postal-code"'),
  ];
  const body = form('/you/card', 'Save card', fields.join(''));
  return panel('Payment method', body, { wrong, isMember });
}

async function replaceCard(
  { database, switches }: Deps,
  { form: sent }: Asked,
  { login }: Session,
): Promise<Answer> {
  const number = (sent.get('pan') ?? '').replace(/\D/g, '');
  const [month, year] = ['mm', 'yy'].map((name) => Number(sent.get(name)));
  const isWhole = number.length >= 13 && month && month <= 12 && year;
  if (!isWhole || !sent.get('cvc')) return page(cardPage('Check the details of your card.'));
  if (number === DECLINED_CARD || switches.is('declines', login))
    return page(cardPage('Your bank declined this card.'));
  await pause(switches.number('slow-payment', login));
  const expires = `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`;
  database.keepCard(login, { last4: number.slice(-4), expires, at: Date.now() });
  if (switches.is('confirmation-lost', login)) return { cut: true };
  return seeOther('/you?card');
}

function payPage({ database }: Deps, session: Session): string {
  const { left = 0 } = database.bill(session.login, Date.now()) ?? {};
  const [card] = database.cards(session.login);
  if (!card || left === 0)
    return panel('Nothing to pay', link('/you', 'Back to your account'), { isMember });
  const token = randomBytes(9).toString('base64url');
  session.bill = { token, cents: left };
  const fields = `<input type="hidden" name="token" value="${token}">${line('You pay', dollars(left))}${line('With', `•••• ${card.last4}`)}`;
  return panel('Pay now', form('/you/pay', `Pay ${dollars(left)}`, fields), { isMember });
}

async function pay(deps: Deps, { form: sent }: Asked, session: Session): Promise<Answer> {
  const { database, switches } = deps;
  const { bill, login } = session;
  const [card] = database.cards(login);
  if (!bill || !card || sent.get('token') !== bill.token) return seeOther('/you/pay');
  if (switches.is('declines', login)) {
    const wrong = 'Your bank declined the payment. Replace your card.';
    return page(panel('Payment declined', link('/you/card', 'Replace card'), { wrong, isMember }));
  }
  if (!bill.paid || switches.is('charges-twice', login))
    bill.paid = charge(deps, login, bill.cents, card.last4);
  await bill.paid;
  if (switches.is('confirmation-lost', login)) return { cut: true };
  const [last] = database.payments(login);
  const said = `<p>Enjoy the night.</p>${line('Reference', last?.confirmation ?? '')}${line('Paid', dollars(bill.cents))}`;
  return page(panel('Payment received', said, { isMember }));
}

async function charge({ database, switches }: Deps, login: string, cents: number, card: string) {
  await pause(switches.number('slow-payment', login));
  const at = Date.now();
  database.charge({ login, cents, card, at, postsAt: at + switches.number('posts-late', login) });
}

function historyPage({ database }: Deps, login: string): string {
  const now = Date.now();
  const lines = database
    .payments(login)
    .map(({ at, cents, confirmation, postsAt }) =>
      line(
        `${longDay(dayOf(at))} · ${confirmation}`,
        `${dollars(cents)} ${postsAt <= now ? 'Paid' : 'Pending'}`,
      ),
    );
  return panel('Billing history', lines.join('') || '<p>Nothing yet.</p>', { isMember });
}
