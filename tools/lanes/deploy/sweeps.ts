/** Calls the scheduled functions whose turn would not come during a run. */
import type { ScheduleDeclaration } from '@billhook/core/api/operation';
import { functionsOf } from '../../../lib/build/built-functions.ts';
import { type Stage, stackName } from '../../../lib/stacks/stage.ts';
import { findResource } from './deployment.ts';
import { type Emulator, rootAuthorization } from './server.ts';

/** @returns what went wrong, each in a line. */
export async function callRareSweeps(emulator: Emulator, stage: Stage): Promise<string[]> {
  const failed: string[] = [];
  for (const { group, name, path, declaration } of functionsOf(stage)) {
    const { everyMinutes = 0, parts = 1 } = declaration as Partial<ScheduleDeclaration>;
    if (everyMinutes <= 1) continue;
    const type = 'AWS::Lambda::Function';
    const made = await findResource(emulator, stackName(stage, group), { type, prefix: name });
    for (let part = 0; part < parts; part += 1) {
      const failure = await invoke(emulator.url, made, { part });
      if (failure !== undefined) failed.push(`${path}: ${failure}`);
    }
  }
  return failed;
}

async function invoke(url: string, name: string, event: object): Promise<string | undefined> {
  const response = await fetch(`${url}/2015-03-31/functions/${name}/invocations`, {
    method: 'POST',
    headers: rootAuthorization('lambda'),
    body: JSON.stringify(event),
  });
  const text = await response.text();
  return response.ok && !response.headers.has('x-amz-function-error') ? undefined : text;
}
