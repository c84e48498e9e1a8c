/** What comes only for those who add a card. */
export { AddCard } from '../../kit/add-card.tsx';
export { nextCharges } from '../next-charges.ts';
