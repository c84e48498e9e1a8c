/** What this connector reads of Method's documents. Members that it doesn't name are ignored. */
import { isDay, parseDateTime } from '@billhook/connector-kit';
import * as v from 'valibot';

const cents = v.nullish(v.pipe(v.number(), v.safeInteger()));
const day = v.nullish(v.pipe(v.string(), v.check(isDay)));
const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => parseDateTime(text) !== undefined),
);
const error = v.nullish(v.object({ code: v.number() }));

/** In the order in which a payment goes through them, as far as there is one. */
export const paymentStatuses = [
  'pending',
  'processing',
  'sent',
  'posted',
  'cashed',
  'settled',
  'reversal_required',
  'reversal_processing',
  'reversed',
  'failed',
  'canceled',
] as const;

export const payment = v.object({
  id: v.pipe(v.string(), v.regex(/^pmt_\w+$/)),
  source: v.string(),
  destination: v.string(),
  amount: v.pipe(v.number(), v.safeInteger()),
  status: v.picklist(paymentStatuses),
  fee: v.nullish(v.object({ amount: v.pipe(v.number(), v.safeInteger()) })),
  error,
  metadata: v.nullish(v.record(v.string(), v.unknown())),
  estimated_completion_date: day,
  created_at: instant,
  updated_at: instant,
});

const methods = v.optional(v.array(v.string()), []);

export const entity = v.object({
  id: v.string(),
  status: v.picklist(['active', 'incomplete', 'disabled']),
  error,
  verification: v.nullish(
    v.object({
      phone: v.optional(v.object({ verified: v.boolean(), methods })),
      identity: v.optional(
        v.object({ verified: v.boolean(), matched: v.optional(v.boolean()), methods }),
      ),
    }),
  ),
});

/** Of a session that asks questions: the answers to choose from. */
export const verificationSession = v.object({
  id: v.string(),
  status: v.picklist(['pending', 'in_progress', 'verified', 'failed']),
  kba: v.nullish(
    v.object({
      questions: v.optional(
        v.array(
          v.object({
            id: v.string(),
            text: v.string(),
            answers: v.array(v.object({ id: v.string(), text: v.string() })),
          }),
        ),
        [],
      ),
    }),
  ),
});

/** A request that Method works on for a while: finding accounts, reading one, writing a report. */
export const running = v.object({
  id: v.string(),
  status: v.picklist(['pending', 'in_progress', 'processing', 'completed', 'failed']),
});

const details = v.nullish(
  v.object({
    balance: cents,
    last_payment_amount: cents,
    last_payment_date: day,
    next_payment_due_date: day,
    next_payment_minimum_amount: cents,
  }),
);

/** What a creditor says of an account. The details are in the member that `type` names. */
export const accountUpdate = v.object({
  id: v.string(),
  status: v.picklist(['completed', 'in_progress', 'pending', 'failed']),
  type: v.string(),
  credit_card: details,
  auto_loan: details,
  mortgage: details,
  personal_loan: details,
  student_loan: details,
  student_loans: details,
  bnpl: details,
  fintech: details,
  utility: details,
});

export const account = v.object({
  id: v.string(),
  status: v.string(),
  products: v.optional(v.array(v.string()), []),
  liability: v.nullish(
    v.object({
      mch_id: v.string(),
      mask: v.nullish(v.string()),
      fingerprint: v.nullish(v.string()),
      type: v.string(),
      name: v.nullish(v.string()),
    }),
  ),
  update: v.nullish(v.union([v.string(), accountUpdate])),
});

export const merchant = v.object({
  mch_id: v.string(),
  name: v.string(),
  logo: v.nullish(v.string()),
  types: v.optional(v.array(v.string()), []),
  is_temp: v.optional(v.boolean(), false),
});

export const webhookEvent = v.object({
  id: v.string(),
  type: v.string(),
  path: v.optional(v.string()),
});

export type PaymentStatus = (typeof paymentStatuses)[number];
export type Payment = v.InferOutput<typeof payment>;
export type Entity = v.InferOutput<typeof entity>;
export type VerificationSession = v.InferOutput<typeof verificationSession>;
export type Account = v.InferOutput<typeof account>;
export type AccountUpdate = v.InferOutput<typeof accountUpdate>;
export type Merchant = v.InferOutput<typeof merchant>;
