/**
 * The picture of the architecture, drawn from the synthesized stacks as Mermaid text: what stands in
 * which stack, who calls whom, and what each group of functions may touch.
 */
import type { Stack, Template, TemplateResource } from '../../lib/local/template/assembly.ts';
import { type Edge, logicalIdOf, nodeOf, partOf, resourcesOf } from './diagram-names.ts';
import { originsOf } from './diagram-origins.ts';

/** What is drawn as a box of its own, wherever it stands. */
const shapes: Readonly<Record<string, (label: string) => string>> = {
  'AWS::DynamoDB::Table': (label) => `[("${label}")]`,
  'AWS::KMS::Key': (label) => `{{"${label}"}}`,
  'AWS::SecretsManager::Secret': (label) => `[/"${label}"/]`,
  'AWS::StepFunctions::StateMachine': (label) => `(["${label}"])`,
  'AWS::Events::EventBus': (label) => `[["${label}"]]`,
  'AWS::CloudFront::Distribution': (label) => `["${label}"]`,
  'AWS::S3::Bucket': (label) => `[("${label}")]`,
  'AWS::SQS::Queue': (label) => `[\\"${label}"\\]`,
};

/** Verbs of IAM actions as a reader would say them. */
const verbs: readonly (readonly [RegExp, string])[] = [
  [/^dynamodb:(GetItem|BatchGetItem|Query|ConditionCheckItem)/, 'read'],
  [/^dynamodb:/, 'write'],
  [/^kms:GenerateDataKey/, 'seal'],
  [/^kms:Decrypt/, 'open'],
  [/^kms:GenerateMac/, 'fingerprint'],
  [/^kms:Sign/, 'sign'],
  [/^kms:GetPublicKey/, 'verify'],
  [/^secretsmanager:Put/, 'write'],
  [/^secretsmanager:/, 'read'],
  [/^states:StartExecution/, 'start'],
  [/^states:SendTaskSuccess/, 'wake'],
  [/^lambda:InvokeFunction/, 'call'],
  [/^events:PutEvents/, 'publish'],
  [/^sqs:SendMessage/, 'send'],
  [/^s3:(PutObject|DeleteObject)/, 'copy'],
];

/** A Mermaid flowchart of the stacks of one stage. */
export function drawArchitecture(stacks: readonly Stack[]): string {
  const drawn = stacks.filter(({ template }) => boxesOf(template).length + countOf(template) > 0);
  const boxes = drawn.flatMap((stack) => drawStack(stack));
  const edges = unique([
    { from: 'caller', to: 'api', label: 'HTTPS, /v1' },
    ...stacks.flatMap(originsOf),
    ...callsOf(stacks),
    ...schedulesOf(stacks).sort(byText),
    ...eventsOf(stacks).sort(byText),
    ...drawn.flatMap((stack) => grantsOf(stack, stacks)),
  ]);
  const lines = edges.map(({ from, to, label }) =>
    label ? `  ${from} -- "${label}" --> ${to}` : `  ${from} --> ${to}`,
  );
  return [
    'flowchart LR',
    '  caller(["Partner"])',
    '  user(["User"])',
    '  api["API Gateway, WAF"]',
    ...boxes,
    ...lines,
  ].join('\n');
}

/** Resources stand in a template in an order that says nothing. */
function byText(one: Edge, other: Edge): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

function drawStack({ name, template }: Stack): string[] {
  const part = partOf(name);
  const functions = countOf(template);
  return [
    `  subgraph ${part}_stack ["${part}"]`,
    ...(functions > 0 ? [`    ${part}["${functions} function${functions > 1 ? 's' : ''}"]`] : []),
    ...boxesOf(template).map(([id, resource]) => {
      const shape = shapes[resource.Type] as (label: string) => string;
      return `    ${nodeOf(part, id)}${shape(labelOf(id, resource))}`;
    }),
    '  end',
  ];
}

/** From the gateway to each stack whose functions its routes call. */
function callsOf(stacks: readonly Stack[]): Edge[] {
  return stacks.flatMap(({ template }) =>
    resourcesOf(template, 'AWS::Lambda::Permission')
      .filter(([, { Properties }]) => Properties?.Principal === 'apigateway.amazonaws.com')
      .map(([, { Properties }]) => ({ from: 'api', to: partOf(sourceOf(Properties)?.stack ?? '') }))
      .filter(({ to }) => to !== ''),
  );
}

function schedulesOf(stacks: readonly Stack[]): Edge[] {
  const edges = stacks.flatMap(({ name, template }) =>
    resourcesOf(template, 'AWS::Events::Rule')
      .filter(([, { Properties }]) => Properties?.ScheduleExpression !== undefined)
      .map(([, { Properties }]) => ({
        from: 'clock(["EventBridge"])',
        to: partOf(name),
        label: String(Properties?.ScheduleExpression),
      })),
  );
  return edges.toSorted((a, b) => (a.label < b.label ? -1 : 1));
}

