/** What customers are told, in Italian. */
import type { NoticeTexts } from './kinds.ts';

export const texts: NoticeTexts = {
  password_changed: {
    subject: 'La tua password è stata modificata',
    text: 'La password del tuo account è stata modificata e gli altri dispositivi sono stati disconnessi. I prelievi sono sospesi per 24 ore. Se non sei stato tu, imposta subito una nuova password e contatta il servizio clienti.',
  },
  new_device: {
    subject: 'Accesso da un nuovo dispositivo',
    text: 'È stato effettuato l’accesso al tuo account da un dispositivo mai visto prima: {device}, dall’indirizzo {address}, {time_at}. Se sei stato tu, non devi fare nulla. Altrimenti imposta subito una nuova password, che chiude tutte le sessioni, e contatta il servizio clienti.',
  },
  email_changed: {
    subject: 'Il tuo indirizzo e-mail è stato modificato',
    text: 'L’indirizzo e-mail del tuo account è stato modificato. I prelievi sono sospesi per 24 ore. Se non sei stato tu, imposta subito una nuova password e contatta il servizio clienti.',
  },
  phone_changed: {
    subject: 'Il tuo numero di telefono è stato modificato',
    text: 'Al tuo account è stato collegato un numero di telefono, o quello precedente è stato sostituito. Se non sei stato tu, imposta subito una nuova password e contatta il servizio clienti.',
  },
  factor_changed: {
    subject: 'La tua verifica in due passaggi è stata modificata',
    text: 'Un autenticatore, una passkey o un codice di recupero del tuo account è stato aggiunto, sostituito, rimosso o usato. I prelievi possono essere sospesi per 24 ore. Se non sei stato tu, imposta subito una nuova password e contatta il servizio clienti.',
  },
  trading_password_changed: {
    subject: 'La tua password di trading è stata modificata',
    text: 'La password di trading del tuo account è stata impostata o modificata. Dopo una modifica i prelievi sono sospesi per 24 ore. Se non sei stato tu, imposta subito una nuova password di accesso e contatta il servizio clienti.',
  },
  bank_card_changed: {
    subject: 'La tua carta bancaria è stata modificata',
    text: 'Al tuo account è stata collegata una carta bancaria, o quella precedente è stata sostituita. Dopo una sostituzione i prelievi sono sospesi per 24 ore. Se non sei stato tu, imposta subito una nuova password e contatta il servizio clienti.',
  },
  guesses_locked: {
    subject: 'Qualcuno ha tentato di indovinare i tuoi dati',
    text: 'Ci sono stati diversi tentativi errati con una password o un codice del tuo account, quindi per un po’ da lì non se ne accettano altri. Nessuno era giusto. Un estraneo non può bloccare i dispositivi che usi. Se eri tu, riprova più tardi o imposta una nuova password. Se non eri tu, un secondo fattore tiene fuori gli estranei anche quando indovinano la password.',
  },
  kyc_approved: {
    subject: 'La tua identità è verificata',
    text: 'La verifica della tua identità è stata approvata. Se non l’hai richiesta, contatta il servizio clienti.',
  },
  kyc_rejected: {
    subject: 'Non è stato possibile verificare la tua identità',
    text: 'Questa volta la verifica della tua identità non è stata approvata. Il motivo è nell’app, alla voce verifica, dove puoi riprovare. Se non l’hai richiesta, contatta il servizio clienti.',
  },
  leverage_decided: {
    subject: 'Una decisione sulla leva',
    text: 'È stato deciso se il tuo account può operare con la leva. La decisione e il motivo sono nell’app, alla voce leva. Se non l’hai richiesto, contatta il servizio clienti.',
  },
  standing_changed: {
    subject: 'Lo stato del tuo account è cambiato',
    text: 'Abbiamo congelato, bloccato o sbloccato il tuo account. Che cosa puoi fare ora, e il motivo, è indicato nell’app o te lo dice il servizio clienti. Stop e obiettivi delle posizioni aperte restano attivi. Se pensi che sia un errore, contatta il servizio clienti.',
  },
  limits_changed: {
    subject: 'I tuoi limiti personali sono cambiati',
    text: 'Un limite o una pausa del tuo account è stato impostato o modificato. Ciò che è più stretto vale subito, ciò che è più ampio dopo 24 ore. Se non sei stato tu, imposta subito una nuova password e contatta il servizio clienti.',
  },
  account_closed: {
    subject: 'Il tuo account è stato chiuso',
    text: 'Il tuo account è stato chiuso come hai chiesto e nessuno può più accedervi. Se non sei stato tu, contatta subito il servizio clienti.',
  },
  deposit_credited: {
    subject: 'Il tuo deposito è stato accreditato',
    text: '{amount} {currency} del tuo deposito sono stati accreditati sul conto spot. La registrazione con la sua scrittura è nell’app, tra i movimenti.',
  },
  deposit_failed: {
    subject: 'Il tuo deposito non è stato accreditato',
    text: 'Il tuo deposito di {amount} {currency} non è stato accreditato. Il motivo è nell’app, tra i depositi. Se hai inviato il denaro, conserva la prova e contatta il servizio clienti.',
  },
  withdrawal_requested: {
    subject: 'Hai chiesto un prelievo',
    text: 'È stato chiesto un prelievo di {amount} {currency} verso {address} e l’importo è congelato. Si può annullare nell’app finché è in esame. Se non sei stato tu, annullalo, imposta subito una nuova password e contatta il servizio clienti.',
  },
  withdrawal_held: {
    subject: 'Il tuo prelievo è sospeso',
    text: 'Il tuo prelievo di {amount} {currency} è sospeso al più tardi fino a {until}. Il motivo è nell’app, tra i prelievi. Il denaro resta tuo e puoi annullare il prelievo.',
  },
  withdrawal_sent: {
    subject: 'Il tuo prelievo è stato inviato',
    text: 'Il tuo prelievo di {amount} {currency} è stato inviato a {address}. Il riferimento del pagamento è {reference}.',
  },
  withdrawal_failed: {
    subject: 'Il tuo prelievo non è stato eseguito',
    text: 'Il tuo prelievo di {amount} {currency} non è stato eseguito e l’intero importo è di nuovo disponibile. Il motivo è nell’app, tra i prelievi.',
  },
  address_added: {
    subject: 'È stato aggiunto un indirizzo di prelievo',
    text: 'L’indirizzo {network} {address} è stato aggiunto a quelli verso cui il tuo denaro può essere prelevato. Se non sei stato tu, eliminalo nell’app, imposta subito una nuova password e contatta il servizio clienti.',
  },
  balance_corrected: {
    subject: 'Il tuo saldo è stato corretto',
    text: 'Due nostri operatori hanno corretto un saldo del tuo account di {amount} {currency}. La registrazione con il motivo è nell’app, tra i movimenti. Se pensi che sia un errore, contatta il servizio clienti.',
  },
  promotion_granted: {
    subject: 'Hai ricevuto un credito di prova',
    text: 'Hai ricevuto un credito di prova di {amount} USDT. Si usa per le operazioni con leva e non si può prelevare; le condizioni e la scadenza sono nell’app, alla voce credito di prova.',
  },
  loan_disbursed: {
    subject: 'Il tuo prestito è stato erogato',
    text: 'Il tuo prestito di {amount} {currency} è stato approvato ed è sul tuo conto spot. Va rimborsato entro il {until}; puoi rimborsarlo prima, in parte o per intero, pagando gli interessi dei soli giorni usati. Quanto costa è nell’app, tra i prestiti.',
  },
  loan_refused: {
    subject: 'Il tuo prestito non è stato approvato',
    text: 'La tua richiesta di un prestito di {amount} {currency} non è stata approvata. Il motivo è nell’app, tra i prestiti, e i tuoi documenti si possono usare di nuovo.',
  },
  loan_reminder: {
    subject: 'Il tuo prestito scade presto',
    text: 'Del tuo prestito ora devi {amount} {currency}, da rimborsare entro il {until}. Da allora ogni giorno iniziato costa una commissione. Lo rimborsi nell’app, tra i prestiti; nulla viene prelevato da solo.',
  },
  loan_overdue: {
    subject: 'Il tuo prestito è scaduto',
    text: 'Il tuo prestito andava rimborsato entro il {until} e ora devi {amount} {currency}. Ogni giorno iniziato aggiunge una commissione, fino al limite del tuo contratto, e il tuo punteggio di credito è sceso. Lo rimborsi nell’app, tra i prestiti, in parte o per intero; nulla viene prelevato da solo. Se non puoi, contatta il servizio clienti.',
  },
  fund_ending: {
    subject: 'Il tuo ordine nel fondo finisce presto',
    text: 'Il tuo ordine di {amount} {currency} nel fondo finisce il {until}. Il capitale torna allora sul tuo conto spot e non devi fare nulla.',
  },
  fund_ended: {
    subject: 'Il tuo ordine nel fondo è finito',
    text: 'Il tuo ordine nel fondo è finito. {amount} {currency} di capitale sono di nuovo sul tuo conto spot; i proventi pagati in quei giorni sono {income} {currency}. Ciò che resta del suo ultimo giorno è pagato dopo la prossima mezzanotte UTC. Ogni pagamento è nell’app, alla voce fondo.',
  },
  fund_refused: {
    subject: 'Il tuo ordine nel fondo non è stato accettato',
    text: 'Il tuo ordine di {amount} {currency} nel fondo non è stato accettato. L’intero importo è di nuovo sul tuo conto spot.',
  },
  position_warned: {
    subject: 'Avviso sul margine',
    text: 'Il livello del margine della tua posizione su {symbol} è sceso al {share}. Al 50% viene chiusa forzatamente. Nell’app puoi aggiungere margine, chiuderne una parte o impostare uno stop.',
  },
  position_closed_out: {
    subject: 'La tua posizione è stata chiusa forzatamente',
    text: 'Il livello del margine della tua posizione su {symbol} è sceso al 50% ed è stata chiusa forzatamente a {price}. La ricevuta con tutte le cifre è nell’app, tra le posizioni, dove puoi verificarla.',
  },
  option_voided: {
    subject: 'Un’opzione è nulla',
    text: 'Non c’era un prezzo in un momento che decide la tua opzione su {symbol}, quindi è nulla. La puntata di {amount} {currency} è tornata per intero. L’opzione nell’app dice perché.',
  },
  fund_started: {
    subject: 'Il tuo ordine nel fondo è iniziato',
    text: 'Il tuo ordine di {amount} {currency} nel fondo è iniziato e finisce il {until}. Il rendimento di ogni giorno è accreditato sul tuo conto spot.',
  },
  fund_terminated: {
    subject: 'Il tuo ordine nel fondo è finito in anticipo',
    text: 'Il tuo ordine nel fondo è finito in anticipo, come hai chiesto. {amount} {currency} di capitale sono di nuovo sul tuo conto spot, dopo una commissione di {fee} {currency}. Se non sei stato tu, imposta subito una nuova password e contatta il servizio clienti.',
  },
  loan_settled: {
    subject: 'Il tuo prestito è rimborsato',
    text: 'Il tuo prestito di {amount} {currency} è rimborsato per intero e non è dovuto altro. Ogni pagamento è nell’app, tra i prestiti.',
  },
  referral_earned: {
    subject: 'I tuoi amici ti hanno portato una quota',
    text: '{amount} {currency} sono stati accreditati sul tuo conto spot: la tua quota dei rendimenti del fondo delle persone che hai invitato, dall’ultimo messaggio di questo tipo. Ogni quota è nell’app, tra gli amici.',
  },
  price_alert: {
    subject: 'Raggiunto un prezzo che aspettavi',
    text: '{symbol} ha raggiunto {level}: era a {price} il {reached_at}, nella voce {entry} del registro dei prezzi. Questo avviso è stato usato; puoi impostarne un altro nell’app.',
  },
  recurring_bought: {
    subject: 'Il tuo piano di accumulo ha acquistato',
    text: 'Il tuo piano di accumulo ha acquistato {quantity} {coin} al prezzo di mercato per {amount} {currency}. Prezzo, commissione e ricevuta sono nell’app, in Piani di accumulo.',
  },
  recurring_skipped: {
    subject: 'Il tuo piano di accumulo ha saltato un acquisto',
    text: 'Questa volta l’acquisto di {coin} per {amount} {currency} del tuo piano di accumulo è stato saltato. Il motivo è nell’app, in Piani di accumulo. Non riproveremo prima della prossima data.',
  },
  recurring_short: {
    subject: 'Saldo insufficiente per il tuo piano di accumulo',
    text: 'Sul conto spot non c’era saldo sufficiente per l’acquisto di {coin} per {amount} {currency} del tuo piano di accumulo, che è stato saltato. Non riproveremo prima della prossima data. Dopo tre acquisti saltati di fila mettiamo in pausa il piano.',
  },
  recurring_paused: {
    subject: 'Il tuo piano di accumulo è in pausa',
    text: 'L’acquisto di {coin} per {amount} {currency} è stato saltato per la terza volta di fila per saldo insufficiente sul conto spot, quindi abbiamo messo in pausa il piano. Aggiungi fondi e riprendilo nell’app.',
  },
  recurring_held: {
    subject: 'Abbiamo messo in pausa il tuo piano di accumulo',
    text: 'Abbiamo messo in pausa il tuo piano di accumulo di {coin}. Il motivo è nell’app, in Piani di accumulo, dove puoi riprenderlo.',
  },
  chat_waiting: {
    subject: 'Una risposta ti aspetta',
    text: 'Il servizio clienti ti ha risposto. La risposta ti aspetta nell’app, nel servizio clienti.',
  },
  agreement_changed: {
    subject: 'Un contratto o avviso legale è cambiato',
    text: 'Leggi che cosa dice ora, da quando vale e che cosa diceva prima. Se non sei d’accordo, il servizio clienti è a tua disposizione, e puoi prelevare il tuo denaro e chiudere l’account.',
  },
};
