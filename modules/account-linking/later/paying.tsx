/** What comes only for a link that also pays a bill: what is due, and the last look at it. */
export { DueBill } from './due-bill.tsx';
export { ReviewPayment } from './review-payment.tsx';
