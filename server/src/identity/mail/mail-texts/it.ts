/** What is mailed, in Italian. */
import { texts } from '@candor/protocol/notices/it.ts';
import type { MailWords } from './mail-kinds.ts';

export const it: MailWords = {
  closing: 'La tua parola anti-phishing: {word}',
  texts: {
    code: {
      subject: 'Il tuo codice di verifica',
      text: 'Il tuo codice è {code}. Vale dieci minuti sul dispositivo da cui l’hai richiesto. Se non l’hai richiesto, ignora questa e-mail. Non ti chiederemo mai questo codice.',
    },
    code_register: {
      subject: 'Apri il tuo account',
      text: 'Il codice per aprire un account è {code}. Vale dieci minuti sul dispositivo da cui l’hai richiesto. Oppure apri questo link entro 24 ore, da qualsiasi dispositivo: {link} Se non l’hai richiesto, ignora questa e-mail. Non ti chiederemo mai questo codice.',
    },
    code_reset: {
      subject: 'Reimposta la password',
      text: 'Il codice per scegliere una nuova password è {code}. Vale dieci minuti sul dispositivo da cui l’hai richiesto. Oppure apri questo link entro 24 ore, da qualsiasi dispositivo: {link} Se non l’hai richiesto, ignora questa e-mail; la password non cambia. Non ti chiederemo mai questo codice.',
    },
    email_in_use: {
      subject: 'Hai già un account',
      text: 'Qualcuno ha provato ad aprire un account con questo indirizzo. Ne hai già uno. Se eri tu, accedi o imposta una nuova password; altrimenti non devi fare nulla.',
    },
    ...texts,
  },
};
