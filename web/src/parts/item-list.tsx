/**
 * The list used by every screen: its loading, error and empty states, or its rows with the end marker. A screen passes its
 * query, the rendering of a row, and the text for an empty list.
 */
import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { EndMarker } from '../ui/end-marker.tsx';
import { Awaited } from './loaded.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';

/** The text for an empty list, and the action that creates a first item. */
export type Nothing = {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string;
  readonly step?: { readonly label: string; readonly onPress: () => void };
};

type ListFrameProps<Item> = {
  readonly query: {
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  /** Undefined until the first items have loaded. */
  readonly items: readonly Item[] | undefined;
  /** Requests the next page; undefined at the end. */
  readonly onMore?: (() => void) | undefined;
  readonly nothing: Nothing;
  /** The number of skeleton rows, which should be close to the expected number of items. */
  readonly lines?: number;
};

type ArrangedListProps<Item> = ListFrameProps<Item> & {
  readonly children: (items: readonly Item[]) => ReactNode;
};

/** Renders the items of a list that isn't a plain sequence of rows, such as a list grouped by day. */
export function ArrangedList<Item>(props: ArrangedListProps<Item>) {
  const { query, items, onMore, nothing, lines = 5, children } = props;
  if (items === undefined) {
    return <Awaited query={query} skeleton={<SkeletonRows count={lines} />} />;
  }
  // Reports an empty list only after its last page, because filtering can empty a page that is followed by others.
  if (items.length === 0 && onMore === undefined) {
    const { step, ...said } = nothing;
    return (
      <EmptyState
        {...said}
        {...(step !== undefined && {
          action: (
            <Button kind="secondary" small onClick={step.onPress}>
              {step.label}
            </Button>
          ),
        })}
      />
    );
  }
  return (
    <>
      {children(items)}
      <EndMarker onMore={onMore} />
    </>
  );
}

type ItemListProps<Item> = ListFrameProps<Item> & {
  /** Renders one row, with its `key`. */
  readonly children: (item: Item, place: number) => ReactElement;
};

export function ItemList<Item>({ children: row, ...frame }: ItemListProps<Item>) {
  return (
    <ArrangedList {...frame}>{(items) => <div className="bg-surface">{items.map(row)}</div>}</ArrangedList>
  );
}
