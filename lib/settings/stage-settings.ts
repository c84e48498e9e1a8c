/**
 * What can be set of a stage, in `stages/<stage>.json` (decision: settings-in-a-file). Production says
 * each of them, `null` for what it does without: nothing is dropped because it was forgotten.
 */

import { isPrivateRange } from '@billhook/core/base/address-safety';
import * as v from 'valibot';
import type { GuardedKey, Stage } from '../stacks/stage.ts';

/** A name of the operator's own, with a certificate for it. */
export type OwnDomain = { readonly domain: string; readonly certificateArn: string };

/** The API's own name. */
export type ApiDomain = OwnDomain & {
  /** Whether it is the only one: by the gateway's own, the modules' host alone is answered. */
  readonly only?: boolean;
  /** Who may connect at all (mutual TLS): the certificates of those who sign clients' certificates. */
  readonly clientCertificates?: { readonly bundle: string; readonly version?: string };
};

/** How many calls: the most of each queue of company work; and what is kept free for whom. */
export type ConcurrencySettings = {
  readonly companies?: number;
  /** How many times the limits of the queues, for a stage with many accounts. */
  readonly times?: number;
  readonly authorizer?: number;
  readonly payments?: number;
};

/** Connectors inside the operator's own network (decision: private-connectors). */
export type PrivateConnectors = {
  /** Ranges of private addresses, `10.1.2.0/24`, by the name of the one host that may lead there. */
  readonly hosts: Readonly<Record<string, readonly string[]>>;
  /** Where the functions that reach connectors are in that network. */
  readonly network?: Network;
};

export type Network = {
  readonly subnetIds: readonly string[];
  readonly securityGroupIds: readonly string[];
};

/** Where the functions that meet companies are, and which hosts names are resolved of there, `*.` before some. */
export type CompanyNetwork = Network & {
  readonly vpcId: string;
  readonly hosts: readonly string[];
};

/** Roles of the operator's that may use a key beside the functions, by the key's logical id. */
export type KeyRoles = Readonly<Partial<Record<GuardedKey, readonly string[]>>>;

/** A table that was restored beside the stage's own, with the stream that was turned on for it. */
export type RestoredTable = { readonly name: string; readonly streamArn: string };

export type StageSettings = {
  /** Where the stage is: a shell that is signed in to another is refused. */
  readonly account?: string;
  /** Where the stage is; where the shell says, when left out. */
  readonly region?: string;
  readonly modules?: OwnDomain;
  readonly api?: ApiDomain;
  /** Is sent every alarm. */
  readonly alarmEmail?: string;
  /** Where the operator keeps the page of alarms; alarms link to its sections. */
  readonly runbookUrl?: string;
  /** The role that may use the vault's key in an emergency (decision: keys-name-their-users). */
  readonly breakGlassRole?: string;
  /** The same of the other keys. Without the command line's role at `TableKey`, it reads no table. */
  readonly keyRoles?: Omit<KeyRoles, 'VaultKey'>;
  readonly concurrency?: ConcurrencySettings;
  /** Of all partners together, before the gateway refuses with 429; twice as many at once. */
  readonly requestsPerSecond?: number;
  /** Which secret the modules' host proves itself by to the API: the next number makes another. */
  readonly edgeSecret?: number;
  readonly privateConnectors?: PrivateConnectors;
  readonly companyNetwork?: CompanyNetwork;
  /** Companies see the browser at one address, which stays. It costs some $37 a month, and data. */
  readonly fixedBrowserAddress?: boolean;
  /** No payment is made: it outlives a restore, as what `payments pause` writes does not. */
  readonly paymentsPaused?: boolean;
  /** What the stage runs on in place of its own table. */
  readonly restoredTable?: RestoredTable;
  /** Of all resources that can have tags, beside `service` and `stage`. */
  readonly tags?: Readonly<Record<string, string>>;
  /** The policy that limits all roles. */
  readonly permissionsBoundary?: string;
  /** Dollars a month that the account may cost before `alarmEmail` is told. */
  readonly budget?: number;
};

