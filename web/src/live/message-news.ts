/**
 * Shows an arriving message as a toast. Messages about the customer's own actions are left out, because the screen shows their
 * results, and so are events of positions and tickets, which are announced with their figures (`position-news.ts`,
 * `ticket-news.ts`).
 */
import type { AppState } from '@candor/client/app-state.ts';
import { localeOf } from '@candor/protocol/languages.ts';
import { createTranslator } from 'use-intl';
import { loadMessages } from '../i18n/provider.tsx';
import { makeFormat } from '../lib/format.ts';
import { successText } from '../lib/message-texts.ts';
import { noticeTexts } from '../lib/notice-texts.ts';
import type { Message } from '../lib/notice-texts.ts';
import type { ToastTone } from '../lib/notices.ts';
import { createNotices } from '../lib/notices.ts';
import { useSession } from '../lib/session.ts';
import type { AllEntries, LoadEntries } from '../platform/entries.ts';

type Notices = AllEntries['notices'];

/** Returns the newest unread message to announce, because only one toast is shown at a time. */
export function newsOf(
  messages: readonly Message[],
  notices: Notices,
): { message: Message; tone: ToastTone } | undefined {
  for (const message of messages.toReversed()) {
    const tone = notices[message.kind]?.tone;
    if (tone !== undefined && !message.read) return { message, tone };
  }
  return undefined;
}

/** Returns the subject of the message: an amount or an instrument. */
function figureOf(
  { amount, currency = 'USDT', symbol }: Message['params'],
  locale: Parameters<typeof makeFormat>[0],
) {
  if (amount !== undefined) return `${makeFormat(locale).quantity(amount)} ${currency}`;
  return symbol;
}

export async function tellMessages(
  app: AppState,
  messages: readonly Message[],
  load: LoadEntries,
): Promise<void> {
  const { notices } = await load();
  const news = newsOf(messages, notices);
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
  app.of(createNotices).showToast(figure === undefined ? subject : t('toast', { subject, figure }), tone);
}
