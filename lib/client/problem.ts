import { type ErrorCode, errors } from '@billhook/core/base/errors';
import * as v from 'valibot';

export const errorCodes = Object.keys(errors) as [ErrorCode, ...ErrorCode[]];

export const fieldErrorSchema = v.strictObject({
  field: v.string(),
  code: v.string(),
  message: v.string(),
});

/**
 * The one shape of an error body (decision: one-error-shape), as a schema: nothing more may stand
 * in it.
 */
export const problemSchema = v.strictObject({
  type: v.pipe(v.string(), v.regex(/^urn:billhook:error:[a-z_]+$/)),
  title: v.string(),
  status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
  detail: v.string(),
  code: v.picklist(errorCodes),
  message: v.string(),
  requestId: v.pipe(v.string(), v.minLength(1)),
  success: v.literal(false),
  errors: v.optional(v.array(fieldErrorSchema)),
});
