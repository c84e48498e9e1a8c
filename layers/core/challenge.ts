/** Tokens of security challenges. A token carries its auth, so that a step reads one item. */
import { type RandomBytes, randomText } from './ids.ts';

const SECRET_LENGTH = 24;

export function newChallengeToken(authId: string, random: RandomBytes): string {
  return `${authId}_${randomText(SECRET_LENGTH, random)}`;
}

/** The auth that a token claims to be of; nothing when the token is not of our making. */
export function authIdOfChallenge(token: string): string | undefined {
  return /^(auth_[0-9A-Za-z]{20}_[0-9A-Za-z]{14})_[0-9A-Za-z]{24}$/.exec(token)?.[1];
}
