/** That each test runs in `npm test` or in `npm run test:all`, and that the lists name what is there. */
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isLong, leftOut, long, namesFiles, quick, sampled } from '../support/lanes.ts';
import { tooLong } from '../support/time-report.ts';
import { filesIn, root, wings } from './house.ts';

const lanes = ['test', 'tools'].filter((wing) => wings.includes(wing));
const files = lanes.flatMap(filesIn).filter((file) => file.endsWith('.test.ts'));
const listed = [...long, ...quick, ...sampled].filter((glob) =>
  lanes.includes(glob.split('/')[0] ?? ''),
);

test('each test file is left out by one of both commands, but for samples, which are in both', () => {
  const [inTest, inAll] = ['test', 'all'].map((mode) => new Set(leftOut(mode)));
  const samples = new Set(globSync([...sampled], { cwd: root }));
  const times = (file: string) => Number(inTest?.has(file)) + Number(inAll?.has(file));
  expect(files.filter((file) => times(file) !== (samples.has(file) ? 0 : 1))).toEqual([]);
});

test('a long run leaves out nothing', () => {
  expect(leftOut('model')).toEqual([]);
});

test.each(listed)('the lists name a test in %s', (pattern) => {
  const named = globSync(pattern, { cwd: root }).filter((file) => file.endsWith('.test.ts'));
  expect(named.length).toBeGreaterThan(0);
});

test('what is in two lists is not long', () => {
  const both = globSync([...quick, ...sampled], { cwd: root });
  expect(both.filter(isLong)).toEqual([]);
});

test('a command that names files runs these, in whichever lane they are', () => {
  expect(namesFiles(['run', '--project', 'unit', '-t', 'a name'])).toBe(false);
  expect(namesFiles(['run', '--mode', 'all'])).toBe(false);
  expect(namesFiles(['run', '--project', 'end-to-end', 'operations'])).toBe(true);
});

test('a unit test of over ten seconds of a processor is too long for npm test', () => {
  const core = { group: 'unit', file: 'test/layers/core/bill.test.ts', processorSeconds: 10.1 };
  const others = [
    { ...core, processorSeconds: 10 },
    { ...core, group: 'model' },
    { ...core, file: 'test/connectors/method/battery.test.ts' },
  ];
  expect(tooLong([core, ...others])).toEqual([core]);
});
