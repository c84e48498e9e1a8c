/**
 * What is changed in the templates for the emulator's sake. Nothing here is wrong in AWS: each entry
 * names what ministack lacks or does differently, and a deployment there shows nothing about it.
 */
import {
  mapObjects,
  mapResources,
  mapStatements,
  type Statement,
  type Template,
} from './template.ts';

export type Fit = {
  /** What is done. */
  readonly what: string;
  /** What the emulator lacks. */
  readonly why: string;
  readonly apply: (template: Template) => Template;
};

/** Conditions on KMS calls. That they hold is tried in tools/lanes/deploy/kms-conditions.test.ts. */
export const KMS_CONDITIONS = [
  { operator: 'StringEquals', key: 'kms:KeySpec' },
  { operator: 'StringEquals', key: 'kms:KeyUsage' },
  { operator: 'StringEquals', key: 'kms:EncryptionAlgorithm' },
  { operator: 'StringEquals', key: 'kms:EncryptionContext:purpose' },
  { operator: 'StringLike', key: 'kms:ViaService' },
] as const;

type KmsCondition = (typeof KMS_CONDITIONS)[number];

export const fits: readonly Fit[] = [
  {
    what: 'The firewall is attached to nothing and logs nothing',
    why: 'The emulator has no WAF associations and no WAF logging',
    apply: without('AWS::WAFv2::WebACLAssociation', 'AWS::WAFv2::LoggingConfiguration'),
  },
  {
    what: 'The distribution delivers no logs',
    why: 'The emulator has no log deliveries',
    apply: without(
      'AWS::Logs::DeliverySource',
      'AWS::Logs::DeliveryDestination',
      'AWS::Logs::Delivery',
    ),
  },
  {
    what: 'Traces are not sampled',
    why: 'The emulator traces nothing',
    apply: without('AWS::XRay::SamplingRule'),
  },
  {
    what: 'Alarms on a sum of metrics watch the first of them; those on a query are left out',
    why: 'The emulator has no metric math in alarms',
    apply: watchFirstMetric,
  },
  {
    what: 'A task may signal any state machine, not only its own',
    why: 'The emulator takes states:SendTaskSuccess and its like to have no resource; AWS checks the state machine',
    apply: (template) =>
      mapStatements(template, (one) =>
        [one.Action].flat().every((action) => action.startsWith('states:SendTask'))
          ? { ...one, Resource: '*' }
          : one,
      ),
  },
  {
    what: 'Permission to send a message includes permission to send a batch',
    why: 'The emulator has an action sqs:SendMessageBatch; AWS checks sqs:SendMessage',
    apply: (template) => mapStatements(template, allowBatches),
  },
  ...KMS_CONDITIONS.map((condition) => ({
    what: `Calls to KMS are allowed whatever their ${condition.key}`,
    why: 'The emulator does not know the condition key, and would allow nothing',
    apply: (template: Template) =>
      mapStatements(template, (one) => withoutCondition(one, condition)),
  })),
  {
    what: 'Keys deny themselves to all but sessions of their users',
    why: 'The emulator takes aws:PrincipalArn to be the session of a role; AWS compares the role itself',
    apply: admitSessions,
  },
  {
    what: 'Secrets are named by the attribute Id, not by a reference',
    why: 'A reference to a secret is its ARN in AWS, and its name in the emulator',
    apply: nameSecretsById,
  },
];

function without(...types: readonly string[]): Fit['apply'] {
  return (template) =>
    mapResources(template, (one) => (types.includes(one.Type) ? undefined : one));
}

type MetricStat = { readonly Metric: object; readonly Period: number; readonly Stat: string };

function watchFirstMetric(template: Template): Template {
  return mapResources(template, (resource) => {
    const { Metrics, ...rest } = resource.Properties ?? {};
    if (resource.Type !== 'AWS::CloudWatch::Alarm' || !Array.isArray(Metrics)) return resource;
    const first = (Metrics as { readonly MetricStat?: MetricStat }[]).find((one) => one.MetricStat);
    // A query over metrics, which the emulator doesn't know, names none.
    if (!first?.MetricStat) return undefined;
    const { Metric, Period, Stat } = first.MetricStat;
    return { ...resource, Properties: { ...rest, ...Metric, Period, Statistic: Stat } };
  });
}

function allowBatches(statement: Statement): Statement {
  const actions = [statement.Action].flat();
  if (statement.Effect !== 'Allow' || !actions.includes('sqs:SendMessage')) return statement;
  return { ...statement, Action: [...new Set([...actions, 'sqs:SendMessageBatch'])] };
}

function withoutCondition(statement: Statement, { operator, key }: KmsCondition): Statement {
  const { Condition, ...rest } = statement;
  if (Condition?.[operator]?.[key] === undefined) return statement;
  const { [operator]: block, ...others } = Condition;
  const { [key]: _key, ...keys } = block as Record<string, unknown>;
  const left = { ...others, ...(Object.keys(keys).length > 0 && { [operator]: keys }) };
  return { ...rest, ...(Object.keys(left).length > 0 && { Condition: left }) };
}

function admitSessions(template: Template): Template {
  const named = 'aws:PrincipalArn';
  return mapObjects(template, (part) =>
    Array.isArray(part[named]) ? { ...part, [named]: part[named].map(sessionsOf) } : part,
  ) as Template;
}

/** `arn:…:iam::…:role/path/name` as the emulator names whoever has taken the role. */
function sessionsOf(role: unknown): unknown {
  const parts = /:iam::(.*):role\/(?:[\w-]+\/)*(.*)"([\]}]*)$/;
  return JSON.parse(JSON.stringify(role).replace(parts, ':sts::$1:assumed-role/$2/*"$3'));
}

function nameSecretsById(template: Template): Template {
  const secrets = new Set(
    Object.entries(template.Resources ?? {})
      .filter(([, { Type }]) => Type === 'AWS::SecretsManager::Secret')
      .map(([id]) => id),
  );
  const byId = (part: Readonly<Record<string, unknown>>) =>
    typeof part.Ref === 'string' && secrets.has(part.Ref)
      ? { 'Fn::GetAtt': [part.Ref, 'Id'] }
      : part;
  return mapObjects(template, byId) as Template;
}
