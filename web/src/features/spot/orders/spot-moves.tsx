/** Lets a chart move the lines of spot orders: a move opens the sheet of a changed order, with the new price. */
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { SpotMovesContext } from '../../../live/chart/spot-moves.ts';
import type { SpotMoves as Moves } from '../../../live/chart/spot-moves.ts';
import { isAmendable } from './amendable.ts';
import type { MovedOrderProps } from './moved-order.tsx';

const MovedOrder = lazy(() => import('./moved-order.tsx').then((file) => ({ default: file.MovedOrder })));

type Move = Pick<MovedOrderProps, 'order' | 'moved'> & { readonly onEnd: () => void };

export function SpotMoves({ children }: { readonly children: ReactNode }) {
  const [move, setMove] = useState<Move>();
  const [open, setOpen] = useState(false);
  /** Each move begins with the order as it is. */
  const [opening, setOpening] = useState(0);
  const begin = useCallback<Moves['move']>((order, moved, onEnd) => {
    setMove({ order, moved, onEnd });
    setOpening((before) => before + 1);
    setOpen(true);
  }, []);
  const moves = useMemo<Moves>(() => ({ isMovable: isAmendable, move: begin }), [begin]);
  return (
    <SpotMovesContext value={moves}>
      {children}
      {move !== undefined && (
        <Suspense fallback={null}>
          <MovedOrder
            key={opening}
            order={move.order}
            moved={move.moved}
            open={open}
            onClose={() => {
              setOpen(false);
              move.onEnd();
            }}
          />
        </Suspense>
      )}
    </SpotMovesContext>
  );
}
