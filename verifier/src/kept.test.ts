import { expect, it } from 'vitest';
import { contradictions } from './remembered.ts';
import { madeCheckpoints, madeEntries, signer, SYMBOL } from './testing/made-tape.ts';

const key = signer();
const tape = madeEntries(Array.from({ length: 20 }, (_, at) => ({ time_ms: 1000 * at })));
const KEPT = {
  publicKey: key.publicKey,
  checkpoints: madeCheckpoints(tape, [5, 10, 15], { key }).map((one) => ({ symbol: SYMBOL, ...one })),
};
const forged = tape.map((entry) => (entry.seq < 9 ? entry : { ...entry, hash: signer(entry.seq).publicKey }));

function found(seen: Omit<Parameters<typeof contradictions>[1], 'symbol'>, symbol = SYMBOL): string[] {
  return contradictions(KEPT, { symbol, ...seen }).map(({ code, seq }) => `${code} ${seq}`);
}

it('reports nothing for an unchanged tape, even if the tape has become longer or only a part of it was read', () => {
  const seen = {
    publicKey: key.publicKey,
    entries: tape.slice(3),
    checkpoints: KEPT.checkpoints,
    headSeq: 20,
  };
  expect(found(seen)).toEqual([]);
});

it("reports a kept checkpoint once if the tape's entry or checkpoint has a different hash", () => {
  expect(found({ entries: forged, checkpoints: madeCheckpoints(forged, [10], { key }) })).toEqual([
    'kept_hash_differs 10',
    'kept_hash_differs 15',
  ]);
});

it('reports a tape that has become shorter, and a different key', () => {
  expect(found({ publicKey: signer(8).publicKey, headSeq: 12 })).toEqual([
    'kept_key_differs null',
    'kept_entry_missing 15',
  ]);
});

it('does not compare entries of different symbols', () =>
  expect(found({ entries: forged, headSeq: 1 }, 'ETH/USDT')).toEqual([]));
