/** What a sweep of due work may come to, given what the due index served it. */
import type { Context } from './calls.ts';
import { holdLink } from './challenges.ts';
import { beginRetry, removeMethod } from './rules.ts';
import { copyOf, type Model, type ModelPayment } from './state.ts';
import type { Item } from './table.ts';
import { beginScheduled, type Progress, payLinked } from './tasks.ts';

/** Executions of one link that may each be lost with an accepted step. */
const MAX_RUNS = 3;

/** The first is what a sweep without faults does; with one, some record may not be taken up whole. */
export function* sweepModel(
  context: Context,
  served: readonly Item[],
  ended: ReadonlySet<string>,
  faulty: boolean,
): Generator<Model> {
  const attempt = (at: number, progress: Progress | 'nothing') => {
    const model = copyOf(context.model);
    served.forEach((item, index) => {
      const far = index === at ? progress : 'done';
      if (far !== 'nothing') takeUp({ ...context, model }, item, ended, far);
    });
    return model;
  };
  if (!faulty) {
    for (const item of served) takeUp(context, item, ended, 'done');
    yield context.model;
    return;
  }
  yield attempt(-1, 'done');
  for (let at = 0; at < served.length; at += 1) {
    for (const progress of ['nothing', 'begun'] as const) yield attempt(at, progress);
  }
}

function takeUp(
  context: Context,
  item: Item,
  ended: ReadonlySet<string>,
  progress: Progress,
): void {
  const id = String(item.sk);
  const { model } = context;
  if (item.dueKind === 'link') takeUpLink(context, id, ended, progress);
  const payment = model.payments[id];
  if (item.dueKind === 'payment' && payment?.status === 'scheduled')
    beginScheduled(context, payment);
  if (
    item.dueKind === 'payment' &&
    payment?.status === 'pending' &&
    endedUnsettled(payment, ended)
  ) {
    payment.rounds += 1;
  }
  if (item.dueKind === 'retry') takeUpRetry(context, id);
}

function endedUnsettled({ id, rounds }: ModelPayment, ended: ReadonlySet<string>): boolean {
  return ended.has(nameOf({ id, runs: rounds }));
}

/** As the service names the executions of a link or payment. */
function nameOf({ id, runs }: { readonly id: string; readonly runs: number }): string {
  return runs === 0 ? id : `${id}_${runs}`;
}

function takeUpLink(
  context: Context,
  authId: string,
  ended: ReadonlySet<string>,
  progress: Progress,
): void {
  const auth = context.model.auths[authId];
  if (!auth?.link || !ended.has(nameOf(auth.link))) return;
  if (auth.lastLinkId === auth.link.id) {
    payLinked(context, auth, progress);
    return;
  }
  if (auth.link.accepted && auth.link.runs + 1 < MAX_RUNS) {
    auth.link.runs += 1;
    auth.link.accepted = false;
    return;
  }
  holdLink(auth);
}

function takeUpRetry(context: Context, methodId: string): void {
  const method = context.model.methods[methodId];
  if (!method?.retryDue) return;
  method.retryDue = false;
  if (method.status === 'declined' && method.declines >= 3 && method.inFlight.length === 0) {
    removeMethod(context.model, method);
    return;
  }
  if (method.status === 'verified') beginRetry(context, method);
}
