/**
 * What an import of a connector's rows would change. A row that could mislead users waits until the
 * operator has looked at it (decision: rows-can-wait).
 */
import { isDeepStrictEqual } from 'node:util';
import type {
  BadRow,
  Company as ConnectorRow,
  LoginField,
} from '@billhook/connector-kit/protocol/directory';
import type { CompanyRecord } from './company.ts';
import { type FormQuestions, questionsOfForm } from './form-changes.ts';
import { looksOf, mixesScripts } from './look-alike.ts';
import {
  companyOfRow,
  misfitOf,
  type RowRefusal,
  type RowSource,
  withLogoOf,
  withStoredLogo,
} from './remote-company.ts';

/** Why a row waits for the operator. */
export type RowDoubt =
  /** Another company has a name that looks like it. */
  | 'name-of-another'
  /** Its name mixes scripts whose letters look alike. */
  | 'misleading-name'
  /** It asks for a secret that it did not ask for before. */
  | 'new-secret'
  /** It is new, and asks for more secrets than companies do. */
  | 'many-secrets'
  /** It asks for a secret in a field that shows what is typed. */
  | 'shown-secret'
  /** It shows no payments from now on: another statement is taken for proof of what was paid. */
  | 'shows-no-payments'
  /** It takes the place of a company of another connector. */
  | 'takes-over';

/** A row that would be written, with what changes by it. */
export type PlannedRow = {
  readonly rowId: string;
  readonly company: CompanyRecord;
  readonly change: 'added' | 'renamed' | 'login-changed' | 'changed' | 'unchanged';
  /** What linked accounts are asked for, where the login form asks for more than before. */
  readonly asks?: FormQuestions;
  /** As the company is named now. */
  readonly nameBefore?: string;
  readonly doubts: readonly RowDoubt[];
  /** The other company, where there is a doubt about one. */
  readonly other?: { readonly _id: string; readonly name: string };
};

export type ConnectorPlan = {
  readonly rows: readonly PlannedRow[];
  readonly refused: readonly {
    readonly rowId: string;
    readonly name: string;
    readonly reason: RowRefusal;
  }[];
  /** Rows that are no documents of the protocol: whatever they were before stays. */
  readonly bad: readonly BadRow[];
  /** Companies of the connector that are gone. */
  readonly gone: readonly CompanyRecord[];
};

export type PlanGiven = {
  readonly connector: RowSource;
  readonly rows: readonly ConnectorRow[];
  /** Ids of rows that are gone; or whether all are given, so that whatever is missing is gone. */
  readonly removed: ReadonlySet<string> | 'all-others';
  readonly bad?: readonly BadRow[];
  /** The id that a row's company has. */
  readonly companyIdOf: (rowId: string) => string;
  /**
   * Companies of the directory, and those that were removed from it among `companyIdOf`'s: at least
   * these, those that may be gone, and those with names that look like a row's.
   */
  readonly directory: readonly CompanyRecord[];
};

export function planConnector({
  connector,
  rows,
  removed,
  bad = [],
  companyIdOf,
  directory,
}: PlanGiven): ConnectorPlan {
  const standing = new Map(directory.map((company) => [company._id, company]));
  const byLooks = Map.groupBy(directory, ({ name }) => looksOf(name));
  const refused: ConnectorPlan['refused'][number][] = [];
  const planned: PlannedRow[] = [];
  const given = new Set<string>();
  const seen = new Map<string, CompanyRecord>();
  for (const row of rows) {
    const companyId = companyIdOf(row.id);
    given.add(companyId);
    const reason = misfitOf(row, connector);
    if (reason) {
      refused.push({ rowId: row.id, name: row.name, reason });
      continue;
    }
    const before = standing.get(companyId);
    const fresh = withLogoOf(companyOfRow(row, companyId, connector), before);
    const company = withPast(fresh, before);
    const looks = looksOf(row.name);
    const isAnother = ({ _id }: CompanyRecord) => _id !== companyId;
    const other =
      byLooks.get(looks)?.find(isAnother) ?? [seen.get(looks) ?? company].find(isAnother);
    seen.set(looks, company);
    planned.push(plannedRow(row.id, { company, before, other }));
  }
  const kept = new Set(bad.map(({ id }) => id));
  const isGone = ({ _id, connector: of, remote }: CompanyRecord) => {
    if (of !== connector.id || !remote || kept.has(remote.row.id)) return false;
    // A bad row without an id may be any that is missing.
    if (removed === 'all-others' && kept.has(undefined)) return false;
    return removed === 'all-others' ? !given.has(_id) : removed.has(remote.row.id);
  };
  return { rows: planned, refused, bad, gone: directory.filter(isGone) };
}

/** @param stored where we serve logos, by the addresses that rows name. */
export function withLogos(plan: ConnectorPlan, stored: ReadonlyMap<string, string>): ConnectorPlan {
  const rows = plan.rows.map((row) => ({ ...row, company: withStoredLogo(row.company, stored) }));
  return { ...plan, rows };
}

