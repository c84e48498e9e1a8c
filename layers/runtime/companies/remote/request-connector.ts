/**
 * The way out to remote connectors: as to any other address that somebody gave, and to private ones where the
 * stage's settings name the connector's host (decision: private-connectors).
 */
import { privateConnectors } from '../../aws/environment.ts';
import {
  type RequestDeps,
  type Requested,
  requestSafely,
  type SafeRequest,
} from '../../outbound/safe-request.ts';

export function requestConnector(asked: SafeRequest, deps: RequestDeps = {}): Promise<Requested> {
  const hosts = privateConnectors();
  const host = hostOf(asked.url);
  const privateRanges = Object.hasOwn(hosts, host) ? hosts[host] : undefined;
  return requestSafely(asked, { ...(privateRanges && { privateRanges }), ...deps });
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '';
}
