import { valueFrom } from '../../support/world.ts';
import { type Cases, LOCKED, ORIGIN, RACE, unknown } from './case.ts';
import { newPartner } from './partner.ts';

const module = 'account-linking' as const;

/** As much of a font as is looked at. */
export const FONT = Buffer.from('wOF2, and nothing behind it').toString('base64');
const font = { name: 'Acme Sans', woff2: FONT };

export const moduleCases = {
  openModuleSession: {
    route: 'POST /module/session',
    asClient: 'anyone',
    sample: ({ companyId }) => ({
      token: 'a.b.c',
      verifier: 'v'.repeat(43),
      sessionId: 'mine',
      module,
      companyId,
      cardPaymentsOnly: 'true',
      renew: 'false',
      lists: 'true',
    }),
    success: ({ token, companyId }, api) =>
      api.module.openModuleSession({ token, companyId, module, verifier: 'v'.repeat(43) }),
    variants: {
      'of any company': ({ token }, api) => api.module.openModuleSession({ token, module }),
      'with the lists': ({ token }, api) =>
        api.module.openModuleSession({ token, module: 'bill-pay', lists: true }),
    },
    refusals: {
      token_invalid: (_scene, api) => api.module.openModuleSession({ token: 'a.b.c', module }),
      verifier_required: async ({ token }, api) => {
        const { accessToken } = valueFrom(await api.client.createAccessToken({ token }));
        return api.module.openModuleSession({ token: accessToken, module, renew: 'true' });
      },
    },
    elsewhere: { partner_locked: LOCKED, origin_not_registered: ORIGIN, request_conflict: RACE },
  },
  getModuleLook: {
    route: 'GET /module/look/{partnerId}',
    asClient: 'anyone',
    success: ({ partnerId }, api) => api.module.getModuleLook({ partnerId }),
    refusals: {
      partner_not_found: (_scene, api) =>
        api.module.getModuleLook({ partnerId: unknown.partnerId }),
    },
  },
  getModuleFont: {
    route: 'GET /module/font/{fontId}',
    asClient: 'anyone',
    success: async (scene, api) => {
      const { fontId } = valueFrom(await (await newPartner(scene)).api.uploadFont(font));
      return api.module.getModuleFont({ fontId });
    },
    refusals: {
      font_not_found: (_scene, api) =>
        api.module.getModuleFont({ fontId: `font_${'0'.repeat(20)}` }),
    },
  },
  getModules: {
    route: 'GET /partner/modules',
    asClient: 'forbidden',
    success: (_scene, api) => api.partner.getModules(),
    refusals: {},
  },
  updateModules: {
    route: 'PUT /partner/modules',
    asClient: 'forbidden',
    sample: () => ({
      origins: ['https://app.example.com', 'capacitor://localhost'],
      bridgeName: 'Acme',
      appName: 'Acme',
      theme: {
        brandColor: '#0a7f5c',
        colorScheme: 'auto',
        light: { background: '#ffffff', surface: '#f4f4f4', text: '#111111' },
        radius: 8,
        logo: { light: 'https://acme.example/logo.png' },
      },
      texts: { 'search.title': 'Find your biller' },
      links: { help: 'https://acme.example/help' },
      hideAttribution: false,
      opensIn: ['frame', 'app'],
    }),
    success: async (scene) => {
      const { api } = await newPartner(scene);
      return api.updateModules({ appName: 'Acme', origins: ['https://acme.example'] });
    },
    refusals: {
      invalid_request: (_scene, api) =>
        api.partner.updateModules({ origins: ['https://acme.example/path'] }),
    },
    elsewhere: { request_conflict: RACE },
  },
  uploadFont: {
    route: 'POST /partner/modules/font',
    asClient: 'forbidden',
    sample: () => font,
    success: async (scene) => (await newPartner(scene)).api.uploadFont(font),
    refusals: {
      invalid_request: (_scene, api) =>
        api.partner.uploadFont({ name: 'Acme Sans', woff2: 'QUJDRA==' }),
    },
    elsewhere: { request_conflict: RACE },
  },
} satisfies Cases;
