/** What a company wants of a session without its user, in the one place that decides it: nobody is sent a code who isn't there. */
import type { LogInResult } from '@billhook/connector-kit';
import type { BrowserCompany, LoginStep, WithoutUser } from './company.ts';

/** Where a session begins: whoever was remembered is let in there. */
export function startOf(withoutUser: WithoutUser, attended: boolean): string {
  return withoutUser.codes === 'sends-at-once' && !attended ? withoutUser.home : '/';
}

/** Whether a code that is asked for was sent in this session: by whoever gave the password in it. */
export function sentWith({ codes }: WithoutUser, isPasswordGiven: boolean): boolean {
  return codes === 'sends-at-once' && isPasswordGiven;
}

/** What the user would be asked; nothing where the step causes no message to anybody. */
export function wantsUser(
  { withoutUser, row }: Pick<BrowserCompany, 'withoutUser' | 'row'>,
  { kind }: LoginStep,
  attended: boolean,
): LogInResult | undefined {
  if (attended || withoutUser.codes !== 'sends-at-once') return undefined;
  if (kind !== 'begin' && kind !== 'sign-in') return undefined;
  const request = `${row.name} may send you a code when we sign in. Go on once you can read it.`;
  return { kind: 'mfa-required', challenge: { kind: 'prompt', request } };
}
