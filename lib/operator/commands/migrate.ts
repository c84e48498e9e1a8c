/** `billhook migrate`: rewrites what earlier releases have written. */
import { environment } from '@billhook/runtime/aws/environment';
import { type CommandGroup, columns, type Report, type Service } from '../command-group.ts';
import { type Migrated, migrate } from '../migrate/migrate.ts';
import { scanOf } from '../migrate/scan-table.ts';

export const migrateCommands: CommandGroup = (program, does) => {
  program
    .command('migrate')
    .description('Rewrite records of earlier releases; when stopped, it continues where it was')
    .action(does(run));
};

async function run({ table, now, remark }: Service): Promise<Report> {
  const scan = scanOf(environment('TABLE_NAME'));
  const done = await migrate({ table, scan }, now, (standing, isGoingOn) =>
    remark(`${isGoingOn ? 'Continuing: ' : ''}${standing.looked} records read`),
  );
  return { value: done, lines: linesOf(done) };
}

function linesOf({ looked, rewritten, later }: Migrated): string[] {
  const counts = Object.entries(rewritten).map(([name, count]) => [name, String(count)]);
  const table = counts.length > 0 ? columns([['REWRITTEN', 'RECORDS'], ...counts]) : [];
  return [
    ...table,
    `${looked} records read${counts.length > 0 ? '.' : ', nothing to rewrite.'}`,
    ...(later > 0 ? [`${later} still in use as they are: run this again tomorrow.`] : []),
  ];
}
