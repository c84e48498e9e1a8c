// Verifies deliveries with the official library for JavaScript: a case a line in, true or false out.
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';

for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
  const { secret, headers, body } = JSON.parse(line);
  try {
    new Webhook(secret).verify(Buffer.from(body, 'base64').toString(), headers);
    console.log('true');
  } catch {
    console.log('false');
  }
}
