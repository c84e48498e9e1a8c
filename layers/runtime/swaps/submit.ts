/**
 * Submitting a swap at its company. Safe to repeat: the company knows the attempt by its id and is
 * asked about it before it is sent again, and what it says is recorded before anything else changes.
 */
import type { AuthRecord } from '@billhook/core/auth/auth';
import { isRefused } from '@billhook/core/auth/unattended';
import {
  isNotLoggedIn,
  isRunning,
  type NotLoggedIn,
  type RefusedLogin,
  type Running,
  type SwapOutcome,
} from '@billhook/core/company/connector';
import { isGateWait } from '@billhook/core/company/gate/gate';
import {
  goOnRunning,
  operationOf,
  type ReportWait,
  reportWait,
} from '@billhook/core/company/running';
import {
  attemptIdOf,
  checkSwapMethod,
  isSwapUnderWay,
  type SwapRecord,
  submissionIdOf,
} from '@billhook/core/swap/swap';
import { submissionToFind } from '@billhook/core/swap/unknown-swap';
import type { SwapInput } from '../aws/workflows.ts';
import { askRunning } from '../companies/ask-running.ts';
import { endLive } from '../companies/end-live.ts';
import { keepingAfter } from '../companies/keep-after.ts';
import type { Reach } from '../companies/reach.ts';
import type { CompanySession } from '../companies/session.ts';
import { withSession } from '../companies/with-session.ts';
import { recordRefusedAuth } from '../payments/refused-session.ts';
import { openMethod } from '../payments/submit.ts';
import type { Stores } from '../stores/open-stores.ts';
import { runningStore } from '../stores/running-store.ts';
import { attemptWrite, retryOrThrow } from '../table/retry-conflict.ts';
import { methodGone } from './start-linked.ts';

/**
 * `closed`: the swap is gone, has ended, or is at another attempt. `waits`: the company's gate doesn't let
 * it in yet; the workflow comes again, as for an outcome that is not known. While it runs, the card may be on
 * file.
 */
export type SwapSubmission = SwapOutcome['kind'] | 'closed' | 'waits' | ReportWait;

export async function submitSwap(
  deps: Stores & Reach,
  { swapId, attemptId }: Pick<SwapInput, 'swapId' | 'attemptId'>,
  machineNow: number,
): Promise<SwapSubmission> {
  const swap = await deps.swaps.findAny(swapId);
  if (!swap || attemptIdOf(swap) !== attemptId || !isSwapUnderWay(swap)) return 'closed';
  if (swap.outcome && swap.outcome.kind !== 'unknown') return swap.outcome.kind;
  const auth = await deps.auths.findAny(swap.authId);
  if (!auth) throw new Error('The auth of a swap in progress no longer exists');
  const { live, holdFixed } = swap;
  const running = swap.running?.operation;
  const asked = { machineNow, purpose: 'swap' as const, live, running };
  const work = async (found: CompanySession) => {
    const opened = { ...found, session: { ...found.session, holdFixed } };
    const submission = await submitIn(deps, { swap, auth, opened }, machineNow);
    // A swap that is held is the user's to go on with, in a link of its own.
    if (submission === 'completed' || submission === 'held') await endLive(opened);
    return submission;
  };
  const submitted = await withSession(
    deps,
    auth,
    asked,
    keepingAfter(deps, auth, machineNow, work),
  );
  return isGateWait(submitted) ? 'waits' : submitted;
}

type Submitting = {
  readonly swap: SwapRecord;
  readonly auth: AuthRecord;
  readonly opened: CompanySession;
};

async function submitIn(
  deps: Stores & Reach,
  submitting: Submitting,
  machineNow: number,
): Promise<SwapSubmission> {
  const { swap, auth, opened } = submitting;
  const { company, connector, session } = opened;
  // Its company has said that the credentials are wrong: they are not tried again without the user.
  if (isRefused(auth))
    return recordOutcome(deps, swap, signInAgain(auth), { refused: true, unasked: true });
  const sent = submissionToFind(swap, auth);
  if (sent !== undefined) {
    // This card was sent before, or another that its auth keeps: either may be on file by now.
    const operation = operationOf(swap.running, 'swap', company.connector);
    const ask = (asking: typeof session) => connector.findSwap(asking, sent);
    const known = await askRunning(session, operation, ask);
    if (isNotLoggedIn(known)) return recordRefused(deps, submitting, known, { unasked: true });
    if (isRunning(known)) return recordRunning(deps, submitting, known, machineNow);
    const isOwn = swap.status === 'in-progress';
    if (known && (isOwn || known.kind === 'unknown')) return recordOutcome(deps, swap, known);
    if (known?.kind === 'completed' && auth.unknownSwap?.paymentMethodId === swap.paymentMethodId)
      return recordOutcome(deps, await recordAsking(deps, submitting), known);
  }
  if (company.status === 'maintenance') return recordOutcome(deps, swap, maintenance);
  const method = await deps.methods.findAny(swap.paymentMethodId);
  const capabilities = connector.capabilities(company);
  const refusal = checkSwapMethod(method, capabilities);
  const card = method && !refusal ? await openMethod(deps, method, machineNow) : undefined;
  if (card?.type !== 'card' || (capabilities.needsCardCode && !card.cardCode))
    return recordOutcome(deps, swap, methodGone);
  const asked = await recordAsking(deps, submitting);
  const attemptId = submissionIdOf(asked);
  const { running: _before, ...fresh } = session;
  const outcome = await connector.swap(fresh, { attemptId, method: card });
  if (isRunning(outcome)) {
    return recordRunning(deps, { ...submitting, swap: asked }, outcome, machineNow);
  }
  if (!isNotLoggedIn(outcome)) return recordOutcome(deps, asked, outcome);
  // Its connector says that nothing was sent: the card keeps its code.
  return recordRefused(deps, { ...submitting, swap: asked }, outcome, { status: 'pending' });
}

