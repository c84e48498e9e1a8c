/** What keeps a version from being released. */

/** What the working copy says of itself. */
export type Findings = {
  readonly version: string;
  /** `2026-11-22`. */
  readonly today: string;
  /** The version that each file has, by its path; nothing where it has none. */
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly changelog: string;
  /** What `git status --porcelain` says. */
  readonly changed: readonly string[];
  readonly tags: readonly string[];
};

/** One sentence each; none when it can be released. */
export function faultsOf(findings: Findings): string[] {
  const { version, versions, changed, tags } = findings;
  if (!/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(version)) {
    return [`${version} is not a version such as 1.2.3`];
  }
  const others = Object.entries(versions).filter(([, found]) => found !== version);
  return [
    ...others.map(([file, found]) => `${file} has ${found ?? 'no version'}, not ${version}`),
    ...changelogFaults(findings),
    ...(changed.length > 0 ? [`The working copy is changed: ${changed.join(', ')}`] : []),
    ...(tags.includes(`v${version}`) ? [`The tag v${version} is there already`] : []),
  ];
}

function changelogFaults({ changelog, version, today }: Findings): string[] {
  const sections = changelog.split(/^## /m).slice(1);
  const own = sections.filter((section) => section.startsWith(`${version} `));
  if (own.length !== 1) return [`CHANGELOG.md has ${own.length} sections of ${version}, not one`];
  const [title = '', ...lines] = (own[0] ?? '').split('\n');
  const date = / - (\d{4}-\d\d-\d\d)$/.exec(title)?.[1];
  const open = sections.find((section) => section.startsWith('Unreleased')) ?? '';
  return [
    ...(date === undefined ? [`CHANGELOG.md has no date for ${version}`] : []),
    ...(date !== undefined && date > today ? [`CHANGELOG.md has ${date}, which is to come`] : []),
    ...(lines.join('').trim() === '' ? [`CHANGELOG.md says nothing of ${version}`] : []),
    ...(/^- /m.test(open) ? ['CHANGELOG.md has changes under Unreleased'] : []),
  ];
}
