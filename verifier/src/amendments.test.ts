/** The amendments of an order that filled: each is checked against the entries up to it. */
import { expect, it } from 'vitest';
import type { FillBundle } from './bundle.ts';
import { verifyBundle } from './bundle.ts';
import { SYMBOL, madeCheckpoints, madeEntries, signer } from './testing/made-tape.ts';

const key = signer();
const START_MS = 1_700_000_000_000;
/** Bids are 100.01 101.01 102.01 99.01 98.01 103.01, a second apart. */
const LASTS = ['100', '101', '102', '99', '98', '103'];
const entries = madeEntries(LASTS.map((last, at) => ({ time_ms: START_MS + at * 1000, last })));
const msOf = (seq: number) => START_MS + (seq - 1) * 1000;

/** A sale that waited for 105, then for 102.5 or 98.5, and then for 103, from the fifth entry on. */
const first = {
  ...{ seq: 3, time_ms: msOf(3) + 100, fill_age_ms: 500 },
  armed_seq: 1,
  since_ms: msOf(1),
  limit: '105',
};
const second = {
  ...{ seq: 4, time_ms: msOf(4) + 100, fill_age_ms: 500, armed_seq: 3, since_ms: first.time_ms },
  ...{ limit: '102.5', stop: '98.5' },
};
const waited = {
  ...{ for: 'limit', level: '103', armed_seq: 4, from_seq: 4, since_ms: second.time_ms },
  ...{ amendments: [first, second], amendments_from_seq: 1 },
};

const fill = {
  ...{ kind: 'spot', symbol: SYMBOL, side: 'sell', quantity: '1', price: '103.01', tape_seq: 6 },
  limit: '103',
};
const ACCEPTED = START_MS / 1000;
const WITHOUT = { amendments: undefined, amendments_from_seq: undefined };

function verdictOf(changed: object, other: object = {}): string {
  const bundle = {
    ...{ candor: 2, kind: 'fill', entries, public_key: key.publicKey, ...other },
    checkpoints: madeCheckpoints(entries, [1, 6], { key }),
    fill: { ...fill, ...('fill' in other ? (other.fill as object) : {}) },
    waited: { ...waited, ...changed },
  } as unknown as FillBundle;
  const { state, findings } = verifyBundle(bundle);
  return state === 'proved' ? state : findings.map(({ code }) => code).join(' ');
}
const amendments = (one: object, other: object) => ({
  amendments: [
    { ...first, ...one },
    { ...second, ...other },
  ],
});

it.each<[string, object, string]>([
  ['whose amendments came before their levels', {}, 'proved'],
  ['whose first limit an entry had reached', amendments({ limit: '102' }, {}), 'level_reached_before'],
  ['whose first stop an entry had reached', amendments({ stop: '101.01' }, {}), 'level_reached_before'],
  [
    'with a second stop that the entry of its amendment had already reached',
    amendments({}, { stop: '99.5' }),
    'level_reached_before',
  ],
  [
    'reached by an entry made before its first request',
    amendments({ since_ms: msOf(4), limit: '102' }, {}),
    'proved',
  ],
  ['amended at an old entry', amendments({}, { fill_age_ms: 50 }), 'seq_differs'],
  ['amended after a different entry', amendments({}, { seq: 1, armed_seq: 1 }), 'seq_differs seq_differs'],
  ['with a gap between its amendments', amendments({}, { since_ms: msOf(4) }), 'seq_differs'],
  ['that claims to have waited since before its last amendment', { since_ms: msOf(4) }, 'seq_differs'],
  ['that had not expired yet', amendments({ expires_ms: msOf(3) + 101 }, {}), 'proved'],
  [
    'that had expired when it was amended',
    amendments({ expires_ms: msOf(3) + 100 }, {}),
    'filled_after_expiry',
  ],
  [
    'without an entry that retraced its distance',
    amendments({}, { limit: undefined, stop: undefined, trailing: '3.01', trailing_from_seq: 1 }),
    'proved',
  ],
  [
    'with an entry that retraced its distance',
    amendments({}, { limit: undefined, stop: undefined, trailing: '3', trailing_from_seq: 1 }),
    'level_reached_before',
  ],
  [
    'whose distance was measured from a later entry',
    amendments({}, { armed_seq: 4, limit: undefined, stop: undefined, trailing: '3', trailing_from_seq: 4 }),
    'proved',
  ],
  [
    'that trails and has a limit',
    amendments({}, { trailing: '3', trailing_from_seq: 1 }),
    'record_unreadable',
  ],
  [
    'that trails from no entry',
    amendments({}, { limit: undefined, stop: undefined, trailing: '3' }),
    'record_unreadable',
  ],
  ['with an empty amendment', amendments({ limit: undefined }, {}), 'record_unreadable'],
  ['with an infinite age', amendments({ fill_age_ms: 90_000_000 }, {}), 'record_unreadable'],
  ['without the entries before', { amendments_from_seq: undefined }, 'record_unreadable'],
  ['armed at its acceptance', { accepted_at: ACCEPTED }, 'proved'],
  ['armed before its acceptance', { accepted_at: ACCEPTED + 5 }, 'seq_differs'],
  ['whose amendments are left out', { accepted_at: ACCEPTED, ...WITHOUT }, 'seq_differs'],
  ['that was armed again since its last amendment', { armed_seq: 5, from_seq: 5 }, 'proved'],
])('judges an order %s', (_, changed, verdict) => {
  expect(verdictOf(changed)).toBe(verdict);
});

