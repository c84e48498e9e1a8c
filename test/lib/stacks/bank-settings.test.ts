/** What a bank sets of each deployment, and what has to differ so that stages and regions stand side by side. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Json, resourcesOf, stackOf, synthesize } from './synthesis.ts';
import { ofABank, type VariantName } from './variants.ts';

const bank = 'production of a bank';
const all = (name: VariantName) =>
  synthesize(name).flatMap(({ part, resources }) =>
    Object.entries(resources).map(([id, resource]) => ({ part, id, ...resource })),
  );

test('Every role has the boundary, and none has one that is not set', () => {
  const boundaries = (name: VariantName) =>
    new Set(resourcesOf(name, 'AWS::IAM::Role').map((one) => one.Properties.PermissionsBoundary));
  expect(boundaries(bank)).toEqual(new Set([ofABank.permissionsBoundary]));
  expect(boundaries('production')).toEqual(new Set([undefined]));
});

test('Whatever has tags has those of the bank, and its own', () => {
  const tagged = all(bank).flatMap(({ id, Properties }) =>
    Properties?.Tags ? [[id, tagsOf(Properties.Tags)] as const] : [],
  );
  expect(tagged.length).toBeGreaterThan(300);
  for (const [id, tags] of tagged) {
    expect(tags, id).toMatchObject({ ...ofABank.tags, service: 'billhook', stage: 'production' });
  }
});

/** A list of keys and values, or an object. */
function tagsOf(tags: Json): object {
  if (!Array.isArray(tags)) return tags;
  return Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value]));
}

describe('An API that has only its own name', () => {
  const [acl] = resourcesOf(bank, 'AWS::WAFv2::WebACL');
  const rule = acl?.Properties.Rules.find(({ Name }: Json) => Name === 'OwnNameOnly');

  test('answers by another name only what proves to be the modules’ host', () => {
    expect(rule.Action).toEqual({ Block: {} });
    const { Statements } = rule.Statement.NotStatement.Statement.OrStatement;
    const headers = Statements.map(
      ({ ByteMatchStatement: one }: Json) => one.FieldToMatch.SingleHeader.Name,
    );
    expect(headers).toEqual(['host', 'x-billhook-edge']);
    expect(Statements[0].ByteMatchStatement).toMatchObject({
      SearchString: 'api.example.com',
      PositionalConstraint: 'EXACTLY',
      TextTransformations: [{ Type: 'LOWERCASE' }],
    });
  });

  test('takes the certificates of its bundle alone', () => {
    const [name] = resourcesOf(bank, 'AWS::ApiGateway::DomainName');
    expect(name?.Properties.MutualTlsAuthentication).toEqual({
      TruststoreUri: 's3://bank-trust/partners/clients.pem',
      TruststoreVersion: 'v7',
    });
  });

  test('is for who sets it', () => {
    const rules = resourcesOf('production with a domain', 'AWS::WAFv2::WebACL')[0]?.Properties
      .Rules;
    expect(rules.map(({ Name }: Json) => Name)).not.toContain('OwnNameOnly');
  });
});

test('The on-call address is told when the month costs 80 % of the budget, or will cost all of it', () => {
  const [budget] = resourcesOf(bank, 'AWS::Budgets::Budget');
  expect(budget?.Properties.Budget.BudgetLimit).toEqual({ Amount: 500, Unit: 'USD' });
  const told = budget?.Properties.NotificationsWithSubscribers.map((one: Json) => [
    one.Notification.NotificationType,
    one.Notification.Threshold,
    one.Subscribers[0].Address,
  ]);
  expect(told).toEqual([
    ['ACTUAL', 80, ofABank.alarmEmail],
    ['FORECASTED', 100, ofABank.alarmEmail],
  ]);
  expect(resourcesOf('production', 'AWS::Budgets::Budget')).toEqual([]);
});

