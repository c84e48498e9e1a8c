/** Who may use the vault's key beside the functions, as a stage's settings say (decision: vault-roles). */

export type VaultSettings = {
  /** The role that may open everything in an emergency, by its ARN. */
  readonly breakGlassRole?: string;
  /** The key's policy still lets the account decide: for the deployment that moves the roles. */
  readonly movesRoles: boolean;
};

export const vaultSettings = ['vaultBreakGlassRole', 'vaultRolesMove'] as const;

type Given = Readonly<Partial<Record<(typeof vaultSettings)[number], unknown>>>;

/** A pattern here would open the vault to whoever may name a role. */
const ROLE_ARN = /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/;

/** @param given what `-c name=value` says. @throws Error for what is no role, or neither yes nor no. */
export function readVaultSettings(given: Given = {}): VaultSettings {
  const { vaultBreakGlassRole: role, vaultRolesMove: moves = 'false' } = given;
  if (role !== undefined && (typeof role !== 'string' || !ROLE_ARN.test(role))) {
    throw new Error('vaultBreakGlassRole must be the ARN of one role, without wildcards.');
  }
  if (!['true', 'false'].includes(String(moves))) {
    throw new Error(`vaultRolesMove must be true or false, not '${moves}'.`);
  }
  return {
    ...(role !== undefined && { breakGlassRole: role }),
    movesRoles: String(moves) === 'true',
  };
}
