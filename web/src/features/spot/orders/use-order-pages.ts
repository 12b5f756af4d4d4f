/** Completed orders, loaded page by page while scrolling. */
import type { CallInput } from '@candor/protocol/calls.ts';
import type { Pages } from '../../../lib/use-pages.ts';
import { usePages } from '../../../lib/use-pages.ts';
import type { ListFilter } from '../../../live/filters/list-filter.ts';
import { requestOf } from '../../../live/filters/list-filter.ts';
import type { SpotOrder } from '../../../live/order-list.ts';

export type OrderChoices = {
  symbol: string;
  kind: NonNullable<CallInput<'GET coin/list'>['kind']>;
};
export type OrderFilter = ListFilter<OrderChoices>;

export function useOrderPages(enabled: boolean, chosen: OrderFilter = {}): Pages<SpotOrder> {
  return usePages('GET coin/list', { enabled, filter: { status: 'completed', ...requestOf(chosen) } });
}
