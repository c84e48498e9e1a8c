/** Examples of the operations about a partner's own settings. All of it is invented. */
import { records } from '../event-examples.ts';

const { partnerId, created, endpointId } = records;
const success = { success: true };

const signing = {
  required: true,
  requireDigest: false,
  refuseReplays: false,
  keys: [{ kid: 'key-1', fingerprint: '9f'.repeat(32), addedAt: created }],
};
const key = {
  kty: 'RSA',
  n: 'sXch0AbmJ3nVwQz',
  e: 'AQAB',
  use: 'enc',
  kid: 'key_9LbT4sVx2KqFm7ZcJd1R',
  x5c: ['MIIBIjANBgkq'],
};
const apiKey = { keyId: 'Kq3Vb7Tz', scope: 'service', created };
/** A report with one finding. */
export const reconciliation = {
  report: {
    ...{ day: '2026-11-26', completedAt: '2026-11-26T03:05:12.000Z', complete: true },
    ...{ payments: 1204, accounts: 860, open: 1, newFindings: 1, settled: 0 },
    kinds: [{ kind: 'missing-at-company', count: 1 }],
  },
  data: [
    {
      _id: 'fnd_4Tq8sVx2KqFm7Z',
      kind: 'missing-at-company',
      ...{ firstSeenOn: '2026-11-26', ageDays: 0, on: '2026-11-25' },
      ...{ paymentId: records.paymentId, billId: records.bill._id, companyId: records.company._id },
      ...{ connectorId: 'sandbox', ours: '42.00', status: 'paid' },
    },
  ],
};
const font = { fontId: 'font_9LbT4sVx2KqFm7ZcJd1R', name: 'Acme Sans' };
const settings = {
  origins: ['https://app.acme.example'],
  bridgeName: 'Billhook',
  theme: { brandColor: '#0a7f5c', colorScheme: 'auto' },
  texts: { 'search.title': 'Find your biller' },
  links: { help: 'https://acme.example/help' },
  hideAttribution: false,
};
const endpoint = {
  _id: endpointId,
  url: 'https://api.acme.example/billhook',
  events: ['bill.*'],
  status: 'enabled',
  created,
};
const withSecret = { ...endpoint, secret: 'whsec_…' };

export const partnerExamples = {
  getPartner: {
    response: {
      _id: partnerId,
      name: 'Acme Bank',
      status: 'active',
      created,
      authEvents: false,
      paysOnAdding: true,
      rateLimit: { requestsPerSecond: 100, burst: 500 },
      signing,
      encryption: { required: false },
    },
  },
  listApiKeys: { response: { data: [apiKey] } },
  createApiKey: {
    body: { scope: 'service', expires: '2027-01-01T00:00:00Z' },
    response: { ...apiKey, expires: '2027-01-01T00:00:00.000Z', apiKey: 'bh_sandbox_…' },
  },
  revokeApiKey: { response: success },
  lockSettings: { body: { pausePayments: true }, response: success },
  updateSigning: {
    body: { jwksUrl: 'https://acme.example/jwks.json', required: true },
    response: { ...signing, jwksUrl: 'https://acme.example/jwks.json', hasHeaders: false },
  },
  refreshSigning: { response: signing },
  createEncryptionKey: {
    response: { ...key, pem: '-----BEGIN PUBLIC KEY-----\nMIIB…\n-----END PUBLIC KEY-----\n' },
  },
  updateEncryption: { body: { required: true }, response: { required: true } },
  listEncryptionKeys: { response: { keys: [key] } },
  getLatestEncryptionKey: { response: key },
  getEncryptionKey: { response: key },
  deleteEncryptionKey: { response: success },
  getReconciliation: { response: reconciliation },
  getModules: { response: { ...settings, fonts: [font] } },
  updateModules: { body: settings, response: { ...settings, fonts: [font] } },
  uploadFont: { body: { name: 'Acme Sans', woff2: 'd09GMgABAAAAAA==' }, response: font },
  createWebhookEndpoint: {
    body: { url: endpoint.url, events: endpoint.events },
    response: withSecret,
  },
  listWebhookEndpoints: { response: { data: [endpoint] } },
  getWebhookEndpoint: { response: endpoint },
  updateWebhookEndpoint: {
    body: { status: 'disabled' },
    response: { ...endpoint, status: 'disabled', disabledBy: 'partner' },
  },
  deleteWebhookEndpoint: { response: success },
  rotateWebhookSecret: {
    response: { ...withSecret, formerSecretUntil: '2026-11-22T09:30:00.000Z' },
  },
  testWebhookEndpoint: { response: success },
};
