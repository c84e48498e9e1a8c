/** What each hold says, in Spanish. */
import type { HoldTexts } from './en.ts';
import { inSteps } from './in-steps.ts';

export const texts: HoldTexts = {
  'hold.account_issue_wallet_pay_on_file.title':
    '{company} te cobra a través de la billetera de tu teléfono',
  'hold.account_issue_wallet_pay_on_file.body': inSteps(
    '',
    'Abre la billetera de tu teléfono.',
    'Cambia allí la tarjeta de {company}.',
    '{company} la usará automáticamente.',
  ),
  'hold.account_issue_streaming_plus_third_party_on_file.title':
    'Otra persona paga esta suscripción',
  'hold.account_issue_streaming_plus_third_party_on_file.body': inSteps(
    '',
    'Inicia sesión en {company}.',
    'Cambia el pago a tu tarjeta.',
    'Vuelve aquí.',
  ),
  'hold.account_issue_payment_details_required.title': '{company} necesita algo más de información',
  'hold.account_issue_payment_details_required.body': inSteps(
    '',
    'Inicia sesión en {company} o comunícate con ellos.',
    'Agrega los datos de pago que faltan.',
    'Vuelve aquí.',
  ),
  'hold.account_issue_with_swap.title': 'No pudimos cambiar tu tarjeta',
  'hold.account_issue_with_swap.body': inSteps(
    'Hay un problema con tu cuenta de {company}.',
    'Inicia sesión en {company} y resuélvelo.',
    'Vuelve aquí para intentarlo de nuevo.',
  ),
  'hold.account_issue_primary_account_holder.title':
    'Se necesita al titular principal de la cuenta',
  'hold.account_issue_primary_account_holder.body':
    'Solo el titular principal puede cambiar el pago en {company}. Inicia sesión con sus datos.',
  // Where this page has nothing to choose from.
  'hold.account_issue_card_not_accepted.alone': 'Puedes hacerlo en {partner}.',
  'hold.account_issue_third_party_available.alone': 'Puedes hacerlo en {partner}.',
  'hold.account_issue_card_not_accepted.title': '{company} no acepta esta tarjeta',
  'hold.account_issue_card_not_accepted.body': 'Elige otra tarjeta y lo intentamos de nuevo.',
  'hold.account_issue_max_cards_on_file.title': 'Tu lista de tarjetas en {company} está llena',
  'hold.account_issue_max_cards_on_file.body': inSteps(
    '',
    'Inicia sesión en {company}.',
    'Quita una tarjeta que ya no uses.',
    'Vuelve aquí para intentarlo de nuevo.',
  ),
  'hold.account_issue_third_party_connected.title':
    'Esta suscripción se paga a través de otro servicio',
  'hold.account_issue_third_party_connected.body':
    'Cambia la tarjeta en el servicio que te cobra por {company}.',
  'hold.account_issue_third_party_available.title': 'Elige el servicio que te cobra',
  'hold.account_issue_third_party_available.body':
    '{company} se paga a través de otro servicio. Elige ese servicio en la lista para cambiar tu tarjeta.',
  'hold.account_issue_no_active_subscription.title': 'No encontramos una suscripción activa',
  'hold.account_issue_no_active_subscription.body':
    'Iniciamos sesión en {company}, pero no hay nada que pagar. Empieza primero una suscripción allí.',
  'hold.system_issue_with_swap.title': 'Algo falló de nuestro lado',
  'hold.system_issue_with_swap.body':
    'No pudimos terminar de cambiar tu tarjeta. Intentarlo de nuevo suele funcionar.',
  'hold.provider_system_issue.title': '{company} tiene problemas',
  'hold.provider_system_issue.body': 'No pudimos terminar. Inténtalo de nuevo dentro de un rato.',
  'hold.partner_expiration_exceeded.title': 'Esta solicitud venció',
  'hold.partner_expiration_exceeded.body':
    'Pasó demasiado tiempo. Empieza de nuevo desde {partner}.',
  'hold.account_issue_account_locked.title': 'Tu cuenta de {company} está bloqueada',
  'hold.account_issue_account_locked.body': inSteps(
    '',
    'Desbloquea tu cuenta en {company}.',
    'Vuelve aquí para continuar.',
  ),
  'hold.authentication_unsupported.title': 'Usa una contraseña de {company}',
  'hold.authentication_unsupported.body': inSteps(
    'Inicias sesión en {company} a través de otro servicio, que no podemos usar.',
    'Crea un usuario y una contraseña en {company}.',
    'Vuelve aquí para iniciar sesión con ellos.',
  ),
  'hold.authentication_not_completed.title': 'El inicio de sesión no se completó',
  'hold.authentication_not_completed.body': 'Inicia sesión en {company} de nuevo.',
  'hold.account_set_up_online_payments.title': 'Configura primero los pagos en línea',
  'hold.account_set_up_online_payments.body': inSteps(
    'Tu cuenta de {company} no está lista para pagar en línea.',
    'Inicia sesión en {company}.',
    'Activa los pagos en línea.',
    'Vuelve aquí.',
  ),
  'hold.account_issue_verify_identity.title': '{company} quiere verificar que eres tú',
  'hold.account_issue_verify_identity.body': inSteps(
    '',
    'Inicia sesión en {company}.',
    'Confirma tus datos personales.',
    'Vuelve aquí.',
  ),
  'hold.account_issue_accept_toc.title': '{company} tiene nuevos términos',
  'hold.account_issue_accept_toc.body': inSteps(
    '',
    'Inicia sesión en {company}.',
    'Lee y acepta los nuevos términos.',
    'Vuelve aquí.',
  ),
  'hold.account_issue_no_service_account.title': 'No encontramos una cuenta de servicio',
  'hold.account_issue_no_service_account.body': inSteps(
    '',
    'Inicia sesión en {company}.',
    'Agrega tu número de cuenta de servicio.',
    'Vuelve aquí.',
  ),
  'hold.account_issue_third_party_payments_on_file.title': 'No podemos ver esta factura',
  'hold.account_issue_third_party_payments_on_file.body': inSteps(
    'Tu cuenta de {company} está conectada a otro servicio de pagos.',
    'Desconecta ese servicio en {company}.',
    'Vuelve aquí para continuar.',
  ),
  'hold.system_issue_with_bill.title': 'No pudimos leer tu factura',
  'hold.system_issue_with_bill.body':
    'El problema es nuestro, no tuyo. Seguiremos intentándolo, y tú también puedes intentarlo ahora.',
  'hold.system_issue_with_bill_payment.title': 'No pudimos confirmar tu pago',
  'hold.system_issue_with_bill_payment.body':
    'Revisa tu cuenta de {company} antes de intentarlo de nuevo, para no pagar dos veces.',
  'hold.account_paid_in_full.title': 'Estás al día con tus pagos',
  'hold.account_paid_in_full.body': 'No debes nada en tu cuenta de {company}.',
  'hold.account_issue_payment_restrictions.title': '{company} limita los pagos de esta cuenta',
  'hold.account_issue_payment_restrictions.body':
    'Inicia sesión en {company} o comunícate con ellos para quitar la restricción.',
  'hold.account_issue_inactive_account.title': 'Esta cuenta está inactiva',
  'hold.account_issue_inactive_account.body': '{company} no acepta pagos en cuentas inactivas.',
  'hold.account_issue_no_bill.title': 'Aún no hay factura',
  'hold.account_issue_no_bill.body': 'Mostraremos tu factura cuando {company} envíe una.',
  'hold.no_payment_required.title': 'No hace falta pagar',
  'hold.no_payment_required.body': '{company} no pide ningún pago por ahora.',
  'hold.foreign_currency_issue.title': 'Esta factura está en otra moneda',
  'hold.foreign_currency_issue.body':
    'No podemos cambiar ni pagar facturas en moneda extranjera. Págala en {company}.',
  'hold.stake': '{bill}: {amount} vence el {date}.',

  // Kinds of companies: the service has their English names alone.
  'category.utilities': 'Servicios',
  'category.electricity': 'Electricidad',
  'category.natural-gas': 'Gas natural',
  'category.water': 'Agua y alcantarillado',
  'category.waste': 'Basura y reciclaje',
  'category.internet': 'Internet',
  'category.mobile-phone': 'Celular',
  'category.tv-streaming': 'TV y streaming',
  'category.insurance': 'Seguros',
  'category.credit-cards': 'Tarjetas de crédito',
  'category.loans': 'Préstamos',
  'category.mortgage': 'Hipoteca',
  'category.rent': 'Renta',
  'category.subscriptions': 'Suscripciones',
  'category.fitness': 'Gimnasio',
  'category.tolls': 'Peajes y estacionamiento',
  'category.security': 'Seguridad del hogar',
  'category.medical': 'Salud',
  'category.education': 'Educación',
};

export { holdActions } from '../holds.ts';
