/** The workflows and their tasks. */
import type { WorkflowName } from '@billhook/core/api/operation';
import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { StateMachine as Machine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { builtFunctions } from '../build/built-functions.ts';
import { BillhookFunction, type Surroundings } from '../constructs/billhook-function.ts';
import { CompanyWork, isQueued } from '../constructs/company-work.ts';
import type { Granted } from '../constructs/grants.ts';
import { Workflow } from '../constructs/workflow.ts';
import { advanceClock, advanceClockTasks } from '../workflows/advance-clock.ts';
import type { StateMachine } from '../workflows/asl.ts';
import { linkAccount, linkAccountTasks } from '../workflows/link-account.ts';
import { payBill, payBillTasks } from '../workflows/pay-bill.ts';
import { swapCard, swapCardTasks } from '../workflows/swap-card.ts';

type WorkflowEntry = {
  readonly name: WorkflowName;
  /** Part of no production deployment. */
  readonly sandboxOnly?: true;
  readonly tasks: readonly string[];
  readonly define: (arns: Record<string, string>) => StateMachine;
};

/** Of every workflow that names it. */
const sharedTasks: readonly string[] = ['awaitReport'];

/** In the order in which they are made: a task may start the workflows above its own. */
const workflows: readonly WorkflowEntry[] = [
  {
    name: 'pay-bill',
    tasks: payBillTasks,
    define: (arns) => payBill(arns as Parameters<typeof payBill>[0]),
  },
  {
    name: 'swap-card',
    tasks: swapCardTasks,
    define: (arns) => swapCard(arns as Parameters<typeof swapCard>[0]),
  },
  {
    name: 'link-account',
    tasks: linkAccountTasks,
    define: (arns) => linkAccount(arns as Parameters<typeof linkAccount>[0]),
  },
  {
    name: 'advance-clock',
    sandboxOnly: true,
    tasks: advanceClockTasks,
    define: (arns) => advanceClock(arns as Parameters<typeof advanceClock>[0]),
  },
];

type NamedTask = readonly [name: string, task: LambdaFunction];

export type WorkflowStackProps = StackProps & {
  /** Without machines: this stack makes them. */
  readonly surroundings: Surroundings;
};

export class WorkflowStack extends Stack {
  readonly machines: Readonly<Partial<Record<WorkflowName, Machine>>>;
  /** What reaches companies, each behind its queue. */
  readonly companyWork: CompanyWork[] = [];

  constructor(scope: Construct, id: string, props: WorkflowStackProps) {
    super(scope, id, props);
    const machines: Partial<Record<WorkflowName, Machine>> = {};
    const { stage } = props.surroundings;
    const shared = builtFunctions
      .filter(({ group, name }) => group === 'workflow' && sharedTasks.includes(name))
      .map(
        (built): NamedTask => [
          built.name,
          new BillhookFunction(this, built, props.surroundings).function,
        ],
      );
    for (const entry of workflows) {
      if (entry.sandboxOnly && stage !== 'sandbox') continue;
      const machineArns = arnsOf(machines);
      const around = { ...props.surroundings, machineArns };
      machines[entry.name] = this.makeWorkflow(entry, around, shared);
    }
    this.machines = machines;
  }

  private makeWorkflow(
    { name, tasks, define }: WorkflowEntry,
    { machineArns, ...surroundings }: Surroundings & Pick<Granted, 'machineArns'>,
    shared: readonly NamedTask[],
  ): Machine {
    const { stage, logKey, granted } = surroundings;
    const around = { ...surroundings, granted: { ...granted, machineArns } };
    const named = builtFunctions.filter(
      (built) => built.group === 'workflow' && tasks.includes(built.name),
    );
    const own = named.filter(({ name: task }) => !sharedTasks.includes(task));
    const functions = [
      ...shared.filter(([task]) => tasks.includes(task)),
      ...own
        .filter((built) => !isQueued(built))
        .map(
          (built): NamedTask => [built.name, new BillhookFunction(this, built, around).function],
        ),
    ];
    const works = own.filter(isQueued).map((built) => new CompanyWork(this, built));
    const { machine } = new Workflow(this, name, {
      stage,
      logKey,
      definition: define({
        ...Object.fromEntries(functions.map(([task, made]) => [task, made.functionArn])),
        ...Object.fromEntries(works.map(({ built, queue }) => [built.name, queue.queueUrl])),
      }),
      tasks: functions.map(([, made]) => made),
      queues: works.map(({ queue }) => queue),
    });
    // After the machine: they send it what came of their work.
    for (const work of works) work.read(this, around, machine);
    this.companyWork.push(...works);
    return machine;
  }
}

export function arnsOf(
  machines: Readonly<Partial<Record<WorkflowName, Machine>>>,
): Granted['machineArns'] {
  const arns = Object.entries(machines).map(([name, made]) => [name, made.stateMachineArn]);
  return Object.fromEntries(arns);
}
