/**
 * The stars of a screen. With one watchlist, a tap adds the instrument or removes it; with several, it opens a sheet with all of
 * them. The sheet is fetched when it is first needed.
 */
import { lazy, Suspense, useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { useSignedIn } from '../../lib/customer.ts';
import type { Watchlist } from './list-changes.ts';
import { withSymbol } from './list-changes.ts';
import { StarButton } from './star-button.tsx';
import { useWatchlists } from './use-watchlists.ts';
import type { UsedWatchlists } from './use-watchlists.ts';

const StarSheet = lazy(() => import('./star-sheet.tsx').then((file) => ({ default: file.StarSheet })));

const none: readonly Watchlist[] = [];

export type Stars = UsedWatchlists & {
  readonly starOf: (symbol: string) => ReactNode;
  /** Rendered once on the screen. */
  readonly sheet: ReactNode;
};

export type StarsOptions = {
  /** Whether a customer with one list gets the sheet too, in which further lists can be made. */
  readonly always?: boolean;
  readonly onBar?: boolean;
};

export function useStars({ always = false, onBar = false }: StarsOptions = {}): Stars {
  const watchlists = useWatchlists();
  const isSignedIn = useSignedIn();
  const [opened, setOpened] = useState<string>();
  const [open, setOpen] = useState(false);
  const { change } = watchlists;
  const lists = watchlists.lists ?? none;
  const opensLists = isSignedIn && (always || lists.length > 1);
  const press = useCallback(
    (symbol: string): void => {
      const [only] = lists;
      if (opensLists) {
        setOpened(symbol);
        setOpen(true);
      } else if (only !== undefined) {
        void change(withSymbol(only.name, { symbol, isOn: !only.symbols.includes(symbol) }));
      }
    },
    [lists, opensLists, change],
  );
  return {
    ...watchlists,
    starOf: (symbol) =>
      // Until the lists are known, only reserves the star's space.
      watchlists.lists === undefined ? (
        <span className="size-11 shrink-0" />
      ) : (
        <StarButton
          symbol={symbol}
          isStarred={lists.some(({ symbols }) => symbols.includes(symbol))}
          opensLists={opensLists}
          onPress={press}
          onBar={onBar}
        />
      ),
    sheet: opened !== undefined && (
      <Suspense>
        <StarSheet symbol={opened} open={open} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
