/** What comes only for those who add a payment method. */
export { AddBank } from '../add-bank.tsx';
export { AddCard } from '../add-card.tsx';
