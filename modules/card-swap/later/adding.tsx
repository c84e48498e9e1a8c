/** What comes only for those who add a card. */
export { AddCard } from '../../kit/add-card.tsx';