/** Whose names are one namespace for all regions of an account. */
const isGlobal = /^AWS::(IAM|CloudFront|Budgets)::|^AWS::CloudWatch::Dashboard$/;

test.each<[string, VariantName, VariantName]>([
  ['regions', 'sandbox in eu-west-1', 'sandbox in us-east-1'],
  ['stages', 'production', 'staging'],
])('Two %s have no global name in common', (_what, one, other) => {
  const namesOf = (name: VariantName) =>
    all(name)
      .filter(({ Type }) => isGlobal.test(Type))
      .flatMap(({ Properties }) => namesIn(Properties));
  const names = namesOf(one);
  expect(names.length).toBeGreaterThan(90);
  expect(namesOf(other).filter((name) => names.includes(name))).toEqual([]);
});

function namesIn(Properties: Json = {}): string[] {
  const configs = Object.entries<Json>(Properties).filter(([key]) => key.endsWith('Config'));
  const given = [Properties, ...configs.map(([, config]) => config)];
  return given.flatMap(({ RoleName, DashboardName, Name, BudgetName }) =>
    [RoleName, DashboardName, Name, BudgetName].filter(Boolean).map((one) => JSON.stringify(one)),
  );
}

test('Staging is production by another name', () => {
  const shapeOf = (name: VariantName) =>
    all(name)
      .map(({ part, Type, DeletionPolicy }) => `${part} ${Type} ${DeletionPolicy}`)
      .sort();
  expect(shapeOf('staging')).toEqual(shapeOf('production'));
  const data = (stage: 'staging' | 'production') => stackOf(stage, 'data').terminationProtection;
  expect([data('staging'), data('production')]).toEqual([true, true]);
});

describe('The policy that the documents deploy with', () => {
  const page = join(import.meta.dirname, '../../../docs/operate/before-you-deploy.md');
  const [, text = ''] =
    /```json billhook-deploys\n(.*?)```/s.exec(readFileSync(page, 'utf8')) ?? [];
  const statements: Json[] = JSON.parse(text).Statement;
  const statementOf = (sid: string) => statements.find(({ Sid }) => Sid === sid);
  const made = (
    [
      bank,
      'sandbox in us-east-1',
      'production with a browser',
      'production with a list of hosts',
    ] as const
  ).flatMap(all);

  test('has each service of which something is made', () => {
    const allowed = statements
      .flatMap(({ Action }) => Action)
      .map((one: string) => one.split(':')[0]);
    const needed = made.map(({ Type }) => Type.split('::')).filter(([vendor]) => vendor === 'AWS');
    const others: Readonly<Record<string, string>> = {
      stepfunctions: 'states',
      cdk: 'cloudformation',
    };
    const prefixes = new Set(
      needed.map(([, name = '']) => others[name.toLowerCase()] ?? name.toLowerCase()),
    );
    expect(prefixes.size).toBeGreaterThan(17);
    expect([...prefixes].filter((one) => !allowed.includes(one))).toEqual([]);
  });

  test('allows IAM no more than roles by the names that they have', () => {
    const iam = statements.filter(({ Action }) => JSON.stringify(Action).includes('iam:'));
    expect(iam.map(({ Sid }) => Sid)).toEqual(['Roles', 'RolesOfServices']);
    const names = statementOf('Roles').Resource.map((arn: string) => arn.split(':role')[1]);
    expect(names).toEqual(['/billhook-*', '/billhook/*']);
    const roles = made.filter(({ Type }) => Type.startsWith('AWS::IAM::'));
    // A policy is one of a role's own here.
    const types = new Set(roles.map(({ Type }) => Type));
    expect(types).toEqual(new Set(['AWS::IAM::Role', 'AWS::IAM::Policy']));
    // Without a name of its own, a role is called after its stack.
    for (const { Properties, id } of roles) {
      expect(Properties.Path ?? '/billhook/', id).toMatch(/^\/billhook\//);
    }
  });
});
