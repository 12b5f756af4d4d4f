/** The journals of a fill. */
import { expect, it } from 'vitest';
import type { FillBundle } from './bundle.ts';
import { readBundle, verifyBundle } from './bundle.ts';
import { SYMBOL, madeCheckpoints, madeEntries, signer } from './testing/made-tape.ts';

const key = signer();
const START_MS = 1_700_006_397_000;
/** Bids at 100.01, 98.01 and 95.01. */
const entries = madeEntries(
  ['100', '100', '98', '95', '95'].map((last, at) => ({ time_ms: START_MS + at * 1000, last })),
);

const posting = (account: string, amount: string, currency = 'USDT') => ({ account, currency, amount });
type Journal = { readonly kind: string; readonly postings: readonly ReturnType<typeof posting>[] };

function bundleOf(part: {
  readonly fill: object;
  readonly journals: readonly Journal[];
  readonly waited?: object;
}) {
  const { fill, journals, waited } = part;
  return {
    ...{ candor: 2, kind: 'fill', entries, public_key: key.publicKey, journals },
    ...(waited === undefined ? {} : { waited }),
    checkpoints: madeCheckpoints(entries, [1, 5], { key }),
    fill: { symbol: SYMBOL, ...fill },
  } as unknown as FillBundle;
}

const bought = bundleOf({
  fill: {
    ...{ kind: 'spot', side: 'buy', quantity: '0.5', price: '100.02', tape_seq: 2 },
    ...{ value: '50.01', fee: '0.05001', fee_rate: '0.001' },
  },
  journals: [
    {
      kind: 'spot_buy',
      postings: [
        ...[posting('spot', '-50.06001'), posting('inventory', '-0.5', 'BTC'), posting('inventory', '50.01')],
        ...[posting('fees', '0.05001'), posting('spot', '0.5', 'BTC')],
      ],
    },
  ],
});

/** A buy order with a limit of 110, for which 60 was frozen. The unused part is returned. */
const rested = bundleOf({
  fill: {
    ...{ kind: 'spot', side: 'buy', quantity: '0.5', price: '98.02', tape_seq: 3, limit: '99' },
    ...{ value: '49.01', fee: '0.04901', fee_rate: '0.001' },
  },
  waited: { for: 'limit', level: '99', armed_seq: 1, from_seq: 1 },
  journals: [
    { kind: 'spot_hold', postings: [posting('spot', '-60'), posting('spot_frozen', '60')] },
    {
      kind: 'spot_fill',
      postings: [
        ...[posting('spot_frozen', '-60'), posting('spot', '10.94099'), posting('spot', '0.5', 'BTC')],
        ...[posting('inventory', '-0.5', 'BTC'), posting('inventory', '49.01'), posting('fees', '0.04901')],
      ],
    },
  ],
});

/** The same, after an amendment that returned 10 of what was frozen. */
const amended = bundleOf({
  fill: {
    ...{ kind: 'spot', side: 'buy', quantity: '0.5', price: '98.02', tape_seq: 3, limit: '99' },
    ...{ value: '49.01', fee: '0.04901', fee_rate: '0.001' },
  },
  waited: { for: 'limit', level: '99', armed_seq: 1, from_seq: 1 },
  journals: [
    { kind: 'spot_hold', postings: [posting('spot', '-60'), posting('spot_frozen', '60')] },
    { kind: 'spot_release', postings: [posting('spot_frozen', '-10'), posting('spot', '10')] },
    {
      kind: 'spot_fill',
      postings: [
        ...[posting('spot_frozen', '-50'), posting('spot', '0.94099'), posting('spot', '0.5', 'BTC')],
        ...[posting('inventory', '-0.5', 'BTC'), posting('inventory', '49.01'), posting('fees', '0.04901')],
      ],
    },
  ],
});

const opening: Journal = {
  kind: 'contract_open',
  postings: [
    posting('contract', '-20.10402'),
    posting('contract_frozen', '20.004'),
    posting('fees', '0.10002'),
  ],
};
const opened = bundleOf({
  fill: {
    ...{ kind: 'open', side: 'long', quantity: '2', price: '100.02', tape_seq: 2, leverage: '10' },
    ...{ contract_size: '1', rate: '1', fee: '0.10002', fee_rate: '0.0005', margin: '20.004' },
  },
  journals: [opening],
});

/**
 * A position that is partly closed and then liquidated: 1 of 2 at 98.01 with half of the margin, and 1 at 95.01 with the rest.
 */
const part: Journal = {
  kind: 'contract_close',
  postings: [
    ...[posting('contract_frozen', '-10.002'), posting('contract', '7.942995')],
    ...[posting('trading', '2.01'), posting('fees', '0.049005')],
  ],
};
const added: Journal = {
  kind: 'contract_margin',
  postings: [posting('contract', '-0.008'), posting('contract_frozen', '0.008')],
};
const out: Journal = {
  kind: 'contract_close',
  postings: [
    ...[posting('contract_frozen', '-10.01'), posting('contract', '4.942495'), posting('trading', '5.01')],
    ...[posting('fees', '0.047505'), posting('interest', '0.01')],
  ],
};
const closedOut = bundleOf({
  fill: {
    ...{ kind: 'close', side: 'long', quantity: '1', price: '95.01', tape_seq: 4, entry_price: '100.02' },
    ...{
      contract_size: '1',
      rate: '1',
      pnl: '-5.01',
      fee: '0.047505',
      fee_rate: '0.0005',
      financing: '0.01',
    },
    ...{ opened_quantity: '2', closed_before: ['1'], closed_before_seq: [3] },
    // 1 × 100.02 × 0.00009998, rounded up.
    ...{ entry_seq: 2, opened_ms: START_MS + 1000, financing_rate: '0.00009998' },
    nights: [
      {
        ...{ seq: 4, time_ms: START_MS + 3000, nights: 1, quantity: '1' },
        ...{ rate: '1', rate_seq: null, amount: '0.01' },
      },
    ],
  },
  // 10.01 − 0.01 − 5.01 is below half of 10.002. At 98.01 the remaining margin was still above it.
  waited: {
    ...{ for: 'close_out', armed_seq: 2, from_seq: 2, margin: '10.01', initial_margin: '10.002' },
    financing: '0.01',
  },
  journals: [opening, part, added, out],
});

