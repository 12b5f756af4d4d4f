/** Spanish texts of every message. */
import type { MessageCode } from '../refusals.ts';

export const texts: Readonly<Record<MessageCode, string>> = {
  // Who you are
  user_not_found: 'Este usuario no existe.',
  login_wrong: 'La cuenta o la contraseña es incorrecta. Revisa ambas e inténtalo de nuevo.',
  code_wrong: 'El código de verificación es incorrecto o ha caducado. Revísalo o pide uno nuevo.',
  account_taken: 'Este nombre de cuenta ya está en uso. Elige otro.',
  invite_code_wrong: 'Este código de invitación no existe. Introduce uno válido.',
  old_password_wrong: 'La contraseña actual es incorrecta. Introdúcela de nuevo.',
  passwords_differ: 'Las dos contraseñas no coinciden. Introdúcelas de nuevo.',
  password_length: 'La contraseña debe tener entre {min} y {max} caracteres.',
  password_common: 'Esta contraseña es demasiado común para ser segura. Elige otra.',
  account_frozen: 'Tu cuenta está congelada. Contacta con atención al cliente.',
  account_locked: 'Tu cuenta está bloqueada. Contacta con atención al cliente.',
  too_young: 'Debes tener al menos {min} años.',
  session_ended: 'Tu sesión ha terminado. Inicia sesión de nuevo.',
  confirmation_needed:
    'Este cambio necesita una prueba de que eres tú, por una de estas vías: {kinds}. Confírmalo y envíalo de nuevo.',
  confirmation_wrong: 'La prueba no es válida, así que no se cambió nada. Inténtalo de nuevo.',
  approval_needed: 'Esta decisión debe firmarse con tu clave.',
  approval_wrong: 'Lo firmado no coincide con lo enviado. Inténtalo de nuevo.',
  reset_needed: 'Hubo demasiados intentos fallidos y esta vía está cerrada. Restablécela para continuar.',
  wallet_proof_wrong: 'No se aceptó la firma de la billetera ({reason}). Pide un mensaje nuevo y fírmalo.',
  passkey_wrong: 'No se aceptó la llave de acceso. Inténtalo de nuevo o usa otra vía.',
  passkeys_too_many: 'Has llegado al máximo de {max} llaves de acceso. Elimina una primero.',
  email_missing: 'Tu cuenta aún no tiene correo electrónico. Vincula uno primero.',
  phone_wrong: 'Este número de teléfono no es válido. Revisa el prefijo del país y las cifras.',
  texts_unavailable:
    'Ahora no podemos enviar mensajes de texto a este número. El correo y el autenticador siguen funcionando.',
  trading_password_missing: 'Tu cuenta aún no tiene contraseña de operaciones. Crea una primero.',
  trading_password_same:
    'La contraseña de operaciones y la de inicio de sesión deben ser distintas. Elige otra.',
  too_many_attempts: 'Demasiados intentos. Inténtalo de nuevo dentro de {seconds} segundos.',

  // Wallets and balances
  wallet_not_found: 'No se encontró la billetera. Añade una primero.',
  fund_balance_insufficient:
    'Tu cuenta al contado no tiene saldo suficiente para el fondo. Deposita o transfiere dinero a ella primero.',
  balance_insufficient:
    'Saldo insuficiente: se necesitan {needed} {currency} y hay {available} {currency} disponibles. Introduce un importe menor.',
  coins_insufficient:
    'Monedas insuficientes: se necesitan {needed} {currency} y hay {available} {currency} disponibles. Introduce una cantidad menor.',
  turnover_insufficient:
    'Llevas {turnover} de los {needed} USDT de volumen que exige tu crédito de prueba. Después podrás convertirlo.',
  fees_insufficient:
    'Puedes convertir crédito de prueba hasta la mitad de las comisiones que has pagado con tu propio dinero desde que se concedió: {paid} USDT pagados, {converted} USDT convertidos.',
  currency_invalid: 'Esta moneda no está disponible aquí. Elige otra.',

  // Trading
  pair_not_found: 'No se encontró este par de negociación.',
  pair_not_active: 'Este par no admite operaciones nuevas.',
  trading_closed: 'La negociación está en pausa porque no hay un precio reciente. Inténtalo en un momento.',
  market_closed: 'El mercado está cerrado. Espera a que vuelva a abrir.',
  limit_sell_below_price:
    'Una orden límite no puede vender por debajo del precio actual de {price}. Introduce un precio mayor.',
  order_not_cancellable: 'Esta orden ya no se puede cancelar.',
  trade_not_found: 'La operación no existe o fue cancelada. Actualiza e inténtalo de nuevo.',
  lever_trade_open: 'Hay una operación apalancada en curso. Ciérrala primero.',
  open_trade_blocks: 'No es posible mientras haya una operación abierta. Ciérrala primero.',
  quantity_below_minimum: 'La cantidad es inferior al mínimo de {min}. Introduce {min} o más.',
  quantity_above_maximum: 'La cantidad supera el máximo de {max}. Introduce {max} o menos.',
  quantity_off_step: 'La cantidad debe ser un múltiplo entero de {step}.',
  amount_below_minimum: 'El importe es inferior al mínimo de {min}. Introduce {min} o más.',
  price_off_tick: 'El precio debe ser un múltiplo entero de {tick}.',
  price_above_maximum: 'El precio supera el máximo de {max}. Introduce {max} o menos.',
  price_moved:
    'El precio es ahora {price}, peor que el {worst} que aceptas. Revísalo y vuelve a enviar la orden.',
  liquidity_insufficient:
    'No hay liquidez suficiente para esta orden. Reduce la cantidad o inténtalo más tarde.',
  take_profit_wrong:
    'La toma de ganancias debe estar en el lado de ganancia del precio de entrada {entry} y del actual {current}, y no ser 0. Introduce otro precio.',
  stop_loss_wrong:
    'El stop loss debe estar en el lado de pérdida del precio de entrada {entry} y del actual {current}, y no ser 0. Introduce otro precio.',
  feature_off: 'Esta función está desactivada o no está disponible por ahora.',
  no_transaction_records: 'Todavía no hay movimientos.',
  orders_too_many: 'Has llegado al máximo de {max} órdenes abiertas. Cancela una primero.',
  lever_not_enabled:
    'No tienes habilitadas las operaciones con apalancamiento. Responde el cuestionario y atención al cliente decidirá.',
  bank_card_missing: 'Añade primero tu cuenta bancaria.',
  leverage_not_offered: 'Este apalancamiento no se ofrece. Elige uno de estos: {offered}.',
  margin_insufficient:
    'Saldo insuficiente en la cuenta de contratos: el margen y la comisión requieren {needed} {currency} y hay {available} {currency} disponibles. Transfiere dinero o reduce la cantidad.',
  credit_insufficient:
    'Crédito de prueba insuficiente: se necesitan {needed} {currency} y hay {available} {currency} disponibles. Paga desde otra cuenta o introduce una cifra menor.',
  credit_hedged:
    'Tienes abierto el lado contrario de {symbol}. El crédito de prueba no puede ser parte de una cobertura: cierra primero el otro lado u opera con otro símbolo.',
  profit_lock_wrong:
    'El bloqueo de ganancias debe estar entre el precio de entrada {entry} y el actual {current}, con la posición en ganancia. Introduce otro precio.',
  trailing_wrong:
    'La distancia del stop dinámico debe ser mayor que 0 y menor que el precio actual de {current}. Introduce otra.',
  position_not_open: 'Esta posición no está abierta o ya se cerró. Actualiza para ver su estado.',
  position_closing:
    'Esta posición ya se está cerrando. Se cerrará al primer precio tras la apertura del mercado; no tienes que hacer nada.',
  market_closed_until: 'El mercado está cerrado hasta {reopens_at}. Inténtalo entonces.',
  positions_too_many:
    'Has llegado al máximo de {max} posiciones y órdenes pendientes. Cierra o cancela una primero.',

  // Short options
  duration_not_offered: 'Esta duración no se ofrece. Elige una de estas, en segundos: {offered}.',
  payout_changed: 'El pago es ahora {payout_ratio} del importe. Revísalo y vuelve a enviar la orden.',
  session_ends_first:
    'El mercado cierra ({closes_at}) antes del vencimiento de esta opción. Elige una duración más corta.',
  stake_below_minimum: 'El importe es inferior al mínimo. Introduce {min} {currency} o más.',
  stake_above_maximum: 'El importe supera el máximo. Introduce {max} {currency} o menos.',
  tickets_too_many: 'Has llegado al máximo de {max} opciones abiertas. Espera a que venza una.',
  exposure_customer_full:
    'Tus opciones abiertas pueden ganar en conjunto {max} USDT como máximo. Reduce el importe o espera a que venza una.',
  exposure_full:
    'Las opciones abiertas en este mercado han llegado al límite de la plataforma. Reduce el importe o inténtalo más tarde.',
  option_balance_insufficient:
    'Saldo insuficiente en la cuenta de opciones: se necesitan {needed} {currency} y hay {available} {currency} disponibles. Transfiere dinero o reduce el importe.',

  // Deposits and withdrawals
  address_missing: 'Aún no hay una dirección de retiro. Añade una primero.',
  address_exists: 'Esta dirección ya está en tu libreta.',
  address_not_yours: 'Solo puedes eliminar tus propias direcciones.',
  withdrawal_pending: 'Ya tienes una solicitud de retiro. Espera a que se revise.',
  withdrawal_exceeds_holdings: 'El retiro supera lo que tienes. Introduce un importe menor.',
  trading_password_wrong: 'La contraseña de operaciones es incorrecta. Inténtalo de nuevo.',
  deposit_not_found: 'El depósito no existe o ya no se puede modificar.',
  network_invalid: 'Esta red no se ofrece. Elige otra.',
  deposits_too_many: 'Ya tienes {max} depósitos pendientes. Espera a que se revise uno o cancela uno.',
  reference_used:
    'Este número de transacción ya se indicó para otro depósito. Compruébalo o contacta con atención al cliente.',
  address_wrong: 'No es una dirección válida de {network}. Cópiala de nuevo desde donde recibes.',
  address_of_house:
    'Es una de nuestras direcciones de depósito. Introduce la dirección en la que quieres recibir.',
  alerts_too_many: 'Ya esperas {max} precios. Elimina uno primero.',
  recurring_too_many: 'Ya tienes {max} compras recurrentes. Elimina una primero.',
  addresses_too_many: 'Tu libreta está llena con {max} direcciones. Elimina una primero.',
  address_not_ready: 'Esta dirección es nueva y se puede usar a partir de {until}.',
  withdrawal_below_minimum: 'El retiro es inferior al mínimo. Introduce {min} {currency} o más.',
  withdrawal_above_maximum: 'El retiro supera el máximo. Introduce {max} {currency} o menos.',
  withdrawal_day_maximum:
    'Supera lo que se puede retirar en 24 horas: quedan {left} {currency}. Introduce un importe menor o inténtalo más tarde.',
  quote_expired: 'Este precio ha caducado y no se ha cambiado nada. Pide uno nuevo.',
  quotes_exhausted:
    'En una hora se te dieron {max} precios con los que no cambiaste nada. Puedes pedir otro a partir de {until}.',
  exchange_too_small: 'El importe es tan pequeño que no recibirías nada. Introduce uno mayor.',
  exchange_too_large: 'Un cambio puede valer como máximo {max} USDT. Introduce un importe menor.',

  // Operators
  conflict_of_interest: 'Tienes un vínculo con este cliente, así que debe decidir otra persona.',
  case_changed: 'Esto ha cambiado desde que lo viste. Vuelve a mirarlo antes de decidir.',
  case_held: 'Este caso está retenido. Libéralo primero.',
  day_cap_reached: 'Equivale a {worth} USDT y de tu límite de 24 horas quedan {left} USDT.',
  colleague_needed: 'Por ahora has llegado a {max} clientes. Pide a otro administrador que autorice más.',
  second_person_needed: 'Debe aprobarlo otra persona.',
  two_admins_needed: 'Deben quedar dos administradores. Añade antes a otro.',
  article_text_wrong: 'Línea {line} ({language}): aquí no se permite «{found}». Cámbialo y guarda de nuevo.',
  articles_too_many: 'Ya hay {max} artículos, el máximo.',
  holds_used_up: 'Se ha retenido {max} veces y no se puede más. Decide el caso.',
  amount_above_cap: 'El importe supera lo que puede mover un asiento: {max}.',
  effective_too_soon:
    'Las condiciones deben empezar al menos {seconds} segundos después de ahora. Elige una hora posterior.',
  credit_active: 'Este cliente aún tiene crédito de prueba sin terminar.',
  house_funds_insufficient: 'La cuenta de la casa no tiene saldo suficiente para esto.',

  // Fund and loans
  project_ended: 'Este proyecto no existe o ha terminado.',
  project_state_wrong: 'No es posible en el estado actual del proyecto.',
  participants_full: 'Se alcanzó el número máximo de participantes.',
  deposit_out_of_range: 'El depósito debe estar entre {min} y {max}.',
  loan_out_of_range: 'El préstamo debe estar entre {min} y {max}.',
  terms_changed: 'Las condiciones han cambiado. Revísalas y vuelve a enviarlo.',
  project_limit_reached: 'Cada cuenta puede participar en este tramo {max} veces como máximo.',
  loan_days_not_offered: 'Este plazo no está disponible. Elige uno de estos, en días: {offered}.',
  agreement_changed: 'El contrato de préstamo ha cambiado. Léelo y acéptalo de nuevo.',
  credit_score_low: 'La puntuación de crédito es demasiado baja; se necesita al menos {min}.',
  loan_open: 'Ya hay un préstamo abierto. Podrás pedir otro cuando esté liquidado.',
  loan_not_found: 'Este préstamo no existe.',
  repayment_above_due: 'No se puede devolver más de lo que se debe: {max} {currency}.',
  order_out_of_range: 'El importe de la orden debe estar entre {min} y {max}.',
  order_state_wrong: 'No es posible en el estado actual de la orden.',
  product_not_found: 'Este producto no existe.',
  amount_wrong: 'El importe no es válido. Introduce otro.',

  // Identity verification
  id_number_verified: 'Este número de documento ya fue verificado.',
  verification_needed: 'Verifica primero tu identidad.',
  already_applied: 'Ya enviaste la solicitud. No hace falta enviarla otra vez.',
  verification_awaiting: 'Tu solicitud se envió y espera revisión.',
  file_not_found: 'Este archivo no existe o ya se usó. Súbelo de nuevo.',

  // Bank card
  swift_wrong: 'Este código SWIFT no es válido. Consúltalo con tu banco.',
  iban_wrong: 'Este IBAN no es válido. Revisa todas las letras y cifras.',
  routing_number_wrong: 'Este número de ruta no es válido. Consúltalo con tu banco.',

  // What one’s country, or oneself, does not allow
  product_not_offered: 'Este producto no se ofrece en tu país. Consulta cuáles sí.',
  leverage_above_cap: 'En tu país el apalancamiento de este instrumento llega a {max}×. Elige uno menor.',
  own_limit_reached:
    'Esto supera un límite que te pusiste: quedan {left} USDT. Introduce un importe menor o espera al próximo periodo.',
  timed_out: 'Has puesto tus operaciones en pausa hasta {until}. Cerrar y retirar sigue siendo posible.',
  self_excluded: 'Te has autoexcluido de operar hasta {until}. Cerrar y retirar sigue siendo posible.',
  balance_left: 'Todavía hay dinero en la cuenta. Retíralo primero.',
  withdrawals_paused: 'Los retiros están en pausa mientras revisamos nuestras cuentas. Inténtalo más tarde.',
  withdrawals_held:
    'Se cambió hace poco un ajuste de seguridad y los retiros esperan hasta {until}. Inténtalo entonces.',

  // Uploads
  uploads_too_many: 'Has subido todos los archivos que permite un día. Inténtalo mañana.',
  file_too_big: 'El archivo es demasiado grande. Elige uno más pequeño.',
  file_duplicate: 'Este archivo ya se subió. Elige otro.',
  file_type_wrong: 'Este tipo de archivo no se acepta. Elige otro.',
  upload_failed: 'No se pudo subir el archivo. Inténtalo de nuevo.',

  // Any call
  parameter_wrong: 'Este dato no es válido: {field}. Corrígelo e inténtalo de nuevo.',
  parameter_missing: 'Falta este dato: {field}. Complétalo e inténtalo de nuevo.',
  not_found: 'Aquí no se encontró nada.',
  operation_illegal: 'Esta operación no está permitida.',
  request_illegal: 'No se pudo leer la solicitud.',
  unauthorized: 'No tienes autorización para hacer esto.',
  clock_fixed: 'El reloj solo se puede adelantar mientras funciona un mercado simulado.',
  request_failed: 'Algo falló de nuestro lado. Inténtalo más tarde.',
  try_again: 'No funcionó. Inténtalo de nuevo.',
  state_abnormal: 'No es posible en el estado actual. Actualiza e inténtalo de nuevo.',
  key_reused: 'Este número de solicitud ya se usó para otra cosa.',
  host_unknown: 'Esta dirección no es nuestra. Abre la aplicación desde su propia dirección.',
  origin_foreign: 'La solicitud viene de otro sitio web.',
  too_many_requests: 'Demasiadas solicitudes. Espera un momento e inténtalo de nuevo.',
  busy: 'El sistema está ocupado. Inténtalo en un momento; nada se hará dos veces.',
  storage_low:
    'Nos falta espacio de almacenamiento y ahora no podemos aceptar esto. Puedes seguir operando, depositando y retirando.',
  body_too_big: 'La solicitud es demasiado grande.',

  // What succeeded
  login_done: 'Sesión iniciada',
  register_done: 'Cuenta abierta',
  saved: 'Guardado',
  added: 'Añadido',
  deleted: 'Eliminado',
  updated: 'Actualizado',
  submitted_for_review: 'Enviado, en espera de revisión',
  password_changed: 'Contraseña cambiada',
  logout_done: 'Sesión cerrada',
  cancel_done: 'Cancelado',
  trading_account_set: 'Cuenta de operaciones configurada',
  trading_password_set: 'Contraseña de operaciones configurada',
  setup_done: 'Configuración completa',
  deposit_done: 'Depósito completado',
  withdrawal_applied: 'Retiro solicitado, en espera de aprobación',
  order_filled: 'Orden ejecutada',
  order_placed: 'Orden enviada',
  started_over: 'Cuenta de demostración reiniciada',
  position_opened: 'Posición abierta',
  position_closed: 'Posición cerrada',
  close_waiting: 'Aceptado, se cierra al próximo precio',
  stops_set: 'Niveles guardados',
  margin_added: 'Margen añadido',
  transfer_done: 'Transferencia hecha',
  exchange_done: 'Cambio hecho',
  credit_converted: 'Convertido a USDT',
  session_closed: 'Sesión del dispositivo cerrada',
  limit_set: 'Límite fijado',
  limit_pending: 'Aceptado, vale dentro de 24 horas',
  account_closed: 'Cuenta cerrada',
};
