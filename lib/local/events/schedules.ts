import { randomUUID } from 'node:crypto';
import { requirePermission } from '../access/permissions.ts';
import { localFailure } from '../failures.ts';
import type { Functions } from '../lambda/lambda.ts';
import type { LocalState } from '../state.ts';
import { ACCOUNT_ID, REGION } from '../template/intrinsics.ts';
import type { Model, Resource } from '../template/model.ts';
import { isRate, type NextDue, parseSchedule } from './schedule-expression.ts';

export type Schedules = { readonly start: () => void; readonly stop: () => void };

export type SchedulesDeps = {
  readonly model: Model;
  readonly state: LocalState;
  readonly functions: Functions;
  readonly log: (functionName: string, text: string) => void;
  readonly now?: () => number;
};

type Target = { readonly id: string; readonly functionArn: string; readonly input?: string };
type Rule = {
  readonly id: string;
  readonly arn: string;
  readonly expression: string;
  readonly nextDue: NextDue;
  readonly targets: readonly Target[];
};

/** Looked at this often, so that what fell due while the machine slept runs soon after. */
const CHECK_MILLISECONDS = 1_000;
/** After a start: a workflow whose time was over meanwhile needs a moment to end on a busy machine. */
const TAKE_UP_MILLISECONDS = [2_000, 10_000];

/**
 * Fires the rules of the templates. The last firing is written down before the function is
 * called: a tick is not repeated, and several that fell due meanwhile are made up for by one. A rate
 * also fires soon after a start over an earlier state.
 */
export function createSchedules(deps: SchedulesDeps): Schedules {
  const { now = Date.now } = deps;
  const rules = deps.model
    .ofType('AWS::Events::Rule')
    .flatMap((resource) => readRule(deps.model, resource));
  const find = deps.state.db.prepare('SELECT expression, last FROM schedules WHERE id = ?');
  const save = deps.state.db.prepare(
    'INSERT OR REPLACE INTO schedules (id, expression, last) VALUES (?, ?, ?)',
  );
  const lastOf = (rule: Rule): number => {
    const row = find.get(rule.id) as { expression: string; last: number } | undefined;
    if (row?.expression === rule.expression) return row.last;
    const first = now();
    save.run(rule.id, rule.expression, first);
    return first;
  };
  const fireRule = (rule: Rule, due: number) => {
    save.run(rule.id, rule.expression, now());
    for (const target of rule.targets) fire(deps, rule, target, due);
  };
  const check = () => {
    for (const rule of rules) {
      const due = rule.nextDue(lastOf(rule));
      if (due !== undefined && due <= now()) fireRule(rule, due);
    }
  };
  /**
   * What the run before left behind is taken up soon, and not only when its minute is over; first come
   * the workflows, which go on by themselves or find that their time is over.
   */
  const takeUp = (ranBefore: readonly Rule[]) => {
    for (const rule of ranBefore) {
      if (isRate(rule.expression)) fireRule(rule, now());
    }
  };
  let timer: NodeJS.Timeout | undefined;
  let soon: readonly NodeJS.Timeout[] = [];
  return {
    start: () => {
      const ranBefore = rules.filter(({ id }) => find.get(id) !== undefined);
      check();
      timer = setInterval(check, CHECK_MILLISECONDS);
      soon = TAKE_UP_MILLISECONDS.map((after) => setTimeout(takeUp, after, ranBefore));
    },
    stop: () => {
      clearInterval(timer);
      for (const one of soon) clearTimeout(one);
    },
  };
}

function fire(deps: SchedulesDeps, rule: Rule, target: Target, due: number): void {
  const event: unknown =
    target.input === undefined
      ? {
          version: '0',
          id: randomUUID(),
          'detail-type': 'Scheduled Event',
          source: 'aws.events',
          account: ACCOUNT_ID,
          time: new Date(due).toISOString().replace(/\.\d+Z$/, 'Z'),
          region: REGION,
          resources: [rule.arn],
          detail: {},
        }
      : JSON.parse(target.input);
  const name = target.functionArn.split(':').at(-1) ?? '';
  deps.functions
    .invoke(target.functionArn, event)
    .then(({ functionError }) => {
      if (functionError) deps.log(name, `The schedule ${rule.id} failed.\n`);
    })
    .catch((error: Error) => deps.log(name, `The schedule ${rule.id} failed: ${error.message}\n`));
}

function readRule(model: Model, resource: Resource): readonly Rule[] {
  const properties = resource.properties();
  const where = `${resource.stackName}/${resource.logicalId}`;
  if (properties.State === 'DISABLED') return [];
  // A rule with a pattern is the bus's: `event-bus.ts`.
  if (typeof properties.ScheduleExpression !== 'string') return [];
  const targets = ((properties.Targets ?? []) as Record<string, unknown>[]).map((target) => {
    const functionArn = String(target.Arn);
    if (!functionArn.includes(':lambda:') || target.InputTransformer || target.InputPath) {
      throw localFailure(
        `${where}: the local runtime supports only rules that call functions with a fixed input.`,
      );
    }
    requirePermission(model, functionArn, {
      principal: 'events.amazonaws.com',
      sourceEnd: `rule/${resource.ref}`,
      asked: where,
    });
    return { id: String(target.Id), functionArn, input: target.Input as string | undefined };
  });
  const expression = properties.ScheduleExpression;
  return [
    { id: where, arn: resource.arn, expression, nextDue: parseSchedule(expression), targets },
  ];
}
