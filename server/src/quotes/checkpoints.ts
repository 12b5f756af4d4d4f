/** Signs the tape heads that moved, every ten seconds, so that anyone can detect a tape that is presented differently later. */
import { checkpointText } from '@candor/domain/market/tape.ts';
import type { Pool } from '../db/pool.ts';
import type { SigningKey } from '../proofs/keys/signing-key.ts';
import type { Head } from './tape-store.ts';

export const CHECKPOINT_EVERY_MS = 10_000;

export type Checkpoint = {
  readonly seq: bigint;
  readonly hash: Uint8Array;
  readonly timeMs: number;
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
};

export function signedText(head: Pick<Head, 'symbol' | 'seq' | 'hash' | 'timeMs'>): string {
  return checkpointText({
    symbol: head.symbol,
    seq: head.seq,
    hashHex: Buffer.from(head.hash).toString('hex'),
    timeSeconds: Math.floor(head.timeMs / 1000),
  });
}

/** Signs heads and stores the checkpoints if the epoch is still current. Existing checkpoints stay unchanged. */
export async function signHeads(
  pool: Pool,
  key: SigningKey,
  signed: { readonly epoch: bigint; readonly heads: readonly Head[] },
): Promise<void> {
  const { heads } = signed;
  if (heads.length === 0) return;
  await pool.query({
    name: 'checkpoints_insert',
    text: `insert into checkpoint (symbol, seq, hash, time_ms, public_key, signature)
      select u.symbol, u.seq, u.hash, u.time_ms, $6, u.signature
      from unnest($1::text[], $2::bigint[], $3::bytea[], $4::bigint[], $5::bytea[])
        as u (symbol, seq, hash, time_ms, signature)
      where exists (select 1 from leader where role = 'market' and epoch = $7)
      on conflict do nothing`,
    values: [
      heads.map((head) => head.symbol),
      heads.map((head) => head.seq),
      heads.map((head) => Buffer.from(head.hash)),
      heads.map((head) => head.timeMs),
      heads.map((head) => Buffer.from(key.sign(signedText(head)))),
      Buffer.from(key.publicKey),
      signed.epoch,
    ],
  });
}

type CheckpointRow = { seq: string; hash: Buffer; time_ms: string; public_key: Buffer; signature: Buffer };

/** Returns checkpoints of a symbol, oldest first: either those from a seq on, or the newest ones. */
export async function readCheckpoints(
  pool: Pool,
  range: { readonly symbol: string; readonly fromSeq: bigint | undefined; readonly limit: number },
): Promise<Checkpoint[]> {
  const newest = range.fromSeq === undefined;
  const { rows } = await pool.query<CheckpointRow>(
    `select seq, hash, time_ms, public_key, signature from checkpoint
     where symbol = $1 and seq >= $2 order by seq ${newest ? 'desc' : 'asc'} limit $3`,
    [range.symbol, range.fromSeq ?? 0n, range.limit],
  );
  const found = rows.map(readCheckpoint);
  return newest ? found.reverse() : found;
}

/**
 * Returns the checkpoints that cover a range of a tape: the last one at or before its start, and the first one at or after its
 * end.
 */
export async function checkpointsAround(
  pool: Pool,
  { symbol, first, last }: { readonly symbol: string; readonly first: bigint; readonly last: bigint },
): Promise<{ readonly before: Checkpoint | undefined; readonly after: Checkpoint | undefined }> {
  const columns = 'seq, hash, time_ms, public_key, signature';
  const [before, after] = await Promise.all([
    pool.query<CheckpointRow>(
      `select ${columns} from checkpoint where symbol = $1 and seq <= $2 order by seq desc limit 1`,
      [symbol, first],
    ),
    pool.query<CheckpointRow>(
      `select ${columns} from checkpoint where symbol = $1 and seq >= $2 order by seq limit 1`,
      [symbol, last],
    ),
  ]);
  return { before: before.rows.map(readCheckpoint)[0], after: after.rows.map(readCheckpoint)[0] };
}

export async function readNewestCheckpoints(
  pool: Pool,
): Promise<(Checkpoint & { readonly symbol: string })[]> {
  const { rows } = await pool.query<CheckpointRow & { symbol: string }>({
    name: 'checkpoints_newest',
    text: `select head.symbol, c.seq, c.hash, c.time_ms, c.public_key, c.signature
      from tape_head head cross join lateral (
        select * from checkpoint where symbol = head.symbol order by seq desc limit 1
      ) c order by head.symbol`,
  });
  return rows.map((row) => ({ symbol: row.symbol, ...readCheckpoint(row) }));
}

function readCheckpoint(row: CheckpointRow): Checkpoint {
  return {
    seq: BigInt(row.seq),
    hash: row.hash,
    timeMs: Number(row.time_ms),
    publicKey: row.public_key,
    signature: row.signature,
  };
}
