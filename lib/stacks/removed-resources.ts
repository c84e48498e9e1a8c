/**
 * The resources that a release takes away from what is deployed, or replaces by new ones, and why. The
 * record of all ids is `docs/logical-ids.json`; a test asks for a line here when one of them is lost.
 */

/**
 * What the record has of a resource: its type, and where it keeps something, what it is replaced for. A
 * property that the template leaves out is `null`.
 */
export type RecordEntry =
  | string
  | { readonly type: string; readonly identity: Readonly<Record<string, unknown>> };

export type RemovedResource = {
  /** The day on which it was decided: `2026-11-22`. */
  readonly on: string;
  /** As it is deployed: `billhook-production-data`. */
  readonly stack: string;
  readonly id: string;
  /** Its entry in the record, as it was until then. */
  readonly was: RecordEntry;
  /** Why nothing is missed, or what the operator has to do before the deployment: a sentence. */
  readonly reason: string;
};

export const removedResources: readonly RemovedResource[] = [];
