/**
 * The instruments that the market list shows, and their order. Rows are sorted by the last full answer and not by ticks, so that
 * no row moves while the customer taps.
 */
import { amount } from '@candor/domain/money/amount.ts';
import type { Quotation } from '../../live/quotes.ts';

export const marketTabs = ['favourites', 'crypto', 'forex', 'metal'] as const;
export type MarketTab = (typeof marketTabs)[number];

export const sortColumns = ['name', 'price', 'change', 'volume'] as const;
export type SortColumn = (typeof sortColumns)[number];
export type Sort = { readonly column: SortColumn; readonly descending: boolean };

/** A watchlist has the order that its customer gave it. */
function inOrderOf(symbols: readonly string[], rows: readonly Quotation[]): readonly Quotation[] {
  return symbols.flatMap((symbol) => rows.filter((row) => row.symbol === symbol));
}

/** Returns the instruments of a tab. A search covers all kinds of instruments, whatever the tab. */
export function rowsOf(
  rows: readonly Quotation[],
  filter: { readonly tab: MarketTab; readonly search: string; readonly favourites: readonly string[] },
): readonly Quotation[] {
  const words = filter.search
    .trim()
    .toUpperCase()
    .split(/[\s/]+/)
    .filter((word) => word !== '');
  if (words.length > 0) return rows.filter((row) => words.every((word) => row.symbol.includes(word)));
  if (filter.tab === 'favourites') return inOrderOf(filter.favourites, rows);
  return rows.filter((row) => row.kind === filter.tab);
}

/** Returns the turnover in the quote currency, because units of different base currencies can't be compared. */
function turnover(row: Quotation): bigint {
  return amount(row.volume_24h) * amount(row.last);
}

function valueOf(row: Quotation, column: Exclude<SortColumn, 'name'>): bigint {
  if (column === 'price') return amount(row.last);
  return column === 'change' ? amount(row.change_24h) : turnover(row);
}

/** Sorts the rows. Without a sort, and among equal rows, the server's order is kept. */
export function sortRows(rows: readonly Quotation[], sort: Sort | undefined): readonly Quotation[] {
  if (sort === undefined) return rows;
  const { column } = sort;
  const direction = sort.descending ? -1 : 1;
  if (column === 'name') return rows.toSorted((a, b) => direction * a.symbol.localeCompare(b.symbol, 'en'));
  const keyed = rows.map((row) => ({ row, value: valueOf(row, column) }));
  keyed.sort((a, b) => (a.value === b.value ? 0 : a.value < b.value ? -direction : direction));
  return keyed.map(({ row }) => row);
}

/**
 * Returns the sort after a tap on a column's head: largest first, then smallest first, then the server's order. Names are sorted
 * ascending first.
 */
export function nextSort(sort: Sort | undefined, column: SortColumn): Sort | undefined {
  const first: Sort = { column, descending: column !== 'name' };
  if (sort?.column !== column) return first;
  return sort.descending === first.descending ? { column, descending: !first.descending } : undefined;
}
