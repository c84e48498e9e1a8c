import { expect, test } from 'vitest';
import { askMeanwhile } from './meanwhile.ts';

const work = () => new Promise<void>((resolve) => setTimeout(resolve, 30));

test('Requests that are refused while something goes on are counted with the others', async () => {
  const wrong = [['getBill: 503'], []];
  const found = await askMeanwhile(work, async () => wrong.shift() ?? []);
  expect(found).toEqual({ asked: 1, wrong: ['getBill: 503'] });
});

test('A deployment that fails fails what goes on meanwhile, once the requests are answered', async () => {
  let asked = 0;
  const failing = askMeanwhile(
    () => Promise.reject(new Error('It failed')),
    async () => {
      asked += 1;
      return [];
    },
  );
  await expect(failing).rejects.toThrow('It failed');
  expect(asked).toBe(1);
});
