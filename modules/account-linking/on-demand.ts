/** Screens that who only links an account never sees, in files that come when somebody is about to. */
import { onDemand } from '../kit/look/later.tsx';

const outcomes = () => import('./later/outcomes.tsx');
const paying = () => import('./later/paying.tsx');

export const PaymentOutcome = onDemand(async () => (await outcomes()).PaymentOutcome);
export const SwapOutcome = onDemand(async () => (await outcomes()).SwapOutcome);
export const ReviewPayment = onDemand(async () => (await paying()).ReviewPayment);
export const DueBill = onDemand(async () => (await paying()).DueBill);
