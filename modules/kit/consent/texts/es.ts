/**
 * What users agree to, in Spanish: see `published.ts`. Each text is followed by its SHA-256.
 */
import type { Texts } from './en.ts';

export const texts: Texts = {
  'consent.rule.1': 'Cada factura de {company} se paga por ti.',
  'consent.subscription.1': '{company} solo acepta pagos automáticos. Al vincularla, los aceptas.',
  'consent.card.2':
    'Al continuar, permites que {partner}, a través de Billhook, cobre a tu tarjeta las facturas de arriba que elegiste y cada factura nueva de estas cuentas, en su fecha y por su importe más los cargos que se indiquen. Puedes detenerlo en cualquier momento antes del día de un pago: desactiva el pago automático en los ajustes de la factura.',
  'consent.card.2.hash': '6ee176243ecfae0327fc46363a7e6296714b3a3c81ca51627ce56e59ff385723',
  'consent.bank.2':
    'Al continuar, autorizas a {partner}, a través de Billhook, a hacer débitos electrónicos en tu cuenta bancaria por las facturas de arriba que elegiste y por cada factura nueva de estas cuentas, en su fecha y por su importe más los cargos que se indiquen, y a hacer abonos electrónicos en tu cuenta para corregir un débito equivocado. Si un importe es mucho más alto de lo habitual, te preguntaremos antes. Esta autorización sigue vigente hasta que la revoques. Para revocarla, desactiva el pago automático en los ajustes de la factura o elimina la cuenta en Métodos de pago antes del día de un pago.',
  'consent.bank.2.hash': '889f000e43f7711b20e58db6b0a6f89c1a95216c7c33e69bf3425741c7500b9b',
  'consent.cardOnce.2':
    'Al continuar, permites que {partner}, a través de Billhook, guarde esta tarjeta y le cobre cada vez que nos pidas pagar: el día, por el importe y con el cargo que veas en ese momento. Puedes eliminarla cuando quieras en Métodos de pago.',
  'consent.cardOnce.2.hash': '4d4f291866a1a327e25ec7beae5e56483fd62f8bb5da76bcce62e88f465fc4f1',
  'consent.bankOnce.2':
    'Al continuar, autorizas a {partner}, a través de Billhook, a guardar esta cuenta bancaria y a hacer un débito electrónico cada vez que nos pidas pagar, el día y por el importe que veas en ese momento, y a hacer abonos electrónicos en tu cuenta para corregir un débito equivocado. Esta autorización sigue vigente hasta que la revoques. Para revocarla, cancela el pago antes de su día o elimina la cuenta en Métodos de pago.',
  'consent.bankOnce.2.hash': '89214c316ded3455fe6b79c7a1a3ff009aea03b1d739e1224efe19158efb3566',
  'consent.rule.2':
    'Al continuar, permites que {partner}, a través de Billhook, pague cada factura nueva de esta cuenta con tu método de pago, en su fecha y por su importe más los cargos que se indiquen. Puedes detenerlo en cualquier momento antes del día de un pago: desactiva el pago automático en los ajustes de la factura.',
  'consent.rule.2.hash': '8fdb07dc8ea79a4dee85ce20635d8ec32dda8e3ac391cdd86a41928e23a6cf5d',
  'consent.subscription.2':
    '{company} solo acepta pagos automáticos. Al vincularla, permites que {partner}, a través de Billhook, pague cada factura de esta cuenta con tu método de pago, en su fecha y por su importe más los cargos que haya. Puedes detenerlo en cualquier momento antes del día de un pago: desvincula la cuenta.',
  'consent.subscription.2.hash': 'c3f99ae5e5d5f2b66d8c3330acaa1023956882187001003bf261819b56c32028',
};
