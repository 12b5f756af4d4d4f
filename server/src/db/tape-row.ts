/** The columns of a tape entry that are not part of a quote, as the engine and the market read them. */
import type { GapCause, TapeEntry } from '@candor/domain/market/quote.ts';

export type GapColumns = {
  readonly gap: boolean;
  readonly cause: GapCause['kind'] | null;
  readonly reason: string | null;
  readonly refused: Buffer | null;
  readonly refused_count: string | null;
};

/** Returns an empty object for a quote. */
export function gapPart(row: GapColumns): Pick<TapeEntry, 'gap' | 'cause'> {
  if (!row.gap) return {};
  const { cause: kind, refused } = row;
  if (kind === null) return { gap: true };
  const reason = row.reason ?? '';
  if (kind === 'halt' || refused === null) return { gap: true, cause: { kind: 'halt', reason } };
  const count = Number(row.refused_count);
  return { gap: true, cause: { kind, reason, refused: refused.toString('hex'), count } };
}
