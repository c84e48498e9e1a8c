/** What the pages' JSX is written as. */
export { Fragment, h } from 'preact';
