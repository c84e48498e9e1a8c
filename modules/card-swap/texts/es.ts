/** What the card-swap module says beside the kit, in Spanish. */
import type { Texts } from './en.ts';

export const texts: Texts = {
  'app.swap': 'Actualizar tu tarjeta',
  'swap.intro.title': 'Una tarjeta para todas tus facturas',
  'swap.intro.card': 'Elige la tarjeta que debe pagar.',
  'swap.intro.brands': 'Elige las empresas que te cobran.',
  'swap.intro.signIn': 'Inicia sesión una vez en cada una. Nosotros registramos tu tarjeta allí.',
  'swap.intro.start': 'Empezar',

  'swap.card.title': '¿Qué tarjeta debe pagar?',
  'swap.card.legend': 'Tus tarjetas',
  'swap.card.other': 'Elige otra tarjeta para {company}',
  'swap.card.refused': '{company} no aceptó la tarjeta.',
  'swap.card.expires': 'Válida hasta {date}',
  'swap.card.expired': 'Ha caducado',
  'swap.card.declined': 'Se rechazó. Elige o añade otra tarjeta.',
  'swap.card.add': 'Añadir otra tarjeta',
  'swap.card.none': 'Añade la tarjeta con la que quieres pagar.',

  'swap.brands.title': 'Elige tus empresas',
  'swap.brands.card': 'Tarjeta nueva: {card}',
  'swap.brands.change': 'Cambiar tarjeta',
  'swap.brands.onFile': 'Tiene esta tarjeta',
  'swap.brands.underWay': 'Actualizándose',
  'swap.brands.limit': 'Puedes elegir hasta {count} a la vez.',
  'swap.brands.continue.one': 'Continuar con {count} empresa',
  'swap.brands.continue.other': 'Continuar con {count} empresas',

  'swap.queue.note': 'Empresa {number} de {count}',
  'swap.queue.skip': 'Ahora no',

  'swap.rows.title': 'Actualizando tu tarjeta',
  'swap.rows.body': 'Puedes cerrar esta página, nosotros seguimos.',
  'swap.rows.list': 'Empresas',
  'swap.rows.next': 'Iniciar sesión en {company}',
  'swap.rows.finish': 'Terminar por ahora',
  'swap.state.waiting': 'En espera',
  'swap.state.signing-in': 'Iniciando sesión',
  'swap.state.needs-you': 'Te necesita',
  'swap.state.updating': 'Actualizando tu tarjeta',
  'swap.state.done': 'Listo',
  'swap.state.problem': 'Problema',
  'swap.opens.sign-in': 'Iniciar sesión',
  'swap.opens.challenge': 'Pasar el control de seguridad',
  'swap.opens.hold': 'Ver qué hacer',
  'swap.opens.code': 'Introducir el código de seguridad de tu tarjeta',
  'swap.opens.card': 'Elegir otra tarjeta',
  'swap.opens.retry': 'Intentar otra vez',
  'swap.rows.notBegun': 'El cambio de tu tarjeta no empezó.',

  'swap.summary.title.one': 'Tu tarjeta está registrada en {count} empresa',
  'swap.summary.title.other': 'Tu tarjeta está registrada en {count} empresas',
  'swap.summary.none': 'Tu tarjeta no se cambió',
  'swap.summary.left': 'Algunas empresas aún te necesitan. Elige una para seguir con ella.',
  'swap.summary.body': 'Las próximas facturas se pagan con ella.',
  'swap.summary.more': 'Elegir más empresas',

  'cardCode.body':
    'Cada empresa lo pide al registrar tu tarjeta. Lo introduces una vez: esta página lo olvida en cuanto la última empresa tiene tu tarjeta.',
};
