/**
 * Tapes for tests, hashed and signed with Node's cryptography, so that the code under test does not produce the input of the
 * tests.
 */
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { TapeEntry } from '../chain.ts';
import type { Checkpoint } from '../checkpoints.ts';

export const SYMBOL = 'BTC/USDT';

export type Signer = { readonly publicKey: string; readonly sign: (text: string) => string };

/** A signing key that is the same in every run: each of the 32 bytes of the secret is `byte`. */
export function signer(byte = 7): Signer {
  const pkcs8 = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.alloc(32, byte),
  ]);
  const key: KeyObject = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const publicKey = Buffer.from(String(createPublicKey(key).export({ format: 'jwk' }).x), 'base64url');
  return {
    publicKey: publicKey.toString('hex'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('hex'),
  };
}

/** The content of a test entry; absent fields get defaults. */
export type Tick = {
  readonly time_ms: number;
  readonly last?: string;
  readonly gap?: true;
  /** The cause of a gap entry: a reject if `refused` is a hash, otherwise a halt. */
  readonly cause?: { readonly reason: string; readonly refused?: string };
};

/** Numbers and hashes ticks from entry 1 on. Bid and ask are 0.01 below and above `last`. */
export function madeEntries(ticks: readonly Tick[], symbol = SYMBOL): TapeEntry[] {
  const entries: Omit<TapeEntry, 'hash'>[] = [];
  for (const [at, { time_ms, last = '100', gap, cause }] of ticks.entries()) {
    const before = entries.at(-1);
    const quoted = {
      feed_time_ms: time_ms,
      bid: `${last}.01`,
      ask: `${last}.02`,
      last,
      volume: '0.5',
      gap: false,
    };
    entries.push(
      gap === true && before !== undefined
        ? { ...pricesOf(before), seq: at + 1, time_ms, volume: '0', gap, ...(cause && causeOf(cause)) }
        : { ...quoted, seq: at + 1, time_ms },
    );
  }
  return rechained(entries, symbol);
}

function pricesOf({ feed_time_ms, bid, ask, last }: Omit<TapeEntry, 'hash'>) {
  return { feed_time_ms, bid, ask, last };
}

function causeOf({ reason, refused }: NonNullable<Tick['cause']>) {
  if (refused === undefined) return { kind: 'halt', reason } as const;
  return { kind: 'reject', reason, refused, refused_count: 2 } as const;
}

/** Returns the entries with hashes recomputed from the first one on. */
export function rechained(entries: readonly Omit<TapeEntry, 'hash'>[], symbol = SYMBOL): TapeEntry[] {
  let before: Buffer = Buffer.alloc(32);
  return entries.map((entry) => {
    before = createHash('sha256').update(before).update(canonical(symbol, entry)).digest();
    return { ...entry, hash: before.toString('hex') };
  });
}

function canonical(symbol: string, entry: Omit<TapeEntry, 'hash'>): string {
  const { seq, time_ms, feed_time_ms, bid, ask, last, volume } = entry;
  const { kind, reason, refused, refused_count } = entry;
  if (kind === 'halt') return ['candor-halt-v1', symbol, seq, time_ms, reason].join('|');
  if (kind === 'reject') {
    return ['candor-reject-v1', symbol, seq, time_ms, reason, refused, refused_count].join('|');
  }
  if (entry.gap === true) return ['candor-gap-v1', symbol, seq, time_ms].join('|');
  const quoted = [symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume].join('|');
  if (!Array.isArray(entry.sources?.quotes)) return `candor-tape-v1|${quoted}`;
  const { min, age_max_ms: age, deviation_max: deviation, quotes } = entry.sources;
  const lines = quotes.map((one) =>
    [one.name, one.state, one.time_ms, one.bid, one.ask, one.last, one.message].join('|'),
  );
  return [`candor-tape-v2|${quoted}`, [min, age, deviation].join('|'), ...lines].join('\n');
}

/** Returns checkpoints of the entries with these numbers. */
export function madeCheckpoints(
  entries: readonly TapeEntry[],
  seqs: readonly number[],
  { key = signer(), symbol = SYMBOL }: { readonly key?: Signer; readonly symbol?: string } = {},
): Checkpoint[] {
  return seqs.map((seq) => {
    const entry = entries.find((one) => one.seq === seq);
    if (entry === undefined) throw new Error(`expected an entry ${seq}, found none`);
    const time = Math.floor(entry.time_ms / 1000);
    const text = ['candor-checkpoint-v1', symbol, seq, entry.hash, time].join('|');
    return { seq, hash: entry.hash, time, public_key: key.publicKey, signature: key.sign(text) };
  });
}
