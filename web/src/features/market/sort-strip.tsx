/**
 * The heads of the market list's columns. The first tap sorts by a column, the second reverses the order, the third restores the
 * server's.
 */
import { useTranslations } from 'use-intl';
import { classes } from '../../ui/classes.ts';
import { sortColumns } from './market-rows.ts';
import type { Sort, SortColumn } from './market-rows.ts';

export type SortStripProps = {
  readonly sort: Sort | undefined;
  readonly onSort: (column: SortColumn) => void;
};

function Arrows({ direction }: { readonly direction: 'up' | 'down' | undefined }) {
  return (
    <svg width="8" height="12" viewBox="0 0 8 12" aria-hidden="true" fill="currentColor">
      <path d="M4 0 7.5 5h-7z" opacity={direction === 'down' ? 0.35 : direction === 'up' ? 1 : 0.5} />
      <path d="M4 12 .5 7h7z" opacity={direction === 'up' ? 0.35 : direction === 'down' ? 1 : 0.5} />
    </svg>
  );
}

export function SortStrip({ sort, onSort }: SortStripProps) {
  const t = useTranslations('market');
  return (
    <div role="group" aria-label={t('sortBy')} className="hairline flex justify-between px-2">
      {sortColumns.map((column) => {
        const taken = sort?.column === column;
        const direction = taken ? (sort.descending ? 'down' : 'up') : undefined;
        const state =
          direction === undefined ? t('unsorted') : direction === 'down' ? t('descending') : t('ascending');
        return (
          <button
            key={column}
            type="button"
            aria-pressed={taken}
            aria-label={t('sortState', { column: t(`column.${column}`), state })}
            onClick={() => onSort(column)}
            className={classes(
              'flex min-h-11 items-center gap-1.5 px-2 text-xs font-medium',
              taken ? 'text-accent' : 'text-quiet',
            )}
          >
            {t(`column.${column}`)}
            <Arrows direction={direction} />
          </button>
        );
      })}
    </div>
  );
}
