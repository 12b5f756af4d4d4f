/** Says how a ticket ended, in one plain line, to a customer who is looking at something else. */
import { localeOf } from '@candor/protocol/languages.ts';
import { createTranslator } from 'use-intl';
import { loadMessages } from '../i18n/provider.tsx';
import { makeFormat } from '../lib/format.ts';
import { isNoticeWanted } from '../lib/notice-choices.ts';
import { showToast } from '../lib/notices.ts';
import { useSession } from '../lib/session.ts';
import type { Ticket } from './ticket-list.ts';

let screensThatShow = 0;

/** For as long as results stand on the screen nothing needs to be said; the answered function ends it. */
export function resultsAreShown(): () => void {
  screensThatShow += 1;
  return () => {
    screensThatShow -= 1;
  };
}

/** Whether an ended ticket is news: not to who sees it end, nor to who ended everything by starting over. */
export function isNews(ticket: Pick<Ticket, 'status' | 'reason'>, isShown: boolean): boolean {
  return ticket.status !== 'open' && ticket.reason !== 'start_over' && !isShown;
}

/** Toasts the end of a ticket in the chosen language, if it is news and wanted. A win is told as a loss is. */
export async function tellTicket(ticket: Ticket): Promise<void> {
  const { status, pnl, symbol, side, currency } = ticket;
  if (status === 'open' || !isNews(ticket, screensThatShow > 0)) return;
  if (!(await isNoticeWanted('options'))) return;
  const { language } = useSession.getState();
  const messages = await loadMessages(language);
  const t = createTranslator({ locale: localeOf[language], messages, namespace: 'option' });
  const unit = currency === 'EXPERIENCE' ? 'USDT' : currency;
  const moved =
    pnl !== null && (status === 'won' || status === 'lost')
      ? ` ${makeFormat(language).decimal(pnl, { min: 2, max: 8, signed: true })} ${unit}`
      : '';
  showToast(t('news', { what: t(`title.${side}`, { symbol }), result: t(`result.${status}`) + moved }));
}
