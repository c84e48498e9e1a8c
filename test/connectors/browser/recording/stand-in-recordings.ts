/** Records a stand-in while its own file signs in, reads, pays or puts a card on file there. */
import { type BrowserContext, chromium } from 'playwright-core';
import { visitOf } from '../../../../connectors/browser/blocks/visit.ts';
import { mobile } from '../../../../connectors/browser/companies/mobile.ts';
import { streaming } from '../../../../connectors/browser/companies/streaming.ts';
import { utility } from '../../../../connectors/browser/companies/utility.ts';
import { findChromium } from '../../../../connectors/browser/find-chromium.ts';
import { type LoginState, logInAt } from '../../../../connectors/browser/log-in.ts';
import { type Recorded, recordAt } from '../../../../connectors/browser/recording/record.ts';
import type { StandInName } from '../../../../connectors/stand-ins/companies.ts';
import type { StandIn } from '../../../../connectors/stand-ins/start.ts';

export const files = { utility, mobile, streaming } as const;

/** Of the customer that is recorded. None of it may be in a recording. */
export const canaries = {
  utility: { userid: 'canary.pemberton', password: 'canary-lantern-42!' },
  mobile: { phone: '5125550177', password: 'canary-larch-43!' },
  streaming: { email: 'canary.ada@films.test', password: 'canary-moth-44!' },
} as const;

export const canaryCard = {
  ...{ type: 'card' as const, cardNumber: '5555555555554444', cardCode: '9173' },
  ...{ expMonth: '12', expYear: '2031', zipcode: '90210', name: 'Canary Pemberton' },
};

const CENTS = 8_437;

export async function withBrowser<T>(work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const { executablePath, env } = findChromium();
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  try {
    return await work(await browser.newContext({ locale: 'en-US' }));
  } finally {
    await browser.close();
  }
}

export async function recordStandIn(name: StandInName, site: StandIn): Promise<Recorded> {
  const form: Record<string, string> = canaries[name];
  const [login = ''] = Object.values(form);
  const { password = '' } = form;
  const customer = { login, password, cents: CENTS, dueOn: '2027-01-10', name: canaryCard.name };
  await site.admin('/customers', customer);
  const company = files[name](site.url);
  return withBrowser((context) =>
    recordAt(
      context,
      { company: name, address: site.url, form, hide: ['Canary', '12 Alder Lane'] },
      async (page) => {
        const options = { waitMilliseconds: 10_000, ...(company.isApp && { isApp: true }) };
        const visit = visitOf(page, site.url, options);
        const state: LoginState = { tried: false };
        const asked = { form, attended: true, codeChoice: 'choice_1' };
        let said = await logInAt(company, visit, state, asked);
        if (said.kind === 'mfa-required') {
          const sent = await fetch(`${site.url}/phone.json/${encodeURIComponent(login)}`);
          const [{ code }] = (await sent.json()) as [{ code: string }];
          said = await logInAt(company, visit, state, { ...asked, answers: { code } });
        }
        if (said.kind !== 'verified') throw new Error(`The login ended as ${said.kind}`);
        await company.bills?.(visit);
        await company.swapping?.replace(visit, canaryCard);
        await company.swapping?.onFile(visit);
        if (!company.paying) return undefined;
        const amount = { cents: CENTS, currency: 'USD' as const };
        const order = { payment: 'p', submission: 1, accountKey: 'any', amount };
        await company.paying.history(visit);
        await company.paying.prepare(visit, { ...order, method: canaryCard });
        await company.paying.commit(visit);
        await company.paying.receipt(visit);
        await company.paying.history(visit);
        return CENTS;
      },
    ),
  );
}
