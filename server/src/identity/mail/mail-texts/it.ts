/** Mail texts in Italian. */
import { texts } from '@candor/protocol/notices/it.ts';
import type { MailWords } from './mail-kinds.ts';

export const it: MailWords = {
  closing: 'Il tuo codice anti-phishing: {word}',
  texts: {
    code: {
      subject: 'Il tuo codice di verifica',
      text: 'Il tuo codice è {code}. È valido per dieci minuti nella schermata in cui l’hai richiesto. Se non l’hai richiesto, ignora questa e-mail. Non ti chiederemo mai questo codice.',
    },
    code_register: {
      subject: 'Crea il tuo account',
      text: 'Il codice per creare il tuo account è {code}. È valido per dieci minuti nella schermata in cui l’hai richiesto. Oppure apri questo link entro 24 ore, da qualsiasi dispositivo: {link} Se non l’hai richiesto, ignora questa e-mail. Non ti chiederemo mai questo codice.',
    },
    code_reset: {
      subject: 'Reimposta la password',
      text: 'Il codice per impostare una nuova password è {code}. È valido per dieci minuti nella schermata in cui l’hai richiesto. Oppure apri questo link entro 24 ore, da qualsiasi dispositivo: {link} Se non l’hai richiesto, ignora questa e-mail. La tua password non cambia. Non ti chiederemo mai questo codice.',
    },
    email_in_use: {
      subject: 'Hai già un account',
      text: 'Qualcuno ha provato a creare un account con questo indirizzo, ma ne hai già uno. Se sei stato tu, accedi o imposta una nuova password. Altrimenti non devi fare nulla.',
    },
    ...texts,
  },
};
