/** The limits of protocol 1. Each has its unit in its name. */

export const PROTOCOL = 1;

/** Of a body, each way. */
export const MAX_BODY_BYTES = 262_144;
/** How far `created` of a signature may be from the receiver's clock, before or after. */
export const CREATED_WITHIN_SECONDS = 60;
/** What the suite's payments begin with: they are in the reports of a caller that has run it. */
export const SUITE_PREFIX = 'suite-';
/** The longest that a certificate of a request's key counts. */
export const CERTIFICATE_SECONDS = 900;
/** How long a receiver remembers a nonce: longer than any signature with it is accepted. */
export const NONCE_SECONDS = 600;
/** Of the value of a connection, before it is encrypted. */
export const MAX_CONNECTION_LENGTH = 16_384;
/** The longest that a session is kept open for the next step of its link. */
export const MAX_LIVE_SECONDS = 900;
/** For how long it is taken to be open where its connector doesn't say. */
export const USUAL_LIVE_SECONDS = 120;
/** How long the outcome of an operation that moves money is kept, and repeated. */
export const KEEP_MONEY_DAYS = 30;
/** The same of an operation that moves none. */
export const KEEP_READING_HOURS = 24;
/** The longest that a caller waits between two questions about a running operation. */
export const MAX_POLL_SECONDS = 60;
/** How long a connector takes for its first response. What takes longer is `running`. */
export const ANSWER_SECONDS = 25;
/** Rounds of a login: the first, and one for each time that the user is asked. */
export const MAX_ROUNDS = 20;
export const MAX_SUBMISSIONS = 100;

export const MAX_TEXT_LENGTH = 200;
export const MAX_QUESTION_LENGTH = 500;
export const MAX_IDENTIFIER_LENGTH = 128;
export const MAX_VALUE_LENGTH = 512;
export const MAX_FORM_FIELDS = 20;
export const MAX_QUESTIONS = 20;
export const MAX_BILLS = 1_000;
export const MAX_RECENT_PAYMENTS = 100;
export const MAX_PAGE_ROWS = 200;
/** One hundred million dollars. */
export const MAX_CENTS = 10_000_000_000;
