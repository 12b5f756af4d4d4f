/** Decisions on orders for tickets: one case per row, with the expected outcome last. */
import { OPTION_TERMS } from '@candor/domain/trading/option.ts';
import type { OptionTerms } from '@candor/domain/trading/option.ts';
import { describe, expect, test } from 'vitest';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { WALL } from '../../identity/testing/gate.ts';
import { limits as optionsLimits } from './limits.ts';
import { SATURDAY, SUNDAY_OPENING, WEDNESDAY, listed, posted } from '../../positions/testing/world.ts';
import { decideTicket } from './accepting.ts';
import type { TicketOrder } from './accepting.ts';
import { armed, counted, factsOf, ticketAfter, ticketRow } from './testing/world.ts';
import type { World } from './testing/world.ts';
import type { StakeCurrency } from './tables.ts';

type Asked = {
  readonly symbol?: string;
  readonly side?: TicketOrder['side'];
  readonly seconds?: number;
  readonly stake?: string;
  readonly currency?: StakeCurrency | 'EXPERIENCE';
  readonly shown?: string;
  readonly mode?: JurisdictionMode;
  readonly terms?: OptionTerms;
};

function order({
  symbol = 'BTC/USDT',
  side = 'up',
  seconds = 30,
  stake = '100',
  ...asked
}: Asked): TicketOrder {
  const instrument = listed(symbol);
  const isCredit = asked.currency === 'EXPERIENCE';
  const currency = asked.currency === 'EXPERIENCE' ? 'USDT' : (asked.currency ?? 'USDT');
  return {
    product: instrument.kind === 'crypto' ? 'crypto' : 'forex',
    instrument,
    termsAt: () => asked.terms ?? OPTION_TERMS,
    side,
    seconds,
    stake: amount(stake),
    currency,
    source: isCredit ? 'promo' : 'option',
    payoutShown: asked.shown === undefined ? undefined : amount(asked.shown),
    stakeInstrument: currency === 'USDT' ? undefined : listed(`${currency}/USDT`),
    jurisdictions: asked.mode ?? 'demo',
  };
}

const buy = (asked: Asked, world: Partial<World> = {}) => decideTicket(order(asked), factsOf(world));

/** Renders an accepted order as "100 USDT for 80", and a refusal as its code, field and parameters. */
function told(decision: ReturnType<typeof buy>): string {
  if (!decision.ok) {
    const { code, field = '', params = {} } = decision.refusal;
    const figures = Object.entries(params).map(([name, value]) => `${name} ${value}`);
    return [`${code} ${field}`.trim(), ...figures].join(', ');
  }
  const { stake, currency, profit } = decision.value.answer;
  return `${stake} ${currency} for ${profit}`;
}

const { customerTicketsMax, customerExposureMax, symbolExposureMax } = optionsLimits;
const USUAL = '100 USDT for 80';
const BOUNDS = 'min 10, max 5000, currency USDT';
/** The stake limits in BTC at a bid of 20,000. */
const COIN_BOUNDS = 'min 0.0005, max 0.25, currency BTC';
const open = (count: number, profit: string) =>
  Array.from({ length: count }, (_, at) => ticketRow({ id: BigInt(at), profitUsdt: amount(profit) }));
const less = (whole: bigint, part: string) => formatAmount(whole - amount(part));
const EURO = { symbol: 'EUR/USD' };
const GOLD = { symbol: 'XAU/USD' };

const lower: OptionTerms = {
  durations: OPTION_TERMS.durations.map((one) =>
    one.seconds === 30 ? { ...one, payoutRatio: amount('0.7') } : one,
  ),
  ...{ stakeMinUsdt: amount('50'), stakeMaxUsdt: amount('200') },
};

