/** The lines of positions and open orders across the chart of their instrument. Pure. */
import type { Position } from '../../live/position-list.ts';

export type PositionLineKind = 'entry' | 'order' | 'takeProfit' | 'stopLoss' | 'profitLock' | 'closeOut';

export type PositionLine = {
  readonly id: string;
  readonly kind: PositionLineKind;
  readonly price: string;
  readonly position: Position;
};

/** Returns the lines of each position: its entry or an order's limit, its levels, and the liquidation price. */
export function positionLines(positions: readonly Position[]): readonly PositionLine[] {
  return positions.flatMap((position) => {
    const rests = position.status === 'pending';
    const prices: readonly (readonly [PositionLineKind, string | null])[] = [
      rests ? ['order', position.price] : ['entry', position.entry_price],
      ['takeProfit', position.take_profit],
      ['stopLoss', position.stop_loss],
      ['profitLock', position.profit_lock],
      // An unfilled order has no liquidation price yet.
      ['closeOut', rests ? null : position.liquidation_price],
    ];
    return prices.flatMap(([kind, price]) =>
      price === null ? [] : [{ id: `${position.id} ${kind}`, kind, price, position }],
    );
  });
}