it.each<[string, object, number, string]>([
  ['with its amendments', {}, ACCEPTED, 'proved'],
  ['without its amendments', WITHOUT, ACCEPTED, 'seq_differs'],
  ['of another time', {}, ACCEPTED + 1, 'seq_differs'],
])('compares an order %s with the time at which it was accepted', (_, changed, createdAt, verdict) => {
  expect(verdictOf(changed, { order: { created_at: createdAt } })).toBe(verdict);
});

it('reports an opening that is armed later than its last amendment', () => {
  const opening = { fill: { kind: 'open', side: 'short', limit: undefined } };
  const stated = { level: '103', accepted_at: ACCEPTED };
  expect(verdictOf(stated, opening)).toBe('proved');
  expect(verdictOf({ ...stated, armed_seq: 5, from_seq: 5 }, opening)).toBe('seq_differs');
});

/** A sale that trails by 4 from the first entry on, whose end was amended at the third. */
const trailing = {
  ...{
    for: 'trailing',
    level: '4',
    armed_seq: 3,
    trailing_from_seq: 1,
    from_seq: 1,
    since_ms: first.time_ms,
  },
  amendments: [{ ...first, limit: undefined, trailing: '4', trailing_from_seq: 1 }],
  amendments_from_seq: 1,
};
const trailedBy = (distance: string) => ({
  level: distance,
  amendments: [{ ...trailing.amendments[0], trailing: distance }],
});

it.each<[string, object, string]>([
  ['triggered at its first entry', {}, 'proved'],
  [
    'without its earlier best price',
    { trailing_from_seq: undefined, from_seq: 3, level: '4.01' },
    'level_not_reached',
  ],
  ['with a best price from another range', { trailing_from_seq: 2, from_seq: 2 }, 'seq_differs'],
  [
    'with another distance that counts from before the amendment',
    { amendments: [{ ...trailing.amendments[0], trailing: '5' }] },
    'seq_differs',
  ],
  ['with a best price from after its arming', { trailing_from_seq: 4, from_seq: 4 }, 'record_unreadable'],
  ['without the entries of its best price', { from_seq: 0 }, 'record_unreadable'],
  [
    'by a share of the price from which it trails',
    { trailing_bps: 400, ...trailedBy('4.0004') },
    'level_not_reached',
  ],
  [
    'by a share of a later price',
    { trailing_bps: 400, ...trailedBy('4.0804') },
    'level_not_reached amount_differs',
  ],
])('judges a trailing stop whose expiry was amended: %s', (_, changed, verdict) => {
  const bundle = {
    ...{ candor: 2, kind: 'fill', entries, public_key: key.publicKey },
    checkpoints: madeCheckpoints(entries, [1, 6], { key }),
    fill: { kind: 'spot', symbol: SYMBOL, side: 'sell', quantity: '1', price: '98.01', tape_seq: 5 },
    waited: { ...trailing, ...changed },
  } as unknown as FillBundle;
  const { state, findings } = verifyBundle(bundle);
  expect(state === 'proved' ? state : findings.map(({ code }) => code).join(' ')).toBe(verdict);
});
