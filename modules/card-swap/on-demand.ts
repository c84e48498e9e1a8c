/** A screen that who has a card never sees, in a file that comes when somebody is about to. */
import { onDemand } from '../kit/look/later.tsx';

export const AddCard = onDemand(async () => (await import('./later/adding.tsx')).AddCard);
