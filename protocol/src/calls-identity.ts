/** The rows of who a customer is: wallet sign-in, second factors, passwords, sessions, verification and bank card. */
import { call } from './call.ts';
import * as security from './schemas/security.ts';
import * as session from './schemas/session.ts';
import * as uploads from './schemas/uploads.ts';
import * as verification from './schemas/verification.ts';
import * as wallet from './schemas/wallet-sign-in.ts';
import { none, nothing } from './schemas/fields.ts';

/** What any change of a security setting may answer. */
const confirming = [
  'confirmation_needed',
  'confirmation_wrong',
  'too_many_attempts',
  'reset_needed',
] as const;

export const signInCalls = {
  'GET user/nonce': call({
    who: 'visitor',
    summary: 'What a browser wallet has to sign; the nonce is good once, for five minutes.',
    input: none,
    output: wallet.nonceOutput,
    refusals: [],
    idempotent: false,
  }),
  'POST user/addressreg': call({
    who: 'visitor',
    summary:
      'Signs in, or up, with a browser wallet’s signature of a message over a nonce (EIP-4361); answers a token.',
    input: wallet.addressRegisterInput,
    output: session.token,
    refusals: ['wallet_proof_wrong', 'invite_code_wrong', ...confirming],
    cost: 10,
    idempotent: false,
  }),
  'POST user/passkey_options': call({
    who: 'visitor',
    summary: 'The challenge that a passkey signs to sign in, or as the second factor of a login.',
    input: none,
    output: security.passkeyRequest,
    refusals: [],
    idempotent: false,
  }),
  'POST user/passkey_login': call({
    who: 'visitor',
    summary: 'Signs in with a passkey; answers a token.',
    input: security.passkeySignInInput,
    output: session.token,
    refusals: ['confirmation_wrong', 'too_many_attempts'],
    cost: 10,
    idempotent: false,
  }),
  'GET getareacode': call({
    who: 'visitor',
    summary: 'Countries with the code that their phone numbers begin with.',
    input: none,
    output: security.areaCodes,
    refusals: [],
    idempotent: false,
  }),
  'POST sms_send_d': call({
    who: 'customer',
    summary: 'Sends a six-digit code to a phone, good for ten minutes.',
    input: security.phoneCodeInput,
    output: session.mailCodeOutput,
    refusals: ['phone_wrong', 'texts_unavailable', 'too_many_attempts'],
    idempotent: false,
  }),
};

