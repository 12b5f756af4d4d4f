/** What customers are told, in Spanish. */
import type { NoticeTexts } from './kinds.ts';

export const texts: NoticeTexts = {
  password_changed: {
    subject: 'Tu contraseña ha cambiado',
    text: 'Se cambió la contraseña de tu cuenta y se cerró la sesión en tus otros dispositivos. Los retiros quedan retenidos 24 horas. Si no fuiste tú, cambia la contraseña ahora y contacta con atención al cliente.',
  },
  new_device: {
    subject: 'Inicio de sesión en un dispositivo nuevo',
    text: 'Se inició sesión en tu cuenta desde un dispositivo que no habíamos visto en ella: {device}, desde la dirección {address}, {time_at}. Si fuiste tú, no hace falta hacer nada. Si no fuiste tú, cambia la contraseña ahora, lo que cierra todas las sesiones, y contacta con atención al cliente.',
  },
  email_changed: {
    subject: 'Tu correo ha cambiado',
    text: 'Se cambió el correo de tu cuenta. Los retiros quedan retenidos 24 horas. Si no fuiste tú, cambia la contraseña ahora y contacta con atención al cliente.',
  },
  phone_changed: {
    subject: 'Tu teléfono ha cambiado',
    text: 'Se vinculó un teléfono a tu cuenta o se sustituyó el que tenías. Si no fuiste tú, cambia la contraseña ahora y contacta con atención al cliente.',
  },
  factor_changed: {
    subject: 'Tu verificación en dos pasos ha cambiado',
    text: 'Se añadió, sustituyó, quitó o usó un autenticador, una llave de acceso o un código de recuperación de tu cuenta. Los retiros pueden quedar retenidos 24 horas. Si no fuiste tú, cambia la contraseña ahora y contacta con atención al cliente.',
  },
  trading_password_changed: {
    subject: 'Tu contraseña de operaciones ha cambiado',
    text: 'Se estableció o cambió la contraseña de operaciones de tu cuenta. Tras un cambio, los retiros quedan retenidos 24 horas. Si no fuiste tú, cambia la contraseña de acceso ahora y contacta con atención al cliente.',
  },
  bank_card_changed: {
    subject: 'Tu tarjeta bancaria ha cambiado',
    text: 'Se vinculó una tarjeta bancaria a tu cuenta o se sustituyó la que tenías. Tras una sustitución, los retiros quedan retenidos 24 horas. Si no fuiste tú, cambia la contraseña ahora y contacta con atención al cliente.',
  },
  guesses_locked: {
    subject: 'Alguien intentó adivinar los datos de tu cuenta',
    text: 'Hubo varios intentos fallidos con una contraseña o un código de tu cuenta, así que por un tiempo no se admiten más desde allí. Ninguno acertó. Un extraño no puede bloquear los dispositivos que usas. Si fuiste tú, inténtalo más tarde o cambia la contraseña. Si no fuiste tú, un segundo factor impide la entrada incluso a quien acierte la contraseña.',
  },
  kyc_approved: {
    subject: 'Tu identidad está verificada',
    text: 'Se aprobó la verificación de tu identidad. Si no la pediste, contacta con atención al cliente.',
  },
  kyc_rejected: {
    subject: 'No se pudo verificar tu identidad',
    text: 'Esta vez no se aprobó la verificación de tu identidad. El motivo está en la aplicación, en verificación, donde puedes intentarlo de nuevo. Si no la pediste, contacta con atención al cliente.',
  },
  leverage_decided: {
    subject: 'Una decisión sobre el apalancamiento',
    text: 'Se decidió si tu cuenta puede operar con apalancamiento. La decisión y su motivo están en la aplicación, en apalancamiento. Si no lo pediste, contacta con atención al cliente.',
  },
  standing_changed: {
    subject: 'El estado de tu cuenta ha cambiado',
    text: 'Hemos congelado, bloqueado o liberado tu cuenta. Lo que puedes hacer ahora y el motivo están en la aplicación o te los dirá atención al cliente. Los límites de pérdida y los objetivos de tus posiciones abiertas siguen activos. Si crees que es un error, contacta con atención al cliente.',
  },
  limits_changed: {
    subject: 'Tus límites propios han cambiado',
    text: 'Se estableció o cambió un límite o una pausa de tu cuenta. Lo más estricto vale de inmediato; lo más amplio, a las 24 horas. Si no fuiste tú, cambia la contraseña ahora y contacta con atención al cliente.',
  },
  account_closed: {
    subject: 'Tu cuenta se ha cerrado',
    text: 'Tu cuenta se cerró como pediste y ya nadie puede entrar en ella. Si no fuiste tú, contacta de inmediato con atención al cliente.',
  },
  deposit_credited: {
    subject: 'Tu depósito se ha abonado',
    text: 'Se han abonado {amount} {currency} de tu depósito en tu cuenta al contado. El registro con su asiento está en la aplicación, en registros financieros.',
  },
  deposit_failed: {
    subject: 'Tu depósito no se ha abonado',
    text: 'Tu depósito de {amount} {currency} no se ha abonado. El motivo está en la aplicación, en depósitos. Si enviaste el dinero, guarda el comprobante y contacta con atención al cliente.',
  },
  withdrawal_requested: {
    subject: 'Has solicitado un retiro',
    text: 'Se ha solicitado un retiro de {amount} {currency} a {address} y el importe está congelado. Se puede cancelar en la aplicación mientras se revisa. Si no fuiste tú, cancélalo, cambia la contraseña ahora y contacta con atención al cliente.',
  },
  withdrawal_held: {
    subject: 'Tu retiro está retenido',
    text: 'Tu retiro de {amount} {currency} está retenido como máximo hasta {until}. El motivo está en la aplicación, en retiros. El dinero sigue siendo tuyo y puedes cancelar el retiro.',
  },
  withdrawal_sent: {
    subject: 'Tu retiro se ha enviado',
    text: 'Tu retiro de {amount} {currency} se ha enviado a {address}. La referencia del pago es {reference}.',
  },
  withdrawal_failed: {
    subject: 'Tu retiro no se ha realizado',
    text: 'Tu retiro de {amount} {currency} no se ha realizado y todo el importe vuelve a estar disponible. El motivo está en la aplicación, en retiros.',
  },
  address_added: {
    subject: 'Se ha añadido una dirección de retiro',
    text: 'Se ha añadido la dirección de {network} {address} a las direcciones a las que se puede retirar tu dinero. Si no fuiste tú, elimínala en la aplicación, cambia la contraseña ahora y contacta con atención al cliente.',
  },
  balance_corrected: {
    subject: 'Tu saldo se ha corregido',
    text: 'Dos de nuestros operadores han corregido un saldo de tu cuenta en {amount} {currency}. El registro con su motivo está en la aplicación, en registros financieros. Si crees que es un error, contacta con atención al cliente.',
  },
  promotion_granted: {
    subject: 'Has recibido crédito de prueba',
    text: 'Has recibido un crédito de prueba de {amount} USDT. Sirve para operaciones con apalancamiento y no se puede retirar; sus condiciones y su fin están en la aplicación, en crédito de prueba.',
  },
  loan_disbursed: {
    subject: 'Tu préstamo fue desembolsado',
    text: 'Tu préstamo de {amount} {currency} fue aprobado y está en tu cuenta al contado. Debe devolverse antes del {until}; puedes devolverlo antes, en parte o entero, y pagas entonces intereses solo por los días usados. Lo que cuesta está en la aplicación, en préstamos.',
  },
  loan_refused: {
    subject: 'Tu préstamo no fue aprobado',
    text: 'Tu solicitud de un préstamo de {amount} {currency} no fue aprobada. El motivo está en la aplicación, en préstamos, y tus documentos se pueden usar de nuevo.',
  },
  loan_reminder: {
    subject: 'Tu préstamo vence pronto',
    text: 'Ahora debes {amount} {currency} de tu préstamo, que debe devolverse antes del {until}. Desde entonces cada día empezado cuesta una comisión. Lo devuelves en la aplicación, en préstamos; no se cobra nada por sí solo.',
  },
  loan_overdue: {
    subject: 'Tu préstamo está vencido',
    text: 'Tu préstamo debía devolverse antes del {until} y ahora debes {amount} {currency}. Cada día empezado añade una comisión, hasta el tope de tu contrato, y tu puntuación de crédito ha bajado. Lo devuelves en la aplicación, en préstamos, en parte o entero; no se cobra nada por sí solo. Si no puedes, contacta con atención al cliente.',
  },
  fund_ending: {
    subject: 'Tu orden en el fondo termina pronto',
    text: 'Tu orden de {amount} {currency} en el fondo termina el {until}. Tu capital vuelve entonces a tu cuenta al contado y no tienes que hacer nada.',
  },
  fund_ended: {
    subject: 'Tu orden en el fondo ha terminado',
    text: 'Tu orden en el fondo ha terminado. {amount} {currency} de capital están de nuevo en tu cuenta al contado; los ingresos pagados en esos días suman {income} {currency}. Lo que queda de su último día se paga pasada la próxima medianoche UTC. Cada pago está en la aplicación, en el fondo.',
  },
  fund_refused: {
    subject: 'Tu orden en el fondo no fue aceptada',
    text: 'Tu orden de {amount} {currency} en el fondo no fue aceptada. El importe entero está de nuevo en tu cuenta al contado.',
  },
  position_warned: {
    subject: 'Aviso de margen',
    text: 'El nivel de margen de tu posición en {symbol} ha bajado al {share}. Al 50% se cierra por fuerza. En la app puedes añadir margen, cerrar una parte o poner un stop.',
  },
  position_closed_out: {
    subject: 'Tu posición se cerró por fuerza',
    text: 'El nivel de margen de tu posición en {symbol} bajó al 50% y se cerró por fuerza a {price}. El recibo con todas las cifras está en la app, en posiciones, donde puedes verificarlo.',
  },
  option_voided: {
    subject: 'Una opción es nula',
    text: 'No hubo precio en un momento que decide tu opción sobre {symbol}, así que es nula. El importe de {amount} {currency} ha vuelto completo. La opción en la app dice por qué.',
  },
  fund_started: {
    subject: 'Tu orden en el fondo ha empezado',
    text: 'Tu orden de {amount} {currency} en el fondo ha empezado y termina el {until}. El ingreso de cada día se abona en tu cuenta al contado.',
  },
  fund_terminated: {
    subject: 'Tu orden en el fondo terminó antes',
    text: 'Tu orden en el fondo terminó antes de tiempo, como pediste. {amount} {currency} de capital están de nuevo en tu cuenta al contado, tras una comisión de {fee} {currency}. Si no fuiste tú, pon ya una contraseña nueva y contacta con atención al cliente.',
  },
  loan_settled: {
    subject: 'Tu préstamo está pagado',
    text: 'Tu préstamo de {amount} {currency} está pagado por completo y no se debe nada más. Cada pago está en la app, en préstamos.',
  },
  referral_earned: {
    subject: 'Tus amigos te trajeron una parte',
    text: 'Se abonaron {amount} {currency} en tu cuenta al contado: tu parte de los ingresos del fondo de las personas que invitaste, desde el último mensaje de este tipo. Cada parte está en la app, en amigos.',
  },
  price_alert: {
    subject: 'Se alcanzó un precio que esperabas',
    text: '{symbol} ha alcanzado {level}: estaba a {price} el {reached_at}, en la entrada {entry} del registro de precios. Esta alerta ya se usó; puedes poner otra en la app.',
  },
  recurring_bought: {
    subject: 'Tu compra recurrente se realizó',
    text: 'Tu compra recurrente de {amount} {currency} compró {quantity} {coin} a precio de mercado. El precio, la comisión y el comprobante están en la app, en Compras recurrentes.',
  },
  recurring_skipped: {
    subject: 'Tu compra recurrente se omitió',
    text: 'Esta vez se omitió tu compra recurrente de {amount} {currency} de {coin}. El motivo está en la app, en Compras recurrentes. No lo intentaremos de nuevo hasta la próxima fecha.',
  },
  recurring_short: {
    subject: 'Saldo insuficiente para tu compra recurrente',
    text: 'No había saldo suficiente en tu cuenta spot para tu compra recurrente de {amount} {currency} de {coin}, así que se omitió. No lo intentaremos de nuevo hasta la próxima fecha. Tras tres omisiones seguidas pausamos el plan.',
  },
  recurring_paused: {
    subject: 'Tu compra recurrente está en pausa',
    text: 'Tu compra recurrente de {amount} {currency} de {coin} se omitió por tercera vez seguida por falta de saldo en tu cuenta spot, así que la hemos pausado. Añade fondos y reanúdala en la app.',
  },
  recurring_held: {
    subject: 'Hemos pausado tu compra recurrente',
    text: 'Hemos pausado tu compra recurrente de {coin}. El motivo está en la app, en Compras recurrentes, donde puedes reanudarla.',
  },
  chat_waiting: {
    subject: 'Te espera una respuesta',
    text: 'Atención al cliente te ha respondido. La respuesta te espera en la app, en atención al cliente.',
  },
  agreement_changed: {
    subject: 'Ha cambiado un contrato o aviso legal',
    text: 'Lee qué dice ahora, desde cuándo se aplica y qué decía antes. Si no estás de acuerdo, atención al cliente te ayuda, y puedes retirar tu dinero y cerrar tu cuenta.',
  },
};
