/** `billhook doctor`: whether a deployed stage is as it should be, and what to do where it isn't. */
import { join } from 'node:path';
import packageFile from '../../../package.json' with { type: 'json' };
import { digestOf, readSettings } from '../../settings/read-settings.ts';
import type { Stage } from '../../stacks/stage.ts';
import {
  type CommandGroup,
  columns,
  type Report,
  type Service,
  usageError,
} from '../command-group.ts';
import { examine } from '../doctor/checks.ts';
import { findDeployment, openDoctorClients } from '../doctor/deployment.ts';

const ROOT = join(import.meta.dirname, '../../..');

export const doctorCommands: CommandGroup = (program, does) => {
  program
    .command('doctor')
    .description('Look whether a deployed stage is as it should be; it changes nothing')
    .action(does(look));
};

async function look(service: Service): Promise<Report> {
  const { stage, table, now, actor } = service;
  if (actor.id.startsWith('local:'))
    throw usageError('doctor looks at a deployed stage: pass --stage.');
  const clients = await openDoctorClients();
  const deployment = await findDeployment(clients, stage as Stage);
  const intended = intendedOf(stage as Stage);
  const lines = await examine({ clients, deployment, table, intended, now });
  const bad = lines.filter(({ state }) => state === 'wrong' || state === 'unknown');
  const rows = lines.map(({ check, state, said, todo }) => [
    ...[state === 'ok' ? 'ok' : state.toUpperCase(), check, todo ? `${said}. ${todo}` : said],
  ]);
  const end = bad.length > 0 ? `${bad.length} to mend.` : 'Nothing to mend.';
  return { value: { data: lines }, lines: [...columns(rows), '', end], failed: bad.length > 0 };
}

/** What a deployment from this folder would make. */
function intendedOf(stage: Stage) {
  const { version } = packageFile;
  try {
    const settings = readSettings({ stage, root: ROOT, warn: () => {} });
    const { account, region } = settings;
    return { version, settings: digestOf(settings), account, region };
  } catch {
    return { version };
  }
}
