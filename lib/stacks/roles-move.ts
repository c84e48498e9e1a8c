/** Which release's roles are still at work: for the deployment that moves them (decision: keys-name-their-users). */

/** Releases whose roles have other names than those that keys' policies admit. */
export const formerRoles = ['0.1.0', '0.1.1'] as const;

export type FormerRoles = (typeof formerRoles)[number];

/** @param given what `-c rolesMoveFrom=…` says, for one deployment. @throws Error for another release. */
export function readRolesMove(given?: unknown): FormerRoles | undefined {
  if (given === undefined) return undefined;
  const release = formerRoles.find((one) => one === String(given));
  if (release) return release;
  throw new Error(`rolesMoveFrom must be ${formerRoles.join(' or ')}, not '${given}'.`);
}
