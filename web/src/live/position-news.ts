/**
 * Announces what happened to a position by itself: its order filled, a margin warning (each once), and its end. The customer's
 * own actions are answered on the screen.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { localeOf } from '@candor/protocol/languages.ts';
import { createTranslator } from 'use-intl';
import { loadMessages } from '../i18n/provider.tsx';
import { isNoticeWanted } from '../lib/notice-choices.ts';
import { showToast } from '../lib/notices.ts';
import { useSession } from '../lib/session.ts';
import type { Position } from './position-list.ts';

const storageKey = 'candor.margin-warnings';
/** The newest positions up to this number are remembered; older ones ended long ago. */
const keptMax = 200;

/** For each position, the last announced warning, or that it was seen resting or waiting for its market to open. */
export type Told = Readonly<Record<string, number>>;
const resting = -1;
const waiting = -2;

/** Parses any stored content. */
export function readTold(stored: unknown): Told {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, share]) => typeof share === 'number'));
}

/** Ends by the system, as arranged by the customer or required by the rules. */
const ownEnds = ['take_profit', 'stop_loss', 'profit_lock', 'trailing', 'close_out'] as const;
/** Ends requested by the customer, which are news only if they had to wait. */
const askedEnds = ['customer', 'close_all'] as const;
type End = (typeof ownEnds)[number] | (typeof askedEnds)[number];
type News = { readonly opened: true } | { readonly warned: 75 | 60 } | { readonly ended: End };

function newsOf(before: number | undefined, { status, reason, warned }: Position): News | undefined {
  if (status === 'closed') {
    const ends: readonly End[] = before === waiting ? [...ownEnds, ...askedEnds] : ownEnds;
    const ended = ends.find((end) => end === reason);
    return ended === undefined ? undefined : { ended };
  }
  if (status !== 'open') return undefined;
  if (warned !== 0) return before === warned ? undefined : { warned };
  return before === resting ? { opened: true } : undefined;
}

/** The state to remember about a position; 0 for none. */
function rememberedOf({ status, warned }: Position): number {
  switch (status) {
    case 'pending':
      return resting;
    case 'open':
      return warned;
    case 'closing':
      return waiting;
    case 'closed':
    case 'cancelled':
      return 0;
  }
}

/** The news about a position, and the record of announcements afterwards. A warning that was lifted can be announced again. */
export function judgeNews(
  told: Told,
  position: Position,
): { readonly news: News | undefined; readonly told: Told } {
  const { [position.id]: before, ...others } = told;
  const now = rememberedOf(position);
  const kept = Object.entries(others).slice(1 - keptMax);
  return {
    news: newsOf(before, position),
    told: now === 0 ? others : Object.fromEntries([...kept, [position.id, now]]),
  };
}

/** Whether it concerns money that is nearly lost, which can't be muted. */
function isUrgent(news: News): boolean {
  return 'warned' in news || ('ended' in news && news.ended === 'close_out');
}

/** Shows the news about a position as a toast in the chosen language, if there is any and it isn't muted. */
export async function tellPosition(position: Position): Promise<void> {
  const { news, told } = judgeNews(readTold(readStored('localStorage', storageKey)), position);
  writeStored('localStorage', storageKey, told);
  if (news === undefined) return;
  if (!isUrgent(news) && !(await isNoticeWanted('orders'))) return;
  const { language } = useSession.getState();
  const messages = await loadMessages(language);
  const t = createTranslator({ locale: localeOf[language], messages, namespace: 'positions' });
  const { symbol } = position;
  if ('opened' in news) showToast(t('news.opened', { symbol }), 'good');
  else if ('warned' in news) showToast(t('news.warned', { symbol, share: `${news.warned}%` }));
  else showToast(t('news.ended', { symbol, reason: t(`reason.${news.ended}`) }));
}