const rows: [what: string, asked: Asked, world: Partial<World>, outcome: string][] = [
  ['up', {}, {}, USUAL],
  ['down', { side: 'down' }, {}, USUAL],
  ['a minute', { seconds: 60 }, {}, '100 USDT for 82'],
  ['two minutes', { seconds: 120 }, {}, '100 USDT for 84'],
  ['three minutes', { seconds: 180 }, {}, '100 USDT for 86'],
  ['five minutes', { seconds: 300 }, {}, '100 USDT for 88'],
  ['published terms with a lower payout', { terms: lower, shown: '0.7' }, {}, '100 USDT for 70'],
  ['an outdated payout', { terms: lower, shown: '0.8' }, {}, 'payout_changed payout_ratio, payout_ratio 0.7'],
  [
    'a duration whose payout the published terms leave unchanged',
    { terms: lower, seconds: 60 },
    {},
    '100 USDT for 82',
  ],
  ['the minimum stake of the published terms', { terms: lower, stake: '50' }, {}, '50 USDT for 35'],
  [
    'a stake below the minimum of the published terms',
    { terms: lower, stake: '49.99' },
    {},
    'stake_below_minimum stake, min 50, max 200, currency USDT',
  ],
  [
    'a stake above the maximum of the published terms',
    { terms: lower, stake: '200.01' },
    {},
    'stake_above_maximum stake, min 50, max 200, currency USDT',
  ],
  ['a currency pair', EURO, {}, USUAL],
  ['gold', GOLD, {}, USUAL],
  ['a profit that is rounded down', { stake: '10.00000001' }, {}, '10.00000001 USDT for 8'],
  ...[0, -30, 29, 30.5, 31, 90, 301, Number.NaN].map((seconds): (typeof rows)[number] => [
    `over ${seconds} s`,
    { seconds },
    {},
    'duration_not_offered seconds, offered 30, 60, 120, 180, 300',
  ]),
  ['the displayed payout', { shown: '0.8' }, {}, USUAL],
  [
    'a displayed payout that is too high',
    { shown: '0.85' },
    {},
    'payout_changed payout_ratio, payout_ratio 0.8',
  ],
  [
    'a smaller displayed payout',
    { shown: '0.79999999' },
    {},
    'payout_changed payout_ratio, payout_ratio 0.8',
  ],
  [
    'a displayed payout that belongs to a longer duration',
    { shown: '0.82' },
    {},
    'payout_changed payout_ratio, payout_ratio 0.8',
  ],

  ['the minimum stake', { stake: '10' }, {}, '10 USDT for 8'],
  ['a unit below the minimum stake', { stake: '9.99999999' }, {}, `stake_below_minimum stake, ${BOUNDS}`],
  ['no stake', { stake: '0' }, {}, `stake_below_minimum stake, ${BOUNDS}`],
  ['a negative stake', { stake: '-100' }, {}, `stake_below_minimum stake, ${BOUNDS}`],
  ['the maximum stake', { stake: '5000' }, {}, '5000 USDT for 4000'],
  ['a unit above the maximum stake', { stake: '5000.00000001' }, {}, `stake_above_maximum stake, ${BOUNDS}`],
  ['a coin at its bid', { currency: 'BTC', stake: '0.0005' }, {}, '0.0005 BTC for 0.0004'],
  [
    'a unit less of a coin',
    { currency: 'BTC', stake: '0.00049999' },
    {},
    `stake_below_minimum stake, ${COIN_BOUNDS}`,
  ],
  ['the maximum of a coin', { currency: 'BTC', stake: '0.25' }, {}, '0.25 BTC for 0.2'],
  [
    'a unit more of a coin',
    { currency: 'BTC', stake: '0.25000001' },
    {},
    `stake_above_maximum stake, ${COIN_BOUNDS}`,
  ],
  [
    'a bid that divides unevenly',
    { currency: 'ETH', stake: '0.00333333' },
    {},
    'stake_below_minimum stake, min 0.00333334, max 1.66666666, currency ETH',
  ],
  ['the minimum of a coin', { currency: 'ETH', stake: '0.00333334' }, {}, '0.00333334 ETH for 0.00266667'],
  [
    'the maximum of a coin, rounded',
    { currency: 'ETH', stake: '1.66666666' },
    {},
    '1.66666666 ETH for 1.33333332',
  ],
  ['a coin on gold', { ...GOLD, currency: 'BTC', stake: '0.01' }, {}, '0.01 BTC for 0.008'],

  ['the whole balance', {}, { free: { USDT: '100' } }, USUAL],
  [
    'a balance that is one unit too small',
    {},
    { free: { USDT: '99.99999999', BTC: '1' } },
    'option_balance_insufficient stake, needed 100, available 99.99999999, currency USDT',
  ],
  [
    'a coin without a balance',
    { currency: 'ETH', stake: '1' },
    { free: { USDT: '5000' } },
    'option_balance_insufficient stake, needed 1, available 0, currency ETH',
  ],
  ['the whole credit', { currency: 'EXPERIENCE' }, { free: {} }, '100 EXPERIENCE for 80'],
  [
    'more than the credit',
    { currency: 'EXPERIENCE', stake: '100.00000001' },
    {},
    'credit_insufficient stake, needed 100.00000001, available 100, currency USDT',
  ],
  [
    'expired credit',
    { currency: 'EXPERIENCE' },
    { creditUntilMs: WEDNESDAY },
    'credit_insufficient stake, needed 100, available 0, currency USDT',
  ],

  ['the last permitted ticket', {}, { rows: open(customerTicketsMax - 1, '1') }, USUAL],
  [
    'one ticket too many',
    {},
    { rows: open(customerTicketsMax, '1') },
    `tickets_too_many, max ${customerTicketsMax}`,
  ],
  [
    'a ticket after the maximum number of closed ones',
    {},
    { rows: open(customerTicketsMax, '1').map((row) => ({ ...row, status: 'lost' })) },
    USUAL,
  ],
  ['exposure up to the customer’s limit', {}, { rows: open(1, less(customerExposureMax, '80')) }, USUAL],
  [
    'exposure a unit above the customer’s limit',
    {},
    { rows: open(1, less(customerExposureMax, '79.99999999')) },
    `exposure_customer_full stake, max ${formatAmount(customerExposureMax)}`,
  ],
  [
    'a coin at its value in USDT',
    { currency: 'BTC', stake: '0.25' },
    { rows: open(1, less(customerExposureMax, '3999.99999999')) },
    `exposure_customer_full stake, max ${formatAmount(customerExposureMax)}`,
  ],
  ['exposure up to the symbol’s limit', {}, { exposure: less(symbolExposureMax, '80') }, USUAL],
  [
    'exposure a unit above the symbol’s limit',
    {},
    { exposure: less(symbolExposureMax, '79.99999999') },
    'exposure_full symbol',
  ],
  ['a profit equal to the house’s funds', {}, { house: { trading: '80' } }, USUAL],
  ['a profit above the house’s funds', {}, { house: { trading: '79.99999999' } }, 'liquidity_insufficient'],

  ['forex without a bank card', EURO, { card: false }, 'bank_card_missing'],
  ['a coin without a bank card', {}, { card: false }, USUAL],
  ['a frozen customer', {}, { gate: { status: 'frozen' } }, 'account_frozen'],
  [
    'a self-excluded customer',
    {},
    { gate: { excludedUntilMs: WALL + 1 } },
    `self_excluded, until ${WALL / 1000 + 1}`,
  ],
  [
    'a customer during a pause',
    EURO,
    { gate: { timeOutUntilMs: WALL + 1 } },
    `timed_out, until ${WALL / 1000 + 1}`,
  ],
  ['a customer after a pause', {}, { gate: { timeOutUntilMs: WALL } }, USUAL],
  ['a customer in the EU', { mode: 'eu' }, {}, 'product_not_offered'],
  ['a customer in the UK', { mode: 'uk' }, {}, 'product_not_offered'],
  ['a country that bars options', { mode: 'country' }, { gate: { country: 'GB' } }, 'product_not_offered'],
  [
    'a stake of credit in a country that bars options',
    { mode: 'country', currency: 'EXPERIENCE' },
    {},
    'product_not_offered',
  ],
  ['a stale price', {}, { stale: ['BTC/USDT'] }, 'trading_closed symbol'],
  ['no price yet', {}, { quotes: {} }, 'trading_closed symbol'],
  ['an engine that is behind', {}, { lagging: ['BTC/USDT'] }, 'busy'],
  [
    'a symbol closed by its terms',
    {},
    { closed: ['BTC/USDT'], stale: ['BTC/USDT'] },
    'pair_not_active symbol',
  ],
  ['an open symbol while a different symbol is closed', {}, { closed: ['ETH/USDT'] }, USUAL],
  [
    'a symbol while the engine is behind on a different symbol',
    {},
    { lagging: ['ETH/USDT'], stale: ['ETH/USDT'] },
    USUAL,
  ],
  [
    'a stale price of the stake',
    { ...GOLD, currency: 'BTC', stake: '0.01' },
    { stale: ['BTC/USDT'] },
    'trading_closed currency',
  ],
  [
    'a missing price of the stake',
    { currency: 'ETH', stake: '1' },
    { quotes: { 'BTC/USDT': ['20000', '20010'] } },
    'trading_closed currency',
  ],
  [
    'a stake whose price is ahead of the engine',
    { ...GOLD, currency: 'BTC', stake: '0.01' },
    { lagging: ['BTC/USDT'] },
    'busy',
  ],
];
test.each(rows)('accepts or refuses an order: %s', (_, asked, world, outcome) =>
  expect(told(buy(asked, world))).toBe(outcome),
);

