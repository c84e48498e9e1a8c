import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '@billhook/core/base/errors';
import { crossOriginHeaders } from '@billhook/core/partner/cross-origin';
import { answerFailure } from '@billhook/runtime/serve/response';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

/** A path that the gateway knows has other methods; every other one is nowhere. */
export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const allow = allowed().get(event.resource);
  const failure =
    allow === undefined
      ? fail('route_not_found')
      : fail('method_not_allowed', { accepts: { allow } });
  return answerFailure(event, failure, crossOriginHeaders);
}

let known: ReadonlyMap<string, string> | undefined;

/** Next to the bundle, where `lib/build/routes.ts` puts it. */
function allowed(): ReadonlyMap<string, string> {
  known ??= new Map(
    Object.entries<string>(
      JSON.parse(readFileSync(join(process.env.LAMBDA_TASK_ROOT ?? '', 'routes.json'), 'utf8')),
    ),
  );
  return known;
}
