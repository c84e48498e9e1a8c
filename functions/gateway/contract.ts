/** The functions that the gateway itself calls. */
import type { FunctionDeclaration } from '@billhook/core/operation';

export const authorize = {
  summary: 'Tell whose an API key or an access token is, and refuse every other request.',
  uses: { table: ['get'], pepper: true, tokenKey: ['verify'] },
  impact: 'Every request is refused: the whole API is down.',
} as const satisfies FunctionDeclaration;

export const routeNotFound = {
  summary: 'Answer 404 in the one error shape for a method and path that no operation has.',
  uses: {},
  impact: 'Mistyped routes get an unclear answer.',
} as const satisfies FunctionDeclaration;
