/**
 * Lets a chart move the lines of positions and of leveraged orders: a move opens the sheet of the level or of the changed order,
 * with the new price. The sheets are fetched when the first line is moved.
 */
import { lazy, Suspense, useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import type { Position } from '../../live/position-list.ts';
import type { Quotation } from '../../live/quotes.ts';
import type { MovedLevel } from '../list/position-sheets.tsx';

const MovedPosition = lazy(() =>
  import('./moved-position.tsx').then((file) => ({ default: file.MovedPosition })),
);

export type AskToMove = (
  position: Position,
  moved: { readonly field: MovedLevel; readonly price: string },
  onEnd: () => void,
) => void;

export type PositionMoves = {
  readonly ask: AskToMove;
  /** Rendered once on the screen. */
  readonly sheet: ReactNode;
};

type Move = {
  readonly position: Position;
  readonly moved: Parameters<AskToMove>[1];
  readonly onEnd: () => void;
  /** Each move begins with the position as it is. */
  readonly opening: number;
};

export function usePositionMoves(row: Quotation): PositionMoves {
  const [move, setMove] = useState<Move>();
  const [open, setOpen] = useState(false);
  const ask = useCallback<AskToMove>((position, moved, onEnd) => {
    setMove((before) => ({ position, moved, onEnd, opening: (before?.opening ?? 0) + 1 }));
    setOpen(true);
  }, []);
  return {
    ask,
    sheet: move !== undefined && (
      <Suspense fallback={null}>
        <MovedPosition
          key={move.opening}
          position={move.position}
          moved={move.moved}
          row={row}
          open={open}
          onClose={() => {
            setOpen(false);
            move.onEnd();
          }}
        />
      </Suspense>
    ),
  };
}
