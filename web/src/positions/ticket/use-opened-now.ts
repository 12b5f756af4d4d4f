/**
 * Tracks the outcome of an order to open after its answer. An order that waits for the next price is answered before it is
 * filled, so its sheet follows it until it is filled or cancelled.
 */
import { useCall } from '../../lib/queries.ts';
import type { Product } from '../../live/position-list.ts';
import { positionLists } from '../../live/position-list.ts';
import type { OpenedNow } from './opened-now.ts';
import { openedNow } from './opened-now.ts';
import type { Submission } from './use-submission.ts';

/** The polling interval while the socket is down. Otherwise events trigger the refetch. */
const EVERY_MS = 3000;
/** One page is enough, because the list is newest first and the order is new. */
const ITEMS = 30;

/** Returns undefined until the order is answered. `open` tells whether the sheet is visible. */
export function useOpenedNow(product: Product, { state }: Submission, open: boolean): OpenedNow | undefined {
  const result = state.stage === 'done' ? state.result : undefined;
  const waits = result?.status === 'pending';
  const options = { enabled: open && waits, everyMs: EVERY_MS };
  const listed = useCall(positionLists[product], { limit: ITEMS }, options);
  return result && openedNow(result, listed.data?.items);
}
