/** Operators' credentials: passkeys, passwords, authenticators, and resetting them. */
import * as v from 'valibot';
import { none, nothing, seconds, text } from '../fields.ts';
import { called, reasonText } from '../console/fields.ts';
import { consoleCall, everyRole, operatorRoles } from '../console/console-call.ts';
import { operatorSubject } from '../console/approval.ts';

const account = text(60);

const keyId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,1400}$/));

const newPassword = v.pipe(v.string(), v.minLength(12), v.maxLength(256));

/** The clientDataJSON of an authenticator's response. */
const browserAnswer = v.pipe(v.string(), v.minLength(1), v.maxLength(8000));

const known = v.array(v.object({ id: v.string(), transports: v.array(v.string()) }));

const resettable = ['password', 'authenticator'] as const;

const key = v.object({
  key: v.string(),
  account: v.string(),
  person: v.string(),
  label: v.string(),
  /** SubjectPublicKeyInfo in hex; the confirming operator signs exactly this. */
  public_key: v.string(),
  /** A fingerprint of the key, for comparison by two people. */
  fingerprint: v.string(),
  origin: v.string(),
  brought_at: seconds,
  /** The admin who confirmed the key; null before that. "bootstrap": the database's owner confirmed it. */
  confirmed_by: v.nullable(v.string()),
  confirmed_at: v.nullable(seconds),
  revoked_by: v.nullable(v.string()),
  revoked_at: v.nullable(seconds),
});

const reset = v.object({
  id: v.string(),
  account: v.string(),
  person: v.string(),
  what: v.picklist(resettable),
  reason: v.string(),
  requested_by: v.string(),
  requested_at: seconds,
});

/** The secret, returned once to the operator who completed the change; null for everyone else. */
const authenticator = { totp_secret: v.nullable(v.string()), totp_uri: v.nullable(v.string()) };

