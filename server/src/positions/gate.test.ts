/** Violations that keep a customer from opening a position. */
import { expect, test } from 'vitest';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { Gate } from '../identity/gates.ts';
import { WALL } from '../identity/testing/gate.ts';
import { openingViolation } from './gate.ts';
import { factsOf, listed } from './testing/world.ts';

type Case = readonly [
  what: string,
  wanted: { readonly symbol?: string; readonly leverage: number; readonly mode?: JurisdictionMode },
  gate: Partial<Gate>,
  outcome: string,
];
const BTC = { leverage: 10 };
const EURO = { symbol: 'EUR/USD', leverage: 50 };
const SOON = WALL + 1;

const cases: readonly Case[] = [
  ['no restriction', BTC, {}, 'may'],
  ['a frozen customer', BTC, { status: 'frozen' }, 'account_frozen'],
  ['a self-excluded customer', BTC, { excludedUntilMs: SOON }, `self_excluded until ${WALL / 1000 + 1}`],
  ['a pause that is over', BTC, { timeOutUntilMs: WALL, excludedUntilMs: WALL - 1 }, 'may'],
  ['forex without a bank card', EURO, { hasBankCard: false }, 'bank_card_missing'],
  ['the EU: 2:1 on BTC', { mode: 'eu', leverage: 2 }, {}, 'may'],
  ['the EU: 2.01:1 on BTC', { mode: 'eu', leverage: 2.01 }, {}, 'leverage_above_cap max 2'],
  ['the EU: 5:1 on BTC', { mode: 'eu', leverage: 5 }, {}, 'leverage_above_cap max 2'],
  ['the EU: 50:1 on EUR/USD', { ...EURO, mode: 'eu' }, {}, 'leverage_above_cap max 30'],
  ['the EU: 30:1 on EUR/USD', { ...EURO, mode: 'eu', leverage: 30 }, {}, 'may'],
  [
    'the EU: 50:1 on AUD/USD',
    { symbol: 'AUD/USD', mode: 'eu', leverage: 50 },
    {},
    'leverage_above_cap max 20',
  ],
  ['the EU: 50:1 on gold', { symbol: 'XAU/USD', mode: 'eu', leverage: 50 }, {}, 'leverage_above_cap max 20'],
  [
    'the EU: 20:1 on silver',
    { symbol: 'XAG/USD', mode: 'eu', leverage: 20 },
    {},
    'leverage_above_cap max 10',
  ],
  ['the UK: BTC', { mode: 'uk', leverage: 2 }, {}, 'product_not_offered'],
  ['the UK: 50:1 on EUR/USD', { ...EURO, mode: 'uk' }, {}, 'leverage_above_cap max 30'],
  ['a country: Germany', { ...BTC, mode: 'country' }, { country: 'DE' }, 'leverage_above_cap max 2'],
  ['a country that no profile lists', { ...BTC, mode: 'country' }, { country: 'AU' }, 'product_not_offered'],
  [
    'a country that is not verified',
    { ...BTC, mode: 'country' },
    { kycStatus: 'under_review' },
    'product_not_offered',
  ],
];

test.each(cases)(
  'allows an opening, or returns the violation with its figures: %s',
  (_, { symbol = 'BTC/USDT', leverage, mode = 'demo' }, gate, outcome) => {
    const instrument = listed(symbol);
    const product = instrument.kind === 'crypto' ? 'contract' : 'forex';
    const violation = openingViolation(
      { product, instrument, leverage, jurisdictions: mode },
      factsOf({ gate }),
    );
    const params = Object.entries(violation?.refusal.params ?? {}).map(
      ([name, value]) => ` ${name} ${value}`,
    );
    expect(violation === undefined ? 'may' : `${violation.refusal.code}${params.join('')}`).toBe(outcome);
  },
);

test('refuses every opening while the published terms allow no new orders, regardless of the customer', () => {
  const wanted = {
    product: 'contract',
    instrument: listed('BTC/USDT'),
    ...BTC,
    jurisdictions: 'demo',
  } as const;
  expect(openingViolation(wanted, factsOf({ closed: true }))).toMatchObject({
    refusal: { code: 'pair_not_active', field: 'symbol' },
  });
});
