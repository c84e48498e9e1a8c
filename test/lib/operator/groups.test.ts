import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { developerGroups, loadGroups, operatorGroups } from '../../../lib/operator/groups.ts';

const noAction = () => async () => {};
const all = [...operatorGroups, ...developerGroups];

describe('Command groups', () => {
  test.each(all.map(({ words, load }) => [words.join(', '), words, load] as const))(
    'are found by the commands that they add: %s',
    async (_name, words, load) => {
      const program = new Command();
      (await load())(program, noAction);
      expect(program.commands.map((command) => command.name())).toEqual(words);
    },
  );

  test.each([
    [['partner', 'list'], 1, 0],
    [['--json', '--state', 'key', 'partner', 'list'], 1, 0],
    [['resend', 'evt_1'], 0, 1],
    [[], operatorGroups.length, developerGroups.length],
    [['--help'], operatorGroups.length, developerGroups.length],
    [['help', 'partner'], operatorGroups.length, developerGroups.length],
    [['nonsense'], operatorGroups.length, developerGroups.length],
  ])('that %j loads', async (args, operators, developers) => {
    expect(await loadGroups(operatorGroups, args)).toHaveLength(operators);
    expect(await loadGroups(developerGroups, args)).toHaveLength(developers);
  });
});