export const accessConsoleCalls = {
  'GET passkeys': consoleCall({
    roles: everyRole,
    summary: 'Your own passkeys; for an admin, those of all operators.',
    input: none,
    output: v.array(key),
    refusals: [],
  }),
  'POST passkey_options': consoleCall({
    roles: everyRole,
    confirmed: true,
    summary: 'The options that a browser needs to create a passkey.',
    input: none,
    output: v.object({
      challenge: v.string(),
      nonce: v.string(),
      time_ms: v.number(),
      rp_id: v.string(),
      rp_name: v.string(),
      user_id: v.string(),
      user_name: v.string(),
      exclude: known,
      timeout_ms: v.number(),
    }),
    refusals: ['passkeys_too_many'],
  }),
  'POST passkey_bring': consoleCall({
    roles: everyRole,
    confirmed: true,
    summary: 'Adds a passkey that the browser created. It can’t sign until another admin has confirmed it.',
    unsigned: ['key.enrol'],
    input: v.object({ created: browserAnswer, nonce: text(100), time_ms: v.number(), label: called(60) }),
    output: v.object({ key: v.string(), fingerprint: v.string() }),
    refusals: ['passkey_wrong', 'passkeys_too_many'],
    touches: 'everything',
  }),
  'POST passkey_confirm': consoleCall(
    {
      roles: ['admin'],
      summary: 'Confirms that a passkey belongs to the operator. From then on, it signs their decisions.',
      /** The key as displayed, which the confirming admin signs. */
      input: v.object({ account, key: keyId, public_key: text(4000) }),
      output: nothing,
      refusals: ['not_found', 'case_changed', 'state_abnormal', 'second_person_needed', 'operation_illegal'],
      touches: 'everything',
    },
    (sent) => ({ action: 'key.confirm', subject: operatorSubject(sent.account) }),
  ),
  'POST passkey_revoke': consoleCall(
    {
      roles: everyRole,
      summary: 'Revokes a passkey permanently: your own or, as an admin, anybody’s.',
      input: v.object({ account, key: keyId, reason: reasonText }),
      output: nothing,
      refusals: ['not_found', 'state_abnormal', 'operation_illegal'],
      touches: 'everything',
    },
    (sent) => ({ action: 'key.revoke', subject: operatorSubject(sent.account) }),
  ),
  'POST passkey_sign_in_options': consoleCall({
    roles: 'visitor',
    summary: 'A nonce from which the page makes the text that a passkey signs at login (`signInText`).',
    input: none,
    output: v.object({ nonce: v.string(), rp_id: v.string(), timeout_ms: v.number() }),
    refusals: ['too_many_attempts'],
  }),
  'POST passkey_login': consoleCall({
    roles: 'visitor',
    summary: 'Logs an operator in with a confirmed passkey.',
    input: v.object({ passkey: browserAnswer, nonce: text(100) }),
    output: v.object({
      token: v.string(),
      operator: v.object({ account: v.string(), role: v.picklist(operatorRoles), person: v.string() }),
    }),
    refusals: ['login_wrong', 'too_many_attempts'],
  }),
  'POST confirm': consoleCall({
    roles: everyRole,
    summary:
      'Proves afresh that the operator is there: by the code of the authenticator, or by a key of theirs that signs "session.confirm". What is sensitive asks for it after five minutes.',
    input: v.object({
      totp: v.optional(text(10)),
      /** The value of the approval header of a signed call. */
      signed: v.optional(text(8000)),
    }),
    output: v.object({ until: seconds }),
    refusals: ['confirmation_wrong', 'too_many_attempts', 'reset_needed'],
  }),
  'POST own_password': consoleCall(
    {
      roles: everyRole,
      summary: 'Changes your own password, and ends your other sessions.',
      input: v.object({ account, password: text(256), new_password: newPassword }),
      output: nothing,
      refusals: [
        'old_password_wrong',
        'password_common',
        'too_many_attempts',
        'reset_needed',
        'operation_illegal',
        'state_abnormal',
      ],
      touches: 'everything',
    },
    (sent) => ({ action: 'operator.password', subject: operatorSubject(sent.account) }),
  ),
  'POST authenticator_new': consoleCall({
    roles: everyRole,
    confirmed: true,
    summary:
      'Returns a new secret for your own authenticator. It takes effect once you submit a code made with it.',
    input: none,
    output: v.object({ totp_secret: v.string(), totp_uri: v.string(), sealed: v.string() }),
    refusals: [],
  }),
  'POST own_authenticator': consoleCall(
    {
      roles: everyRole,
      summary: 'Activates the new secret with its first code, and ends your other sessions.',
      input: v.object({ account, sealed: text(400), new_totp: text(10) }),
      output: nothing,
      refusals: ['confirmation_wrong', 'operation_illegal', 'state_abnormal'],
      touches: 'everything',
    },
    (sent) => ({ action: 'operator.authenticator', subject: operatorSubject(sent.account) }),
  ),
  'GET operator_resets': consoleCall({
    roles: ['admin'],
    summary: 'Resets of lost passwords and authenticators that wait for a second admin.',
    input: none,
    output: v.array(reset),
    refusals: [],
  }),
  'POST operator_reset': consoleCall(
    {
      roles: ['admin'],
      summary: 'Requests the reset of an operator’s lost password or authenticator. Another admin decides.',
      input: v.object({
        account,
        what: v.picklist(resettable),
        /** The new password, chosen by the requester; absent if an authenticator is reset. */
        new_password: v.optional(newPassword),
        reason: reasonText,
      }),
      output: nothing,
      refusals: [
        'user_not_found',
        'state_abnormal',
        'operation_illegal',
        'second_person_needed',
        'password_common',
      ],
      touches: 'everything',
    },
    (sent) => ({ action: 'operator.reset', subject: operatorSubject(sent.account) }),
  ),
  'POST operator_reset_decide': consoleCall(
    {
      roles: ['admin'],
      summary:
        'Carries out the reset that another admin requested and ends the operator’s sessions, or rejects it. The secret of a new authenticator is returned once, to the admin who confirms.',
      /** The request as displayed, which the confirming admin signs. */
      input: v.object({
        account,
        id: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
        what: v.picklist(resettable),
        verdict: v.picklist(['confirm', 'reject']),
      }),
      output: v.object(authenticator),
      refusals: ['not_found', 'case_changed', 'state_abnormal', 'second_person_needed', 'operation_illegal'],
      touches: 'everything',
    },
    (sent) => ({
      action: `operator.reset_${sent.verdict}`,
      subject: operatorSubject(sent.account),
    }),
  ),
};
