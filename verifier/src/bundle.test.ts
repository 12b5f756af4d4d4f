/** Reading and checking bundles from files, which may have any content. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FillBundle } from './bundle.ts';
import { readBundle, verifyBundle } from './bundle.ts';
import { madeCheckpoints, madeEntries, signer } from './testing/made-tape.ts';

const key = signer();
const tape = madeEntries(
  Array.from({ length: 30 }, (_, at) => ({ time_ms: 1_700_000_000_000 + at * 500, last: String(100 + at) })),
);
const BUNDLE: FillBundle = {
  candor: 2,
  kind: 'fill',
  fill: { kind: 'spot', symbol: 'BTC/USDT', side: 'sell', quantity: '1', price: '119.01', tape_seq: 20 },
  entries: tape.filter(({ seq }) => seq >= 12 && seq <= 25),
  checkpoints: madeCheckpoints(tape, [12, 25], { key }),
  public_key: key.publicKey,
};

it('accepts an unchanged bundle', () => {
  const read = readBundle(JSON.parse(JSON.stringify(BUNDLE)));
  expect(read).toEqual(BUNDLE);
  expect(verifyBundle(BUNDLE)).toMatchObject({ state: 'proved', findings: [] });
});

it('rejects a bundle with a key that differs from the known one', () => {
  const known = { publicKey: signer(8).publicKey };
  expect(verifyBundle(BUNDLE, known)).toMatchObject({
    state: 'contradicted',
    findings: [
      { code: 'checkpoint_key_differs', seq: 12 },
      { code: 'checkpoint_key_differs', seq: 25 },
    ],
  });
});

it.each([
  undefined,
  null,
  1,
  'x',
  [],
  {},
  { ...BUNDLE, candor: 1 },
  { ...BUNDLE, kind: 'ticket' },
  { ...BUNDLE, entries: [1] },
])('returns undefined for %j, which is not a bundle', (value) => expect(readBundle(value)).toBeUndefined());

const HASHED = ['seq', 'time_ms', 'feed_time_ms', 'bid', 'ask', 'last', 'volume', 'hash'] as const;
const SIGNED = ['seq', 'hash', 'time', 'public_key', 'signature'] as const;
/** A different value of a field, or any value of a different type. */
const other = fc.oneof(
  fc.integer({ min: -5, max: 2 ** 50 }),
  fc
    .tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 99 }))
    .map(([whole, part]) => `${whole}.${part}`),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
  fc.anything(),
);

it('rejects a bundle if any field of an entry or checkpoint was changed', () => {
  // Of the first entry, only the hash is used.
  const entryAt = fc.tuple(
    fc.constant('entries' as const),
    fc.integer({ min: 1, max: 13 }),
    fc.constantFrom(...HASHED),
  );
  const signedAt = fc.tuple(
    fc.constant('checkpoints' as const),
    fc.integer({ min: 0, max: 1 }),
    fc.constantFrom(...SIGNED),
  );
  fc.assert(
    fc.property(fc.oneof(entryAt, signedAt), other, ([list, at, field], value) => {
      const items: readonly object[] = BUNDLE[list];
      const before = new Map(Object.entries(items[at] ?? {})).get(field);
      fc.pre(!Object.is(before, value));
      const changed = { ...BUNDLE, [list]: items.with(at, { ...items[at], [field]: value }) } as FillBundle;
      expect(verifyBundle(changed).state).toBe('contradicted');
    }),
    { numRuns: 300 },
  );
});

it('contradicts a bundle with a checkpoint without a valid number, and does not throw', () => {
  for (const seq of [{ toString: '' }, { valueOf: null }, [12], '12', null]) {
    const checkpoints = [{ ...BUNDLE.checkpoints[0], seq }, ...BUNDLE.checkpoints.slice(1)];
    expect(verifyBundle({ ...BUNDLE, checkpoints } as unknown as FillBundle).state).toBe('contradicted');
  }
});

it('returns a verdict for any content of the bundle, and does not throw', () => {
  const fields = fc.dictionary(
    fc.constantFrom(
      ...HASHED,
      ...SIGNED,
      'gap',
      'side',
      'symbol',
      'tape_seq',
      'kind',
      'nights',
      'accepted_seq',
      'rate_seq',
      'placed_rate_seq',
      'entry_seq',
      'closed_before',
      'closed_before_seq',
    ),
    fc.anything(),
  );
  fc.assert(
    fc.property(
      fc.array(fields, { maxLength: 4 }),
      fc.array(fields, { maxLength: 3 }),
      fields,
      (entries, checkpoints, record) => {
        for (const kind of ['ticket', 'fill'] as const) {
          const bundle = readBundle({ ...BUNDLE, kind, entries, checkpoints, [kind]: record });
          expect(bundle === undefined ? 'none' : verifyBundle(bundle).state).not.toBe('proved');
        }
      },
    ),
    { numRuns: 1000 },
  );
});
