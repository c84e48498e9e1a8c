/** The sandbox's login that asks for a swap by itself (decision: testswap-only-swaps). */
import type { CompanyRecord } from '../company/company.ts';
import type { LoginForm } from '../company/connector.ts';
import { isByForm, loginOfForm } from './account.ts';
import { legacyLoginOf, SWAP_LOGIN } from './test-logins.ts';

/** Never of a company that another connector reaches: there, a login says nothing but who it is. */
export function isSwapLogin(company: CompanyRecord, form: LoginForm): boolean {
  if (company.connector !== 'sandbox') return false;
  const login = isByForm(company) ? legacyLoginOf(form) : loginOfForm({ company, form });
  return login === SWAP_LOGIN;
}
