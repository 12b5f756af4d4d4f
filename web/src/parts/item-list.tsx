/**
 * The list used by every screen: loading, an error, empty, or its rows and whatever follows them. A screen passes its query,
 * how to render a row, and the text for an empty list.
 */
import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { EndMarker } from '../ui/end-marker.tsx';
import { Awaited } from './loaded.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';

/** The text for an empty list, and the action that would change that. */
export type Nothing = {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string;
  readonly step?: { readonly label: string; readonly onPress: () => void };
};

type ListFrameProps<Item> = {
  /** The state of loading, from `usePages` or `useCall`. */
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
  /** The number of skeleton rows, about as many as expected items. */
  readonly lines?: number;
};

type ArrangedListProps<Item> = ListFrameProps<Item> & {
  readonly children: (items: readonly Item[]) => ReactNode;
};

/** For a list that isn't a plain sequence of rows, such as one grouped by day: its children arrange the items. */
export function ArrangedList<Item>(props: ArrangedListProps<Item>) {
  const { query, items, onMore, nothing, lines = 5, children } = props;
  if (items === undefined) {
    return <Awaited query={query} skeleton={<SkeletonRows count={lines} />} />;
  }
  // After filtering, a page may be empty while the next one is not.
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
  /** One row, with its `key`. */
  readonly children: (item: Item, place: number) => ReactElement;
};

export function ItemList<Item>({ children: row, ...frame }: ItemListProps<Item>) {
  return (
    <ArrangedList {...frame}>{(items) => <div className="bg-surface">{items.map(row)}</div>}</ArrangedList>
  );
}
