/** Compares what earlier runs remembered with what the platform publishes now. */
import type { Finding } from '../findings.ts';
import type { Kept } from '../remembered.ts';
import { contradictions } from '../remembered.ts';
import type { TapeServer } from './server.ts';

/** How many kept checkpoints outside of the range read anyway are requested one by one: the oldest and the newest. */
const RECALLED_EACH = 10;

export type Recalled = {
  readonly kept: Kept | undefined;
  readonly symbol: string;
  /** The range that is read anyway and need not be requested again. */
  readonly from: number;
  readonly to: number;
  readonly headSeq: number;
  /** The key that the platform publishes now. */
  readonly published: string;
};

/** The tape's current content for kept checkpoints outside of that range. */
export async function recall(
  server: TapeServer,
  { kept, symbol, from, to, headSeq, published }: Recalled,
): Promise<Finding[]> {
  if (kept === undefined) return [];
  const outside = kept.checkpoints
    .filter((one) => one.symbol === symbol && (one.seq < from || one.seq > to) && one.seq <= headSeq)
    .toSorted((one, other) => one.seq - other.seq);
  const asked =
    outside.length <= 2 * RECALLED_EACH
      ? outside
      : [...outside.slice(0, RECALLED_EACH), ...outside.slice(-RECALLED_EACH)];
  const entries = (await Promise.all(asked.map(({ seq }) => server.entries(seq, 1)))).flat();
  return contradictions(kept, { symbol, publicKey: published, entries, headSeq });
}
