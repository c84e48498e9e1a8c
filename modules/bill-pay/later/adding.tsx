/** What comes only for those who add a payment method, or look at one. */
export { AddBank } from '../add-bank.tsx';
export { AddCard } from '../add-card.tsx';
export { MethodDetail } from '../method-detail.tsx';
