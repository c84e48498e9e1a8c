/** How a history ends: nothing dies any more, and time goes on until nothing is under way. */

import { instantText } from '@billhook/core/base/dates';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { DAY, HOUR } from '../../model/clock.ts';
import { endWait } from '../../model/executions.ts';
import { isOfPayments, recordsOf } from './checks.ts';
import { type Cast, partsDue } from './story.ts';
import { doAct, runnable, type World } from './world.ts';

/** Past every due date of a story, and the last day on which a payment is returned. */
const MOST_DAYS = 75;
const MOST_ROUNDS = 3_000;
/** By then a payment's own workflow has asked as often as it does. */
const LET_IN_AFTER_DAYS = 4;

/** Goes from one moment at which something is to be done to the next. */
export async function settle(world: World, cast: Cast): Promise<void> {
  const begun = world.now;
  let isLetIn = false;
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
    endWaits(world);
    await runAll(world);
    if (!isLetIn && world.now > begun + LET_IN_AFTER_DAYS * DAY) {
      isLetIn = true;
      await linkAgain(world, cast);
      continue;
    }
    const due = partsDue(world);
    if (due.length > 0) {
      const before = dueText(world);
      for (const part of due) await doAct(world, { kind: 'sweep', name: 'startDueWork', part });
      if (dueText(world) !== before || runnable(world).length > 0) continue;
      // What is due and stays so is looked at again by a later sweep.
      world.now += HOUR;
      continue;
    }
    const next = nextMoment(world);
    if (next === undefined || next > begun + MOST_DAYS * DAY) return;
    world.now = next;
  }
  world.wrongs.push('It goes on and on');
}

/** Of what may have been taken and cannot be asked about, only its user can bring to an end. */
async function linkAgain(world: World, { companyId, form }: Cast): Promise<void> {
  const pending = recordsOf<StoredPayment>(world, 'pay_').filter(
    ({ status }) => status === 'pending',
  );
  for (const clientId of new Set(pending.map((payment) => payment.clientId))) {
    const given = { clientId, companyId, items: ['bill'], form };
    await doAct(world, { kind: 'call', name: 'createAuth', given });
  }
}

async function runAll(world: World): Promise<void> {
  for (let left = 200; left > 0; left -= 1) {
    const [execution] = runnable(world);
    if (!execution) return;
    await doAct(world, { kind: 'task', execution: execution.name });
  }
  world.wrongs.push('Workflows go on and on');
}

/** What waits for a user's answer gets none. */
function endWaits({ executions, now }: World): void {
  for (const execution of executions.values()) {
    const isOver = execution.waits && !execution.ended && execution.waitsUntil <= now;
    if (isOver) endWait(execution, 'timeout', now);
  }
}

function dueText({ table, now }: World): string {
  const upTo = instantText(now);
  return table
    .due()
    .filter((item) => isOfPayments(item) && String(item.dueAt) <= upTo)
    .map(({ sk, dueAt, version }) => `${sk} ${dueAt} ${version}`)
    .join();
}

function nextMoment({ table, executions, now }: World): number | undefined {
  const moments = [
    ...[...executions.values()].filter(({ ended }) => !ended).map(({ waitsUntil }) => waitsUntil),
    ...table
      .due()
      .filter(isOfPayments)
      .map(({ dueAt }) => Date.parse(String(dueAt))),
  ].filter((moment) => moment > now);
  return moments.length > 0 ? Math.min(...moments) : undefined;
}
