/** Mail texts in Portuguese. */
import { texts } from '@candor/protocol/notices/pt.ts';
import type { MailWords } from './mail-kinds.ts';

export const pt: MailWords = {
  closing: 'Seu código antiphishing: {word}',
  texts: {
    code: {
      subject: 'Seu código de verificação',
      text: 'Seu código é {code}. Ele vale por dez minutos na tela em que você o pediu. Se você não pediu, ignore este e-mail. Nunca pediremos este código a você.',
    },
    code_register: {
      subject: 'Crie sua conta',
      text: 'Seu código para criar uma conta é {code}. Ele vale por dez minutos na tela em que você o pediu. Ou abra este link em até 24 horas, em qualquer dispositivo: {link} Se você não pediu, ignore este e-mail. Nunca pediremos este código a você.',
    },
    code_reset: {
      subject: 'Redefina sua senha',
      text: 'Seu código para definir uma nova senha é {code}. Ele vale por dez minutos na tela em que você o pediu. Ou abra este link em até 24 horas, em qualquer dispositivo: {link} Se você não pediu, ignore este e-mail, e sua senha não mudará. Nunca pediremos este código a você.',
    },
    email_in_use: {
      subject: 'Você já tem uma conta',
      text: 'Alguém tentou criar uma conta com este e-mail, mas você já tem uma. Se foi você, entre ou redefina a senha. Se não foi, você não precisa fazer nada.',
    },
    ...texts,
  },
};
