/** The login forms of the sandbox's companies. */
import type { Company } from '../schemas/company.ts';

type LoginField = Company['auth']['loginFields'][number];

const username: LoginField = {
  name: 'username',
  label: 'Username',
  placeholder: 'Your username',
  formType: 'text',
};

const email: LoginField = {
  name: 'email',
  label: 'Email',
  placeholder: 'you@domain.example',
  formType: 'email',
};

const password: LoginField = {
  name: 'password',
  label: 'Password',
  placeholder: 'Your password',
  formType: 'password',
};

const accountNumber: LoginField = {
  name: 'accountNumber',
  label: 'Account number',
  placeholder: 'As on your bill',
  formType: 'text',
};

const phone: LoginField = {
  name: 'phone',
  label: 'Phone number',
  placeholder: '555 010 0199',
  formType: 'tel',
};

const zipcode: LoginField = {
  name: 'zipcode',
  label: 'Zipcode of the service address',
  placeholder: '00000',
  formType: 'text',
};

const plainText = (name: string, label: string, placeholder: string): LoginField => ({
  name,
  label,
  placeholder,
  formType: 'text',
});

export const loginForms = {
  username: [username, password],
  email: [email, password],
  'username-account': [username, password, accountNumber],
  'username-zipcode': [username, password, zipcode],
  'email-phone': [email, password, phone],
  /** The dedicated test companies: the form says what comes of it (decision: test-company-form). */
  test: [
    plainText('balance', 'Balance', '100.00'),
    plainText('dueDate', 'Due date', 'mm/dd/yyyy'),
    plainText('status', 'Status', 'upcoming'),
  ],
} as const satisfies Record<string, readonly LoginField[]>;

export type LoginFormName = keyof typeof loginForms;