/** From a bus to the queues of its rules, and from streams and queues to what follows them. */
function eventsOf(stacks: readonly Stack[]): Edge[] {
  return stacks.flatMap((stack) => {
    const part = partOf(stack.name);
    const rules = resourcesOf(stack.template, 'AWS::Events::Rule').flatMap(([, { Properties }]) => {
      const bus = logicalIdOf(Properties?.EventBusName);
      const targets = (Properties?.Targets ?? []) as { Arn: unknown }[];
      if (bus === undefined) return [];
      return targets.map(({ Arn }) => ({
        from: nodeOf(part, bus),
        to: targetOf(Arn, stack, stacks) ?? '',
        label: 'events',
      }));
    });
    const sources = resourcesOf(stack.template, 'AWS::Lambda::EventSourceMapping').map(
      ([, { Properties }]) => ({
        from: targetOf(Properties?.EventSourceArn, stack, stacks) ?? '',
        to: part,
        label: Properties?.FilterCriteria ? 'stream' : 'messages',
      }),
    );
    return [...rules, ...sources].filter(({ from, to }) => from !== '' && to !== '');
  });
}

/** From a stack's functions and machines to what their roles name. */
function grantsOf(stack: Stack, stacks: readonly Stack[]): Edge[] {
  const labels = new Map<string, Set<string>>();
  for (const [roleId, { Properties }] of resourcesOf(stack.template, 'AWS::IAM::Role')) {
    const machine = machineOf(stack.template, roleId);
    const from = machine ? nodeOf(partOf(stack.name), machine) : partOf(stack.name);
    const granted = statementsOf(Properties).flatMap((statement) =>
      [statement.Resource].flat().map((resource) => ({ statement, resource })),
    );
    for (const { statement, resource } of granted) {
      const to = targetOf(resource, stack, stacks);
      if (!to || to === from) continue;
      const key = `${from} ${to}`;
      const known = labels.get(key) ?? new Set();
      for (const verb of verbsOf(statement)) known.add(verb);
      labels.set(key, known);
    }
  }
  const sorted = [...labels].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([key, label]) => {
    const [from = '', to = ''] = key.split(' ');
    return { from, to, label: [...label].filter(Boolean).sort().join(', ') };
  });
}

type Statement = {
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

function statementsOf(properties: TemplateResource['Properties']): Statement[] {
  const policies = (properties?.Policies ?? []) as {
    PolicyDocument: { Statement: Statement[] };
  }[];
  return policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

/** The box that a statement's resource is; nothing for logs, traces and the like. */
function targetOf(resource: unknown, stack: Stack, stacks: readonly Stack[]): string | undefined {
  const source = sourceOf(resource);
  const other = source && stacks.find(({ name }) => name === source.stack);
  const owner = other ?? stack;
  const id = other
    ? logicalIdOf(other.template.Outputs?.[source.output]?.Value)
    : logicalIdOf(resource);
  const type = id && owner.template.Resources?.[id]?.Type;
  if (type === 'AWS::Lambda::Function') return partOf(owner.name);
  return id && type && isDrawn(id, type) ? nodeOf(partOf(owner.name), id) : undefined;
}

/** The stack and output that a value refers to, wherever in the value it says so. */
function sourceOf(value: unknown): { stack: string; output: string } | undefined {
  const parts = /"Fn::GetStackOutput":\{"StackName":"([^"]+)".*?"OutputName":"([^"]+)"/.exec(
    JSON.stringify(value) ?? '',
  );
  return parts?.[1] && parts[2] ? { stack: parts[1], output: parts[2] } : undefined;
}

function machineOf(template: Template, roleId: string): string | undefined {
  return resourcesOf(template, 'AWS::StepFunctions::StateMachine').find(
    ([, { Properties }]) => logicalIdOf(Properties?.RoleArn) === roleId,
  )?.[0];
}

function verbsOf({ Action, Condition }: Statement): string[] {
  // A key that may be used for one purpose only opens nothing else.
  const purpose = Condition?.StringEquals?.['kms:EncryptionContext:purpose'];
  if (purpose !== undefined) return [`keep ${purpose}s`];
  return [Action].flat().map((action) => verbs.find(([known]) => known.test(action))?.[1] ?? '');
}

function boxesOf(template: Template): [string, TemplateResource][] {
  return Object.entries(template.Resources ?? {}).filter(([id, { Type }]) => isDrawn(id, Type));
}

/** The keys of logs and alarms, and what could not be handled, are the stacks' own business. */
function isDrawn(id: string, type: string): boolean {
  return shapes[type] !== undefined && !/^(Log|Alarm)Key$|DeadLetters|Failures/.test(id);
}

function countOf(template: Template): number {
  return resourcesOf(template, 'AWS::Lambda::Function').length;
}

export function labelOf(id: string, { Type, Properties }: TemplateResource): string {
  if (Type === 'AWS::DynamoDB::Table') return 'DynamoDB table';
  if (Type === 'AWS::SQS::Queue') return `queue ${id.replace(/Queue.*/, '').toLowerCase()}`;
  if (Type === 'AWS::Events::EventBus') return 'event bus';
  if (Type === 'AWS::S3::Bucket') return 'bucket of scripts and styles';
  if (Type === 'AWS::CloudFront::Distribution') return 'CloudFront';
  if (Type === 'AWS::StepFunctions::StateMachine') {
    const names = ['link-account', 'pay-bill', 'swap-card', 'advance-clock'];
    return names.find((name) => id.startsWith(name.replace('-', ''))) ?? id;
  }
  return String(Properties?.Description ?? id).replace(/^Billhook: /, '');
}

function unique(edges: readonly Edge[]): Edge[] {
  return [...new Map(edges.map((edge) => [JSON.stringify(edge), edge])).values()];
}
