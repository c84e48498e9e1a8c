import type { Submission } from '@billhook/core/company/connector';

/** The first submission of a payment. */
export function firstSubmission(paymentId: string): Submission {
  return { paymentId, number: 1, submissionId: paymentId };
}
