/** The sheet that confirms the new price of a line. It follows the position, which may be closed meanwhile. */
import type { Quotation } from '../../live/quotes.ts';
import { AmendOrderSheet } from '../list/amend-order-sheet.tsx';
import { LevelsSheet } from '../list/levels-sheet.tsx';
import type { PositionSheetProps } from '../list/position-sheets.tsx';
import { usePositions } from '../use-positions.ts';

export type MovedPositionProps = Pick<PositionSheetProps, 'position' | 'open' | 'onClose'> &
  Required<Pick<PositionSheetProps, 'moved'>> & { readonly row: Quotation };

/** The sheet leads nowhere else. */
const stay = (): void => undefined;

export function MovedPosition({ position: begun, moved, row, open, onClose }: MovedPositionProps) {
  const { product, symbol } = begun;
  const part = begun.status === 'pending' ? 'in_transaction' : 'holding';
  const listed = usePositions(product, { part, symbol, enabled: true }).data;
  const position =
    listed === undefined
      ? begun
      : (listed.find(({ id }) => id === begun.id) ?? { ...begun, status: 'closed' });
  const Sheet = moved.field === 'price' ? AmendOrderSheet : LevelsSheet;
  const { tick_size: tickSize } = row;
  return <Sheet {...{ position, moved, row, tickSize, open, onClose }} onAct={stay} />;
}
