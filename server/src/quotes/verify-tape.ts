/** Verifies for the audit that each tape is one chain from its first entry to its head and contains every signed head. */
import { createPublicKey, verify } from 'node:crypto';
import { CHAIN_GENESIS, chainViolation } from '@candor/domain/market/tape.ts';
import type { ChainStart } from '@candor/domain/market/tape.ts';
import type { Pool } from '../db/pool.ts';
import { sha256Chain } from './chain-hash.ts';
import { signedText } from './checkpoints.ts';
import { readEntries } from './tape-store.ts';

const PAGE = 5000;

/** Returns a message for each violation. */
export async function tapeViolations(pool: Pool): Promise<string[]> {
  const violations: string[] = [];
  const { rows } = await pool.query<{ symbol: string; seq: string; hash: Buffer }>(
    'select symbol, seq, hash from tape_head order by symbol',
  );
  // The heads are read first, so that entries written in the meantime can only come after them.
  for (const head of rows) {
    // Tapes are read one at a time, because a page of every tape would take too much memory.
    // oxlint-disable-next-line no-await-in-loop
    const violation = await violationOf(pool, { ...head, seq: BigInt(head.seq) });
    if (violation !== undefined) violations.push(violation);
  }
  return [...violations, ...(await signatureViolations(pool))];
}

async function violationOf(
  pool: Pool,
  head: { readonly symbol: string; readonly seq: bigint; readonly hash: Buffer },
): Promise<string | undefined> {
  const { symbol } = head;
  let before: ChainStart = CHAIN_GENESIS;
  while (before.seq < head.seq) {
    // Pages are read in sequence, because each starts where the previous one ended.
    // oxlint-disable-next-line no-await-in-loop
    const entries = await readEntries(pool, { symbol, fromSeq: before.seq + 1n, limit: PAGE });
    const known = entries.filter((entry) => entry.seq <= head.seq);
    const violation = chainViolation(before, known, sha256Chain);
    if (violation !== undefined) return `entry ${violation.seq} of ${symbol}: ${violation.why}`;
    const last = known.at(-1);
    if (last === undefined) return `entry ${before.seq + 1n} of ${symbol} is missing`;
    before = last;
  }
  return Buffer.from(before.hash).equals(head.hash)
    ? undefined
    : `the head of ${symbol} is not its tape's end`;
}

type Signed = {
  symbol: string;
  seq: string;
  hash: Buffer;
  time_ms: string;
  public_key: Buffer;
  signature: Buffer;
  held: boolean;
};

async function signatureViolations(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<Signed>(
    `select c.*, coalesce(t.hash = c.hash and t.time_ms = c.time_ms, false) as held from checkpoint c
      left join tape t on t.symbol = c.symbol and t.seq = c.seq
      where c.symbol in (select h.symbol from tape_head h) order by c.symbol, c.seq`,
  );
  return rows.flatMap((row) => {
    const { symbol, seq } = row;
    if (!isSigned(row)) return [`the checkpoint of ${symbol} at ${seq} is not signed`];
    return row.held ? [] : [`the tape of ${symbol} is not what was signed at ${seq}`];
  });
}

function isSigned({ symbol, seq, hash, time_ms, public_key, signature }: Signed): boolean {
  const x = public_key.toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const text = signedText({ symbol, seq: BigInt(seq), hash, timeMs: Number(time_ms) });
  return verify(null, Buffer.from(text), key, signature);
}
