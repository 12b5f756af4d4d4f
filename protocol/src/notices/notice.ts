/** A message to a customer: what it is about, and its text in every language. */
import type { Language } from '../languages.ts';

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

/** A param stands in braces where it is put in; a subject names none, so that a locked screen tells no figures. */
export type NoticeWords = { readonly subject: string; readonly text: string };

export type NoticeRow = {
  readonly topic: NoticeTopic;
  readonly texts: Readonly<Record<Language, NoticeWords>>;
};

/** What else a message carries than its text names says where it leads: `order`, `position` with `product`, `ticket`. */
// @__NO_SIDE_EFFECTS__
export function notice(topic: NoticeTopic, texts: NoticeRow['texts']): NoticeRow {
  return { topic, texts };
}
