/** What is mailed, in English. */
import { texts } from '@candor/protocol/notices/en.ts';
import type { MailWords } from './mail-kinds.ts';

export const en: MailWords = {
  closing: 'Your anti-phishing word: {word}',
  texts: {
    code: {
      subject: 'Your verification code',
      text: 'Your code is {code}. It is good for ten minutes, to open an account, to set a new password or to show that this address is yours. If you did not ask for it, you can ignore this mail. We never ask for this code.',
    },
    email_in_use: {
      subject: 'You already have an account',
      text: 'Somebody tried to open an account with this e-mail address. You already have one. If it was you, log in or set a new password; otherwise there is nothing to do.',
    },
    ...texts,
  },
};