/** What is still running once its time is over is unknown, and asked about as such. */
async function recordRunning(
  deps: Stores,
  { swap: asked, opened: { company, connector } }: Submitting,
  said: Running,
  machineNow: number,
): Promise<SwapSubmission> {
  const which = { call: 'swap' as const, connector: company.connector };
  const running = goOnRunning(asked.running, said, which, machineNow);
  const { timeouts } = connector.capabilities(company);
  const wait = reportWait(running, said, timeouts, machineNow);
  if (!wait) return recordOutcome(deps, asked, { kind: 'unknown' });
  return retryOrThrow<SwapSubmission>('A running swap could not be recorded', async () => {
    const swap = await deps.swaps.findAny(asked._id);
    if (swap?.attempt !== asked.attempt || !isSwapUnderWay(swap)) return 'closed';
    return attemptWrite(deps.table, wait, [
      deps.swaps.save({ ...swap, running }, swap),
      runningStore(deps.table).begin({ ...which, ...said }, machineNow),
    ]);
  });
}

/** `asksFor`: nothing is wrong with the credentials, but that the company's form asks for more. */
function signInAgain({ asksFor }: Pick<AuthRecord, 'asksFor'>): SwapOutcome {
  const held = { kind: 'held', code: 'authentication_not_completed' } as const;
  return asksFor ? held : { ...held, subcode: 'invalid-credentials' };
}

/** Nobody was let in. That credentials are wrong stands on the auth; all else holds the swap. */
async function recordRefused(
  deps: Stores,
  { swap, auth, opened }: Submitting,
  { login: refused }: NotLoggedIn,
  change: Change = {},
): Promise<SwapSubmission> {
  if (refused.kind !== 'authenticate') return recordOutcome(deps, swap, heldBy(refused), change);
  const { partnerNow } = opened.session;
  await recordRefusedAuth(deps, auth, refused, partnerNow);
  return recordOutcome(deps, swap, signInAgain(refused), { ...change, refused: true });
}

function heldBy(refused: Exclude<RefusedLogin, { readonly kind: 'authenticate' }>): SwapOutcome {
  if (refused.kind === 'hold')
    return { kind: 'held', code: refused.code, subcode: refused.subcode };
  const code = 'authentication_not_completed';
  return { kind: 'held', code, subcode: 'no-mfa-response-received' };
}

const maintenance = { kind: 'held', code: 'provider_system_issue' } as const;

/**
 * From here on the company may have the card. What was asked before was never taken: its connector refuses
 * that submission for good, and the next one has a number of its own (decision: swaps-are-numbered). What
 * became of the card that its auth kept is known by now: the same write drops it.
 */
async function recordAsking(
  { table, swaps, auths }: Stores,
  { swap, auth: read }: Submitting,
): Promise<SwapRecord> {
  const again = swap.status === 'in-progress' && { submission: (swap.submission ?? 1) + 1 };
  // What ran at the company was the submission before.
  const asked = { ...swap, running: undefined, ...again, status: 'in-progress' as const };
  const auth = read.unknownSwap && (await auths.findAny(read._id));
  const known = auth ? [auths.save({ ...auth, unknownSwap: undefined }, auth)] : [];
  const writes = [swaps.save(asked, swap), ...known];
  if ((await table.write(writes)) === 'written') return asked;
  throw new Error('A swap changed while it was being submitted');
}

/** What an outcome changes besides; `pending` is a swap whose card was not sent. */
type Change = Pick<SwapRecord, 'refused' | 'unasked'> & { readonly status?: 'pending' };

/** Records what the company said. A card whose submission has an outcome loses its code. */
async function recordOutcome(
  { table, swaps, methods }: Stores,
  asked: SwapRecord,
  outcome: SwapOutcome,
  change: Change = {},
): Promise<SwapSubmission> {
  const { status = asked.status } = change;
  const answered = status === 'in-progress' && outcome.kind !== 'unknown';
  return retryOrThrow<SwapSubmission>('The outcome of a swap could not be recorded', async () => {
    const swap = await swaps.findAny(asked._id);
    // Its auth was deleted meanwhile, and it with it.
    if (swap?.attempt !== asked.attempt || !isSwapUnderWay(swap)) return 'closed';
    const method = answered ? await methods.findAny(swap.paymentMethodId) : undefined;
    return attemptWrite(table, outcome.kind, [
      swaps.save({ ...swap, ...change, outcome }, swap),
      ...methods.dropCode(method),
    ]);
  });
}