/** A loss of 5.01 on a margin of 4: the house covers the difference. */
const short = bundleOf({
  fill: {
    ...{ kind: 'close', side: 'long', quantity: '1', price: '95.01', tape_seq: 4, entry_price: '100.02' },
    ...{ contract_size: '1', rate: '1', pnl: '-5.01', fee: '0.047505', fee_rate: '0.0005', financing: '0' },
  },
  journals: [
    { kind: 'contract_hold', postings: [posting('promo', '-5'), posting('promo_frozen', '5')] },
    {
      kind: 'contract_fill',
      postings: [posting('promo_frozen', '-1'), posting('promo', '0.9'), posting('fees', '0.1')],
    },
    {
      kind: 'contract_close',
      postings: [
        ...[posting('promo_frozen', '-4'), posting('trading', '5.01'), posting('fees', '0.047505')],
        posting('insurance', '-1.057505'),
      ],
    },
  ],
});

const all = { bought, rested, amended, opened, closedOut, short };

it.each(Object.entries(all))('proves the unchanged journals in a saved file: %s', (_, bundle) => {
  const read = readBundle(JSON.parse(JSON.stringify(bundle)));
  expect(read && verifyBundle(read)).toMatchObject({ state: 'proved', findings: [] });
});

it.each(Object.entries(all))(
  'rejects journals of which any amount was changed by one unit: %s',
  (_, bundle) => {
    const journals = bundle.journals as readonly Journal[];
    for (const [at, { kind, postings }] of journals.entries()) {
      for (const [line, one] of postings.entries()) {
        const amount = one.amount.includes('.') ? `${one.amount}1` : `${one.amount}.00000001`;
        const changed = journals.with(at, { kind, postings: postings.with(line, { ...one, amount }) });
        expect(verifyBundle({ ...bundle, journals: changed }).state).toBe('contradicted');
      }
    }
  },
);

it.each(Object.entries(all))(
  'rejects journals in which one unit was moved from the customer to the house: %s',
  (_, bundle) => {
    const journals = bundle.journals as readonly Journal[];
    const last = journals.at(-1)!;
    const house = last.postings.findIndex(({ account }) => account === 'fees');
    const own = last.postings.findIndex(({ account }) =>
      ['spot', 'contract', 'promo', 'promo_frozen'].includes(account),
    );
    const moved = last.postings.map((one, line) => {
      const add = line === house ? 1n : line === own ? -1n : 0n;
      return { ...one, amount: plus(one.amount, add) };
    });
    const changed = [...journals.slice(0, -1), { ...last, postings: moved }];
    expect(verifyBundle({ ...bundle, journals: changed }).state).toBe('contradicted');
  },
);

function plus(text: string, units: bigint): string {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(8, '0')) * (text.startsWith('-') ? -1n : 1n) + units;
  const digits = (value < 0n ? -value : value).toString().padStart(9, '0');
  const rest = digits.slice(-8).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -8)}${rest === '' ? '' : `.${rest}`}`;
}

it.each([
  ['accepts a pending margin equal to the last added margin', '0', 'proved'],
  ['rejects a pending margin one unit above the last added margin', '0.00000001', 'contradicted'],
])('%s', (_, more, state) => {
  const frozen = added.postings.find(({ account }) => account === 'contract_frozen')?.amount ?? '0';
  const waiting_margin = plus(frozen, BigInt(Math.round(Number(more) * 1e8)));
  // A change requested before the entry of the liquidation. No entry was made after the request.
  const asked = { change_ms: Number.MAX_SAFE_INTEGER, change_seq: closedOut.fill.tape_seq - 1 };
  const waited = { ...(closedOut.waited as object), ...asked, waiting_margin };
  expect(verifyBundle({ ...closedOut, waited }).state).toBe(state);
});

it.each<[string, unknown, string]>([
  ['journals of an option ticket', [{ kind: 'option_stake', postings: [] }], 'amount_differs'],
  ['no journals', [], 'amount_differs'],
  ['a value that is not a list', 7, 'record_unreadable'],
])('rejects %s', (_, journals, code) => {
  expect(verifyBundle({ ...bought, journals }).findings).toMatchObject([{ code }]);
});

it('recomputes a liquidation from the booked margin and the opened quantity', () => {
  const waited = closedOut.waited as object;
  const judged = (given: object, fill: object = {}) =>
    verifyBundle({
      ...closedOut,
      fill: { ...closedOut.fill, ...fill } as FillBundle['fill'],
      waited: { ...waited, ...given },
    }).findings.map(({ params }) => params['field']);
  expect(judged({ margin: '10' })).toEqual(['margin']);
  expect(judged({ initial_margin: '10.1' })).toEqual(['initial margin']);
  expect(judged({ financing: '0.02' })).toEqual(['financing of the trigger']);
  expect(judged({}, { closed_before: ['0.5'] })).toEqual([
    ...['quantity of a night', 'amount of a night', 'financing'],
    ...['open quantity', 'initial margin'],
  ]);
});
