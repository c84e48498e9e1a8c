/** How it is seen that a key is opened to others than its users: by what CloudTrail tells EventBridge. */
import { type Duration, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule } from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
import { rolePath, type Stage, stackName } from '../stacks/stage.ts';
import type { AlarmEntry } from './alarm-entry.ts';
import { deployingRole } from './key-users.ts';
import { onceInTwo } from './service-alarms.ts';
import { sumOf } from './sum-of.ts';

type Watched = { readonly stage: Stage; readonly keyArns: readonly string[] };

const changesOfRoles = [
  ...['CreateRole', 'DeleteRole', 'UpdateAssumeRolePolicy', 'PutRolePolicy'],
  ...['AttachRolePolicy'],
];

/** A rule without a target: that it matched is its metric, and who it was is in CloudTrail's history. */
export function keyAlarm(scope: Construct, watched: Watched, period: Duration): AlarmEntry {
  const rule = new Rule(scope, 'KeysOpenedRule', {
    description: 'Somebody changes who may use a key',
    eventPattern: {
      source: ['aws.kms', 'aws.iam'],
      detailType: ['AWS API Call via CloudTrail'],
      detail: detailOf(Stack.of(scope), watched),
    },
  });
  const times = (metricName: string) =>
    new Metric({
      ...{ namespace: 'AWS/Events', metricName, statistic: 'Sum', period },
      dimensionsMap: { RuleName: rule.ruleName },
    });
  return {
    id: 'KeysOpened',
    guide: 'keys-were-opened',
    description:
      'Somebody changed the policy of a key, granted one, or made or changed a role of a function, and ' +
      'it was no deployment: he may read cards or sign tokens now. CloudTrail says who.',
    // One event may be counted by either.
    metric: sumOf('KeysOpened', period, {
      matched: times('MatchedEvents'),
      triggered: times('TriggeredRules'),
    }),
    threshold: 1,
    ...onceInTwo,
  };
}

function detailOf(stack: Stack, { stage, keyArns }: Watched): Record<string, unknown> {
  const ofRoles = (requestParameters: object) => ({ eventName: changesOfRoles, requestParameters });
  return {
    // Each deployment makes roles: it is known by its own. The root user and IAM users have no issuer.
    userIdentity: {
      sessionContext: {
        sessionIssuer: { arn: [{ 'anything-but': [deployingRole(stack)] }, { exists: false }] },
      },
    },
    $or: [
      // Of any key: those that a rotation made are not known here, and it is done seldom.
      { eventName: ['PutKeyPolicy'] },
      { eventName: ['CreateGrant'], resources: { ARN: keyArns } },
      ofRoles({ roleName: [{ prefix: stackName(stage, '') }] }),
      ofRoles({ path: [{ prefix: rolePath(stage) }] }),
    ],
  };
}
