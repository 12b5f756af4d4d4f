/** The fills of a trade in the verifier's form, with every figure that can be recomputed from the tape and the rules. */
import type { ClosingFill, Fill } from '../fill.ts';
import type { KeptTrade } from './notebook.ts';
import type { Closing, Position, SpotOrder } from './wire.ts';

/** Returns the fills of an order or position, oldest first; a ticket has none. */
export function fillsOf({ product, seen }: KeptTrade): readonly Fill[] {
  if (product === 'spot') {
    const { legs, type, price } = seen as unknown as SpotOrder;
    const limit = type === 'limit' && price !== null ? { limit: price } : {};
    return legs.map((leg) => ({ kind: 'spot', ...leg, ...limit }));
  }
  return product === 'position' ? fillsOfPosition(seen as unknown as Position) : [];
}

function fillsOfPosition(position: Position): readonly Fill[] {
  const { symbol, side, entry_price: price, entry_seq: seq, entry_rate: rate } = position;
  if (price === null || seq === null) return [];
  const { contract_size, fee_rate, placed_rate, placed_rate_seq, fee, quantity } = position;
  const opening: Fill = {
    ...{ kind: 'open', symbol, side, quantity, price, tape_seq: seq, fee, fee_rate, contract_size },
    ...{ rate: rate ?? undefined, rate_seq: position.entry_rate_seq, placed_rate, placed_rate_seq },
    ...(position.price === null ? {} : { limit: position.price }),
    leverage: String(position.leverage),
  };
  return [opening, ...position.closes.map((close, at) => closingOf(position, close, at))];
}

function closingOf(position: Position, close: Closing, at: number): ClosingFill {
  const { symbol, side, contract_size, fee_rate, financing_rate, quantity: opened } = position;
  const before = position.closes.slice(0, at);
  return {
    ...{ kind: 'close', symbol, side, contract_size, fee_rate, financing_rate, opened_quantity: opened },
    ...{ quantity: close.quantity, price: close.price, tape_seq: close.tape_seq, fee: close.fee },
    ...{ rate: close.rate, rate_seq: close.rate_seq, pnl: close.pnl, financing: close.financing },
    entry_price: position.entry_price ?? undefined,
    entry_seq: position.entry_seq ?? undefined,
    opened_ms: position.entry_time_ms ?? undefined,
    closed_before: before.map(({ quantity }) => quantity),
    closed_before_seq: before.map(({ tape_seq }) => tape_seq),
    nights: position.nights.filter(({ seq }) => seq <= close.tape_seq),
    ...(close.reason === 'customer' ? { accepted_ms: close.time_ms } : {}),
  };
}