/** At 22:00 UTC on Wednesday gold pauses for an hour, while currencies keep trading. At 22:00 UTC on Friday both close. */
const CLOSING = WEDNESDAY + 10 * 3_600_000;
const FRIDAY = CLOSING + 2 * 86_400_000;
const ends = (atMs: number) => `session_ends_first seconds, closes_at ${atMs / 1000}`;

describe('an order near the close of a session', () => {
  const sessions: [what: string, asked: Asked, nowMs: number, outcome: string][] = [
    ['an expiry three seconds and a millisecond before the close', GOLD, CLOSING - 33_001, USUAL],
    ['an expiry three seconds before the close', GOLD, CLOSING - 33_000, ends(CLOSING)],
    ['an expiry counted from the whole second', GOLD, CLOSING - 32_001, ends(CLOSING)],
    ['an order a millisecond before the whole second', GOLD, CLOSING - 33_000 - 1, USUAL],
    ['an expiry at the close', GOLD, CLOSING - 30_000, ends(CLOSING)],
    ['an order in the last second', GOLD, CLOSING - 1, ends(CLOSING)],
    ['a longer duration, which closes sooner', { ...GOLD, seconds: 300 }, CLOSING - 303_000, ends(CLOSING)],
    ['a shorter duration, which is still open', GOLD, CLOSING - 303_000, USUAL],
    [
      'an order during the pause',
      GOLD,
      CLOSING,
      `market_closed_until symbol, reopens_at ${CLOSING / 1000 + 3600}`,
    ],
    ['an order after the pause', GOLD, CLOSING + 3_600_000, USUAL],
    ['currencies, which have no pause', EURO, CLOSING - 1, USUAL],
    ['Friday’s close of currencies', EURO, FRIDAY - 33_000, ends(FRIDAY)],
    ['an expiry before Friday’s close', EURO, FRIDAY - 33_001, USUAL],
    ['Friday’s close of gold', GOLD, FRIDAY - 33_000, ends(FRIDAY)],
    ['coins on Friday', {}, FRIDAY - 1, USUAL],
    ['Saturday', EURO, SATURDAY, `market_closed_until symbol, reopens_at ${SUNDAY_OPENING / 1000}`],
    [
      'gold on Saturday',
      GOLD,
      SATURDAY,
      `market_closed_until symbol, reopens_at ${SUNDAY_OPENING / 1000 + 3600}`,
    ],
    ['coins on Saturday', {}, SATURDAY, USUAL],
  ];
  test.each(sessions)('is accepted or refused: %s', (_, asked, nowMs, outcome) => {
    const world = { nowMs, creditUntilMs: nowMs + 1 };
    expect(told(buy(asked, world))).toBe(outcome);
  });
});

