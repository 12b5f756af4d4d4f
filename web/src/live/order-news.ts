/**
 * Announces the fill or the cancellation of an order that rested or waited for its price. An immediate fill is shown by the
 * screen instead.
 */
import type { AppState } from '@candor/client/app-state.ts';
import { localeOf } from '@candor/protocol/languages.ts';
import { createTranslator } from 'use-intl';
import { loadMessages } from '../i18n/provider.tsx';
import { createApi } from '../lib/api.ts';
import { createNotices } from '../lib/notices.ts';
import { createOnItsWay } from '../lib/on-its-way.ts';
import { useSession } from '../lib/session.ts';
import type { SpotOrder } from './order-list.ts';

/**
 * Returns the outcome to announce, or undefined if the order is open, was filled immediately, or was cancelled by the customer.
 */
export function endOf(
  { status, reason, type }: Pick<SpotOrder, 'status' | 'reason' | 'type'>,
  hasWaited: boolean,
): 'filled' | 'unfilled' | undefined {
  if (!hasWaited && type !== 'limit') return undefined;
  if (status === 'filled') return 'filled';
  const byItself = status === 'cancelled' && reason !== 'customer' && reason !== 'start_over';
  return byItself ? 'unfilled' : undefined;
}

export function tellOrderEnded(app: AppState, order: SpotOrder): void {
  const end = endOf(order, app.of(createOnItsWay).arrived(order.id));
  if (end === 'filled') app.of(createApi).toastSuccess('order_filled');
  if (end === 'unfilled') void tellUnfilled(app, order.symbol);
}

async function tellUnfilled(app: AppState, symbol: string): Promise<void> {
  const { language } = useSession.getState();
  const messages = await loadMessages(language);
  const t = createTranslator({ locale: localeOf[language], messages, namespace: 'orders' });
  app.of(createNotices).showToast(t('endedUnfilled', { symbol }), 'bad');
}
