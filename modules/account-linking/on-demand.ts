/** Screens that who only links an account never sees, in a file that comes when somebody is about to. */
import { onDemand } from '../kit/look/later.tsx';

const outcomes = () => import('./later/outcomes.tsx');

export const PaymentOutcome = onDemand(async () => (await outcomes()).PaymentOutcome);
export const SwapOutcome = onDemand(async () => (await outcomes()).SwapOutcome);
