/** The CDK app, as `cdk synth`, `cdk diff` and `cdk deploy` run it. */

import { projectPaths } from '../lib/build/options.ts';
import { createApp } from '../lib/stacks/app.ts';

try {
  createApp({
    builtFolder: projectPaths.out,
    account: process.env.CDK_DEFAULT_ACCOUNT,
    region: process.env.CDK_DEFAULT_REGION,
    warn: (line) => console.error(line),
  }).synth();
} catch (error) {
  // Our own errors are said in one line; a bug keeps its stack.
  if (!(error instanceof Error) || error.name !== 'Error') throw error;
  console.error(error.message);
  process.exitCode = 1;
}
