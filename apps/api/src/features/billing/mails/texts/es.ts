import type { NoticeTexts } from './texts.ts';

export const ES: NoticeTexts = {
  receipt: ({ team, amount, document: { number, from, until } }) => ({
    subject: `Recibo ${number} de ${team}`,
    paragraphs: [
      `Gracias. Hemos recibido ${amount} por Hearth Pro en “${team}”, del ${from} al ${until}.`,
      `La factura ${number} va adjunta.`,
    ],
    button: 'Abrir facturación',
  }),
  refund: ({ team, amount, document: { number, credited } }) => ({
    subject: `Reembolso de ${amount} de ${team}`,
    paragraphs: [
      `Hemos devuelto ${amount} de “${team}”. Llegan a la tarjeta o cuenta con la que se pagó; la mayoría de los bancos los muestran en 5 a 7 días hábiles.`,
      `La nota de crédito ${number} de la factura ${credited} va adjunta. Pro ha terminado y no se ha eliminado nada.`,
    ],
    button: 'Abrir facturación',
  }),
  charge: ({ team, amount, date, method }) => ({
    subject: `Pro de ${team} se renueva el ${date}`,
    paragraphs: [
      method === ''
        ? `El ${date} se cobrarán ${amount}, impuestos incluidos, por Hearth Pro en “${team}”.`
        : `El ${date} se cobrarán ${amount}, impuestos incluidos, en ${method} por Hearth Pro en “${team}”.`,
      'No tienes que hacer nada. Si prefieres dejarlo, cancela antes de ese día y no se cobrará nada más.',
    ],
    button: 'Abrir facturación',
  }),
  failed: ({ team, amount, grace }, stage) => ({
    subject:
      stage === 'last'
        ? `Pro de ${team} termina el ${grace} si no se paga`
        : `No se pudo cobrar un pago de ${team}`,
    paragraphs: [
      stage === 'first'
        ? `No se pudo cobrar el pago de ${amount} de “${team}”. Se volverá a intentar en los próximos días.`
        : `El pago de ${amount} de “${team}” sigue sin poder cobrarse.`,
      `Todo sigue igual mientras el banco lo vuelve a intentar, como máximo hasta el ${grace}. Revisa la tarjeta o elige otra forma de pago y nada cambiará para tu equipo.`,
    ],
    button: 'Resolver el pago',
  }),
  lapse: ({ team }) => ({
    subject: `Pro ha terminado en ${team}`,
    paragraphs: [
      `“${team}” está ahora en el plan Trial. No se ha eliminado nada: todo se puede leer, editar y exportar.`,
      'Lo nuevo espera a que haya sitio en Trial. Si edita más gente que plazas hay, elige en facturación quién sigue.',
    ],
    button: 'Recuperar Pro',
  }),
  cancelled: ({ team, date }) => ({
    subject: `Pro de ${team} termina el ${date}`,
    paragraphs: [
      `Pro de “${team}” está cancelado. Sigue activo hasta el ${date} y no se cobrará nada más.`,
      'Después no se elimina nada: todo se podrá leer, editar y exportar, y lo nuevo espera a que haya sitio en Trial. Hasta entonces puedes cambiar de opinión.',
    ],
    button: 'Abrir facturación',
  }),
  card: ({ team, method, month }) => ({
    subject: `La tarjeta con la que se paga ${team} caduca pronto`,
    paragraphs: [
      `${method} caduca a finales de ${month}. Pon otra tarjeta en su lugar para que Pro siga sin interrupciones en “${team}”.`,
    ],
    button: 'Cambiar la tarjeta',
  }),
  upgradeRequest: ({ team, requester }) => ({
    subject: `${requester} pide Pro para ${team}`,
    paragraphs: [
      `${requester} quiere que “${team}” tenga Hearth Pro. Elegirlo está en manos de quien tiene la propiedad del equipo: por eso te escribimos.`,
      'Verás qué ofrece y cuánto cuesta antes de pagar nada.',
    ],
    button: 'Ver Pro',
  }),
  whyReceipt: 'Recibes este correo porque el equipo es tuyo o porque tu dirección figura para sus recibos.',
  whyOwner: 'Recibes este correo porque el equipo es tuyo o porque te ocupas de sus facturas.',
};
