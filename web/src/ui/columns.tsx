/**
 * Two columns in a wide window: information on the left, actions on the right. In narrower windows they are stacked. A screen
 * with columns takes the full width (`tokens.css`), with the same left edge as other screens.
 */
import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';

/** The width of the variant `wide` in tokens.css. */
const WIDE = '(min-width: 1100px)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(WIDE);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the window is wide, for parts that are otherwise neither shown nor loaded. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}

export type ColumnsProps = {
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

export function Columns({ first, children, last, inset = false }: ColumnsProps) {
  return (
    <div
      data-columns
      className="wide:grid wide:grid-cols-[minmax(0,1fr)_384px] wide:grid-rows-[auto_1fr] wide:items-start wide:gap-x-3 wide:pt-3"
    >
      {isShown(first) && (
        <div className={inset ? undefined : 'wide:overflow-clip wide:rounded-card'}>{first}</div>
      )}
      <div
        className={`wide:col-start-2 wide:row-span-2 wide:row-start-1 ${inset ? '' : 'wide:overflow-clip wide:rounded-card'}`}
      >
        {children}
      </div>
      {isShown(last) && (
        <div className={`wide:col-start-1 wide:row-start-2 ${inset ? '' : 'wide:-mx-4'}`}>{last}</div>
      )}
    </div>
  );
}