export const securityCalls = {
  'GET safe/overview': call({
    who: 'customer',
    summary: 'What protects the account, and what a change has to be confirmed with.',
    input: none,
    output: security.overview,
    refusals: [],
    idempotent: false,
  }),
  'POST safe/google': call({
    who: 'customer',
    summary: 'Reads, binds or unbinds the authenticator, or makes new recovery codes.',
    input: security.googleInput,
    output: security.googleOutput,
    refusals: ['code_wrong', 'state_abnormal', ...confirming],
    idempotent: false,
  }),
  'GET safe/passkeys': call({
    who: 'customer',
    summary: 'The customer’s passkeys.',
    input: none,
    output: security.passkeys,
    refusals: [],
    idempotent: false,
  }),
  'POST safe/passkey_options': call({
    who: 'customer',
    summary: 'What the browser needs to make a passkey.',
    input: none,
    output: security.passkeyCreation,
    refusals: ['passkeys_too_many'],
    idempotent: false,
  }),
  'POST safe/passkey_add': call({
    who: 'customer',
    summary: 'Keeps a passkey that the browser made.',
    input: security.passkeyAddInput,
    output: security.passkeys,
    refusals: ['passkey_wrong', 'passkeys_too_many', ...confirming],
    idempotent: false,
  }),
  'POST safe/passkey_remove': call({
    who: 'customer',
    summary: 'Forgets a passkey.',
    input: security.passkeyRemoveInput,
    output: security.passkeys,
    refusals: ['not_found', ...confirming],
    idempotent: false,
  }),
  'POST safe/confirm_options': call({
    who: 'customer',
    summary: 'The challenge that a passkey signs to confirm a change.',
    input: none,
    output: security.passkeyRequest,
    refusals: [],
    idempotent: false,
  }),
  'POST safe/trading_password': call({
    who: 'customer',
    summary: 'Sets, changes or resets the six digits that money leaves by.',
    input: security.tradingPasswordInput,
    output: nothing,
    refusals: [
      'passwords_differ',
      'password_common',
      'trading_password_same',
      'trading_password_wrong',
      'email_missing',
      'code_wrong',
      ...confirming,
    ],
    cost: 40,
    idempotent: false,
  }),
  'POST safe/email': call({
    who: 'customer',
    summary: 'Binds or changes the e-mail address, with a code mailed to it; the old one is told.',
    input: security.emailInput,
    output: nothing,
    refusals: ['code_wrong', ...confirming],
    idempotent: false,
  }),
  'POST safe/phone': call({
    who: 'customer',
    summary: 'Binds or changes the phone number, with a code sent to it.',
    input: security.phoneInput,
    output: nothing,
    refusals: ['phone_wrong', 'code_wrong', ...confirming],
    idempotent: false,
  }),
  'POST safe/anti_phishing': call({
    who: 'customer',
    summary: 'Sets the word that stands in every mail of ours, so that a false one is told from it.',
    input: security.antiPhishingInput,
    output: nothing,
    refusals: [...confirming],
    idempotent: false,
  }),
  'GET user/sessions': call({
    who: 'customer',
    summary: 'The devices that are signed in.',
    input: none,
    output: security.sessions,
    refusals: [],
    idempotent: false,
  }),
  'POST user/sessions_end': call({
    who: 'customer',
    summary: 'Ends one session, or all but this one.',
    input: security.endSessionInput,
    output: security.sessions,
    refusals: ['not_found'],
    idempotent: false,
    whenFrozen: true,
  }),
  'GET user/logins': call({
    who: 'customer',
    summary: 'What happened to the safety of the account, newest first.',
    input: security.loginsInput,
    output: security.logins,
    refusals: [],
    idempotent: false,
  }),
  'GET demo/mail': call({
    who: 'customer',
    summary: 'The customer’s mail that a demo kept instead of sending it, newest first.',
    input: none,
    output: security.ownMail,
    refusals: [],
    idempotent: false,
    mode: 'demo',
  }),
};

export const verificationCalls = {
  'POST upload': call({
    who: 'customer',
    summary:
      'Keeps a picture (multipart, field `file`, after `purpose`), re-encoded and encrypted; answers its id.',
    input: uploads.uploadInput,
    output: uploads.uploadOutput,
    refusals: ['file_too_big', 'file_duplicate', 'file_type_wrong', 'upload_failed', 'uploads_too_many'],
    cost: 8,
    idempotent: false,
    takesFile: true,
  }),
  'GET user/getrealinfo': call({
    who: 'customer',
    summary: 'How the verification of identity stands, and what was given, masked.',
    input: none,
    output: verification.realName,
    refusals: [],
    idempotent: false,
  }),
  'POST user/real_name': call({
    who: 'customer',
    summary: 'Submits the verification of identity; usually decided within 24 hours.',
    input: verification.realNameInput,
    output: verification.realName,
    refusals: [
      'verification_awaiting',
      'already_applied',
      'id_number_verified',
      'too_young',
      'file_not_found',
    ],
    idempotent: true,
  }),
  'POST user/cash_info': call({
    who: 'customer',
    summary: 'The bound bank card, masked.',
    input: none,
    output: verification.bankCard,
    refusals: [],
    idempotent: false,
    whenFrozen: true,
  }),
  'POST user/cash_save': call({
    who: 'customer',
    summary: 'Binds the bank card, or replaces it.',
    input: verification.bankCardInput,
    output: verification.bankCard,
    refusals: ['swift_wrong', 'iban_wrong', 'routing_number_wrong', 'phone_wrong', ...confirming],
    idempotent: false,
  }),
};
