/** The functions that the gateway itself calls. */
import type { FunctionDeclaration } from '@billhook/core/api/operation';

export const authorize = {
  summary:
    'Identify the owner of an API key or access token, reject all other requests, and count the ' +
    'request rate.',
  // It updates the rate's bucket, and a key's hash after the pepper was rotated.
  uses: { table: ['get', 'update'], pepper: true, tokenKey: ['verify'] },
  impact: 'All requests are rejected: the whole API is down.',
} as const satisfies FunctionDeclaration;

export const routeNotFound = {
  summary:
    'Return 404 in the common error format for a path that no operation has, and 405 for a method.',
  uses: {},
  impact: 'Mistyped routes get an unclear response.',
} as const satisfies FunctionDeclaration;

export const showPage = {
  summary: 'Return the page of a hosted module, which only the origins of its partner can frame.',
  uses: { table: ['get'] },
  impact: 'Hosted modules do not open: users can neither link accounts nor pay there.',
} as const satisfies FunctionDeclaration;
