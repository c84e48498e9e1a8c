/** Says at the end of a run, alone on a line and in plain text, how many tests passed and failed. */
import type { Reporter, TestModule } from 'vitest/node';

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((one) => [...one.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter((one) => !one.ok()).length;
    const failed = count('failed') || (broken > 0 ? 1 : 0);
    process.stdout.write(
      `\n${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped\n`,
    );
  }
}
