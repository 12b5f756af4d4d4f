/**
 * Says that the customer was told something, as it comes. What they did just now has its own answer on the screen, and what a position
 * or a ticket did is said with its figures beside it (`position-news.ts`, `ticket-news.ts`).
 */
import { localeOf } from '@candor/protocol/languages.ts';
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import { createTranslator } from 'use-intl';
import { loadMessages } from '../i18n/provider.tsx';
import { makeFormat } from '../lib/format.ts';
import { successText } from '../lib/message-texts.ts';
import { noticeTexts } from '../lib/notice-texts.ts';
import type { Message } from '../lib/notice-texts.ts';
import type { ToastTone } from '../lib/notices.ts';
import { showToast } from '../lib/notices.ts';
import { useSession } from '../lib/session.ts';

const tones: Partial<Record<NoticeKind, ToastTone>> = {
  new_device: 'plain',
  guesses_locked: 'bad',
  standing_changed: 'plain',
  kyc_approved: 'good',
  kyc_rejected: 'bad',
  leverage_decided: 'plain',
  deposit_credited: 'good',
  deposit_failed: 'bad',
  balance_corrected: 'plain',
  promotion_granted: 'good',
  withdrawal_held: 'plain',
  withdrawal_sent: 'good',
  withdrawal_failed: 'bad',
  fund_started: 'plain',
  fund_ending: 'plain',
  fund_ended: 'good',
  fund_refused: 'bad',
  loan_disbursed: 'good',
  loan_refused: 'bad',
  loan_reminder: 'plain',
  loan_overdue: 'bad',
  referral_earned: 'good',
  price_alert: 'plain',
  recurring_bought: 'good',
  recurring_skipped: 'bad',
  recurring_short: 'bad',
  recurring_paused: 'bad',
  recurring_held: 'plain',
  chat_waiting: 'plain',
  agreement_changed: 'plain',
};

/** Of those that came together the newest that is news: there is one toast at a time. */
export function newsOf(messages: readonly Message[]): { message: Message; tone: ToastTone } | undefined {
  for (const message of messages.toReversed()) {
    const tone = tones[message.kind];
    if (tone !== undefined && !message.read) return { message, tone };
  }
  return undefined;
}

/** What it is about in a few signs: an amount, or an instrument. */
function figureOf(
  { amount, currency = 'USDT', symbol }: Message['params'],
  locale: Parameters<typeof makeFormat>[0],
) {
  if (amount !== undefined) return `${makeFormat(locale).quantity(amount)} ${currency}`;
  return symbol;
}

export async function tellMessages(messages: readonly Message[]): Promise<void> {
  const news = newsOf(messages);
  if (news === undefined) return;
  const { message, tone } = news;
  const { language } = useSession.getState();
  const [texts, said] = await Promise.all([noticeTexts(language), loadMessages(language)]);
  const t = createTranslator({ locale: localeOf[language], messages: said, namespace: 'notifications' });
  const subject =
    message.kind === 'deposit_credited'
      ? await successText('deposit_done', language)
      : texts[message.kind].subject;
  const figure = figureOf(message.params, language);
  showToast(figure === undefined ? subject : t('toast', { subject, figure }), tone);
}
