import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingPage, modulePage } from '@billhook/core/module/html';
import {
  localeOf,
  moduleOf,
  type PageAssets,
  pageHeaders,
  partnerNamed,
} from '@billhook/core/module/page';
import { allowsLocalAddresses } from '@billhook/runtime/aws/environment';
import { logInfo } from '@billhook/runtime/aws/logger';
import { type PageSettings, pageSettings } from '@billhook/runtime/callers/origins';
import { opened } from '@billhook/runtime/serve/opened';
import { headerOf, requestIdOf } from '@billhook/runtime/serve/response';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

/** The page of a module, the same for all users of a partner: its script finds out what to show. */
export const handler = opened(({ table, clock }) => {
  const settingsOf = pageSettings(table);
  return (event: APIGatewayProxyEvent) =>
    answer(event, (partnerId) => settingsOf(partnerId, clock()));
});

const UNKNOWN: PageSettings = { origins: [] };

async function answer(
  event: APIGatewayProxyEvent,
  settingsOf: (partnerId: string) => Promise<PageSettings>,
): Promise<APIGatewayProxyResult> {
  const module = moduleOf(event.pathParameters?.module);
  const query = event.multiValueQueryStringParameters ?? {};
  const partnerId = partnerNamed(query.partner);
  const { origins, look } = partnerId === undefined ? UNKNOWN : await settingsOf(partnerId);
  const locale = localeOf(query.locale?.[0], headerOf(event, 'accept-language'));
  const requestId = requestIdOf(event);
  const { inline } = assets();
  const own = module ? inline : { ...inline, script: inline.back };
  const statusCode = module ? 200 : 404;
  // Neither address nor query.
  logInfo('Page returned', { requestId, operation: 'GET /page/{module}', status: statusCode });
  return {
    statusCode,
    headers: { ...pageHeaders(origins, allowsLocalAddresses(), own), 'request-id': requestId },
    body: module ? modulePage(module, locale, assets(), look) : missingPage(locale, assets()),
  };
}

let known: PageAssets | undefined;

/** Next to the bundle, where `lib/build/build.ts` puts it. */
function assets(): PageAssets {
  known ??= JSON.parse(
    readFileSync(join(process.env.LAMBDA_TASK_ROOT ?? '', 'pages.json'), 'utf8'),
  ) as PageAssets;
  return known;
}
