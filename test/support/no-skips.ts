/** Fails a run in which a test did not run: it would otherwise look as if it had passed. */
import type { Reporter, TestModule, Vitest } from 'vitest/node';

export default class NoSkips implements Reporter {
  private chosenByName = false;

  onInit({ config }: Vitest): void {
    this.chosenByName = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules
      .flatMap((one) => [...one.children.allTests()])
      .filter((test) => test.result().state === 'skipped');
    if (skipped.length === 0 || this.chosenByName) return;
    process.stdout.write('\nThese tests did not run, which fails the run:\n');
    for (const { module, fullName } of skipped) {
      process.stdout.write(`  ${module.relativeModuleId}  ${fullName}\n`);
    }
    process.exitCode = 1;
  }
}
