/**
 * A list as every screen shows one: that it is being read, why it could not be, that there is nothing yet, or its
 * rows and whatever follows them. A screen hands in what it asked for, what one line looks like, and what to say when there is none.
 */
import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { EndMarker } from '../ui/end-marker.tsx';
import { Awaited } from './loaded.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';

/** What to say when there is none, and the step that would change it. */
export type Nothing = {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string;
  readonly step?: { readonly label: string; readonly onPress: () => void };
};

type ListFrameProps<Item> = {
  /** How the reading goes; of `usePages` or of `useCall`. */
  readonly query: {
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  /** Undefined until the first of them were read. */
  readonly items: readonly Item[] | undefined;
  /** Asks for the next page; undefined at the end. */
  readonly onMore?: (() => void) | undefined;
  readonly nothing: Nothing;
  /** How many lines a skeleton has: about as many as there will be. */
  readonly lines?: number;
};

type ArrangedListProps<Item> = ListFrameProps<Item> & {
  readonly children: (items: readonly Item[]) => ReactNode;
};

/** For a list that is more than line after line, as one grouped by days: its children arrange what was read. */
export function ArrangedList<Item>(props: ArrangedListProps<Item>) {
  const { query, items, onMore, nothing, lines = 5, children } = props;
  if (items === undefined) {
    return <Awaited query={query} skeleton={<SkeletonRows count={lines} />} />;
  }
  // A page may be empty of what a filter leaves while the next one is not.
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
  /** One line, with its `key`. */
  readonly children: (item: Item, place: number) => ReactElement;
};

export function ItemList<Item>({ children: row, ...frame }: ItemListProps<Item>) {
  return (
    <ArrangedList {...frame}>{(items) => <div className="bg-surface">{items.map(row)}</div>}</ArrangedList>
  );
}
