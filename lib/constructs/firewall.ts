/** The firewall before the API. */
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { plainArnOf } from './encrypted-log-group.ts';

/**
 * Requests of one address in five minutes. A partner may send 100 a second by default, often from
 * one address: only what goes well beyond that is stopped here.
 */
const REQUESTS_PER_ADDRESS = 60_000;
const EVALUATION_WINDOW_SECONDS = 300;

/**
 * What comes through the modules' host comes from addresses of CloudFront, which thousands of users
 * share. The host therefore names the user's own address, and proves by a mark that it is the host:
 * who calls the API directly could otherwise have each of his requests counted as somebody else's.
 * The mark decides by which address a request is counted, and nothing else.
 */
export const EDGE_HEADER = 'x-billhook-edge';
/** Set by `lib/edge`. */
const VIEWER_HEADER = 'x-billhook-viewer';

/** Rules of the common set that only count, each with its reason. */
const countedRules: Readonly<Record<string, string>> = {
  SizeRestrictions_BODY: 'it blocks bodies over 8 KB; the API accepts 1 MiB and checks that itself',
  CrossSiteScripting_BODY: 'bodies contain passwords and names, which may have any character',
  GenericLFI_BODY: 'a password may contain `../`, and no function reads files by a name in a body',
  GenericRFI_BODY: 'bodies contain URLs of partners, which are checked where they are used',
  EC2MetaDataSSRF_BODY: 'the same; no URL in a body is fetched unchecked',
  NoUserAgent_HEADER: "partners' servers need not send a user agent",
};

export type FirewallOptions = {
  /** What its metrics are found by. */
  readonly metricName: string;
  readonly stageArn: string;
  /** What the modules' host sends in `EDGE_HEADER`: any of them. */
  readonly edgeMarks: readonly string[];
  /** The one host that requests may name, but for those of the modules' host. */
  readonly onlyHost?: string;
  /** Its name has to begin with `aws-waf-logs-`. */
  readonly logs: LogGroup;
};

export class Firewall extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { metricName, stageArn, edgeMarks, onlyHost, logs }: FirewallOptions,
  ) {
    super(scope, id);
    const webAcl = new CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visible(metricName),
      rules: [
        rateRule(0, 'RequestsPerAddress', {
          aggregateKeyType: 'IP',
          scopeDownStatement: { notStatement: { statement: comesThroughEdge(edgeMarks) } },
        }),
        rateRule(1, 'RequestsPerViewer', {
          aggregateKeyType: 'FORWARDED_IP',
          // The host always names one, whatever its viewer sent.
          forwardedIpConfig: { headerName: VIEWER_HEADER, fallbackBehavior: 'MATCH' },
          scopeDownStatement: comesThroughEdge(edgeMarks),
        }),
        managedRule(2, 'AWSManagedRulesKnownBadInputsRuleSet'),
        managedRule(3, 'AWSManagedRulesCommonRuleSet', Object.keys(countedRules)),
        ...(onlyHost ? [hostRule(4, onlyHost, edgeMarks)] : []),
      ],
    });
    new CfnWebACLAssociation(this, 'Association', {
      resourceArn: stageArn,
      webAclArn: webAcl.attrArn,
    });
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: webAcl.attrArn,
      logDestinationConfigs: [plainArnOf(logs)],
      // Only what was stopped or counted, and never what the request carried.
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: [
              { ActionCondition: { Action: 'BLOCK' } },
              { ActionCondition: { Action: 'COUNT' } },
            ],
          },
        ],
      },
      redactedFields: [
        { singleHeader: { Name: 'authorization' } },
        { singleHeader: { Name: 'signature' } },
        { singleHeader: { Name: EDGE_HEADER } },
        { queryString: {} },
      ],
    });
  }
}

function managedRule(
  priority: number,
  name: string,
  counted: readonly string[] = [],
): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    overrideAction: { none: {} },
    visibilityConfig: visible(name),
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: counted.map((rule) => ({
          name: rule,
          actionToUse: { count: {} },
        })),
      },
    },
  };
}

function rateRule(
  priority: number,
  name: string,
  counted: Omit<CfnWebACL.RateBasedStatementProperty, 'limit' | 'evaluationWindowSec'>,
): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    action: { block: {} },
    visibilityConfig: visible(name),
    statement: {
      rateBasedStatement: {
        ...counted,
        limit: REQUESTS_PER_ADDRESS,
        evaluationWindowSec: EVALUATION_WINDOW_SECONDS,
      },
    },
  };
}

/** Blocks what comes to the gateway by its own name, unless the modules' host asks. */
function hostRule(priority: number, host: string, edgeMarks: readonly string[]) {
  const name = 'OwnNameOnly';
  const admitted = {
    orStatement: { statements: [hasHeader('host', host), comesThroughEdge(edgeMarks)] },
  };
  return {
    ...{ name, priority, action: { block: {} }, visibilityConfig: visible(name) },
    statement: { notStatement: { statement: admitted } },
  };
}

function hasHeader(Name: string, searchString: string): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch: { singleHeader: { Name } },
      positionalConstraint: 'EXACTLY',
      searchString,
      textTransformations: [{ priority: 0, type: Name === 'host' ? 'LOWERCASE' : 'NONE' }],
    },
  };
}

function comesThroughEdge(edgeMarks: readonly string[]): CfnWebACL.StatementProperty {
  const statements = edgeMarks.map((mark) => hasHeader(EDGE_HEADER, mark));
  const [only, ...more] = statements;
  return only && more.length === 0 ? only : { orStatement: { statements } };
}

/** Without samples: they would keep whole requests, credentials included, in the console. */
function visible(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
}
