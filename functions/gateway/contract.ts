/** The functions that the gateway itself calls. */
import type { FunctionDeclaration } from '@billhook/core/operation';

export const authorize = {
  summary:
    'Tell whose an API key or an access token is, refuse every other request, count its rate.',
  // It updates the rate's bucket, and a key's hash after the pepper was rotated.
  uses: { table: ['get', 'update'], pepper: true, tokenKey: ['verify'] },
  impact: 'Every request is refused: the whole API is down.',
} as const satisfies FunctionDeclaration;

export const routeNotFound = {
  summary: 'Answer 404 in the one error shape for a method and path that no operation has.',
  uses: {},
  impact: 'Mistyped routes get an unclear answer.',
} as const satisfies FunctionDeclaration;

export const showPage = {
  summary: 'Answer the page of a hosted module, to be framed by the origins of its partner alone.',
  uses: { table: ['get'] },
  impact: 'No hosted module opens: users can neither link accounts nor pay there.',
} as const satisfies FunctionDeclaration;
