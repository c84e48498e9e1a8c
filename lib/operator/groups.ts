/**
 * The command groups by what they are called on the command line. Loading all of them takes ten times as
 * long as most of their commands, so each is loaded only when it is called, or when help lists them all.
 */
import type { ApiCommandGroup } from './api-group.ts';
import type { CommandGroup } from './command-group.ts';

/** Groups, one or several words each, in the order in which help lists them. */
export type Groups<Group> = readonly {
  readonly words: readonly string[];
  readonly load: () => Promise<Group>;
}[];

/** These work on the table, as the operator. */
export const operatorGroups: Groups<CommandGroup> = [
  {
    words: ['partner'],
    load: async () => (await import('./commands/partner.ts')).partnerCommands,
  },
  { words: ['key'], load: async () => (await import('./commands/key.ts')).keyCommands },
  {
    words: ['signing'],
    load: async () => (await import('./commands/signing.ts')).signingCommands,
  },
  { words: ['jwks'], load: async () => (await import('./commands/jwks.ts')).jwksCommands },
  {
    words: ['encryption-key'],
    load: async () => (await import('./commands/encryption-key.ts')).encryptionKeyCommands,
  },
  {
    words: ['modules'],
    load: async () => (await import('./commands/modules.ts')).moduleCommands,
  },
  {
    words: ['pepper'],
    load: async () => (await import('./commands/pepper.ts')).pepperCommands,
  },
  {
    words: ['token-key'],
    load: async () => (await import('./commands/token-key.ts')).tokenKeyCommands,
  },
  {
    words: ['connector-key'],
    load: async () => (await import('./commands/connector-key.ts')).connectorKeyCommands,
  },
  {
    words: ['company'],
    load: async () => (await import('./commands/company.ts')).companyCommands,
  },
  {
    words: ['connector'],
    load: async () => (await import('./commands/connector.ts')).connectorCommands,
  },
  {
    words: ['account'],
    load: async () => (await import('./commands/account.ts')).accountCommands,
  },
  {
    words: ['payments'],
    load: async () => (await import('./commands/payments.ts')).paymentsCommands,
  },
  {
    words: ['payment'],
    load: async () => (await import('./commands/payment.ts')).paymentCommands,
  },
  {
    words: ['reconciliation'],
    load: async () => (await import('./commands/reconciliation.ts')).reconciliationCommands,
  },
  {
    words: ['doctor'],
    load: async () => (await import('./commands/doctor.ts')).doctorCommands,
  },
  { words: ['find'], load: async () => (await import('./commands/find.ts')).findCommands },
  {
    words: ['dead-letters'],
    load: async () => (await import('./commands/dead-letters.ts')).deadLetterCommands,
  },
  { words: ['limits'], load: async () => (await import('./commands/limits.ts')).limitsCommands },
  { words: ['client'], load: async () => (await import('./commands/client.ts')).clientCommands },
  { words: ['audit'], load: async () => (await import('./commands/audit.ts')).auditCommands },
  {
    words: ['migrate'],
    load: async () => (await import('./commands/migrate.ts')).migrateCommands,
  },
];

/** These call the API, as a partner that develops. */
export const developerGroups: Groups<ApiCommandGroup> = [
  { words: ['listen'], load: async () => (await import('./commands/listen.ts')).listenCommands },
  {
    words: ['trigger'],
    load: async () => (await import('./commands/trigger.ts')).triggerCommands,
  },
  {
    words: ['events', 'resend'],
    load: async () => (await import('./commands/events.ts')).eventCommands,
  },
];

/** Options before a command whose value is the next argument, and so never a command. */
const TAKE_A_VALUE = ['--state', '--stage', '--table'];

/** Loads the group that these arguments call; all of them when they call none, to list or refuse. */
export async function loadGroups<Group>(
  groups: Groups<Group>,
  args: readonly string[],
): Promise<Group[]> {
  const word = args.find(
    (arg, index) => !arg.startsWith('-') && !TAKE_A_VALUE.includes(args[index - 1] ?? ''),
  );
  const all = [...operatorGroups, ...developerGroups];
  const called = all.find(({ words }) => word !== undefined && words.includes(word));
  const wanted = called ? groups.filter((group) => group.words === called.words) : groups;
  return Promise.all(wanted.map(({ load }) => load()));
}
