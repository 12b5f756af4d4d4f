/** What a customer is mailed about. The database holds the same list. */
export type MailKind =
  | 'code'
  | 'email_in_use'
  | 'password_changed'
  | 'new_device'
  | 'email_changed'
  | 'phone_changed'
  | 'factor_changed'
  | 'trading_password_changed'
  | 'bank_card_changed'
  | 'guesses_locked'
  | 'kyc_approved'
  | 'kyc_rejected'
  | 'leverage_decided'
  | 'standing_changed'
  | 'limits_changed'
  | 'account_closed'
  | 'deposit_credited'
  | 'deposit_failed'
  | 'withdrawal_requested'
  | 'withdrawal_held'
  | 'withdrawal_sent'
  | 'withdrawal_failed'
  | 'address_added'
  | 'balance_corrected'
  | 'promotion_granted'
  | 'fund_ending'
  | 'fund_ended'
  | 'fund_refused'
  | 'loan_disbursed'
  | 'loan_refused'
  | 'loan_reminder'
  | 'loan_overdue';

/** All mails in one language, a param in braces where one is put in. */
export type MailWords = {
  /** The line with which a mail closes, for a customer who has chosen a word. */
  readonly closing: string;
  readonly texts: Readonly<Record<MailKind, { readonly subject: string; readonly text: string }>>;
};
