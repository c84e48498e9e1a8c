import { rateHeaders, rateWaitOf } from '@billhook/runtime/serve/rate-limit-headers';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';

/** As the gateway hands it on: every value a text. */
const eventWith = (authorizer: Record<string, string> | undefined) =>
  ({ requestContext: { authorizer } }) as unknown as APIGatewayProxyEvent;

const counted = { rateLimit: '100', rateBurst: '500', rateRemaining: '50', rateReset: '5' };

describe('The headers', () => {
  test('tell policy and state of a counted request', () => {
    const event = eventWith(counted);
    expect(rateHeaders(event)).toEqual({
      'ratelimit-policy': '"default";q=100;w=1;billhook-burst=500',
      ratelimit: '"default";r=50;t=5',
    });
    expect(rateWaitOf(event)).toBeUndefined();
  });

  test('tell how long to wait when it is refused', () => {
    const event = eventWith({ ...counted, rateRemaining: '0', rateWait: '2' });
    expect(rateHeaders(event)).toMatchObject({
      ratelimit: '"default";r=0;t=5',
      'retry-after': '2',
    });
    expect(rateWaitOf(event)).toBe(2);
  });

  test.each<Record<string, string> | undefined>([undefined, {}, { rateLimit: 'many' }])(
    'are none for a request that was not counted: %j',
    (authorizer) => {
      expect(rateHeaders(eventWith(authorizer))).toEqual({});
      expect(rateWaitOf(eventWith(authorizer))).toBeUndefined();
    },
  );
});