/** Each order also violates the rules that follow. */
test('reports only the first of several violations, in the documented order', () => {
  const asked: Asked = { ...GOLD, seconds: 31, shown: '0.9', stake: '9', currency: 'EXPERIENCE' };
  const world: Partial<World> = {
    ...{ card: false, nowMs: CLOSING, stale: ['XAU/USD'], lagging: ['XAU/USD'], promo: '0' },
    ...{ rows: open(customerTicketsMax, '20000'), exposure: '2000000', house: {} },
  };
  const mended: [Asked, Partial<World>][] = [
    [{}, { card: true }],
    [{}, { nowMs: CLOSING - 1 }],
    [{}, { stale: [] }],
    [{}, { lagging: [] }],
    [{ seconds: 30 }, {}],
    [{ shown: '0.8' }, {}],
    [{}, { nowMs: WEDNESDAY }],
    [{ stake: '10' }, {}],
    [{}, { promo: '10', creditUntilMs: CLOSING }],
    [{}, { rows: open(1, '20000') }],
    [{}, { rows: [] }],
    [{}, { exposure: '0' }],
    [{}, { house: { trading: '8' } }],
  ];
  let [nextAsked, nextWorld] = [asked, world];
  const heard = [told(buy(asked, world))];
  for (const [better, calmer] of mended) {
    [nextAsked, nextWorld] = [
      { ...nextAsked, ...better },
      { ...nextWorld, ...calmer },
    ];
    heard.push(told(buy(nextAsked, nextWorld)));
  }
  expect(heard.map((text) => text.replace(/[ ,].*/u, ''))).toEqual([
    ...['bank_card_missing', 'market_closed_until', 'trading_closed', 'busy', 'duration_not_offered'],
    ...['payout_changed', 'session_ends_first', 'stake_below_minimum', 'credit_insufficient'],
    ...['tickets_too_many', 'exposure_customer_full', 'exposure_full', 'liquidity_insufficient', '10'],
  ]);
});