/** For a service on one machine, and for templates of no place. */
export const nothingSet = {
  account: null,
  region: null,
  modules: null,
  api: null,
  alarmEmail: null,
  runbookUrl: null,
  breakGlassRole: null,
  keyRoles: null,
  concurrency: null,
  requestsPerSecond: null,
  edgeSecret: null,
  privateConnectors: null,
  companyNetwork: null,
  fixedBrowserAddress: null,
  paymentsPaused: null,
  restoredTable: null,
  tags: null,
  permissionsBoundary: null,
  budget: null,
} as const satisfies Record<keyof StageSettings, null>;

/** CloudFront looks for certificates there alone. */
const CLOUDFRONT_REGION = 'us-east-1';
const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/;
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const CERTIFICATE_ARN = /^arn:aws[a-z-]*:acm:([a-z0-9-]+):\d{12}:certificate\/[\w-]+$/;
/** A pattern here would open the vault to whoever may name a role. */
const ROLE_ARN = /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/;
const ACCOUNT = /^\d{12}$/;
const POLICY_ARN = /^arn:aws[a-z-]*:iam::(?:\d{12}|aws):policy\/[\w+=,.@/-]+$/;
/** What all services of AWS take: S3's rules are the loosest, and Lambda's are these. */
const TAG = /^[\w .:/=+@-]*$/;
/** AWS takes 50, and some are there already. */
const MOST_TAGS = 40;
const BUNDLE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+\.pem)$/;
/** One partner's own limit is 100 unless it is set. */
const LEAST_REQUESTS = 100;
/** Ten times what an account has unless AWS raises it. */
const MOST_REQUESTS = 100_000;
/** The least that Lambda takes for a queue. */
const LEAST_CALLS = 2;

const text = (pattern: RegExp, message: string) =>
  v.pipe(v.string(message), v.regex(pattern, message));

const FEW = `must be a whole number from ${LEAST_CALLS} on`;
const calls = v.optional(v.pipe(v.number(FEW), v.integer(FEW), v.minValue(LEAST_CALLS, FEW)));

const RATE = `must be a whole number from ${LEAST_REQUESTS} to ${MOST_REQUESTS}`;
const requests = v.pipe(
  v.number(RATE),
  v.integer(RATE),
  v.minValue(LEAST_REQUESTS, RATE),
  v.maxValue(MOST_REQUESTS, RATE),
);

const NUMBER = 'must be a whole number from 1 on';

const MOST_TIMES = 50;
const TIMES = `must be a whole number from 1 to ${MOST_TIMES}`;
const times = v.optional(
  v.pipe(v.number(TIMES), v.integer(TIMES), v.minValue(1, TIMES), v.maxValue(MOST_TIMES, TIMES)),
);

/** @param region that the certificate has to be in, where it is known. */
function domainEntries(example: string, place: string, region?: string) {
  const message = `must be the ARN of an ACM certificate in ${place}`;
  const isThere = (arn: string) =>
    region === undefined || CERTIFICATE_ARN.exec(arn)?.[1] === region;
  return {
    domain: text(HOST_NAME, `must be a host name, such as '${example}', without https://`),
    certificateArn: v.pipe(text(CERTIFICATE_ARN, message), v.check(isThere, message)),
  };
}

const DOMAIN = 'must have a domain and a certificateArn';

const modulesDomain = v.strictObject(
  domainEntries(
    'pay.example.com',
    `${CLOUDFRONT_REGION}, where CloudFront looks for it`,
    CLOUDFRONT_REGION,
  ),
  DOMAIN,
);

const YES_OR_NO = 'must be true or false';
const BUNDLE_AT = "must be an object of S3, such as 's3://bucket/clients.pem'";
const VERSION = 'must be the version of the object';
const ONLY =
  "must be true with clientCertificates: by the gateway's own name, nobody is asked for a certificate";

function apiDomain(region: string | undefined) {
  const place = `the stage's region${region ? `, ${region}` : ''}`;
  const entries = {
    ...domainEntries('api.example.com', place, region),
    only: v.optional(v.boolean(YES_OR_NO)),
    clientCertificates: v.optional(
      v.strictObject(
        { bundle: text(BUNDLE, BUNDLE_AT), version: v.optional(text(/^[\w.-]+$/, VERSION)) },
        'must have a bundle',
      ),
    ),
  };
  return v.strictObject(entries, DOMAIN);
}

