/** Italian texts of every message. */
import type { MessageCode } from '../refusals.ts';

export const texts: Readonly<Record<MessageCode, string>> = {
  // Who you are
  user_not_found: 'Questo utente non esiste.',
  login_wrong: 'L’account o la password è errata. Controlla entrambi e riprova.',
  code_wrong: 'Il codice di verifica è errato o scaduto. Controllalo o richiedine uno nuovo.',
  account_taken: 'Questo nome account è già in uso. Scegline un altro.',
  invite_code_wrong: 'Questo codice di invito non esiste. Inseriscine uno valido.',
  old_password_wrong: 'La password attuale è errata. Inseriscila di nuovo.',
  passwords_differ: 'Le due password non coincidono. Inseriscile di nuovo.',
  password_length: 'La password deve avere da {min} a {max} caratteri.',
  password_common: 'Questa password è troppo comune per essere sicura. Scegline un’altra.',
  account_frozen: 'Il tuo account è congelato. Contatta il servizio clienti.',
  account_locked: 'Il tuo account è bloccato. Contatta il servizio clienti.',
  too_young: 'Devi avere almeno {min} anni.',
  session_ended: 'La sessione è terminata. Accedi di nuovo.',
  confirmation_needed:
    'Questa modifica richiede una prova che sei tu, con uno di questi mezzi: {kinds}. Confermala e inviala di nuovo.',
  confirmation_wrong: 'La prova non è valida, quindi nulla è stato modificato. Riprova.',
  approval_needed: 'Questa decisione va firmata con la tua chiave.',
  approval_wrong: 'Ciò che è stato firmato non corrisponde a quanto inviato. Riprova.',
  reset_needed: 'Ci sono stati troppi tentativi sbagliati e questa via è chiusa. Reimpostala per continuare.',
  wallet_proof_wrong:
    'La firma del portafoglio non è stata accettata ({reason}). Richiedi un nuovo messaggio e firmalo.',
  passkey_wrong: 'La passkey non è stata accettata. Riprova o usa un altro mezzo.',
  passkeys_too_many: 'Hai raggiunto il massimo di {max} passkey. Rimuovine prima una.',
  email_missing: 'Il tuo account non ha ancora un indirizzo e-mail. Collegane prima uno.',
  phone_wrong: 'Questo numero di telefono non è valido. Controlla il prefisso del paese e le cifre.',
  texts_unavailable:
    'Al momento non possiamo inviare SMS a questo numero. E-mail e autenticatore continuano a funzionare.',
  trading_password_missing: 'Il tuo account non ha ancora una password di trading. Impostane prima una.',
  trading_password_same:
    'La password di trading e quella di accesso devono essere diverse. Scegline un’altra.',
  too_many_attempts: 'Troppi tentativi. Riprova tra {seconds} secondi.',

  // Wallets and balances
  wallet_not_found: 'Portafoglio non trovato. Aggiungine prima uno.',
  fund_balance_insufficient:
    'Il tuo conto spot non ha saldo sufficiente per il fondo. Deposita o trasferisci prima del denaro.',
  balance_insufficient:
    'Saldo insufficiente: servono {needed} {currency}, disponibili {available} {currency}. Inserisci un importo minore.',
  coins_insufficient:
    'Monete insufficienti: servono {needed} {currency}, disponibili {available} {currency}. Inserisci una quantità minore.',
  turnover_insufficient:
    'Hai scambiato {turnover} dei {needed} USDT richiesti per il tuo credito di prova. Poi potrai convertirlo.',
  fees_insufficient:
    'Puoi convertire credito di prova fino alla metà delle commissioni che hai pagato con il tuo denaro da quando è stato concesso: {paid} USDT pagati, {converted} USDT convertiti.',
  currency_invalid: 'Questa valuta non è disponibile qui. Scegline un’altra.',

  // Trading
  pair_not_found: 'Coppia di trading non trovata.',
  pair_not_active: 'Questa coppia non è aperta a nuove operazioni.',
  trading_closed: 'Le negoziazioni sono in pausa perché manca un prezzo aggiornato. Riprova tra poco.',
  market_closed: 'Il mercato è chiuso. Attendi la riapertura.',
  limit_sell_below_price:
    'Un ordine limite non può vendere sotto il prezzo attuale di {price}. Inserisci un prezzo più alto.',
  order_not_cancellable: 'Questo ordine non può più essere annullato.',
  trade_not_found: 'L’operazione non esiste o è stata annullata. Aggiorna e riprova.',
  lever_trade_open: 'C’è un’operazione a leva in corso. Chiudila prima.',
  open_trade_blocks: 'Non è possibile con un’operazione aperta. Chiudila prima.',
  quantity_below_minimum: 'La quantità è sotto il minimo di {min}. Inserisci {min} o più.',
  quantity_above_maximum: 'La quantità supera il massimo di {max}. Inserisci {max} o meno.',
  quantity_off_step: 'La quantità deve essere un multiplo intero di {step}.',
  amount_below_minimum: 'L’importo è sotto il minimo di {min}. Inserisci {min} o più.',
  price_off_tick: 'Il prezzo deve essere un multiplo intero di {tick}.',
  price_above_maximum: 'Il prezzo supera il massimo di {max}. Inserisci {max} o meno.',
  price_moved:
    'Il prezzo ora è {price}, peggiore di {worst} che accetti. Controllalo e invia di nuovo l’ordine.',
  liquidity_insufficient: 'La liquidità non basta per questo ordine. Riduci la quantità o riprova più tardi.',
  take_profit_wrong:
    'Il take profit deve stare dal lato del profitto rispetto al prezzo di ingresso {entry} e a quello attuale {current}, e non essere 0. Inserisci un altro prezzo.',
  stop_loss_wrong:
    'Lo stop loss deve stare dal lato della perdita rispetto al prezzo di ingresso {entry} e a quello attuale {current}, e non essere 0. Inserisci un altro prezzo.',
  feature_off: 'Questa funzione è disattivata o al momento non disponibile.',
  no_transaction_records: 'Non ci sono ancora movimenti.',
  orders_too_many: 'Hai raggiunto il massimo di {max} ordini aperti. Annullane prima uno.',
  lever_not_enabled:
    'Il trading a leva non è attivo per te. Compila il questionario: deciderà il servizio clienti.',
  bank_card_missing: 'Aggiungi prima il tuo conto bancario.',
  leverage_not_offered: 'Questa leva non è disponibile. Scegli tra: {offered}.',
  margin_insufficient:
    'Il conto contratti non basta: margine e commissione richiedono {needed} {currency}, disponibili {available} {currency}. Trasferisci del denaro o riduci la quantità.',
  credit_insufficient:
    'Credito di prova insufficiente: servono {needed} {currency}, disponibili {available} {currency}. Paga da un altro conto o inserisci una cifra minore.',
  credit_hedged:
    'Hai già il lato opposto di {symbol}. Il credito di prova non può far parte di una copertura: chiudi prima l’altro lato o scegli un altro simbolo.',
  profit_lock_wrong:
    'Il blocco del profitto deve stare tra il prezzo di ingresso {entry} e quello attuale {current}, con la posizione in profitto. Inserisci un altro prezzo.',
  trailing_wrong:
    'La distanza del trailing stop deve essere maggiore di 0 e minore del prezzo attuale di {current}. Inseriscine un’altra.',
  position_not_open: 'Questa posizione non è aperta o è già stata chiusa. Aggiorna per vederne lo stato.',
  position_closing:
    'Questa posizione è già in chiusura. Si chiuderà al primo prezzo dopo l’apertura del mercato; non devi fare nulla.',
  market_closed_until: 'Il mercato è chiuso fino a {reopens_at}. Riprova allora.',
  positions_too_many:
    'Hai raggiunto il massimo di {max} posizioni e ordini in attesa. Chiudine o annullane prima uno.',

  // Short options
  duration_not_offered: 'Questa durata non è disponibile. Scegli tra queste, in secondi: {offered}.',
  payout_changed: 'Il rendimento ora è {payout_ratio} dell’importo. Controllalo e invia di nuovo l’ordine.',
  session_ends_first:
    'Il mercato chiude ({closes_at}) prima della scadenza di questa opzione. Scegli una durata più breve.',
  stake_below_minimum: 'L’importo è sotto il minimo. Inserisci {min} {currency} o più.',
  stake_above_maximum: 'L’importo supera il massimo. Inserisci {max} {currency} o meno.',
  tickets_too_many: 'Hai raggiunto il massimo di {max} opzioni aperte. Attendi che ne scada una.',
  exposure_customer_full:
    'Le tue opzioni aperte insieme possono vincere al massimo {max} USDT. Riduci l’importo o attendi che ne scada una.',
  exposure_full:
    'Le opzioni aperte su questo mercato hanno raggiunto il limite della piattaforma. Riduci l’importo o riprova più tardi.',
  option_balance_insufficient:
    'Il conto opzioni non basta: servono {needed} {currency}, disponibili {available} {currency}. Trasferisci del denaro o riduci l’importo.',

  // Deposits and withdrawals
  address_missing: 'Non c’è ancora un indirizzo di prelievo. Aggiungine prima uno.',
  address_exists: 'Questo indirizzo è già nella tua rubrica.',
  address_not_yours: 'Puoi eliminare solo i tuoi indirizzi.',
  withdrawal_pending: 'Hai già una richiesta di prelievo. Attendi che sia esaminata.',
  withdrawal_exceeds_holdings: 'Il prelievo supera quanto possiedi. Inserisci un importo minore.',
  trading_password_wrong: 'La password di trading è errata. Riprova.',
  deposit_not_found: 'Il deposito non esiste o non può più essere modificato.',
  network_invalid: 'Questa rete non è disponibile. Scegline un’altra.',
  deposits_too_many: 'Hai già {max} depositi in attesa. Attendi che uno sia esaminato o annullane uno.',
  reference_used:
    'Questo numero di transazione è già stato indicato per un altro deposito. Controllalo o contatta il servizio clienti.',
  address_wrong: 'Non è un indirizzo {network} valido. Copialo di nuovo da dove ricevi.',
  address_of_house: 'È uno dei nostri indirizzi di deposito. Inserisci l’indirizzo su cui vuoi ricevere.',
  alerts_too_many: 'Aspetti già {max} prezzi. Eliminane prima uno.',
  recurring_too_many: 'Hai già {max} piani di accumulo. Eliminane prima uno.',
  addresses_too_many: 'La rubrica è piena con {max} indirizzi. Eliminane prima uno.',
  address_not_ready: 'Questo indirizzo è nuovo e si può usare a partire da {until}.',
  withdrawal_below_minimum: 'Il prelievo è sotto il minimo. Inserisci {min} {currency} o più.',
  withdrawal_above_maximum: 'Il prelievo supera il massimo. Inserisci {max} {currency} o meno.',
  withdrawal_day_maximum:
    'Supera quanto si può prelevare in 24 ore: restano {left} {currency}. Inserisci un importo minore o riprova più tardi.',
  quote_expired: 'Questo prezzo è scaduto e nulla è stato cambiato. Chiedine uno nuovo.',
  quotes_exhausted:
    'In un’ora hai ricevuto {max} prezzi a cui non hai cambiato nulla. Puoi chiederne un altro a partire da {until}.',
  exchange_too_small: 'L’importo è così piccolo che non riceveresti nulla. Inseriscine uno maggiore.',
  exchange_too_large: 'Un cambio può valere al massimo {max} USDT. Inserisci un importo minore.',

  // Operators
  conflict_of_interest: 'Hai un legame con questo cliente, quindi deve decidere un’altra persona.',
  case_changed: 'È cambiato da quando lo hai visto. Guarda di nuovo prima di decidere.',
  case_held: 'Questo caso è sospeso. Sbloccalo prima.',
  day_cap_reached: 'Vale {worth} USDT e del tuo limite di 24 ore restano {left} USDT.',
  colleague_needed:
    'Hai raggiunto {max} clienti per ora. Chiedi a un altro amministratore di autorizzarne altri.',
  second_person_needed: 'Deve approvarlo un’altra persona.',
  two_admins_needed: 'Devono restare due amministratori. Aggiungine prima un altro.',
  article_text_wrong: 'Riga {line} ({language}): qui «{found}» non è ammesso. Cambialo e salva di nuovo.',
  articles_too_many: 'Ci sono già {max} articoli, il massimo.',
  holds_used_up: 'È stato sospeso {max} volte e non è più possibile. Decidi il caso.',
  amount_above_cap: 'L’importo supera quanto una registrazione può spostare: {max}.',
  effective_too_soon:
    'Le condizioni devono iniziare almeno {seconds} secondi dopo adesso. Scegli un orario successivo.',
  credit_active: 'Questo cliente ha ancora un credito di prova non concluso.',
  house_funds_insufficient: 'Il conto della casa non ha abbastanza fondi per questo.',

  // Fund and loans
  project_ended: 'Questo progetto non esiste o è terminato.',
  project_state_wrong: 'Non è possibile nello stato attuale del progetto.',
  participants_full: 'È stato raggiunto il numero massimo di partecipanti.',
  deposit_out_of_range: 'Il deposito deve essere tra {min} e {max}.',
  loan_out_of_range: 'Il prestito deve essere tra {min} e {max}.',
  terms_changed: 'Le condizioni sono cambiate. Controllale e invia di nuovo.',
  project_limit_reached: 'Ogni conto può partecipare a questa fascia al massimo {max} volte.',
  loan_days_not_offered: 'Questa durata non è disponibile. Scegline una tra queste, in giorni: {offered}.',
  agreement_changed: 'Il contratto di prestito è cambiato. Leggilo e accettalo di nuovo.',
  credit_score_low: 'Il punteggio di credito è troppo basso; serve almeno {min}.',
  loan_open: 'C’è già un prestito aperto. Se ne può chiedere un altro quando è saldato.',
  loan_not_found: 'Questo prestito non esiste.',
  repayment_above_due: 'Non si può rimborsare più del dovuto: {max} {currency}.',
  order_out_of_range: 'L’importo dell’ordine deve essere tra {min} e {max}.',
  order_state_wrong: 'Non è possibile nello stato attuale dell’ordine.',
  product_not_found: 'Questo prodotto non esiste.',
  amount_wrong: 'L’importo non è valido. Inseriscine un altro.',

  // Identity verification
  id_number_verified: 'Questo numero di documento è già stato verificato.',
  verification_needed: 'Verifica prima la tua identità.',
  already_applied: 'Hai già inviato la richiesta. Non serve inviarla di nuovo.',
  verification_awaiting: 'La richiesta è stata inviata ed è in attesa di revisione.',
  file_not_found: 'Questo file non esiste o è già stato usato. Caricalo di nuovo.',

  // Bank card
  swift_wrong: 'Questo codice SWIFT non è valido. Verificalo con la tua banca.',
  iban_wrong: 'Questo IBAN non è valido. Controlla tutte le lettere e le cifre.',
  routing_number_wrong: 'Questo numero di routing non è valido. Verificalo con la tua banca.',

  // What one’s country, or oneself, does not allow
  product_not_offered: 'Questo prodotto non è offerto nel tuo paese. Guarda quali lo sono.',
  leverage_above_cap: 'Nel tuo paese la leva di questo strumento arriva a {max}×. Scegline una più bassa.',
  own_limit_reached:
    'Supera un limite che ti sei dato: restano {left} USDT. Inserisci un importo minore o attendi il prossimo periodo.',
  timed_out: 'Hai messo in pausa il trading fino a {until}. Chiudere e prelevare resta possibile.',
  self_excluded: 'Ti sei autoescluso dal trading fino a {until}. Chiudere e prelevare resta possibile.',
  balance_left: 'Nell’account c’è ancora denaro. Prelevalo prima.',
  withdrawals_paused: 'I prelievi sono sospesi mentre controlliamo i nostri conti. Riprova più tardi.',
  withdrawals_held:
    'Un’impostazione di sicurezza è cambiata da poco: i prelievi attendono fino a {until}. Riprova allora.',

  // Uploads
  uploads_too_many: 'Hai caricato tutti i file che un giorno consente. Riprova domani.',
  file_too_big: 'Il file è troppo grande. Scegline uno più piccolo.',
  file_duplicate: 'Questo file è già stato caricato. Scegline un altro.',
  file_type_wrong: 'Questo tipo di file non è accettato. Scegline un altro.',
  upload_failed: 'Caricamento non riuscito. Riprova.',

  // Any call
  parameter_wrong: 'Questo dato non è valido: {field}. Correggilo e riprova.',
  parameter_missing: 'Manca questo dato: {field}. Compilalo e riprova.',
  not_found: 'Qui non è stato trovato nulla.',
  operation_illegal: 'Questa operazione non è consentita.',
  request_illegal: 'Non è stato possibile leggere la richiesta.',
  unauthorized: 'Non sei autorizzato a farlo.',
  clock_fixed: 'L’orologio si può portare avanti solo mentre è attivo un mercato simulato.',
  request_failed: 'Si è verificato un problema da parte nostra. Riprova più tardi.',
  try_again: 'Non ha funzionato. Riprova.',
  state_abnormal: 'Non è possibile nello stato attuale. Aggiorna e riprova.',
  key_reused: 'Questo numero di richiesta è già stato usato per altro.',
  host_unknown: 'Questo indirizzo non è nostro. Apri l’app dal suo indirizzo.',
  origin_foreign: 'La richiesta proviene da un altro sito.',
  too_many_requests: 'Troppe richieste. Attendi un momento e riprova.',
  busy: 'Il sistema è occupato. Riprova tra un momento; nulla sarà eseguito due volte.',
  storage_low:
    'Lo spazio di archiviazione è quasi esaurito e al momento non possiamo accettare questa richiesta. Trading, depositi e prelievi continuano.',
  body_too_big: 'La richiesta è troppo grande.',

  // What succeeded
  login_done: 'Accesso effettuato',
  register_done: 'Account aperto',
  saved: 'Salvato',
  added: 'Aggiunto',
  deleted: 'Eliminato',
  updated: 'Aggiornato',
  submitted_for_review: 'Inviato, in attesa di revisione',
  password_changed: 'Password modificata',
  logout_done: 'Disconnesso',
  cancel_done: 'Annullato',
  trading_account_set: 'Conto di trading impostato',
  trading_password_set: 'Password di trading impostata',
  setup_done: 'Configurazione completata',
  deposit_done: 'Deposito completato',
  withdrawal_applied: 'Prelievo richiesto, in attesa di approvazione',
  order_filled: 'Ordine eseguito',
  order_placed: 'Ordine inviato',
  started_over: 'Conto demo azzerato',
  position_opened: 'Posizione aperta',
  position_closed: 'Posizione chiusa',
  close_waiting: 'Accettato, si chiude al prossimo prezzo',
  stops_set: 'Livelli impostati',
  margin_added: 'Margine aggiunto',
  transfer_done: 'Trasferimento eseguito',
  exchange_done: 'Cambio eseguito',
  credit_converted: 'Convertito in USDT',
  session_closed: 'Dispositivo disconnesso',
  limit_set: 'Limite impostato',
  limit_pending: 'Accettato, vale tra 24 ore',
  account_closed: 'Account chiuso',
};
