/** What customers are told: every kind of message, what it is about, and what its text names. Mail, app and push say the same. */

/** What messages are about, as a customer chooses by it how they come. */
export type NoticeTopic =
  | 'security'
  | 'withdrawals'
  | 'margin'
  | 'loan_overdue'
  | 'account'
  | 'money'
  | 'options'
  | 'fund'
  | 'loans'
  | 'referral'
  | 'price_alerts'
  | 'recurring'
  | 'service'
  | 'agreements';

/**
 * The params that a text names; what else a message carries says where it leads: `order`, `position` with `product`, `ticket`.
 * - new_device: device, address, time_at
 * - deposit_credited, deposit_failed: amount, currency
 * - withdrawal_requested: amount, currency, address
 * - withdrawal_held: amount, currency, until (seconds since 1970)
 * - withdrawal_sent: amount, currency, address, reference
 * - withdrawal_failed: amount, currency
 * - address_added: network (its code), address
 * - balance_corrected: amount (negative where it was taken), currency
 * - promotion_granted: amount (USDT)
 * - fund_started, fund_ending: amount, currency, until
 * - fund_ended: amount, currency, income
 * - fund_terminated: amount (what came back), currency, fee
 * - fund_refused: amount, currency
 * - loan_disbursed, loan_reminder, loan_overdue: amount (lent, or owed), currency, until (when it is due, of the market clock)
 * - loan_refused, loan_settled: amount, currency
 * - position_warned: symbol, share ("75%")
 * - position_closed_out: symbol, price
 * - option_voided: symbol, amount (the stake), currency
 * - referral_earned: amount, currency
 * - agreement_changed: none; `article` says which, by its id
 * - price_alert: symbol, level, price, entry (of the tape), reached_at
 * - recurring_bought: coin, quantity, amount, currency
 * - recurring_skipped, recurring_short, recurring_paused: coin, amount, currency; `reason` says why
 * - recurring_held: coin
 */
export const topicOf = {
  password_changed: 'security',
  new_device: 'security',
  email_changed: 'security',
  phone_changed: 'security',
  factor_changed: 'security',
  trading_password_changed: 'security',
  bank_card_changed: 'security',
  guesses_locked: 'security',
  standing_changed: 'security',
  account_closed: 'security',
  address_added: 'security',
  kyc_approved: 'account',
  kyc_rejected: 'account',
  leverage_decided: 'account',
  limits_changed: 'account',
  deposit_credited: 'money',
  deposit_failed: 'money',
  balance_corrected: 'money',
  promotion_granted: 'money',
  withdrawal_requested: 'withdrawals',
  withdrawal_held: 'withdrawals',
  withdrawal_sent: 'withdrawals',
  withdrawal_failed: 'withdrawals',
  position_warned: 'margin',
  position_closed_out: 'margin',
  option_voided: 'options',
  fund_started: 'fund',
  fund_ending: 'fund',
  fund_ended: 'fund',
  fund_terminated: 'fund',
  fund_refused: 'fund',
  loan_disbursed: 'loans',
  loan_refused: 'loans',
  loan_reminder: 'loans',
  loan_overdue: 'loan_overdue',
  loan_settled: 'loans',
  referral_earned: 'referral',
  price_alert: 'price_alerts',
  recurring_bought: 'recurring',
  recurring_skipped: 'recurring',
  recurring_short: 'recurring',
  recurring_paused: 'recurring',
  recurring_held: 'recurring',
  chat_waiting: 'service',
  agreement_changed: 'agreements',
} as const satisfies Readonly<Record<string, NoticeTopic>>;

export type NoticeKind = keyof typeof topicOf;

export const noticeKinds = Object.keys(topicOf) as [NoticeKind, ...NoticeKind[]];

/** All messages in one language, a param in braces where one is put in; a subject names none, so that a locked screen tells no figures. */
export type NoticeTexts = Readonly<Record<NoticeKind, { readonly subject: string; readonly text: string }>>;
