/** API calls for registration and for the codes that are mailed for it. */
import * as session from '../session/schemas.ts';
import * as demo from '../demo/schemas.ts';
import { call } from '../call.ts';

export const registrationCalls = {
  'POST user/register': call({
    who: 'visitor',
    reference: { section: 'Signing in', title: 'Open an account', after: 'POST user/logout' },
    summary: 'Opens an account and returns a session token.',
    input: session.registerInput,
    output: session.token,
    refusals: [
      'passwords_differ',
      'password_length',
      'password_common',
      'too_young',
      'code_wrong',
      'invite_code_wrong',
      'account_taken',
      'too_many_attempts',
      'reset_needed',
    ],
    cost: 20,
    idempotent: true,
    storesMore: true,
  }),
  'POST sms_mail': call({
    who: 'visitor',
    reference: { section: 'Signing in', title: 'Request a code by email', after: 'POST user/register' },
    summary:
      'Emails a six-digit code for registration or a password reset. The code is valid for ten minutes.',
    input: session.mailCodeInput,
    output: session.mailCodeOutput,
    refusals: ['too_many_attempts'],
    cost: 3,
    idempotent: false,
    twice: 'another code, of which there are few an hour',
  }),
  'GET demo/mailbox': call({
    who: 'visitor',
    reference: { section: 'Demo', title: 'Read mail to an address', after: 'GET demo' },
    summary: 'The emails with codes to an address, which a demo keeps instead of sending, newest first.',
    input: demo.mailboxInput,
    output: demo.mailboxOutput,
    refusals: [],
    idempotent: false,
    mode: 'demo',
  }),
};
