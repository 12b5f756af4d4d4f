/** The key that signs the tapes' heads, the ledger's roots and the days of the simulated market. */
import type { Pool } from '../db/pool.ts';
import { statedKeys } from '../proofs/keys/key-changes.ts';
import { openKeptKey } from '../proofs/keys/kept-keys.ts';
import type { SigningKey } from '../proofs/keys/signing-key.ts';

const ASK_AGAIN_MS = 250;
const ASK_FOR_MS = 60_000;

/** Opens the key for the process that leads the market. */
export async function openTapeKey(
  pool: Pick<Pool, 'query'>,
  folder: string,
  nowMs: number,
): Promise<SigningKey> {
  const { rows } = await pool.query<{ public_key: Buffer }>(
    `select c.public_key from (select h.symbol from tape_head h union all select 'ledger') s
      cross join lateral (select * from checkpoint where symbol = s.symbol order by seq desc limit 1) c
      order by c.time_ms desc limit 1`,
  );
  const [newest] = rows;
  const signedBefore = newest && {
    what: 'has signed heads of tapes, which only this key may continue',
    isOf: ({ publicKey }: SigningKey) => newest.public_key.equals(publicKey),
  };
  const { key } = await openKeptKey({ pool, folder, purpose: 'tape', nowMs, signedBefore });
  return key;
}

/** Returns the latest market time up to which the current key may have signed, for the statement of the next key. */
export async function tapeSignedUntilMs(pool: Pick<Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ ms: string }>(
    `select greatest(clock_ms(), max(c.time_ms)) as ms from (select h.symbol from tape_head h union all select 'ledger') s
      cross join lateral (select time_ms from checkpoint where symbol = s.symbol order by seq desc limit 1) c`,
  );
  return Number(rows[0]?.ms);
}

/** Returns the public key as stated by the leader, for a process that only reads. Waits for the first leader. */
export async function publicTapeKey(pool: Pick<Pool, 'query'>): Promise<SigningKey> {
  for (let waitedMs = 0; ; waitedMs += ASK_AGAIN_MS) {
    const newest = (await statedKeys(pool, 'tape')).at(-1);
    if (newest !== undefined) {
      const sign = (): never => {
        throw new Error('expected the leader of the market to sign, found a process that follows it');
      };
      return { publicKey: newest.publicKey, sign };
    }
    if (waitedMs >= ASK_FOR_MS)
      throw new Error('expected a process to lead the market and state its key, found none');
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}
