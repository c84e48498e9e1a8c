/** Runs one command of a group of the operator's, as the command line would. */
import { Command } from 'commander';
import type {
  CommandGroup,
  Options,
  Report,
  Service,
  Work,
} from '../../lib/operator/command-group.ts';

/** @param position of the command in its group, from 0. @throws Error where it is refused. */
export async function runCommand(
  group: CommandGroup,
  position: number,
  service: Service,
  options: Options,
): Promise<Report> {
  const works: Work[] = [];
  group(new Command(), (work) => {
    works.push(work);
    return async () => {};
  });
  const work = works[position];
  if (!work) throw new Error(`The group has no command ${position}`);
  const report = await work(service, [], options);
  if ('failure' in report) throw new Error(report.failure);
  return report as Report;
}
