/** The roots of the ledger, signed with the same key as the tape's heads and published as checkpoints of their own kind. */
import { checkpointText } from '@candor/domain/market/tape.ts';
import type { Pool } from '../db/pool.ts';
import type { SigningKey } from './signing-key.ts';

/** Where an instrument's checkpoints have its symbol, those of the ledger have this. */
export const LEDGER = 'ledger';
/** So many journals at once take a tenth of a second. */
const JOURNALS_AT_ONCE = 5000;

type SealRow = { number: string; sealed_ms: string; root: Buffer };

/** Seals what was written since, and signs it. */
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
