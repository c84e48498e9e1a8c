/** What `npm audit --json` has to say, also where it could not ask anybody. */
import * as v from 'valibot';

export type Advisory = { readonly name: string; readonly severity: string; readonly via: string[] };

export type Audit =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'found'; readonly advisories: readonly Advisory[] }
  /** Nothing is known, which is not the same as nothing being wrong. */
  | { readonly outcome: 'not-asked'; readonly why: string };

const cause = v.union([v.string(), v.object({ title: v.string(), url: v.optional(v.string()) })]);
const report = v.object({
  auditReportVersion: v.number(),
  vulnerabilities: v.record(
    v.string(),
    v.object({ name: v.string(), severity: v.string(), via: v.array(cause) }),
  ),
  metadata: v.object({ vulnerabilities: v.object({ total: v.number() }) }),
});
const refusal = v.object({ message: v.string() });

/** @param output what npm wrote; @param complaint what it wrote beside that. */
export function readAudit(output: string, complaint = ''): Audit {
  const parsed = parse(output);
  const read = v.safeParse(report, parsed);
  if (!read.success) {
    const refused = v.safeParse(refusal, parsed);
    const why = refused.success ? refused.output.message : complaint.trim().split('\n').at(-1);
    return { outcome: 'not-asked', why: why || 'npm wrote no report' };
  }
  const { vulnerabilities, metadata } = read.output;
  const advisories = Object.values(vulnerabilities).map(({ name, severity, via }) => ({
    name,
    severity,
    via: via.map((one) => (typeof one === 'string' ? one : [one.title, one.url].join(' ').trim())),
  }));
  if (metadata.vulnerabilities.total > 0 && advisories.length === 0) {
    return { outcome: 'not-asked', why: 'the report contradicts itself' };
  }
  return advisories.length > 0 ? { outcome: 'found', advisories } : { outcome: 'none' };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
