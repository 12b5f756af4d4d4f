/** The midnights that a position was open over, as financing on its row. */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { financingADay, midnightsPassed } from '@candor/domain/trading/financing.ts';
import { exposureOf } from './arming.ts';
import type { PositionRow } from './tables.ts';

/**
 * The row charged with every midnight UTC up to a time of the market, as an entry bears it. A closing charges them too:
 * what a night costs does not hang on whether its own trigger or the closing comes first at an entry.
 */
export function chargedUpTo(row: PositionRow, instrument: ContractInstrument, timeMs: number): PositionRow {
  const nights = midnightsPassed(row.financedMs, timeMs);
  if (nights === 0) return row;
  const charged = BigInt(nights) * financingADay(instrument, exposureOf(row));
  return { ...row, financing: row.financing + charged, financedMs: timeMs };
}
