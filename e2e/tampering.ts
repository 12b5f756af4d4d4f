/** Changes a tape as an attacker with full access to the database could: changes a price, and recomputes every later hash. */
import { createHash } from 'node:crypto';
import { canonicalText } from '@candor/domain/market/tape.ts';
import { amount } from '@candor/domain/money/amount.ts';
import type pg from 'pg';

export type Place = { readonly symbol: string; readonly seq: bigint };

type Row = Record<'seq' | 'time_ms' | 'feed_time_ms' | 'bid' | 'ask' | 'last' | 'volume', string> & {
  readonly gap: boolean;
  readonly hash: Buffer;
};

/** Disables the triggers that would reject the change. */
async function unguarded(owner: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await owner.query('alter table tape disable trigger all');
  await work();
  await owner.query('alter table tape enable trigger all');
}

/** Changes only the last price. */
export async function changePrice(owner: pg.Client, { symbol, seq }: Place): Promise<void> {
  await unguarded(owner, () =>
    owner.query('update tape set last = last + 1 where symbol = $1 and seq = $2', [symbol, seq]),
  );
}

/**
 * Recomputes the hashes from that entry to the end, so that the chain is consistent again, and deletes the signatures that would
 * contradict it.
 */
export async function rechain(owner: pg.Client, { symbol, seq }: Place): Promise<void> {
  const { rows } = await owner.query<Row>('select * from tape where symbol = $1 and seq >= $2 order by seq', [
    symbol,
    seq - 1n,
  ]);
  let before = rows[0]?.hash ?? Buffer.alloc(32);
  await unguarded(owner, async () => {
    for (const row of rows.slice(1)) {
      const text = canonicalText({
        symbol,
        seq: BigInt(row.seq),
        timeMs: Number(row.time_ms),
        feedTimeMs: Number(row.feed_time_ms),
        bid: amount(row.bid),
        ask: amount(row.ask),
        last: amount(row.last),
        volume: amount(row.volume),
        ...(row.gap && { gap: true }),
      });
      before = createHash('sha256').update(before).update(text).digest();
      const placed = [symbol, row.seq, before];
      await owner.query('update tape set hash = $3 where symbol = $1 and seq = $2', placed);
    }
  });
  await owner.query('update tape_head set hash = $2 where symbol = $1', [symbol, before]);
  await owner.query('delete from checkpoint where symbol = $1', [symbol]);
}
