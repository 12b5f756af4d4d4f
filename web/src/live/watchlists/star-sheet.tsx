/** The watchlists of the customer, with a tick at those that the instrument is on, and a field for a new one. */
import { useTranslations } from 'use-intl';
import { watchlistLimits } from '@candor/protocol/watchlists/limits.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { withList, withSymbol } from './list-changes.ts';
import type { Watchlist } from './list-changes.ts';
import { useListName } from './list-name.ts';
import { NameForm } from './name-form.tsx';
import { useWatchlists } from './use-watchlists.ts';

export type StarSheetProps = {
  readonly symbol: string;
  readonly open: boolean;
  readonly onClose: () => void;
};

type LineProps = {
  readonly list: Watchlist;
  readonly symbol: string;
  readonly onChange: (isOn: boolean) => void;
};

function Line({ list, symbol, onChange }: LineProps) {
  const t = useTranslations('watchlists');
  const nameOf = useListName();
  const isOn = list.symbols.includes(symbol);
  const isFull = !isOn && list.symbols.length >= watchlistLimits.symbols;
  return (
    <label className="hairline flex min-h-14 items-center gap-3 px-4 py-2 last:shadow-none">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isFull}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 shrink-0 accent-(--accent-solid)"
      />
      <span className="min-w-0 flex-1 break-words">
        {nameOf(list)}
        <span className="block text-sm text-quiet">
          {isFull
            ? t('listFull', { max: watchlistLimits.symbols })
            : t('count', { count: list.symbols.length })}
        </span>
      </span>
    </label>
  );
}

export function StarSheet({ symbol, open, onClose }: StarSheetProps) {
  const t = useTranslations('watchlists');
  const { lists, change } = useWatchlists();
  return (
    <Sheet open={open} onClose={onClose} title={t('chooseFor', { symbol })}>
      {lists === undefined ? (
        <SkeletonRows count={2} />
      ) : (
        <>
          <div className="-mx-4">
            {lists.map((list) => (
              <Line
                key={list.name}
                list={list}
                symbol={symbol}
                onChange={(isOn) => void change(withSymbol(list.name, { symbol, isOn }))}
              />
            ))}
          </div>
          <div className="pt-3">
            <NameForm
              lists={lists}
              submitLabel={t('create')}
              onName={(name) => void change(withList(name, [symbol]))}
            />
          </div>
        </>
      )}
    </Sheet>
  );
}
