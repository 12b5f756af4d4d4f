/** Charges a position for the midnights during which it was open. */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { financingADay, midnightsPassed } from '@candor/domain/trading/financing.ts';
import { exposureOf } from './arming.ts';
import type { NightRecord, PositionRow } from './tables.ts';

/**
 * Returns the row after it was charged for every midnight UTC up to an entry of its tape. The charge names the entry. A closing
 * also charges the midnights, so the cost of a night doesn't depend on whether the financing trigger or the closing comes first
 * at an entry.
 */
export function chargedUpTo(
  row: PositionRow,
  instrument: ContractInstrument,
  { seq, timeMs }: Pick<TapeEntry, 'seq' | 'timeMs'>,
): PositionRow {
  const nights = midnightsPassed(row.financedMs, timeMs);
  if (nights === 0) return row;
  const charged = BigInt(nights) * financingADay(instrument, exposureOf(row));
  const night: NightRecord = {
    seq: seq.toString(),
    time_ms: timeMs,
    nights,
    quantity: formatAmount(row.openQuantity),
    rate: formatAmount(row.rate),
    rate_seq: row.rateSeq === null ? null : row.rateSeq.toString(),
    amount: formatAmount(charged),
  };
  return {
    ...row,
    financing: row.financing + charged,
    financedMs: timeMs,
    nights: [...row.nights, night],
  };
}
