/** What comes only for a link that also pays a bill or puts a card on file: what became of that. */
export { PaymentOutcome } from '../../kit/linking/payment-outcome.tsx';
export { SwapOutcome } from '../../kit/linking/swap-outcome.tsx';
