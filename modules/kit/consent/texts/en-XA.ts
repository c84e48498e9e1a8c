/** What is agreed to is never stretched: it would be another text. */
export { texts } from './en.ts';
