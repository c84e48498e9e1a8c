/** What has to hold once everything has ended, and what has not ended. */
import { wrongsOf } from '../../support/chaos-ledger.ts';
import { nameOfUser } from './account-names.ts';
import type { Books } from './books.ts';
import type { Lived } from './household.ts';
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
    ...wrongsOf(
      books,
      lives.flatMap(({ subjects }) => subjects),
    ),
    ...toldWrongly(books),
    ...lives.flatMap((lived) => {
      const household = byNumber.get(lived.number);
      return household
        ? [...wrongLinks(household, lived), ...wrongSwaps(books, household, lived)]
        : [];
    }),
  ];
}

/** Nobody is told that a payment failed, or was never made, which the company has taken. */
function toldWrongly({ accounts, events }: Books): string[] {
  const taken = new Set(
    accounts.flatMap(({ attempts }) =>
      attempts.flatMap(({ paymentId, outcome }) =>
        outcome.kind === 'paid' ? [paymentId.replace(/-\d+$/, '')] : [],
      ),
    ),
  );
  return events.flatMap(({ type, data }) => {
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

/** The card is on file where we say so, and nowhere else. */
function wrongSwaps(
  books: Books,
  { pays, accounts }: Household,
  { links, swaps }: Lived,
): string[] {
  return swaps.flatMap(({ authId, ends }) => {
    const number = links.find((link) => link.authId === authId)?.account;
    const story = accounts.find((one) => one.number === number);
    const account = story && books.accountOf.get(nameOfUser(story.form));
    const own = books.swaps.filter((swap) => swap.authId === authId);
    const isOnFile = account?.cardOnFile !== undefined;
    const isSaid = own.some(({ status }) => status === 'completed');
    return [
      ...(isOnFile === isSaid ? [] : [`${authId}: on file ${isOnFile}, and said to be ${isSaid}`]),
      // A refused card is taken once its user says that a hold is fixed, whatever it was about.
      ...(pays && !isSaid ? [`${authId}: its swap ended with ${ends}`] : []),
      ...(own.length === 1 ? [] : [`${authId} has ${own.length} swaps`]),
    ];
  });
}
