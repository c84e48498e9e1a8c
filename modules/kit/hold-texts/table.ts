/** In the page's language: the build puts a file of its own in this one's place. */
export { holdActions, texts } from './en.ts';