/** Where in S3 the certificates are that the gateway takes. */
export function bundleOf(bundle: string): { readonly bucket: string; readonly key: string } {
  const [, bucket = '', key = ''] = BUNDLE.exec(bundle) ?? [];
  return { bucket, key };
}

const TAG_KEY =
  "must be up to 128 letters, digits, spaces and . : / = + - @ _, not begin with 'aws:', nor be service or stage";
const TAG_VALUE = 'must be up to 256 letters, digits, spaces and . : / = + - @ _';
const TAGS = `must be at most ${MOST_TAGS} texts by their names`;
const isOwnTag = (name: string) => !/^aws:/i.test(name) && !['service', 'stage', ''].includes(name);
const tags = v.pipe(
  v.record(
    v.pipe(text(TAG, TAG_KEY), v.maxLength(128, TAG_KEY), v.check(isOwnTag, TAG_KEY)),
    v.pipe(text(TAG, TAG_VALUE), v.maxLength(256, TAG_VALUE)),
    TAGS,
  ),
  v.check((given) => Object.keys(given).length <= MOST_TAGS, TAGS),
);

const BUDGET = 'must be a whole number of dollars a month, from 1 on';

const HOST = "must be by a host name, such as 'connector.bank.internal', in lower case";
const RANGE =
  "must be a range inside 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 or fc00::/7, such as '10.1.2.0/24'";
/** What Lambda takes. */
const MOST_IDS = 16;

function ids(kind: string) {
  const message = `must be a list of ids such as '${kind}-0123456789abcdef0'`;
  const id = text(new RegExp(`^${kind}-[0-9a-f]{8,17}$`), message);
  return v.pipe(v.array(id, message), v.minLength(1, message), v.maxLength(MOST_IDS, message));
}

const network = { subnetIds: ids('subnet'), securityGroupIds: ids('sg') };

const HOSTS = "must be a list of host names, such as 'api.bank.example' or '*.bank.example'";
const VPC = "must be an id such as 'vpc-0123456789abcdef0'";
const companyNetwork = v.strictObject(
  {
    ...network,
    vpcId: text(/^vpc-[0-9a-f]{8,17}$/, VPC),
    hosts: v.pipe(
      v.array(text(new RegExp(HOST_NAME.source.replace('^', '^(?:\\*\\.)?')), HOSTS), HOSTS),
      v.minLength(1, HOSTS),
    ),
  },
  'must have vpcId, subnetIds, securityGroupIds and hosts',
);

const privateConnectors = v.strictObject(
  {
    hosts: v.record(
      text(HOST_NAME, HOST),
      v.pipe(
        v.array(v.pipe(v.string(RANGE), v.check(isPrivateRange, RANGE)), RANGE),
        v.minLength(1, RANGE),
      ),
      'must have ranges of private addresses by the names of hosts',
    ),
    network: v.optional(v.strictObject(network, 'must have subnetIds and securityGroupIds')),
  },
  'must be an object with hosts, and network',
);

