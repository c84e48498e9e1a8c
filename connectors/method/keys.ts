/**
 * Writes keys for a first try into the folder that it is run in: of the connector, of the suite, and of
 * the stand-in. Not over what is there.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { keySetOf, newPrivateJwk, openKeyPair } from '@billhook/connector-kit';

mkdirSync('keys', { recursive: true, mode: 0o700 });

const pairs = () => ({ signing: newPrivateJwk('sig'), encryption: newPrivateJwk('enc') });
const suite = pairs();

write('keys/connector.json', {
  ...pairs(),
  fingerprintSecret: randomBytes(32).toString('base64url'),
});
write('keys/verify.json', suite);
write(
  'keys/verify.public.json',
  keySetOf(openKeyPair(suite.signing), openKeyPair(suite.encryption)),
);
write('keys/method.json', {
  apiKey: `sk_${randomBytes(16).toString('hex')}`,
  webhookSecret: randomBytes(32).toString('base64url'),
});
write('callers.json', []);

function write(file: string, value: unknown): void {
  if (existsSync(file)) throw new Error(`${file} is there already`);
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
}
