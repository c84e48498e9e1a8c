import { FONT } from '../../support/samples.ts';
import { valueFrom } from '../../support/world.ts';
import { type OperationCase, unknown } from './case.ts';
import { newPartner } from './partner.ts';

type Cases = { readonly [name: string]: OperationCase };

const module = 'account-linking' as const;
const font = { name: 'Acme Sans', woff2: FONT };

export const moduleCases: Cases = {
  openModuleSession: {
    success: ({ token, companyId }, api) =>
      api.module.openModuleSession({ token, companyId, module, verifier: 'v'.repeat(43) }),
    refusals: {
      token_invalid: (_scene, api) => api.module.openModuleSession({ token: 'a.b.c', module }),
    },
  },
  getModuleLook: {
    success: ({ partnerId }, api) => api.module.getModuleLook({ partnerId }),
    refusals: {
      partner_not_found: (_scene, api) =>
        api.module.getModuleLook({ partnerId: unknown.partnerId }),
    },
  },
  getModuleFont: {
    success: async (_scene, api) => {
      const { fontId } = valueFrom(await (await newPartner()).api.uploadFont(font));
      return api.module.getModuleFont({ fontId });
    },
    refusals: {
      font_not_found: (_scene, api) =>
        api.module.getModuleFont({ fontId: `font_${'0'.repeat(20)}` }),
    },
  },
  getModules: { success: (_scene, api) => api.partner.getModules(), refusals: {} },
  updateModules: {
    success: async () => {
      const { api } = await newPartner();
      return api.updateModules({ appName: 'Acme', origins: ['https://acme.example'] });
    },
    refusals: {
      invalid_request: (_scene, api) =>
        api.partner.updateModules({ origins: ['https://acme.example/path'] }),
    },
  },
  uploadFont: {
    success: async () => (await newPartner()).api.uploadFont(font),
    refusals: {
      invalid_request: (_scene, api) =>
        api.partner.uploadFont({ name: 'Acme Sans', woff2: 'QUJDRA==' }),
    },
  },
};
