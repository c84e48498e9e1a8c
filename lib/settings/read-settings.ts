/** The settings of a stage from its file, and from what is still said with `-c`. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Stage } from '../stacks/stage.ts';
import { nothingSet, parseSettings, type Shell, type StageSettings } from './stage-settings.ts';

/** `-c settings=none`: nothing is set, and no file is read. */
const NONE = 'none';
const DOCS = 'docs/operate/deployments.md';

/** What could be said with `-c` alone before there were files, and where it belongs now. */
const formerly = {
  modulesDomain: ['modules', 'domain'],
  modulesCertificateArn: ['modules', 'certificateArn'],
  vaultBreakGlassRole: ['breakGlassRole'],
  companyConcurrency: ['concurrency', 'companies'],
  reserveAuthorizer: ['concurrency', 'authorizer'],
  reservePayments: ['concurrency', 'payments'],
} as const;

type Former = keyof typeof formerly;
type Raw = Readonly<Record<string, unknown>>;

const formerSettings = Object.keys(formerly) as readonly Former[];

/** The CDK's own name of it: as a text, it would do nothing, and say nothing. */
const CDK_BOUNDARY = '@aws-cdk/core:permissionsBoundary';
const inFilesAlone = [...Object.keys(nothingSet), CDK_BOUNDARY];

/** All that is looked for in the context: what was said there, and what never could be. */
export const contextNames: readonly string[] = [...formerSettings, ...inFilesAlone];

export type SettingsSource = {
  readonly stage: Stage;
  /** The project's folder, which paths are relative to. */
  readonly root: string;
  /** What `-c settings=…` says: another file than the stage's own, or `none`. */
  readonly elsewhere?: unknown;
  /** What `-c name=value` says, of `contextNames`. */
  readonly context?: Readonly<Record<string, unknown>>;
  readonly shell?: Shell;
  /** Hears of what will not be taken for ever. */
  readonly warn: (line: string) => void;
};

/** @throws Error that names the file, and each field that is wrong. */
export function readSettings(source: SettingsSource): StageSettings {
  const { stage, elsewhere, context = {}, shell, warn } = source;
  const ownFile = `stages/${stage}.json`;
  const misplaced = inFilesAlone.filter((name) => context[name] !== undefined);
  if (misplaced.length > 0) {
    const fields = misplaced.map((name) => name.replace(/^.*:/, '')).join(', ');
    throw new Error(
      `-c ${misplaced.join(', -c ')} does nothing: say ${fields} in ${ownFile} (${DOCS}).`,
    );
  }
  const file = elsewhere === undefined ? ownFile : String(elsewhere);
  const inFile = file === NONE ? nothingSet : readFile(source, file);
  const { given, said, contradictions } = withContext(inFile, context);
  if (contradictions.length > 0) throw failure(file, contradictions);
  const parsed = parseSettings(stage, given, shell);
  if ('faults' in parsed) throw failure(file, parsed.faults);
  if (said.length > 0) {
    warn(
      `-c ${said.join(', -c ')}: put it into ${ownFile}, later releases don't take it (${DOCS}).`,
    );
  }
  return parsed.settings;
}

/** Tells settings from others, in an output of the stacks: nothing of them can be read from it. */
export function digestOf(settings: StageSettings): string {
  const sorted = Object.entries(settings).toSorted(([one], [other]) => one.localeCompare(other));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 16);
}

function failure(file: string, faults: readonly string[]): Error {
  return new Error(`${file} can't be used (${DOCS}):${faults.map((one) => `\n  ${one}`).join('')}`);
}

function readFile({ root, stage, elsewhere }: SettingsSource, file: string): unknown {
  const path = resolve(root, file);
  if (!existsSync(path)) {
    // A sandbox has a default for everything.
    if (stage === 'sandbox' && elsewhere === undefined) return {};
    throw new Error(
      `${file} is missing, and the stage ${stage} needs it: copy stages/production.example.json, and say how yours is (${DOCS}).`,
    );
  }
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`);
  }
}

/** The file with what `-c` adds to it. What both say must be the same. */
function withContext(
  inFile: unknown,
  context: Readonly<Record<string, unknown>>,
): { given: unknown; said: Former[]; contradictions: string[] } {
  const said = formerSettings.filter((name) => context[name] !== undefined);
  if (said.length === 0 || inFile === null || typeof inFile !== 'object') {
    return { given: inFile, said, contradictions: [] };
  }
  const given: Record<string, unknown> = { ...inFile };
  const contradictions: string[] = [];
  for (const name of said) {
    const [field, part] = formerly[name];
    const value = part && field === 'concurrency' ? Number(context[name]) : context[name];
    const known = valueAt(inFile as Raw, field, part);
    if (known !== undefined && !isDeepStrictEqual(known, value)) {
      contradictions.push(`${field} is not what -c ${name} says: leave -c ${name} out`);
    }
    given[field] = part ? { ...(given[field] as Raw | null), [part]: value } : value;
  }
  return { given, said, contradictions };
}

/** `null` where the file says that there is none. */
function valueAt(file: Raw, field: string, part: string | undefined): unknown {
  const value = file[field];
  return part === undefined || value === null || value === undefined
    ? value
    : ((value as Raw)[part] ?? null);
}
