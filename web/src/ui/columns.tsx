/**
 * Two columns in a wide window: information on the left, actions on the right. In narrower windows they are stacked. A screen
 * with columns takes the full width (`tokens.css`), with the same left edge as other screens.
 */
import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';

/** The widths of the variants of the same names in tokens.css. */
const DESK = '(min-width: 900px)';
const WIDE = '(min-width: 1100px)';
const BROAD = '(min-width: 1360px)';

function follow(width: string): (listener: () => void) => () => void {
  return (listener) => {
    const media = window.matchMedia(width);
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
}

const followDesk = follow(DESK);
const followWide = follow(WIDE);
const followBroad = follow(BROAD);

/** Whether the window is a desktop's, for choices that open a menu there and a sheet elsewhere. */
export function useDesk(): boolean {
  return useSyncExternalStore(followDesk, () => window.matchMedia(DESK).matches);
}

/** Whether the window is wide, for parts that are otherwise neither shown nor loaded. */
export function useWide(): boolean {
  return useSyncExternalStore(followWide, () => window.matchMedia(WIDE).matches);
}

/** Whether there is room for a third column. */
export function useBroad(): boolean {
  return useSyncExternalStore(followBroad, () => window.matchMedia(BROAD).matches);
}

export type ColumnsProps = {
  /** To the left of both columns; the caller renders it in a broad window only. */
  readonly aside?: ReactNode;
  /** The top of the left column; first when stacked. */
  readonly first?: ReactNode;
  /** The right column; second when stacked. */
  readonly children: ReactNode;
  /** Below `first` in the left column; last when stacked. */
  readonly last?: ReactNode;
  /** Whether `first` keeps the page's margin like `last`, instead of being a card as wide as its column. */
  readonly inset?: boolean;
};

const isShown = (part: ReactNode): boolean => part !== undefined && part !== false;

export function Columns({ aside, first, children, last, inset = false }: ColumnsProps) {
  const columns = isShown(aside)
    ? 'wide:grid-cols-[auto_minmax(0,1fr)_384px]'
    : 'wide:grid-cols-[minmax(0,1fr)_384px]';
  const [left, right] = isShown(aside)
    ? ['wide:col-start-2', 'wide:col-start-3']
    : ['wide:col-start-1', 'wide:col-start-2'];
  return (
    <div
      data-columns
      className={`wide:grid ${columns} wide:grid-rows-[auto_1fr] wide:items-start wide:gap-x-3 wide:pt-3`}
    >
      {isShown(aside) && <div className="sticky top-16 row-span-2">{aside}</div>}
      {isShown(first) && (
        <div className={inset ? undefined : `${left} wide:overflow-clip wide:rounded-card`}>{first}</div>
      )}
      <div
        className={`${right} wide:row-span-2 wide:row-start-1 ${inset ? '' : 'wide:overflow-clip wide:rounded-card'}`}
      >
        {children}
      </div>
      {isShown(last) && <div className={`${left} wide:row-start-2 ${inset ? '' : 'wide:-mx-4'}`}>{last}</div>}
    </div>
  );
}