function accepted(asked: Asked, world: Partial<World> = {}) {
  const decision = buy(asked, world);
  if (!decision.ok) throw new Error(decision.refusal.code);
  return decision.value;
}

describe('accepting a ticket', () => {
  test('writes the ticket, its exposure, two triggers and an event for the customer’s devices', () => {
    const effects = accepted({});
    expect(ticketAfter(effects)).toEqual(ticketRow());
    expect(counted(effects)).toEqual([['option_exposure:BTC/USDT', amount('80')]]);
    expect(armed(effects)).toEqual([
      'BTC/USDT 42 strike clock_at_or_after 0 v1 after 7',
      `BTC/USDT 42 expiry clock_at_or_after ${WEDNESDAY + 30_001} v1 after 7`,
    ]);
    expect(effects.answer).toEqual({
      ...{
        id: '42',
        status: 'open',
        symbol: 'BTC/USDT',
        side: 'up',
        seconds: 30,
        stake: '100',
        currency: 'USDT',
      },
      ...{ payout_ratio: '0.8', profit: '80', accepted_seq: 7, accepted_ms: WEDNESDAY + 250, strike_seq: 8 },
      ...{ created_at: WEDNESDAY / 1000, expires_at: WEDNESDAY / 1000 + 30 },
    });
    expect(effects.events?.map(({ name }) => name)).toEqual(['option']);
    expect(effects.events?.[0]?.payload()).toMatchObject({ ticket: { id: '42', pnl: null, strike: null } });
  });

  test.each([0, 1, 499, 999])(
    'sets the expiry to a whole second if the order arrives %i ms after one',
    (past) => {
      const row = ticketAfter(accepted({ seconds: 60 }, { nowMs: WEDNESDAY + past }));
      expect([row.acceptedMs, row.expiresMs]).toEqual([WEDNESDAY + past, WEDNESDAY + 60_000]);
    },
  );

  test('values a stake in coins at the bid, rounded down', () => {
    const effects = accepted(
      { currency: 'ETH', stake: '0.12345679' },
      { quotes: { 'BTC/USDT': ['2', '2'], 'ETH/USDT': ['3000.33', '3001'] } },
    );
    const row = ticketAfter(effects);
    // 0.12345679 × 3000.33 = 370.4111107…; the profit is 0.8 of the rounded value.
    expect([row.stake, row.profit].map(formatAmount)).toEqual(['0.12345679', '0.09876543']);
    expect([row.stakeUsdt, row.profitUsdt].map(formatAmount)).toEqual(['370.41111074', '296.32888859']);
    expect(counted(effects)).toEqual([['option_exposure:BTC/USDT', row.profitUsdt]]);
  });

  const postings: [what: string, asked: Asked, lines: string][] = [
    ['USDT', {}, 'option -100, trading -80, option_escrow +180'],
    ['credit', { currency: 'EXPERIENCE', stake: '12.5' }, 'promo -12.5, trading -10, option_escrow +22.5'],
    [
      'a coin',
      { currency: 'BTC', stake: '0.01000001' },
      'option -0.01000001, trading -0.008, option_escrow +0.01800001',
    ],
  ];
  test.each(postings)('posts the stake in %s', (_, asked, lines) => {
    const effects = accepted(asked);
    expect(posted(effects)).toEqual([`option_stake: ${lines}`]);
    const [only] = effects.journals ?? [];
    expect(only?.ref).toBe('option:42');
    const { currency } = ticketAfter(effects);
    expect(new Set(only?.postings.map((line) => line.currency))).toEqual(new Set([currency]));
  });
});
