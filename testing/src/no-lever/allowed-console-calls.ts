/**
 * Every call of operators with its fields, and the purpose for which it is allowed. None decides a price, a fill, the result of
 * an option or a position, or a payout. Concerning money, an operator can only state that it arrived or left, and take part in
 * dual approval.
 */
import { withFeatures } from './of-features.ts';

/** The purposes for which an operator's call may exist. */
export const CONSOLE_WORDS = {
  session: 'who the operator is',
  answers: 'chat with customers, under the operator’s own name; no price, trade or payout reads it',
  reads: 'read only; reading personal data is on record',
  person: 'a customer’s identity and standing, on record; open trades continue unchanged',
  arrived: 'states that money arrived, exactly as seen, with the payment’s own reference',
  left: 'states that money may leave or has left, exactly as seen; above a size this needs two persons',
  accepts: 'accepts a customer’s fund order exactly as requested, or returns the whole amount',
  lends: 'lends exactly the requested amount at the published cost, or nothing',
  tells: 'articles for customers, which no price, order or payout reads; every version stays on record',
  two: 'needs two persons, neither of them the customer; money moves by a journal that the customer sees',
  house: 'who acts for the house, and their conflicts of interest',
  clock: 'moves a demo’s market forward for everybody; nobody knows a later price before it is on the tape',
} as const;

export type AllowedConsoleCall = readonly [word: keyof typeof CONSOLE_WORDS, takes: string];

export const CONSOLE_CALLS: Readonly<Record<string, AllowedConsoleCall>> = withFeatures('consoleCalls', {
  'POST login': ['session', 'account browser_key password totp'],
  'POST logout': ['session', ''],
  'GET approval': ['session', ''],
  'GET me': ['session', ''],
  'GET passkeys': ['session', ''],
  'POST passkey_options': ['session', ''],
  'POST passkey_bring': ['session', 'created label nonce time_ms'],
  'POST passkey_sign_in_options': ['session', ''],
  'GET demo_operators': ['session', ''],
  'POST passkey_login': ['session', 'nonce passkey'],
  'POST confirm': ['session', 'signed totp'],
  'POST own_password': ['session', 'account new_password password'],
  'POST authenticator_new': ['session', ''],
  'POST own_authenticator': ['session', 'account new_totp sealed'],

  'GET chat_inbox': ['answers', 'cursor limit q show'],
  'GET chat_conversation': ['answers', 'after before id'],
  'POST chat_reply': ['answers', 'client_id id text'],
  'POST chat_assign': ['answers', 'from id to'],
  'POST chat_release': ['answers', 'id note'],
  'POST chat_close': ['answers', 'id last note'],
  'POST chat_read': ['answers', 'id number'],
  'POST chat_typing': ['answers', 'id'],
  'POST chat_picture': ['answers', 'id picture'],
  'GET chat_canned': ['answers', 'language'],
  'POST chat_canned': ['answers', 'language slug text title version withdrawn'],
  'POST chat_evidence': ['answers', 'client_id fill id ticket'],
  'GET chat_evidence_file': ['answers', 'evidence id'],

  'GET dashboard': ['reads', ''],
  'GET cases': ['reads', 'cursor kind limit overdue'],
  'GET audit': ['reads', 'action cursor customer limit operator'],
  'GET audit_check': ['reads', ''],
  'POST kyc': ['reads', 'customer note'],
  'POST kyc_picture': ['reads', 'customer note side'],
  'GET leverage': ['reads', 'customer'],
  'GET deposits': ['reads', 'cursor customer limit status'],
  'GET deposit': ['reads', 'customer id'],
  'POST deposit_picture': ['reads', 'customer id'],
  'GET withdrawals': ['reads', 'cursor customer limit status'],
  'GET withdrawal': ['reads', 'customer id'],
  'GET fund': ['reads', ''],
  'GET fund_orders': ['reads', 'cursor customer limit status'],
  'GET fund_order': ['reads', 'customer id'],
  'GET loans': ['reads', 'cursor customer limit status'],
  'GET loan': ['reads', 'customer id'],
  'POST loan_picture': ['reads', 'customer id of'],
  'GET customers': ['reads', 'cursor limit q status'],
  'GET customer': ['reads', 'customer'],
  'GET timeline': ['reads', 'cursor customer limit'],
  'GET house': ['reads', ''],
  'GET proposals': ['reads', 'cursor limit status'],
  'GET terms': ['reads', ''],
  'GET operators': ['reads', ''],
  'GET checklist': ['reads', ''],
  'GET articles': ['reads', ''],
  'GET caps': ['reads', ''],
  'GET alarms': ['reads', ''],
  'GET freezes': ['reads', ''],
  'POST freeze_release': ['house', 'id reason'],
  'POST operator_allow': ['house', 'account reason what'],
  'GET article': ['reads', 'slug'],
  'GET article_version': ['reads', 'slug version'],
  'GET article_photo': ['reads', 'picture'],

  'POST kyc_decide': ['person', 'customer note reason seen verdict'],
  'POST leverage_decide': ['person', 'customer id note reason verdict'],
  'POST standing': ['person', 'change customer note reason'],
  'POST credit': ['person', 'customer note reason score'],
  'POST factor_reset': ['person', 'customer note reason'],

  'POST deposit_decide': ['arrived', 'amount customer id note reason reference verdict voucher_hash'],
  'POST withdrawal_decide': ['left', 'address amount customer id note reason until verdict'],
  'POST withdrawal_settle': ['left', 'amount customer id outcome proof reason reference'],

  'POST fund_order_decide': ['accepts', 'amount customer id note reason verdict'],

  'POST loan_decide': ['lends', 'amount customer documents id note reason verdict'],

  'POST article_save': [
    'tells',
    `appears_at banner kind picture reason seen_version slug texts texts.body texts.language texts.summary texts.title topic`,
  ],
  'POST article_release': ['tells', 'reason seen_version slug texts verdict'],
  'POST article_withdraw': ['tells', 'reason seen_version slug'],
  'POST article_restore': ['tells', 'reason seen_version slug'],
  'POST article_picture': ['tells', 'data'],

  'POST propose': [
    'two',
    `proposal proposal.amount proposal.body proposal.currency proposal.customer proposal.day proposal.direction
      proposal.effective_at proposal.evidence proposal.from proposal.kind proposal.subject proposal.takes proposal.to reason`,
  ],
  'POST proposal_decide': ['two', 'body customer id verdict'],

  'POST custody_note': ['house', 'amount as_of currency evidence source'],
  'POST operator_add': ['house', 'account password person role'],
  'POST operator_confirm': ['house', 'account person role'],
  'POST operator_disable': ['house', 'account reason'],
  'POST operator_unlock': ['house', 'account reason'],
  'POST passkey_confirm': ['house', 'account key public_key'],
  'POST passkey_revoke': ['house', 'account key reason'],
  'GET operator_resets': ['reads', ''],
  'POST operator_reset': ['house', 'account new_password reason what'],
  'POST operator_reset_decide': ['house', 'account id verdict what'],
  'POST tie': ['house', 'customer person'],

  'GET clock': ['reads', ''],
  'POST clock_forward': ['clock', 'note step'],
});

/** Names that look like a lever but are allowed, by the beginning of their line, each with the reason. */
export const CONSOLE_HARMLESS: Readonly<Record<string, string>> = {
  'POST withdrawal_settle:': 'the result of a payment that left: paid or returned',
  'GET dashboard answers risk': 'the house’s open positions, read only',
};
