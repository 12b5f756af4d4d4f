/** Completed orders, loaded page by page while scrolling. */
import type { Pages } from '../../../lib/use-pages.ts';
import { usePages } from '../../../lib/use-pages.ts';
import type { SpotOrder } from '../../../live/order-list.ts';

export function useOrderPages(enabled: boolean): Pages<SpotOrder> {
  return usePages('GET coin/list', { enabled, filter: { status: 'completed' } });
}
