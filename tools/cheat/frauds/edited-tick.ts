/** Edits an old price, and redoes everything after it: the chain, the head, and the signatures, with the real key. */
import { createHash } from 'node:crypto';
import { canonicalText, checkpointText } from '@candor/domain/market/tape.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Crime, Fraud } from '../crime.ts';

const SYMBOL = 'ETH/USDT';
const TAPE_KEY = 'tape-signing-key.pem';
const EDITED_SEQ = 5;

type Row = Readonly<
  Record<'seq' | 'time_ms' | 'feed_time_ms' | 'bid' | 'ask' | 'last' | 'volume', string>
> & {
  readonly gap: boolean;
};

export const editedTick: Fraud = {
  name: 'edited-tick',
  says: 'Raises an old price of ETH by 5, recomputes the chain from there on, and signs every checkpoint again.',
  foundBy: ['tape_differs'],
  isReady: async ({ sql }) =>
    (await sql(`select from tlog_entry where kind = 'checkpoint' and key = $1 limit 1`, [SYMBOL])).length > 0,
  // The market's leader keeps the newest hash in memory, so it must be restarted.
  commit: (crime) =>
    crime.whileStopped(async () => {
      const place = [SYMBOL, EDITED_SEQ];
      await crime.sql(
        'update tape set bid = bid + 5, ask = ask + 5, last = last + 5 where symbol = $1 and seq = $2',
        place,
      );
      const hashes = await rechain(crime);
      await resign(crime, hashes);
    }),
};

async function rechain({ sql }: Crime): Promise<readonly Buffer[]> {
  const rows = await sql<Row>('select * from tape where symbol = $1 order by seq', [SYMBOL]);
  const hashes: Buffer[] = [];
  for (const row of rows) {
    const before = hashes.at(-1) ?? Buffer.alloc(32);
    hashes.push(createHash('sha256').update(before).update(textOf(row)).digest());
  }
  await sql(
    `update tape t set hash = u.hash from unnest($2::bigint[], $3::bytea[]) as u (seq, hash)
      where t.symbol = $1 and t.seq = u.seq`,
    [SYMBOL, rows.map(({ seq }) => seq), hashes],
  );
  await sql('update tape_head set hash = $2 where symbol = $1', [SYMBOL, hashes.at(-1)]);
  return hashes;
}

function textOf(row: Row): string {
  return canonicalText({
    ...{
      symbol: SYMBOL,
      seq: BigInt(row.seq),
      timeMs: Number(row.time_ms),
      feedTimeMs: Number(row.feed_time_ms),
    },
    ...{ bid: fromNumeric(row.bid), ask: fromNumeric(row.ask), last: fromNumeric(row.last) },
    ...{ volume: fromNumeric(row.volume), ...(row.gap ? { gap: true } : {}) },
  });
}

async function resign({ sql, sign }: Crime, hashes: readonly Buffer[]): Promise<void> {
  const signed = await sql<{ seq: string; time_ms: string }>(
    'select seq, time_ms from checkpoint where symbol = $1',
    [SYMBOL],
  );
  for (const { seq, time_ms: timeMs } of signed) {
    const hash = hashes[Number(seq) - 1];
    if (hash === undefined) continue;
    const timeSeconds = Math.floor(Number(timeMs) / 1000);
    const text = checkpointText({
      symbol: SYMBOL,
      seq: BigInt(seq),
      hashHex: hash.toString('hex'),
      timeSeconds,
    });
    await sql('update checkpoint set hash = $3, signature = $4 where symbol = $1 and seq = $2', [
      ...[SYMBOL, seq, hash, sign(TAPE_KEY, text)],
    ]);
  }
}
