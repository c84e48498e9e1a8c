/** Links of the model. */
import type { LinkRequest, ModelLink } from './state.ts';

export function newLink(request: LinkRequest, id: string, holdFixed?: true): ModelLink {
  const { items, methodId, billId } = request;
  return { items, methodId, billId, id, holdFixed, runs: 0, accepted: false, asked: 0, refused: 0 };
}
