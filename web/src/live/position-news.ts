/**
 * Announces automatic events of a position: the fill of its order, each margin warning once, and its close. The results of the
 * customer's own actions are shown by the screen instead.
 */
import type { AppState } from '@candor/client/app-state.ts';
import { readStored, writeStored } from '@candor/client/stored.ts';
import { localeOf } from '@candor/protocol/languages.ts';
import { createTranslator } from 'use-intl';
import { loadMessages } from '../i18n/provider.tsx';
import { isNoticeWanted } from '../lib/notice-choices.ts';
import { createNotices } from '../lib/notices.ts';
import { useSession } from '../lib/session.ts';
import type { Position } from './position-list.ts';

const storageKey = 'candor.margin-warnings';
/** The maximum number of positions recorded. The oldest are dropped, because they were closed long ago. */
const keptMax = 200;

/**
 * The record of each position: the last announced warning, or a mark that it was seen resting or waiting for its market to open.
 */
export type Announced = Readonly<Record<string, number>>;
const resting = -1;
const waiting = -2;

export function readAnnounced(stored: unknown): Announced {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, share]) => typeof share === 'number'));
}

/** The reasons for closes by the system, as arranged by the customer or required by the rules. */
const ownEnds = ['take_profit', 'stop_loss', 'profit_lock', 'trailing', 'reduce', 'close_out'] as const;
/** The reasons for closes by the customer, which are announced only if they had to wait. */
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

/** Returns the record to store for a position, or 0 for none. */
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

/** Returns the event to announce and the records afterwards. A warning that was lifted can be announced again. */
export function judgeNews(
  announced: Announced,
  position: Position,
): { readonly news: News | undefined; readonly announced: Announced } {
  const { [position.id]: before, ...others } = announced;
  const now = rememberedOf(position);
  const kept = Object.entries(others).slice(1 - keptMax);
  return {
    news: newsOf(before, position),
    announced: now === 0 ? others : Object.fromEntries([...kept, [position.id, now]]),
  };
}

/** Whether the announcement concerns money that is nearly lost, and can't be muted. */
function isUrgent(news: News): boolean {
  return 'warned' in news || ('ended' in news && news.ended === 'close_out');
}

/** Announces an event of a position as a toast in the chosen language, unless it is muted. */
export async function tellPosition(app: AppState, position: Position): Promise<void> {
  const { news, announced } = judgeNews(readAnnounced(readStored('localStorage', storageKey)), position);
  writeStored('localStorage', storageKey, announced);
  if (news === undefined) return;
  if (!isUrgent(news) && !(await isNoticeWanted(app, 'orders'))) return;
  const { language } = useSession.getState();
  const messages = await loadMessages(language);
  const t = createTranslator({ locale: localeOf[language], messages, namespace: 'positions' });
  const { symbol } = position;
  const { showToast } = app.of(createNotices);
  if ('opened' in news) showToast(t('news.opened', { symbol }), 'good');
  else if ('warned' in news) showToast(t('news.warned', { symbol, share: `${news.warned}%` }));
  else showToast(t('news.ended', { symbol, reason: t(`reason.${news.ended}`) }));
}
