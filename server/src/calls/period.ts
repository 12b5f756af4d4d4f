/** The period for which past items are requested, by the time that the list shows. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { pageById } from './paging.ts';
import type { Asked, ListById, PageOf } from './paging.ts';

/** In milliseconds; `beforeMs` is exclusive. */
export type Period = { readonly fromMs: number; readonly beforeMs: number };

type PeriodAsked = { readonly from?: number | undefined; readonly to?: number | undefined };

/** Later than any market time. */
const NEVER_MS = 8_640_000_000_000_000;
export const ALWAYS: Period = { fromMs: 0, beforeMs: NEVER_MS };

/** Parses a period. `from` and `to` are in seconds, and both are included. */
export function periodOf({ from, to }: PeriodAsked): Outcome<Period, 'parameter_wrong'> {
  if (from !== undefined && to !== undefined && from > to) {
    return refuse('parameter_wrong', { field: 'to', params: { field: 'to' } });
  }
  return ok({
    fromMs: from === undefined ? ALWAYS.fromMs : msOf(from),
    beforeMs: to === undefined ? ALWAYS.beforeMs : msOf(to + 1),
  });
}

function msOf(seconds: number): number {
  return Math.min(seconds * 1000, NEVER_MS);
}

type ListOfPeriod<Row, Item> = Omit<ListById<Row, Item>, 'read'> & {
  readonly read: (
    at: Parameters<ListById<Row, Item>['read']>[0] & { readonly period: Period },
  ) => Promise<readonly Row[]>;
};

/** Like `pageById`, restricted to the rows of the period. */
export async function pageOfPeriod<Row, Item>(
  asked: Asked & PeriodAsked,
  { read, ...list }: ListOfPeriod<Row, Item>,
): Promise<PageOf<Item>> {
  const period = periodOf(asked);
  if (!period.ok) return period;
  return pageById(asked, { ...list, read: (at) => read({ ...at, period: period.value }) });
}
