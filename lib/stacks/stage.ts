/** What is built: the app with the sandbox's companies, and without. */
export const stages = ['sandbox', 'production'] as const;
/** The stages: separate deployments of the same app. Staging is production by another name. */
export const stageNames = [...stages, 'staging'] as const;
export type Stage = (typeof stageNames)[number];

/** @param given what `-c stage=…` says; the sandbox when nothing. @throws Error for another stage. */
export function readStage(given: unknown): Stage {
  if (given === undefined) return 'sandbox';
  const stage = stageNames.find((name) => name === given);
  if (stage) return stage;
  throw new Error(`There is no stage '${given}'. Pass -c stage=${stageNames.join('|')}.`);
}

/** Where the roles of a stage's functions lie. */
export function rolePath(stage: Stage): string {
  return `/billhook/${stage}/`;
}

/** The keys of a stage whose users are named, by their logical ids. */
export const guardedKeys = [
  'VaultKey',
  'TableKey',
  'FingerprintKey',
  'TokenKey',
  'ConnectorSigningKey',
  'ConnectorEncryptionKey',
] as const;

export type GuardedKey = (typeof guardedKeys)[number];

/** The name of one of a stage's stacks: `billhook-sandbox-data`. */
export function stackName(stage: Stage, part: string): string {
  return `billhook-${stage}-${part}`;
}
