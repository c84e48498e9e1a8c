import { expect, test } from 'vitest';
import { resolveValue, type Scope } from '../../../../lib/local/template/intrinsics.ts';

const scope: Scope = {
  stackName: 'bills',
  template: {
    Parameters: { Size: { Type: 'String', Default: 'small' } },
    Mappings: { Sizes: { small: { megabytes: 128 } } },
    Conditions: { IsSmall: { 'Fn::Equals': [{ Ref: 'Size' }, 'small'] } },
  },
  ref: (id) => `ref-${id}`,
  attribute: (id, attribute) => `${id}.${attribute}`,
  importValue: (name) => `imported-${name}`,
  stackOutput: (stack: string, output: string) => `${stack}/${output}`,
} as Scope;

test.each([
  ['Ref of a resource', { Ref: 'Table' }, 'ref-Table'],
  ['Ref of a parameter', { Ref: 'Size' }, 'small'],
  ['a pseudo parameter', { Ref: 'AWS::AccountId' }, '000000000000'],
  ['GetAtt', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'Table.Arn'],
  ['Join', { 'Fn::Join': ['-', ['a', { Ref: 'B' }]] }, 'a-ref-B'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own placeholders.
  ['Sub', { 'Fn::Sub': '${AWS::Region}/${Table.Arn}/${!kept}' }, 'us-east-1/Table.Arn/${kept}'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own placeholders.
  ['Sub with variables', { 'Fn::Sub': ['${x}', { x: { Ref: 'Y' } }] }, 'ref-Y'],
  ['Select and Split', { 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b'] }] }, 'b'],
  ['FindInMap', { 'Fn::FindInMap': ['Sizes', { Ref: 'Size' }, 'megabytes'] }, 128],
  ['If', { 'Fn::If': ['IsSmall', 'yes', 'no'] }, 'yes'],
  ['ImportValue', { 'Fn::ImportValue': 'x' }, 'imported-x'],
  ['NoValue, left out', { a: 1, b: { Ref: 'AWS::NoValue' } }, { a: 1 }],
  [
    'the Condition block of a statement',
    { Condition: { Bool: { a: 'b' } } },
    { Condition: { Bool: { a: 'b' } } },
  ],
])('resolves %s', (_what, value, expected) => {
  expect(resolveValue(value, scope)).toEqual(expected);
});

test('refuses a function that it does not know', () => {
  expect(() => resolveValue({ 'Fn::Transform': {} }, scope)).toThrow(/Fn::Transform/);
});
