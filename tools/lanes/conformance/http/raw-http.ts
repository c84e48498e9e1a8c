/** HTTP as bytes: what no client library lets one send. */
import type { Part } from '../part.ts';
import { type Probe, probes } from './probes.ts';
import { type Answered, exchange } from './socket.ts';

export const rawHttp: Part = {
  name: 'Raw HTTP',
  run: async ({ service, newPartner }) => {
    const { port, host } = new URL(service.baseUrl);
    const { apiKey } = await newPartner();
    const failures: string[] = [];
    for (const { name, parts, ...probe } of probes) {
      const sent = parts(host, apiKey).map((one) =>
        typeof one === 'string' ? Buffer.from(one, 'latin1') : one,
      );
      const wrong = problemOf(probe, await exchange(Number(port), sent, probe));
      if (wrong) failures.push(`${name}: ${wrong}`);
    }
    return { figures: [`${probes.length} probes, ${failures.length} not as expected`], failures };
  },
};

function problemOf(
  { expected, headers = {}, responses = 1 }: Omit<Probe, 'name' | 'parts'>,
  answered: Answered | 'hangs',
): string | undefined {
  if (answered === 'hangs') return 'no answer came';
  const { status, count } = answered;
  const said = [status, codeOf(answered)].filter((part) => part !== '').join(' ');
  // Where a status alone is expected, it may come with a code or without.
  const fits = expected.some((one) => one === said || one === String(status));
  if (!fits) return `${said} instead of ${expected.join(' or ')}`;
  if (status > 0 && count !== responses) return `${count} responses instead of ${responses}`;
  for (const [name, value] of Object.entries(headers)) {
    if (answered.headers[name] !== value) return `${name} is ${answered.headers[name]}`;
  }
  return undefined;
}

/** The code of an error in the one shape. */
function codeOf({ status, headers, body }: Answered): string {
  if (status < 400 || !headers['content-type']?.startsWith('application/json')) return '';
  try {
    return String((JSON.parse(body) as { code?: unknown }).code ?? '');
  } catch {
    return '';
  }
}
