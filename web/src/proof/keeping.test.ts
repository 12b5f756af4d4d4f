/** The storing of checkpoints on a device. */
import type { AppState } from '@candor/client/app-state.ts';
import { createAppState } from '@candor/client/app-state.ts';
import { madeChange } from '@candor/verifier/testing/made-changes.ts';
import { madeCheckpoints, madeEntries, rechained, signer } from '@candor/verifier/testing/made-tape.ts';
import { beforeEach, expect, test } from 'vitest';
import { keepNewest, keepSighting } from './keeping.ts';
import { keptOf } from './kept-state.ts';
import { createKeptStore } from './kept-store.ts';

const symbol = 'BTC/USDT';
const key = signer();
const { publicKey } = key;
const entries = madeEntries(
  Array.from({ length: 60 }, (_, at) => ({ time_ms: 1_700_000_000_000 + at * 500, last: String(100 + at) })),
);
const checkpoints = madeCheckpoints(entries, [20, 40, 60], { key });
const signedAt = (seq: number, of = symbol) => {
  const [one] = madeCheckpoints(entries, [seq], { key, symbol: of });
  if (one === undefined) throw new Error('expected a checkpoint, found none');
  return { ...one, symbol: of };
};
let app: AppState;
beforeEach(() => void (app = createAppState()));

const keptNow = () => app.of(createKeptStore).keptNow();
const keptSeqs = () => keptOf(keptNow(), symbol).map(({ seq }) => seq);
const codes = () => keptNow().contradictions.map(({ code, seq }) => [code, seq]);

test('stores the newest of the checkpoints seen after verifying its signature', async () => {
  await keepSighting(app, { symbol, publicKey, checkpoints });
  expect([keptSeqs(), codes()]).toEqual([[60], []]);
});

test('reports an invalid signature and does not store the checkpoint', async () => {
  const forged = { ...signedAt(60), hash: 'a'.repeat(64) };
  await keepSighting(app, { symbol, publicKey, checkpoints: [forged] });
  expect([keptSeqs(), codes()]).toEqual([[], [['checkpoint_signature_wrong', 60]]]);
});

test('reports an entry that differs from the stored entry once, and does not store the newer checkpoint', async () => {
  await keepSighting(app, { symbol, publicKey, checkpoints: checkpoints.slice(0, 2) });
  const rewritten = rechained(entries.map((entry) => (entry.seq === 10 ? { ...entry, last: '7' } : entry)));
  const signedAgain = madeCheckpoints(rewritten, [60], { key });
  const sighting = { symbol, publicKey, checkpoints: signedAgain, entries: rewritten };
  await keepSighting(app, sighting);
  await keepSighting(app, sighting);
  expect([keptSeqs(), codes()]).toEqual([[40], [['kept_hash_differs', 40]]]);
});

test('reports a changed public key, and a tape that became shorter', async () => {
  await keepSighting(app, { symbol, publicKey, checkpoints });
  const other = signer(9);
  const signed = madeCheckpoints(entries, [20], { key: other });
  await keepSighting(
    app,
    { symbol, publicKey: other.publicKey, checkpoints: signed, headSeq: 30 },
    { changes: async () => [] },
  );
  expect(codes()).toEqual([
    ['kept_key_differs', null],
    ['kept_entry_missing', 60],
  ]);
});

test('follows a replaced key by its statement, and keeps the first key', async () => {
  const other = signer(9);
  const change = madeChange([key, other], { number: 2, sinceMs: (entries[39]?.time_ms ?? 0) + 999 });
  const changes = async () => [change];
  await keepSighting(app, { symbol, publicKey, checkpoints: checkpoints.slice(0, 1) });
  const signed = madeCheckpoints(entries, [60], { key: other });
  await keepSighting(app, { symbol, publicKey: other.publicKey, checkpoints: signed }, { changes });
  expect([keptSeqs(), codes(), keptNow().publicKey]).toEqual([[20, 60], [], publicKey]);
  const stolen = madeCheckpoints(entries, [59], { key });
  await keepSighting(app, { symbol, publicKey: other.publicKey, checkpoints: stolen }, { changes });
  expect(codes()).toEqual([['checkpoint_key_differs', 59]]);
});

test('stores one checkpoint per symbol, and skips symbols that were checked recently', async () => {
  await keepNewest(app, [signedAt(40), signedAt(40, 'ETH/USDT')]);
  await keepNewest(app, [signedAt(60)]);
  expect([keptSeqs(), keptOf(keptNow(), 'ETH/USDT').length]).toEqual([[40], 1]);
});
