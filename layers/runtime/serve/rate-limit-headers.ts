/**
 * What an answer says of the partner's rate limit, by the IETF's draft "RateLimit header fields for
 * HTTP". The burst is a parameter of our own, which the draft allows for.
 */
import type { RateState } from '@billhook/core/partner/rate-limit';
import type { APIGatewayProxyEvent } from 'aws-lambda';

export function rateHeaders(event: APIGatewayProxyEvent): Record<string, string> {
  const state = rateStateOf(event);
  if (!state) return {};
  const { rateLimit, rateBurst, rateRemaining, rateReset, rateWait } = state;
  return {
    'ratelimit-policy': `"default";q=${rateLimit};w=1;billhook-burst=${rateBurst}`,
    ratelimit: `"default";r=${rateRemaining};t=${rateReset}`,
    ...(rateWait !== undefined && { 'retry-after': String(rateWait) }),
  };
}

/** Seconds to wait, when the authorizer found the limit used up. */
export function rateWaitOf(event: APIGatewayProxyEvent): number | undefined {
  return rateStateOf(event)?.rateWait;
}

/** The gateway hands on the authorizer's numbers as texts. Nothing when the rate was not counted. */
function rateStateOf(event: APIGatewayProxyEvent): RateState | undefined {
  const context = event.requestContext.authorizer ?? {};
  const numberOf = (name: keyof RateState) => {
    const value = Number(context[name] ?? Number.NaN);
    return Number.isFinite(value) ? value : undefined;
  };
  const rateLimit = numberOf('rateLimit');
  if (rateLimit === undefined) return undefined;
  return {
    rateLimit,
    rateBurst: numberOf('rateBurst') ?? rateLimit,
    rateRemaining: numberOf('rateRemaining') ?? 0,
    rateReset: numberOf('rateReset') ?? 1,
    rateWait: numberOf('rateWait'),
  };
}
