/** What an order for a ticket is answered: a row a case, the outcome last. */
import { OPTION_TERMS } from '@candor/domain/trading/option.ts';
import type { OptionTerms } from '@candor/domain/trading/option.ts';
import { describe, expect, test } from 'vitest';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { WALL } from '../../identity/testing/gate.ts';
import { LIMITS } from '../../limits.ts';
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

/** "100 USDT for 80", or the refusal with its field and figures. */
function told(decision: ReturnType<typeof buy>): string {
  if (!decision.ok) {
    const { code, field = '', params = {} } = decision.refusal;
    const figures = Object.entries(params).map(([name, value]) => `${name} ${value}`);
    return [`${code} ${field}`.trim(), ...figures].join(', ');
  }
  const { stake, currency, profit } = decision.value.answer;
  return `${stake} ${currency} for ${profit}`;
}

const { customerTicketsMax, customerExposureMax, symbolExposureMax } = LIMITS.options;
const USUAL = '100 USDT for 80';
const BOUNDS = 'min 10, max 5000, currency USDT';
/** At a bid of 20,000. */
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
  ['over a minute', { seconds: 60 }, {}, '100 USDT for 82'],
  ['over two', { seconds: 120 }, {}, '100 USDT for 84'],
  ['over three', { seconds: 180 }, {}, '100 USDT for 86'],
  ['over five', { seconds: 300 }, {}, '100 USDT for 88'],
  ['by other terms', { terms: lower, shown: '0.7' }, {}, '100 USDT for 70'],
  ['a payout of before', { terms: lower, shown: '0.8' }, {}, 'payout_changed payout_ratio, payout_ratio 0.7'],
  ['a duration that they leave as it was', { terms: lower, seconds: 60 }, {}, '100 USDT for 82'],
  ['at their least', { terms: lower, stake: '50' }, {}, '50 USDT for 35'],
  [
    'below it',
    { terms: lower, stake: '49.99' },
    {},
    'stake_below_minimum stake, min 50, max 200, currency USDT',
  ],
  [
    'above their most',
    { terms: lower, stake: '200.01' },
    {},
    'stake_above_maximum stake, min 50, max 200, currency USDT',
  ],
  ['on a currency pair', EURO, {}, USUAL],
  ['on gold', GOLD, {}, USUAL],
  ['a gain rounds down', { stake: '10.00000001' }, {}, '10.00000001 USDT for 8'],
  ...[0, -30, 29, 30.5, 31, 90, 301, Number.NaN].map((seconds): (typeof rows)[number] => [
    `over ${seconds} s`,
    { seconds },
    {},
    'duration_not_offered seconds, offered 30, 60, 120, 180, 300',
  ]),
  ['the payout that was shown', { shown: '0.8' }, {}, USUAL],
  ['another one', { shown: '0.85' }, {}, 'payout_changed payout_ratio, payout_ratio 0.8'],
  ['a smaller one too', { shown: '0.79999999' }, {}, 'payout_changed payout_ratio, payout_ratio 0.8'],
  ['the payout of another duration', { shown: '0.82' }, {}, 'payout_changed payout_ratio, payout_ratio 0.8'],

  ['the least stake', { stake: '10' }, {}, '10 USDT for 8'],
  ['a unit less', { stake: '9.99999999' }, {}, `stake_below_minimum stake, ${BOUNDS}`],
  ['no stake', { stake: '0' }, {}, `stake_below_minimum stake, ${BOUNDS}`],
  ['a stake below zero', { stake: '-100' }, {}, `stake_below_minimum stake, ${BOUNDS}`],
  ['the greatest stake', { stake: '5000' }, {}, '5000 USDT for 4000'],
  ['a unit more', { stake: '5000.00000001' }, {}, `stake_above_maximum stake, ${BOUNDS}`],
  ['a coin at its bid', { currency: 'BTC', stake: '0.0005' }, {}, '0.0005 BTC for 0.0004'],
  [
    'a unit less of it',
    { currency: 'BTC', stake: '0.00049999' },
    {},
    `stake_below_minimum stake, ${COIN_BOUNDS}`,
  ],
  ['the most of it', { currency: 'BTC', stake: '0.25' }, {}, '0.25 BTC for 0.2'],
  [
    'a unit more of it',
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
  ['the least of it', { currency: 'ETH', stake: '0.00333334' }, {}, '0.00333334 ETH for 0.00266667'],
  ['the most of it, rounded', { currency: 'ETH', stake: '1.66666666' }, {}, '1.66666666 ETH for 1.33333332'],
  ['a coin on gold', { ...GOLD, currency: 'BTC', stake: '0.01' }, {}, '0.01 BTC for 0.008'],

  ['all there is', {}, { free: { USDT: '100' } }, USUAL],
  [
    'a unit less than it takes',
    {},
    { free: { USDT: '99.99999999', BTC: '1' } },
    'option_balance_insufficient stake, needed 100, available 99.99999999, currency USDT',
  ],
  [
    'a coin that is not there',
    { currency: 'ETH', stake: '1' },
    { free: { USDT: '5000' } },
    'option_balance_insufficient stake, needed 1, available 0, currency ETH',
  ],
  ['all credit', { currency: 'EXPERIENCE' }, { free: {} }, '100 EXPERIENCE for 80'],
  [
    'more than the credit',
    { currency: 'EXPERIENCE', stake: '100.00000001' },
    {},
    'credit_insufficient stake, needed 100.00000001, available 100, currency USDT',
  ],
  [
    'credit past its day',
    { currency: 'EXPERIENCE' },
    { creditUntilMs: WEDNESDAY },
    'credit_insufficient stake, needed 100, available 0, currency USDT',
  ],

  ['the last ticket', {}, { rows: open(customerTicketsMax - 1, '1') }, USUAL],
  ['one more', {}, { rows: open(customerTicketsMax, '1') }, `tickets_too_many, max ${customerTicketsMax}`],
  [
    'ended ones do not count',
    {},
    { rows: open(customerTicketsMax, '1').map((row) => ({ ...row, status: 'lost' })) },
    USUAL,
  ],
  ['up to the customer’s bound', {}, { rows: open(1, less(customerExposureMax, '80')) }, USUAL],
  [
    'a unit over it',
    {},
    { rows: open(1, less(customerExposureMax, '79.99999999')) },
    `exposure_customer_full stake, max ${formatAmount(customerExposureMax)}`,
  ],
  [
    'with a coin, in USDT',
    { currency: 'BTC', stake: '0.25' },
    { rows: open(1, less(customerExposureMax, '3999.99999999')) },
    `exposure_customer_full stake, max ${formatAmount(customerExposureMax)}`,
  ],
  ['up to the symbol’s bound', {}, { exposure: less(symbolExposureMax, '80') }, USUAL],
  ['a unit over that', {}, { exposure: less(symbolExposureMax, '79.99999999') }, 'exposure_full symbol'],
  ['all that the house has', {}, { house: { trading: '80' } }, USUAL],
  ['more than it has', {}, { house: { trading: '79.99999999' } }, 'liquidity_insufficient'],

  ['forex without a bank card', EURO, { card: false }, 'bank_card_missing'],
  ['a coin without one', {}, { card: false }, USUAL],
  ['frozen', {}, { gate: { status: 'frozen' } }, 'account_frozen'],
  ['self-excluded', {}, { gate: { excludedUntilMs: WALL + 1 } }, `self_excluded, until ${WALL / 1000 + 1}`],
  ['a pause', EURO, { gate: { timeOutUntilMs: WALL + 1 } }, `timed_out, until ${WALL / 1000 + 1}`],
  ['a pause that is over', {}, { gate: { timeOutUntilMs: WALL } }, USUAL],
  ['the EU', { mode: 'eu' }, {}, 'product_not_offered'],
  ['the UK', { mode: 'uk' }, {}, 'product_not_offered'],
  ['a country that bars them', { mode: 'country' }, { gate: { country: 'GB' } }, 'product_not_offered'],
  [
    'credit in a country that bars them',
    { mode: 'country', currency: 'EXPERIENCE' },
    {},
    'product_not_offered',
  ],
  ['an old price', {}, { stale: ['BTC/USDT'] }, 'trading_closed symbol'],
  ['no price yet', {}, { quotes: {} }, 'trading_closed symbol'],
  ['an engine that is behind', {}, { lagging: ['BTC/USDT'] }, 'busy'],
  [
    'where nothing new is offered',
    {},
    { closed: ['BTC/USDT'], stale: ['BTC/USDT'] },
    'pair_not_active symbol',
  ],
  ['where it is not offered elsewhere', {}, { closed: ['ETH/USDT'] }, USUAL],
  ['one that is behind elsewhere', {}, { lagging: ['ETH/USDT'], stale: ['ETH/USDT'] }, USUAL],
  [
    'an old price of the stake',
    { ...GOLD, currency: 'BTC', stake: '0.01' },
    { stale: ['BTC/USDT'] },
    'trading_closed currency',
  ],
  [
    'no price of the stake',
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
test.each(rows)('%s', (_, asked, world, outcome) => expect(told(buy(asked, world))).toBe(outcome));

/** Wednesday at 22:00 UTC New York begins its trading day: gold pauses for an hour, currencies go on. On Friday both end. */
const CLOSING = WEDNESDAY + 10 * 3_600_000;
const FRIDAY = CLOSING + 2 * 86_400_000;
const ends = (atMs: number) => `session_ends_first seconds, closes_at ${atMs / 1000}`;

describe('a session that ends first', () => {
  const sessions: [what: string, asked: Asked, nowMs: number, outcome: string][] = [
    ['expiry three seconds and a millisecond before', GOLD, CLOSING - 33_001, USUAL],
    ['three seconds before', GOLD, CLOSING - 33_000, ends(CLOSING)],
    ['the seconds count from the whole one', GOLD, CLOSING - 32_001, ends(CLOSING)],
    ['a millisecond before that', GOLD, CLOSING - 33_000 - 1, USUAL],
    ['expiry at the close', GOLD, CLOSING - 30_000, ends(CLOSING)],
    ['the last second', GOLD, CLOSING - 1, ends(CLOSING)],
    ['a longer one sooner', { ...GOLD, seconds: 300 }, CLOSING - 303_000, ends(CLOSING)],
    ['a shorter one still', GOLD, CLOSING - 303_000, USUAL],
    ['the pause', GOLD, CLOSING, `market_closed_until symbol, reopens_at ${CLOSING / 1000 + 3600}`],
    ['after the pause', GOLD, CLOSING + 3_600_000, USUAL],
    ['currencies have none', EURO, CLOSING - 1, USUAL],
    ['Friday’s close of currencies', EURO, FRIDAY - 33_000, ends(FRIDAY)],
    ['before Friday’s close', EURO, FRIDAY - 33_001, USUAL],
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
  test.each(sessions)('%s', (_, asked, nowMs, outcome) => {
    const world = { nowMs, creditUntilMs: nowMs + 1 };
    expect(told(buy(asked, world))).toBe(outcome);
  });
});

/** Each order has every fault of the next one too. */
test('violations are told in their order', () => {
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

describe('what an accepted ticket is', () => {
  test('the row, the counter, what it waits for, and what the customer is told', () => {
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

  test.each([0, 1, 499, 999])('expiry is a whole second, %i ms past one', (past) => {
    const row = ticketAfter(accepted({ seconds: 60 }, { nowMs: WEDNESDAY + past }));
    expect([row.acceptedMs, row.expiresMs]).toEqual([WEDNESDAY + past, WEDNESDAY + 60_000]);
  });

  test('a coin is counted at what it was worth, down', () => {
    const effects = accepted(
      { currency: 'ETH', stake: '0.12345679' },
      { quotes: { 'BTC/USDT': ['2', '2'], 'ETH/USDT': ['3000.33', '3001'] } },
    );
    const row = ticketAfter(effects);
    // 0.12345679 × 3000.33 = 370.4111107…; × 0.8 of that as it was rounded.
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
  test.each(postings)('postings of %s', (_, asked, lines) => {
    const effects = accepted(asked);
    expect(posted(effects)).toEqual([`option_stake: ${lines}`]);
    const [only] = effects.journals ?? [];
    expect(only?.ref).toBe('option:42');
    const { currency } = ticketAfter(effects);
    expect(new Set(only?.postings.map((line) => line.currency))).toEqual(new Set([currency]));
  });
});
