/** What is mailed, in Italian. */
import { texts } from '@candor/protocol/notices/it.ts';
import type { MailWords } from './mail-kinds.ts';

export const it: MailWords = {
  closing: 'La tua parola anti-phishing: {word}',
  texts: {
    code: {
      subject: 'Il tuo codice di verifica',
      text: 'Il tuo codice è {code}. Vale dieci minuti, per aprire un account, impostare una nuova password o dimostrare che questo indirizzo è tuo. Se non l’hai richiesto, ignora questa e-mail. Non ti chiederemo mai questo codice.',
    },
    email_in_use: {
      subject: 'Hai già un account',
      text: 'Qualcuno ha provato ad aprire un account con questo indirizzo. Ne hai già uno. Se eri tu, accedi o imposta una nuova password; altrimenti non devi fare nulla.',
    },
    ...texts,
  },
};
