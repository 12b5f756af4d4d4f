/**
 * Two columns in a wide window: information on the left, actions on the right. Elsewhere they are stacked as on a phone. The
 * screen that contains it takes the full width (`tokens.css`), with the same left edge as every screen.
 */
import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';

/** Equals the variant `wide` in tokens.css. */
const WIDE = '(min-width: 1100px)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(WIDE);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** For parts that exist only in a wide window and need not be loaded elsewhere. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}

export type ColumnsProps = {
  /** At the top of the left column, and first elsewhere. */
  readonly first?: ReactNode;
  /** The right column. */
  readonly children: ReactNode;
  /** Below `first`, and last elsewhere. */
  readonly last?: ReactNode;
};

const isShown = (part: ReactNode): boolean => part !== undefined && part !== false;

export function Columns({ first, children, last }: ColumnsProps) {
  return (
    <div
      data-columns
      className="wide:grid wide:grid-cols-[minmax(0,1fr)_384px] wide:grid-rows-[auto_1fr] wide:items-start wide:gap-x-3 wide:pt-3"
    >
      {isShown(first) && <div className="wide:overflow-clip wide:rounded-card">{first}</div>}
      <div className="wide:col-start-2 wide:row-span-2 wide:row-start-1 wide:overflow-clip wide:rounded-card">
        {children}
      </div>
      {isShown(last) && <div className="wide:col-start-1 wide:row-start-2 wide:-mx-4">{last}</div>}
    </div>
  );
}
