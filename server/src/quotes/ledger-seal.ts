/**
 * Signs the roots of the ledger with the key that signs the tape's heads, and publishes them as a separate kind of checkpoint.
 */
import { checkpointText } from '@candor/domain/market/tape.ts';
import type { Pool } from '../db/pool.ts';
import type { SigningKey } from '../proofs/keys/signing-key.ts';

/** The name of the ledger in checkpoints, in place of an instrument's symbol. */
export const LEDGER = 'ledger';
/** The maximum number of journals that one seal covers. Sealing this many takes a tenth of a second. */
const JOURNALS_AT_ONCE = 5000;

type SealRow = { number: string; sealed_ms: string; root: Buffer };

/** Seals the journals written since the last seal, and signs the root. */
export async function sealLedger(pool: Pool, key: SigningKey): Promise<void> {
  const sealed = await pool.query<SealRow>('select number, sealed_ms, root from seal_ledger($1)', [
    JOURNALS_AT_ONCE,
  ]);
  for (const { number, sealed_ms, root } of sealed.rows) {
    const timeMs = Number(sealed_ms);
    const text = checkpointText({
      symbol: LEDGER,
      seq: BigInt(number),
      hashHex: root.toString('hex'),
      timeSeconds: Math.floor(timeMs / 1000),
    });
    await pool.query(
      `insert into checkpoint (symbol, seq, hash, time_ms, public_key, signature) values ($1, $2, $3, $4, $5, $6)
        on conflict do nothing`,
      [LEDGER, number, root, timeMs, Buffer.from(key.publicKey), Buffer.from(key.sign(text))],
    );
  }
}
