/** Links of the model. */
import type { LinkRequest, ModelLink } from './state.ts';

export function newLink(request: LinkRequest, id: string, holdFixed?: true): ModelLink {
  const { items, methodId, billId, maxCents } = request;
  const asked = { items, methodId, billId, maxCents };
  return { ...asked, id, holdFixed, runs: 0, accepted: false, asked: 0, refused: 0 };
}
