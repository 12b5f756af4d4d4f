/** What is mailed, in Portuguese. */
import { texts } from '@candor/protocol/notices/pt.ts';
import type { MailWords } from './mail-kinds.ts';

export const pt: MailWords = {
  closing: 'Sua palavra antiphishing: {word}',
  texts: {
    code: {
      subject: 'Seu código de verificação',
      text: 'Seu código é {code}. Ele vale por dez minutos, para abrir uma conta, definir uma nova senha ou mostrar que este endereço é seu. Se você não o pediu, ignore este e-mail. Nunca pedimos este código.',
    },
    email_in_use: {
      subject: 'Você já tem uma conta',
      text: 'Alguém tentou abrir uma conta com este e-mail. Você já tem uma. Se foi você, entre ou defina uma nova senha; caso contrário, não é preciso fazer nada.',
    },
    ...texts,
  },
};
