import type { Submission } from '@billhook/core/connector';

/** The first submission of a payment. */
export function firstSubmission(paymentId: string): Submission {
  return { paymentId, number: 1, submissionId: paymentId };
}
