/** The texts of the page's language. The build puts another table of this folder in its place. */
export { texts } from './en.ts';
