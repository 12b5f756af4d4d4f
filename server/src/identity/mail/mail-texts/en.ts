/** Mail texts in English. */
import { texts } from '@candor/protocol/notices/en.ts';
import type { MailWords } from './mail-kinds.ts';

export const en: MailWords = {
  closing: 'Your anti-phishing code: {word}',
  texts: {
    code: {
      subject: 'Your verification code',
      text: 'Your code is {code}. It works for ten minutes on the screen where you asked for it. If you didn’t ask for it, ignore this email. We’ll never ask you for this code.',
    },
    code_register: {
      subject: 'Create your account',
      text: 'Your code to create an account is {code}. It works for ten minutes on the screen where you asked for it. Or open this link within 24 hours, on any device: {link} If you didn’t ask for this, ignore this email. We’ll never ask you for this code.',
    },
    code_reset: {
      subject: 'Reset your password',
      text: 'Your code to set a new password is {code}. It works for ten minutes on the screen where you asked for it. Or open this link within 24 hours, on any device: {link} If you didn’t ask for this, ignore this email and your password will stay the same. We’ll never ask you for this code.',
    },
    email_in_use: {
      subject: 'You already have an account',
      text: 'Someone tried to create an account with this email address, but you already have one. If it was you, log in or reset your password. If it wasn’t, you don’t need to do anything.',
    },
    ...texts,
  },
};
