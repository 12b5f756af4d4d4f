/** Mail texts in Portuguese. */
import { texts } from '@candor/protocol/notices/pt.ts';
import type { MailWords } from './mail-kinds.ts';

export const pt: MailWords = {
  closing: 'Seu código antiphishing: {word}',
  texts: {
    code: {
      subject: 'Seu código de verificação',
      text: 'Seu código é {code}. Ele vale por dez minutos no dispositivo em que você o pediu. Se você não pediu, ignore este e-mail. Nunca pedimos este código.',
    },
    code_register: {
      subject: 'Abra sua conta',
      text: 'Seu código para abrir uma conta é {code}. Ele vale por dez minutos no dispositivo em que você o pediu. Ou abra este link em até 24 horas, em qualquer dispositivo: {link} Se você não pediu, ignore este e-mail. Nunca pedimos este código.',
    },
    code_reset: {
      subject: 'Redefina sua senha',
      text: 'Seu código para definir uma nova senha é {code}. Ele vale por dez minutos no dispositivo em que você o pediu. Ou abra este link em até 24 horas, em qualquer dispositivo: {link} Se você não pediu, ignore este e-mail. Sua senha não muda. Nunca pedimos este código.',
    },
    email_in_use: {
      subject: 'Você já tem uma conta',
      text: 'Alguém tentou abrir uma conta com este e-mail. Você já tem uma. Se foi você, entre ou defina uma nova senha. Se não foi, você não precisa fazer nada.',
    },
    ...texts,
  },
};
