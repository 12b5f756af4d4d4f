/**
 * Says what happened to a position by itself: that its order filled, a warning of its margin, each once, and how it ended.
 * What the customer did just now has its own answer on the screen.
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
/** The newest so many are remembered; older ones ended long ago. */
const keptMax = 200;

/** Of each position the last warning told, or that it was seen resting, or waiting for its market to open. */
export type Told = Readonly<Record<string, number>>;
const resting = -1;
const waiting = -2;

/** Reads whatever storage holds. */
export function readTold(stored: unknown): Told {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, share]) => typeof share === 'number'));
}

/** Ends that come by themselves, as the customer arranged them or as the rules have it. */
const ownEnds = ['take_profit', 'stop_loss', 'profit_lock', 'trailing', 'close_out'] as const;
/** Ends that the customer asked for; news only when they had to wait. */
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

/** What to remember of a position; 0 for nothing. */
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

/** What of a position is news, and what has been told afterwards. A warning that was lifted can come again. */
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

/** Whether it is about money that is nearly lost, which nobody can mute. */
function isUrgent(news: News): boolean {
  return 'warned' in news || ('ended' in news && news.ended === 'close_out');
}

/** Toasts the news of a position in the chosen language, if there is any and it is wanted. */
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