/** Once taken over, for good: its accounts may be called otherwise by whoever reaches it. */
function withPast(company: CompanyRecord, before: CompanyRecord | undefined): CompanyRecord {
  const isAnothers = before !== undefined && before.connector !== company.connector;
  return isAnothers || before?.takenOver ? { ...company, takenOver: true } : company;
}

type Found = {
  readonly company: CompanyRecord;
  readonly before: CompanyRecord | undefined;
  readonly other: CompanyRecord | undefined;
};

function plannedRow(rowId: string, { company, before, other }: Found): PlannedRow {
  const change = changeOf(company, before);
  const isNamed = change === 'added' || change === 'renamed';
  const takesOver = before !== undefined && before.connector !== company.connector;
  const asks = before && questionsOfForm(fieldsOf(before), fieldsOf(company));
  const doubts: RowDoubt[] = [
    ...(isNamed && other ? ['name-of-another' as const] : []),
    ...(isNamed && mixesScripts(company.name) ? ['misleading-name' as const] : []),
    ...(before && !takesOver && asksForMore(company, before) ? ['new-secret' as const] : []),
    ...(!before && secretsOf(company).length > MOST_SECRETS ? ['many-secrets' as const] : []),
    ...(showsMore(company, before) ? ['shown-secret' as const] : []),
    ...(before && !takesOver && showsLess(company, before) ? ['shows-no-payments' as const] : []),
    ...(takesOver ? ['takes-over' as const] : []),
  ];
  const shown = isNamed && other ? other : takesOver ? before : undefined;
  return {
    rowId,
    company,
    change,
    doubts,
    ...(asks && { asks }),
    ...(change === 'renamed' && before && { nameBefore: before.name }),
    ...(shown && { other: { _id: shown._id, name: shown.name } }),
  };
}

function changeOf(company: CompanyRecord, before: CompanyRecord | undefined): PlannedRow['change'] {
  if (!before) return 'added';
  if (before.name !== company.name) return 'renamed';
  if (!isDeepStrictEqual(loginOf(before), loginOf(company))) return 'login-changed';
  return isDeepStrictEqual(asStored(before), asStored(company)) ? 'unchanged' : 'changed';
}

/** What users type, in the order in which they are asked. */
function loginOf(company: CompanyRecord) {
  const { remote, auth } = asStored(company);
  return remote?.row.login ?? auth.loginFields;
}

/** With their rules. Of a company that no remote connector reaches, these are not known: each answer is taken as fitting. */
function fieldsOf({ remote, auth }: CompanyRecord): readonly LoginField[] {
  const any = { kind: 'text', characters: 'any', minLength: 1, maxLength: 0 } as const;
  return remote?.row.login.fields ?? auth.loginFields.map((field) => ({ ...any, ...field }));
}

/** The table keeps no order of members, and nothing that is undefined. */
function asStored(company: CompanyRecord): CompanyRecord {
  return JSON.parse(JSON.stringify(company)) as CompanyRecord;
}

function asksForMore(company: CompanyRecord, before: CompanyRecord): boolean {
  const known = new Set(secretsOf(before));
  return secretsOf(company).some((secret) => !known.has(secret));
}

function showsLess({ remote }: CompanyRecord, before: CompanyRecord): boolean {
  const shows = before.remote?.capabilities.showsPayments ?? true;
  return shows && remote?.capabilities.showsPayments === false;
}

/** Whether a field shows a secret, and the operator has not accepted that field before. */
function showsMore(company: CompanyRecord, before: CompanyRecord | undefined): boolean {
  const accepted = new Set(before ? shownSecretsOf(before) : []);
  return shownSecretsOf(company).some((secret) => !accepted.has(secret));
}

/** Of a text field that asks for a secret: users would type it in sight, and it would not be kept as one. */
const secretWords =
  /\b(pass ?(words?|codes?|phrases?)|pwd|pin( ?(codes?|numbers?))?|ssn|social security|secret|cv[cv]2?|security (code|answer)|contrasena|clave|seguro social)\b/u;

function shownSecretsOf({ auth }: CompanyRecord): string[] {
  return auth.loginFields
    .filter(({ formType, name, label }) => {
      return formType !== 'password' && [name, label].some((text) => secretWords.test(plain(text)));
    })
    .map(identityOf);
}

/** In lower case without accents, its words apart: `cardPin` and `card-PIN` are `card pin`. */
function plain(text: string): string {
  const apart = text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').normalize('NFKD');
  return apart
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
}

/** A password, a PIN, and some digits of a number: the most that anybody has been asked for. */
const MOST_SECRETS = 3;

/** By name and label: what users type is what the label asks for. */
function secretsOf({ auth }: CompanyRecord): string[] {
  return auth.loginFields.filter(({ formType }) => formType === 'password').map(identityOf);
}

const identityOf = ({ name, label }: { readonly name: string; readonly label: string }) =>
  JSON.stringify([name, label]);
