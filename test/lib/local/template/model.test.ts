import { expect, test } from 'vitest';
import { createModel } from '../../../../lib/local/template/model.ts';

const host = {
  name: 'host',
  template: { Resources: {}, Outputs: { Url: { Value: 'https://d1.cloudfront.net' } } },
  assets: new Map<string, string>(),
};
const reading = {
  name: 'reading',
  template: {
    Resources: {
      Seed: {
        Type: 'Custom::Seed',
        Properties: {
          LogosUrl: {
            'Fn::Join': [
              '',
              [{ 'Fn::GetStackOutput': { StackName: 'host', OutputName: 'Url' } }, '/logos'],
            ],
          },
        },
      },
    },
  },
  assets: new Map<string, string>(),
};
const read = (...more: Parameters<typeof createModel>[1][]) => {
  const model = createModel([host, reading], ...more);
  return [model.ofType('Custom::Seed')[0]?.properties().LogosUrl, model.outputs().Url];
};

test('a stack reads the output of another', () => {
  expect(read()).toEqual(['https://d1.cloudfront.net/logos', 'https://d1.cloudfront.net']);
});

test('an address that is another on this machine is the other for every stack', () => {
  const local = 'http://localhost:8788';
  expect(read({ Url: local })).toEqual([`${local}/logos`, local]);
});