/** A description of an alarm has 1,024 characters. */
const MOST_URL = 300;
const PAGE_URL = /^https:\/\/[^\s#]+$/;
const PAGE = `must be an https address of ${MOST_URL} characters at most, without a #`;

const TABLE = 'must be the name of a table, such as billhook-restored';
const STREAM = 'must be the ARN of the stream of that table';
const restoredTable = v.pipe(
  v.strictObject(
    {
      name: text(/^[\w.-]{3,255}$/, TABLE),
      streamArn: text(/^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/.+\/stream\/.+$/, STREAM),
    },
    'must have name and streamArn',
  ),
  v.forward(
    v.check(({ name, streamArn }) => streamArn.split('/')[1] === name, STREAM),
    ['streamArn'],
  ),
);

const ROLE = 'must be the ARN of one role, without wildcards';
const ROLES = 'must be a list of ARNs of roles, without wildcards';
const roles = v.optional(v.pipe(v.array(text(ROLE_ARN, ROLES), ROLES), v.minLength(1, ROLES)));
const keyRoles = {
  ...{ TableKey: roles, FingerprintKey: roles, TokenKey: roles },
  ...{ ConnectorSigningKey: roles, ConnectorEncryptionKey: roles },
} satisfies Record<Exclude<GuardedKey, 'VaultKey'>, unknown>;
const KEYS = `must be an object with lists of roles by keys: ${Object.keys(keyRoles).join(', ')}`;

/** @param region of the stage, where it is known. */
function schemaOf(region: string | undefined) {
  return v.strictObject(
    {
      account: v.nullish(text(ACCOUNT, 'must be the 12 digits of an account, as a text')),
      region: v.nullish(text(REGION, "must be a region, such as 'eu-west-1'")),
      modules: v.nullish(modulesDomain),
      api: v.nullish(apiDomain(region)),
      alarmEmail: v.nullish(
        v.pipe(v.string('must be an e-mail address'), v.email('must be an e-mail address')),
      ),
      runbookUrl: v.nullish(v.pipe(text(PAGE_URL, PAGE), v.maxLength(MOST_URL, PAGE))),
      breakGlassRole: v.nullish(text(ROLE_ARN, ROLE)),
      keyRoles: v.nullish(v.strictObject(keyRoles, KEYS)),
      concurrency: v.nullish(
        v.strictObject(
          { companies: calls, times, authorizer: calls, payments: calls },
          'must be an object with companies, times, authorizer or payments',
        ),
      ),
      requestsPerSecond: v.nullish(requests),
      edgeSecret: v.nullish(v.pipe(v.number(NUMBER), v.integer(NUMBER), v.minValue(1, NUMBER))),
      privateConnectors: v.nullish(privateConnectors),
      companyNetwork: v.nullish(companyNetwork),
      fixedBrowserAddress: v.nullish(v.boolean(YES_OR_NO)),
      paymentsPaused: v.nullish(v.boolean(YES_OR_NO)),
      restoredTable: v.nullish(restoredTable),
      tags: v.nullish(tags),
      permissionsBoundary: v.nullish(text(POLICY_ARN, 'must be the ARN of a managed policy')),
      budget: v.nullish(v.pipe(v.number(BUDGET), v.integer(BUDGET), v.minValue(1, BUDGET))),
    },
    'must be an object',
  );
}

export type Parsed =
  | { readonly settings: StageSettings }
  /** What is wrong, each in a line that begins with the name of the field. */
  | { readonly faults: readonly string[] };

/** Where the shell is, as far as it says so. */
export type Shell = { readonly region?: string; readonly account?: string };

/** @param shell where the stage is, unless the file says so itself. */
export function parseSettings(stage: Stage, given: unknown, shell: Shell = {}): Parsed {
  if (Array.isArray(given)) return { faults: ['the file must be an object'] };
  const { region } = (given ?? {}) as { region?: string | null };
  const result = v.safeParse(schemaOf(region ?? shell.region), given);
  const isObject = typeof given === 'object' && given !== null;
  const faults = stage !== 'sandbox' && isObject ? missing(given) : [];
  if (!result.success) return { faults: [...result.issues.map(describe), ...faults] };
  const { modules, api, companyNetwork: around, privateConnectors: inside } = result.output;
  const { account, budget, alarmEmail } = result.output;
  if (account && shell.account && account !== shell.account) {
    faults.push(`account is ${account}, and the shell is signed in to ${shell.account}`);
  }
  if (budget && !alarmEmail) faults.push('budget needs alarmEmail: who is told');
  if (api?.clientCertificates && !api.only) faults.push(`api.only ${ONLY}`);
  if (around && inside?.network) {
    faults.push('privateConnectors.network is said twice: companyNetwork has the subnets');
  }
  if (api && api.domain === modules?.domain) {
    faults.push('api.domain must be another name than modules.domain');
  }
  if (faults.length > 0) return { faults };
  const said = Object.entries(result.output).filter(([, value]) => value != null);
  return { settings: Object.fromEntries(said) as StageSettings };
}

function missing(given: object): string[] {
  return Object.keys(nothingSet)
    .filter((name) => (given as Record<string, unknown>)[name] === undefined)
    .map((name) => `${name} is missing: say what it is, or null to do without`);
}

function describe(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  if (path === null) return `the file ${issue.message}`;
  if (issue.type !== 'strict_object') return `${path} ${issue.message}`;
  if (issue.expected === 'never') return `${path} is not a setting`;
  return issue.input === undefined ? `${path} is missing` : `${path} ${issue.message}`;
}
