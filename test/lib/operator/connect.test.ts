import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeOperatorAccess } from '../../../lib/local/access/operator-access.ts';
import { connect, findConnectorChecker } from '../../../lib/operator/connect.ts';
import { stages } from '../../../lib/stacks/stage.ts';

const environment = { ...process.env };
const outputs = {
  TableName: 'the-table',
  PepperSecretArn: 'arn:the-pepper',
  VaultKeyArn: 'arn:the-vault-key',
  TokenKeyArn: 'arn:the-token-key',
};

beforeEach(() => {
  for (const name of [
    'TABLE_NAME',
    'PEPPER_SECRET_ARN',
    'VAULT_KEY_ARN',
    'TOKEN_KEY_ARN',
    'STAGE',
    'AWS_ENDPOINT_URL',
    'BILLHOOK_ALLOW_LOCAL_ADDRESSES',
    'CHECK_CONNECTOR_ARN',
  ]) {
    delete process.env[name];
  }
});
afterEach(() => {
  for (const name of Object.keys(process.env)) {
    if (!(name in environment)) delete process.env[name];
  }
  Object.assign(process.env, environment);
});

/** A deployed data stack with these outputs. `asked` holds the names of the stacks asked for. */
function deployed(given: Record<string, string>) {
  const asked: string[] = [];
  const sts = { send: async () => ({ Arn: 'arn:aws:iam::123456789012:user/ada' }) };
  const send = async ({ input }: { readonly input: { readonly StackName: string } }) => {
    asked.push(input.StackName);
    const Outputs = Object.entries(given).map(([OutputKey, OutputValue]) => ({
      OutputKey,
      OutputValue,
    }));
    return { Stacks: [{ Outputs }] };
  };
  return { asked, clients: { sts: sts as never, cloudFormation: { send } as never } };
}

describe('A deployed stage', () => {
  test.each(stages)('%s is found by the outputs of its data stack', async (stage) => {
    const { asked, clients } = deployed(outputs);
    expect(await connect({ stage }, clients)).toEqual({
      actor: { kind: 'operator', id: 'arn:aws:iam::123456789012:user/ada' },
      stage,
    });
    expect(asked).toEqual([`billhook-${stage}-data`]);
    expect(process.env).toMatchObject({
      TABLE_NAME: 'the-table',
      PEPPER_SECRET_ARN: 'arn:the-pepper',
      TOKEN_KEY_ARN: 'arn:the-token-key',
      VAULT_KEY_ARN: 'arn:the-vault-key',
      STAGE: stage,
    });
    expect(process.env.AWS_ENDPOINT_URL).toBeUndefined();
  });

  test('has the function that looks at connectors in a stack of its own', async () => {
    const { asked, clients } = deployed({ ...outputs, CheckConnectorArn: 'arn:checks' });
    expect(await findConnectorChecker('production', clients)).toBe('arn:checks');
    expect(asked).toEqual(['billhook-production-operator']);
    const older = deployed({}).clients;
    await expect(findConnectorChecker('production', older)).rejects.toThrow('deploy first');
  });

  test('fetches no local address, whatever the shell says', async () => {
    const { clients } = deployed(outputs);
    process.env.BILLHOOK_ALLOW_LOCAL_ADDRESSES = 'yes';
    await connect({ stage: 'sandbox' }, clients);
    expect(process.env.BILLHOOK_ALLOW_LOCAL_ADDRESSES).toBeUndefined();
  });

  test('of an older version is reached for what its outputs suffice for', async () => {
    process.env.VAULT_KEY_ARN = 'arn:of-another-stage';
    const { clients } = deployed({ TableName: 'the-table' });
    await connect({ stage: 'sandbox' }, clients);
    expect(process.env.TABLE_NAME).toBe('the-table');
    expect(process.env.VAULT_KEY_ARN).toBeUndefined();
  });

  test('without a table is told to be deployed', async () => {
    const { clients } = deployed({ PepperSecretArn: 'arn:pepper' });
    await expect(connect({ stage: 'sandbox' }, clients)).rejects.toThrow(/no output TableName/);
  });
});

describe('This machine’s service', () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'billhook-connect-'));
  afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

  test('is reached by what it wrote, whatever the shell says of AWS', async () => {
    Object.assign(process.env, {
      AWS_PROFILE: 'production',
      AWS_ENDPOINT_URL_DYNAMODB: 'https://elsewhere.example',
      AWS_REGION: 'eu-west-3',
    });
    const credentials = { accessKeyId: 'ASIA1', secretAccessKey: 's', sessionToken: 't' };
    writeOperatorAccess(stateDir, { endpointUrl: 'http://127.0.0.1:1', credentials, outputs });
    const { actor, stage } = await connect({ stateDir });
    expect(actor).toMatchObject({ kind: 'operator', id: expect.stringMatching(/^local:/) });
    expect(stage).toBe('sandbox');
    const aws = Object.keys(process.env).filter((name) => name.startsWith('AWS_'));
    expect(aws.toSorted()).toEqual([
      'AWS_ACCESS_KEY_ID',
      'AWS_ENDPOINT_URL',
      'AWS_REGION',
      'AWS_SECRET_ACCESS_KEY',
      'AWS_SESSION_TOKEN',
    ]);
    expect(process.env).toMatchObject({ TABLE_NAME: 'the-table', AWS_ACCESS_KEY_ID: 'ASIA1' });
    expect(process.env.BILLHOOK_ALLOW_LOCAL_ADDRESSES).toBe('yes');
  });

  test('that does not run is said not to', async () => {
    await expect(connect({ stateDir })).rejects.toThrow(
      /No service is running with the state folder/,
    );
  });
});
