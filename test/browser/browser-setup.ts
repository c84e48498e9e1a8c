/**
 * Sees that there is a Chromium, and starts what the browser tests share: a service of their own, and
 * a partner's app on an origin that is registered before any page is asked for.
 */
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../connectors/browser/find-chromium.ts';
import { createApiClient } from '../../lib/client/api-client.ts';
import setUpService from '../support/global-setup.ts';
import { servePartnerApp } from './partner-app.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The origin of the partner's app. */
    partnerApp: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  findChromium();
  const tearDown = await setUpService(project);
  const app = await servePartnerApp();
  project.provide('partnerApp', app.origin);
  const service = project.getProvidedContext().service;
  const api = createApiClient(service);
  const registered = await api.partner.updateModules({ origins: [app.origin] });
  if (!registered.ok) throw new Error(registered.problem.detail);
  // The files run side by side: what one of them set, the pages of another would have.
  const made = await api.partner.createApiKey({ scope: 'service' });
  if (!made.ok) throw new Error(made.problem.detail);
  project.provide('service', { ...service, apiKey: made.value.apiKey });
  return async () => {
    await app.close();
    await tearDown();
  };
}
