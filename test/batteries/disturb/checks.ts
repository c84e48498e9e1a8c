/** What has to hold once everything has ended, and what has not ended. */
import { owes } from '@billhook/core/bill/bill';
import type { Attempt } from '@billhook/core/sandbox/account';
import { chargesOf, type Ledger, twiceCharged, wrongPayment } from '../../support/ledger.ts';
import { nameOfUser } from './account-names.ts';
import type { Books } from './books.ts';
import type { Lived } from './household.ts';
import type { Subject } from './paying.ts';
import type { Household } from './stories.ts';

/** Links and swaps that are under way; what a payment waits for is said by `unendedOf`. */
export function unendedLinks({ auths, swaps }: Books): string[] {
  return [
    ...auths.filter(({ link }) => link).map(({ _id }) => `${_id} is being linked`),
    ...auths.filter(({ openSwapId }) => openSwapId).map(({ _id }) => `${_id} has an open swap`),
    ...swaps
      .filter(({ status }) => status === 'pending' || status === 'in-progress')
      .map(({ _id, status }) => `${_id} is ${status}`),
  ];
}

/** Everything that is wrong, a sentence each. */
export function wrongsIn(
  books: Books,
  households: readonly Household[],
  lives: readonly Lived[],
): string[] {
  const byNumber = new Map(households.map((household) => [household.number, household]));
  return [
    ...wrongMoney(
      books,
      lives.flatMap(({ subjects }) => subjects),
    ),
    ...toldWrongly(books),
    ...wrongCards(books),
    ...lives.flatMap((lived) => {
      const household = byNumber.get(lived.number);
      return household
        ? [...wrongLinks(household, lived), ...wrongSwaps(books, household, lived)]
        : [];
    }),
  ];
}

/** Each payment was made as it should be. */
function wrongMoney(ledger: Ledger, subjects: readonly Subject[]): string[] {
  const paid = chargesOf(ledger);
  return [
    ...twiceCharged(ledger),
    ...ledger.payments.flatMap((payment) => wrongPayment(payment, paid.get(payment._id))),
    ...subjects.flatMap((subject) => wrongSubject(ledger, subject, paid)),
    ...ledger.ledgers.flatMap(({ pendingPaymentId }) =>
      pendingPaymentId ? [`${pendingPaymentId} still takes its account`] : [],
    ),
  ];
}

function wrongSubject(
  { bills, payments }: Ledger,
  { billId, plan, pays, answer }: Subject,
  charges: ReadonlyMap<string, Attempt>,
): string[] {
  const bill = bills.get(billId);
  const own = payments.filter((payment) => payment.billId === billId);
  const charged = own.filter(({ _id }) => charges.has(_id));
  const history = bill?.payments ?? [];
  // A cancellation that meets a payment under way ends it where its company never took it.
  const stopped = own.some(({ status, cancelAsked }) => status === 'cancelled' && cancelAsked);
  const shouldPay = pays && plan !== 'cancel-later' && !(plan === 'race-cancel' && stopped);
  const wrongs: string[] = [];
  const expectThat = (holds: boolean, wrong: string) => {
    if (!holds) wrongs.push(`${billId} (${plan}, answered ${answer}): ${wrong}`);
  };
  expectThat(
    history.length === charged.length,
    `history of ${history.length}, ${charged.length} charged`,
  );
  expectThat(charged.length === (shouldPay ? 1 : 0), `charged ${charged.length} times`);
  const [entry] = history;
  const [payment] = charged;
  if (entry && payment) {
    expectThat(entry.amountCents === payment.amountCents, 'its history tells another amount');
    expectThat(bill !== undefined && !owes(bill), 'it is paid and still owes');
  }
  const told = own.some(({ status }) => status !== 'scheduled' && status !== 'pending');
  expectThat(answer !== '200' || told, 'accepted, and nothing tells what became of it');
  return wrongs;
}

/** Nobody is told that a payment failed, or was never made, which the company has taken. */
function toldWrongly(books: Books): string[] {
  const taken = chargesOf(books);
  return books.events.flatMap(({ type, data }) => {
    const { _id = '' } = (data.payment ?? {}) as { readonly _id?: string };
    const says = type === 'bill.payment.failed' || type === 'bill.payment.cancelled';
    return says && taken.has(_id) ? [`${_id} was taken, and its user was told ${type}`] : [];
  });
}

const CARD_REFUSED = 'hold account_issue_card_not_accepted';

/**
 * A link ends as its user's credentials and answers deserve. Above all, nobody whose password is right is
 * told that it is wrong.
 */
function wrongLinks({ pays, accounts }: Household, { links, subjects }: Lived): string[] {
  const wrong = links.filter(({ account, ended, wanted }) => {
    const wants = accounts.find(({ number }) => number === account)?.wants;
    const isRefusedCard = !pays && wants === 'swap-at-link' && ended === CARD_REFUSED;
    // A payment of the link that is declined says nothing of the link.
    return ended !== wanted && !isRefusedCard;
  });
  const planned = accounts.filter(({ plan }) => plan).length;
  return [
    ...wrong.map(({ authId, ended, wanted }) => `${authId} should be ${wanted}, and is ${ended}`),
    ...(subjects.length === planned ? [] : [`${subjects.length} bills were found of ${planned}`]),
  ];
}

/** As many cards are on file as swaps are completed, where the witness doesn't say whose. */
function wrongCards({ accounts, accountOf, swaps }: Books): string[] {
  const onFile = accounts.filter(({ cardOnFile }) => cardOnFile).length;
  const completed = swaps.filter(({ status }) => status === 'completed').length;
  const isRight = accountOf !== undefined || onFile === completed;
  return isRight ? [] : [`${onFile} cards are on file, and ${completed} swaps completed`];
}

/** The card is on file where we say so, and nowhere else. */
function wrongSwaps(
  books: Books,
  { pays, accounts }: Household,
  { links, swaps }: Lived,
): string[] {
  return swaps.flatMap(({ authId, ends }) => {
    const number = links.find((link) => link.authId === authId)?.account;
    const story = accounts.find((one) => one.number === number);
    const own = books.swaps.filter((swap) => swap.authId === authId);
    const isSaid = own.some(({ status }) => status === 'completed');
    const account = story && books.accountOf?.get(nameOfUser(story.form));
    const isOnFile = books.accountOf ? account?.cardOnFile !== undefined : isSaid;
    return [
      ...(isOnFile === isSaid ? [] : [`${authId}: on file ${isOnFile}, and said to be ${isSaid}`]),
      // A refused card is taken once its user says that a hold is fixed, whatever it was about.
      ...(pays && !isSaid ? [`${authId}: its swap ended with ${ends}`] : []),
      ...(own.length === 1 ? [] : [`${authId} has ${own.length} swaps`]),
    ];
  });
}
