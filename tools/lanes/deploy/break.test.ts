import { describe, expect, test } from 'vitest';
import { synthesize } from '../../../test/lib/stacks/synthesis.ts';
import { breakTemplate } from './break.ts';
import { brokenFirst } from './failed-first.ts';
import type { Template } from './template.ts';

const template: Template = {
  Resources: {
    Key: { Type: 'AWS::KMS::Key' },
    Topic: { Type: 'AWS::SNS::Topic', Properties: { Key: { 'Fn::GetAtt': ['Key', 'Arn'] } } },
    Policy: { Type: 'AWS::SNS::TopicPolicy', Properties: { Topic: { Ref: 'Topic' } } },
    Reader: { Type: 'AWS::SNS::Subscription', Properties: { Policy: { Ref: 'Policy' } } },
    Table: { Type: 'AWS::DynamoDB::Table', DependsOn: ['Policy'] },
    Other: { Type: 'AWS::DynamoDB::Table' },
  },
};

describe('A stack that is broken on purpose', () => {
  const { Resources = {} } = breakTemplate(template, 'AWS::SNS::TopicPolicy');

  test('has one resource that fails, in the place of the one that is broken', () => {
    expect(Resources.Policy?.Type).toBe('AWS::CloudFormation::CustomResource');
    expect({ ...Resources, Policy: template.Resources?.Policy }).toEqual(template.Resources);
  });

  test('fails when all else is made but the tables, and what waits for the broken one', () => {
    expect(Resources.Policy?.DependsOn).toEqual(['Key', 'Topic']);
  });

  test('has one more resource when nothing is named, and keeps all types, as an update must', () => {
    const { Broken, ...rest } = breakTemplate(template).Resources ?? {};
    expect(rest).toEqual(template.Resources);
    expect(Broken?.DependsOn).toEqual(['Key', 'Topic', 'Policy', 'Reader']);
  });

  test('has to have what is broken', () => {
    expect(() => breakTemplate(template, 'AWS::SQS::Queue')).toThrow('no AWS::SQS::Queue');
  });
});

test.each(brokenFirst)('$part of production can be broken', ({ part, type }) => {
  const found = synthesize('production').find((one) => one.part === part);
  const { Resources = {} } = breakTemplate({ Resources: found?.resources ?? {} }, type);
  const broken = Object.values(Resources).find((one) => one.Type.endsWith('CustomResource'));
  const made = [broken?.DependsOn ?? []].flat().map((id) => Resources[id]?.Type);
  expect(made).toContain(part === 'data' ? 'AWS::KMS::Key' : 'AWS::Logs::LogGroup');
  expect(made).not.toContain('AWS::DynamoDB::Table');
});
