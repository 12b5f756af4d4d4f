/** The hash chain of the tape. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount } from '../money/amount.ts';
import { kindOf } from './quote.ts';
import type { TapeEntry } from './quote.ts';
import type { ChainHash, HashedEntry } from './tape.ts';
import { CHAIN_GENESIS, canonicalText, chainViolation, checkpointText, genesisHash } from './tape.ts';

const sha256: ChainHash = (previous, text) => createHash('sha256').update(previous).update(text).digest();

const first: TapeEntry = {
  symbol: 'BTC/USDT',
  seq: 1n,
  timeMs: 1_504_396_800_000,
  feedTimeMs: 1_504_396_800_123,
  bid: amount('4642.38'),
  ask: amount('4642.4'),
  last: amount('4642.39'),
  volume: amount('0'),
};

test('produces the documented canonical form, hash and checkpoint text', () => {
  const text = 'candor-tape-v1|BTC/USDT|1|1504396800000|1504396800123|4642.38|4642.4|4642.39|0';
  expect(canonicalText(first)).toBe(text);
  const gap = { ...first, gap: true } as const;
  expect(canonicalText(gap)).toBe('candor-gap-v1|BTC/USDT|1|1504396800000');
  expect(canonicalText({ ...gap, cause: { kind: 'halt', reason: 'feed_ended' } })).toBe(
    'candor-halt-v1|BTC/USDT|1|1504396800000|feed_ended',
  );
  const refused = { kind: 'reject', reason: 'crossed', refused: 'ab', count: 3 } as const;
  expect(canonicalText({ ...gap, cause: refused })).toBe(
    'candor-reject-v1|BTC/USDT|1|1504396800000|crossed|ab|3',
  );
  expect([kindOf(first), kindOf(gap), kindOf({ ...gap, cause: refused })]).toEqual([
    'quote',
    'gap',
    'reject',
  ]);
  const hashHex = createHash('sha256')
    .update(Buffer.concat([Buffer.alloc(32), Buffer.from(text)]))
    .digest('hex');
  expect(Buffer.from(sha256(genesisHash(), text)).toString('hex')).toBe(hashHex);
  expect(checkpointText({ symbol: 'BTC/USDT', seq: 7n, hashHex, timeSeconds: 1_504_396_810 })).toBe(
    `candor-checkpoint-v1|BTC/USDT|7|${hashHex}|1504396810`,
  );
});

const chains = fc
  .array(
    fc.record({
      stepMs: fc.integer({ min: 0, max: 5000 }),
      bid: fc.bigInt({ min: 1n, max: 10n ** 16n }),
      spread: fc.bigInt({ min: 0n, max: 10n ** 6n }),
      volume: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      isGap: fc.boolean(),
    }),
    { minLength: 3, maxLength: 30 },
  )
  .map((steps) => {
    let timeMs = 1_700_000_000_000;
    let hash = genesisHash();
    let before: TapeEntry | undefined;
    return steps.map(({ stepMs, bid, spread, volume, isGap }, at): HashedEntry => {
      timeMs += stepMs;
      const ask = bid + spread;
      const place = { seq: BigInt(at + 1), timeMs };
      const entry: TapeEntry =
        isGap && before !== undefined
          ? { ...before, ...place, volume: 0n, gap: true }
          : { symbol: 'BTC/USDT', ...place, feedTimeMs: timeMs, bid, ask, last: ask, volume };
      before = entry;
      hash = sha256(hash, canonicalText(entry));
      return { ...entry, hash };
    });
  });

/** A chain, and the index of an entry other than the last one. */
const placed = chains.chain((chain) =>
  fc.tuple(fc.constant(chain), fc.integer({ min: 0, max: chain.length - 2 })),
);

describe('chainViolation', () => {
  test('returns undefined for an intact chain, starting at the first or at a later entry', () => {
    fc.assert(
      fc.property(placed, ([chain, at]) => {
        expect(chainViolation(CHAIN_GENESIS, chain, sha256)).toBeUndefined();
        const start = chain[at];
        if (start !== undefined) expect(chainViolation(start, chain.slice(at + 1), sha256)).toBeUndefined();
      }),
    );
  });

  test('returns the first entry that was changed, whichever field it was', () => {
    const fields = ['timeMs', 'feedTimeMs', 'bid', 'ask', 'last', 'volume'] as const;
    fc.assert(
      fc.property(placed, fc.constantFrom(...fields), ([chain, at], field) => {
        const forged = chain.map((entry, place) => {
          if (place !== at) return entry;
          const value = entry[field];
          return { ...entry, [field]: typeof value === 'bigint' ? value + 1n : value + 1 };
        });
        expect(chainViolation(CHAIN_GENESIS, forged, sha256)?.seq).toBe(BigInt(at + 1));
      }),
    );
  });

  test('returns the position of a gap entry that was turned into a quote, or of a quote that was turned into a gap entry', () => {
    fc.assert(
      fc.property(placed, ([chain, at]) => {
        const forged = chain.map((entry, place) => {
          if (place !== at) return entry;
          const { gap, ...rest } = entry;
          return gap === true ? rest : { ...rest, gap: true as const };
        });
        expect(chainViolation(CHAIN_GENESIS, forged, sha256)).toEqual({
          seq: BigInt(at + 1),
          why: 'hash_differs',
        });
      }),
    );
    const gap: TapeEntry = { ...first, gap: true };
    const hash = sha256(genesisHash(), canonicalText(gap));
    expect(chainViolation(CHAIN_GENESIS, [{ ...gap, hash }], sha256)?.why).toBe('gap_not_repeating');
  });

  test('returns the position of a deleted, duplicated or swapped entry', () => {
    fc.assert(
      fc.property(placed, ([chain, at]) => {
        const seq = BigInt(at + 1);
        expect(chainViolation(CHAIN_GENESIS, chain.toSpliced(at, 1), sha256)).toEqual({
          seq: seq + 1n,
          why: 'seq_not_next',
        });
        const one = chain[at] as HashedEntry;
        const next = chain[at + 1] as HashedEntry;
        expect(chainViolation(CHAIN_GENESIS, chain.toSpliced(at, 0, one), sha256)?.why).toBe('seq_not_next');
        const swapped = chain.toSpliced(at, 2, { ...next, seq }, { ...one, seq: seq + 1n });
        const same = canonicalText({ ...next, seq }) === canonicalText(one);
        if (!same) expect(chainViolation(CHAIN_GENESIS, swapped, sha256)?.seq).toBeLessThanOrEqual(seq + 1n);
      }),
    );
  });

  test('produces a different head for a chain rebuilt from a changed entry', () => {
    fc.assert(
      fc.property(placed, ([chain, at]) => {
        fc.pre(chain[at]?.gap !== true);
        let hash = genesisHash();
        const forged = chain.map((entry, place) => {
          const changed = place >= at ? { ...entry, bid: entry.bid + 1n } : entry;
          hash = sha256(hash, canonicalText(changed));
          return { ...changed, hash };
        });
        expect(chainViolation(CHAIN_GENESIS, forged, sha256)).toBeUndefined();
        expect(Buffer.from(hash).equals(Buffer.from(chain.at(-1)?.hash ?? hash))).toBe(false);
      }),
    );
  });
});
