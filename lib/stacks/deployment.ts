/** What runs once with each deployment: the first partner, and the sandbox's companies. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CustomResource, Duration, FileSystem, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type BuiltFunction, builtFunctions } from '../build/built-functions.ts';
import { functionFolder } from '../build/function-folder.ts';
import { BillhookFunction, type Surroundings } from '../constructs/billhook-function.ts';
import type { ModuleHostStack } from './module-host.ts';

/**
 * Lambda calls a function that fails twice more, within minutes. Without a limit, a deployment would
 * wait an hour for a function that can't answer.
 */
const LONGEST = Duration.minutes(15);

export type DeploymentStackProps = StackProps & {
  readonly surroundings: Surroundings;
  /** Serves the logos of the sandbox's companies, if it has any. */
  readonly host?: ModuleHostStack;
};

export class DeploymentStack extends Stack {
  constructor(scope: Construct, id: string, props: DeploymentStackProps) {
    super(scope, id, props);
    const { surroundings, host } = props;
    const logosUrl = host?.logosUrl;
    // Its output says where they are.
    if (host && logosUrl) this.addStackDependency(host);
    for (const built of builtFunctions.filter(({ group }) => group === 'deployment')) {
      const made = new BillhookFunction(this, built, surroundings);
      const resource = new CustomResource(this, `${built.name}-run`, {
        // CloudFormation calls the function itself; it answers to the event's ResponseURL.
        serviceToken: made.function.functionArn,
        resourceType: 'Custom::BillhookDeployment',
        serviceTimeout: LONGEST,
        properties: {
          Stage: surroundings.stage,
          // Another address is a change: then the companies are stored again.
          ...(logosUrl && { LogosUrl: logosUrl }),
          // CloudFormation runs it again only when a property changes.
          ContentVersion: contentVersion(built, surroundings),
        },
      });
      // Until its role and log group stand, it could neither write nor say why not.
      resource.node.addDependency(made);
    }
  }
}

/** Changes with the function and the core layer, hence with the companies that they carry. */
function contentVersion(built: BuiltFunction, { stage, builtFolder }: Surroundings): string {
  const folder = functionFolder(built, stage, builtFolder);
  const folders = [folder, join(builtFolder, 'layers/core')].filter((path) => existsSync(path));
  const prints = folders.map((folder) => FileSystem.fingerprint(folder, { exclude: ['**/*.map'] }));
  return prints.map((print) => print.slice(0, 16)).join('-');
}
