/** Which lines positions and resting orders draw across the chart of their instrument. Pure. */
import type { Position } from '../../live/position-list.ts';

export type PositionLineKind = 'entry' | 'order' | 'takeProfit' | 'stopLoss' | 'profitLock' | 'closeOut';

export type PositionLine = {
  readonly id: string;
  readonly kind: PositionLineKind;
  readonly price: string;
  readonly position: Position;
};

/** Of a position its entry, of an order its limit; of both the levels that are set, and the close-out price. */
export function positionLines(positions: readonly Position[]): readonly PositionLine[] {
  return positions.flatMap((position) => {
    const rests = position.status === 'pending';
    const prices: readonly (readonly [PositionLineKind, string | null])[] = [
      rests ? ['order', position.price] : ['entry', position.entry_price],
      ['takeProfit', position.take_profit],
      ['stopLoss', position.stop_loss],
      ['profitLock', position.profit_lock],
      // Of an order that has not filled, the close-out price is not in force yet.
      ['closeOut', rests ? null : position.liquidation_price],
    ];
    return prices.flatMap(([kind, price]) =>
      price === null ? [] : [{ id: `${position.id} ${kind}`, kind, price, position }],
    );
  });
}
