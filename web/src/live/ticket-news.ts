/** Announces the result of a ticket in one line to a customer who is on a different screen. */
import type { AppState } from '@candor/client/app-state.ts';
import { localeOf } from '@candor/protocol/languages.ts';
import { createTranslator } from 'use-intl';
import { loadMessages } from '../i18n/provider.tsx';
import { makeFormat } from '../lib/format.ts';
import { isNoticeWanted } from '../lib/notice-choices.ts';
import { createNotices } from '../lib/notices.ts';
import { useSession } from '../lib/session.ts';
import type { Ticket } from './ticket-list.ts';

export type ShownResults = {
  /** Suppresses announcements while the screen shows results, until the returned function is called. */
  readonly resultsAreShown: () => () => void;
  readonly areShown: () => boolean;
};

export function createShownResults(): ShownResults {
  let screensThatShow = 0;
  return {
    resultsAreShown: () => {
      screensThatShow += 1;
      return () => {
        screensThatShow -= 1;
      };
    },
    areShown: () => screensThatShow > 0,
  };
}

/** Returns whether to announce a settled ticket: not if the customer saw the result or reset the demo. */
export function isNews(ticket: Pick<Ticket, 'status' | 'reason'>, isShown: boolean): boolean {
  return ticket.status !== 'open' && ticket.reason !== 'start_over' && !isShown;
}

/** Announces the result of a ticket as a toast in the chosen language, unless it is muted. Wins and losses look the same. */
export async function tellTicket(app: AppState, ticket: Ticket): Promise<void> {
  const { status, pnl, symbol, side, currency } = ticket;
  if (status === 'open' || !isNews(ticket, app.of(createShownResults).areShown())) return;
  if (!(await isNoticeWanted(app, 'options'))) return;
  const { language } = useSession.getState();
  const messages = await loadMessages(language);
  const t = createTranslator({ locale: localeOf[language], messages, namespace: 'option' });
  const unit = currency === 'EXPERIENCE' ? 'USDT' : currency;
  const moved =
    pnl !== null && (status === 'won' || status === 'lost')
      ? ` ${makeFormat(language).decimal(pnl, { min: 2, max: 8, signed: true })} ${unit}`
      : '';
  const result = t(`result.${status}`) + moved;
  app.of(createNotices).showToast(t('news', { what: t(`title.${side}`, { symbol }), result }));
}
