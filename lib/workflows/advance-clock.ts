/** `advance-clock`: run what falls due while a test clock is moved, for as long as it takes. */
import { advanceClock as advanceClockTask } from '../../functions/workflow/contract.ts';
import { choice, failState, type StateMachine, succeed, type TaskArns } from './asl.ts';
import { queuedTask } from './queued-task.ts';

export const advanceClockTasks = ['advanceClock'] as const;
type Arns = TaskArns<(typeof advanceClockTasks)[number]>;

/** Over what years of a partner's bills take. */
const TIMEOUT_SECONDS = 24 * 60 * 60;

export function advanceClock(arns: Arns): StateMachine {
  return {
    Comment: 'Moves a test clock ahead. Input: advanceId, partnerId.',
    StartAt: 'Run what falls due',
    TimeoutSeconds: TIMEOUT_SECONDS,
    States: {
      'Run what falls due': queuedTask({
        queueUrl: arns.advanceClock,
        declaration: advanceClockTask,
        turn: '$.partnerId',
        parameters: { 'advanceId.$': '$.advanceId', 'partnerId.$': '$.partnerId' },
        result: '$.clock',
        next: 'See whether it arrived',
        catches: [{ errors: ['States.ALL'], next: 'Clock stopped' }],
      }),
      'See whether it arrived': choice(
        'A task runs for a minute at most; moving the clock far takes several tasks.',
        '$.clock.outcome',
        { arrived: 'Clock arrived', more: 'Run what falls due' },
        'Clock stopped',
      ),
      'Clock arrived': succeed('Everything that fell due on the way has been done.'),
      'Clock stopped': failState(
        'ClockStopped',
        'The clock stopped before reaching its target. The schedule that follows test clocks resumes it.',
      ),
    },
  };
}
