/** Invented names of what a deployment grants its functions; of the workflows, one. */
export const granted = {
  stage: 'sandbox',
  anyKeyArn: 'arn:key/*',
  tableName: 'table',
  tableArn: 'arn:table',
  indexArns: ['arn:table/index/a', 'arn:table/index/b'],
  vaultKeyArn: 'arn:vault',
  clientKeys: { name: 'client-keys', arn: 'arn:client-keys' },
  erasures: { name: 'erasures', arn: 'arn:erasures' },
  fingerprintKeyArn: 'arn:fingerprint',
  tokenKeyArn: 'arn:token',
  pepperSecretArn: 'arn:pepper',
  firstPartnerSecretArn: 'arn:first-partner',
  tableStreamArn: 'arn:table/stream',
  streamFailuresArn: 'arn:stream-failures',
  bus: { name: 'bus', arn: 'arn:bus' },
  queues: {
    events: { arn: 'arn:events', url: 'https://events' },
    endpoints: { arn: 'arn:endpoints', url: 'https://endpoints' },
  },
  machineArns: { 'pay-bill': 'arn:pay-bill' },
};
