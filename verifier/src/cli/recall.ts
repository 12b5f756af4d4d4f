/** Compares the data kept by earlier runs with the data that the platform publishes now. */
import type { Finding } from '../findings.ts';
import type { Kept } from '../remembered.ts';
import { contradictions } from '../remembered.ts';
import type { TapeServer } from './server.ts';

/** The maximum number of kept checkpoints outside the checked range that are requested one by one: the oldest and the newest. */
const RECALLED_EACH = 10;

export type Recalled = {
  readonly kept: Kept | undefined;
  readonly symbol: string;
  /** The checked range, whose checkpoints need not be requested again. */
  readonly from: number;
  readonly to: number;
  readonly headSeq: number;
  /** The currently published key. */
  readonly published: string;
};

/** The current tape entries of kept checkpoints outside the checked range. */
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
