/** Rules for converting and expiring credit, one row per case. */
import { expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { CustomerAccount } from '@candor/domain/ledger/account.ts';
import { of } from '../../commands/command.ts';
import type { Effects, Facts } from '../../commands/command.ts';
import { EXPERIENCE_MS, experienceCredits, usableCredit } from '../../identity/experience-credit.ts';
import { gates } from '../../identity/gates.ts';
import { openGate } from '../../identity/testing/gate.ts';
import type { ExperienceCredit } from '../../identity/experience-credit.ts';
import { decideConversion, decideExpiry } from './rules.ts';
import type { CreditStakes } from '../../platform/feature.ts';
import { unshared } from '../../commands/testing/unshared.ts';

const GRANTED = Date.UTC(2026, 0, 1);
const EXPIRES = GRANTED + EXPERIENCE_MS;

type World = {
  nowMs: number;
  free: string;
  frozen: string;
  staked: string;
  paid?: string;
  credit: Partial<ExperienceCredit> | undefined;
};
const usual: World = { nowMs: GRANTED + 1, free: '100', frozen: '0', staked: '0', credit: {} };

function creditOf(change: Partial<ExperienceCredit>): ExperienceCredit {
  return {
    ...{ book: 100_001n, id: 7n, amount: amount('100'), grantedMs: GRANTED, expiresMs: EXPIRES },
    ...{
      status: 'active',
      version: 1,
      dueMs: EXPIRES,
      armedSeq: 3n,
      turnover: null,
      converted: 0n,
      endedMs: null,
    },
    ...change,
  };
}

function factsOf(change: Partial<World>): Facts {
  const { nowMs, free, frozen, credit } = { ...usual, ...change };
  const held: Partial<Record<CustomerAccount, string>> = { promo: free, promo_frozen: frozen };
  const row = credit === undefined ? undefined : creditOf(credit);
  return {
    book: 100_001n,
    nowMs,
    wallMs: 0,
    cancelOnly: false,
    stops: [],
    journalSeq: 9n,
    balance: (account) => amount(held[account] ?? '0'),
    balances: () => [],
    houseHas: () => false,
    ...unshared,
    row: (table, id) => ((table as unknown) === gates ? openGate : row?.id === id ? row : undefined) as never,
    openRows: () => (row?.status === 'active' ? [row] : []) as never,
    openCount: () => 0,
    counter: () => 0n,
    head: () => undefined,
    newId: () => 42n,
  };
}

const stakesOf = (staked: string): CreditStakes[] => [
  { open: of(experienceCredits), atStake: () => amount(staked) },
];

/** Formats each journal and the credit's next state. */
function told({ journals = [], puts = [], armings = [] }: Omit<Effects<unknown>, 'answer'>): string {
  const moved = journals.map(({ kind, ref, postings }) => {
    expect(ref).toBe('experience_credit:7');
    const lines = postings.map((line) => `${line.account} ${formatAmount(line.amount)}`);
    return `${kind} ${lines.join(' ')}`;
  });
  const rows = puts.map(({ row }) => {
    const { status, version, turnover, endedMs, dueMs } = row as ExperienceCredit;
    const given = (row as ExperienceCredit).converted;
    const ended = endedMs === null ? `due ${dueMs - EXPIRES}` : `ended ${endedMs - EXPIRES}`;
    const so = `${status} v${version} ${ended}${turnover === null ? '' : ` after ${formatAmount(turnover)}`}`;
    return given === 0n || status === 'converted' ? so : `${so} converted ${formatAmount(given)}`;
  });
  const waits = armings.map(({ level, version, kind, symbol, condition, armedSeq }) => {
    expect([kind, symbol, condition]).toEqual(['experience_expiry', 'BTC/USDT', 'time_at_or_after']);
    return level === null
      ? `off v${version}`
      : `waits ${Number(level) - EXPIRES} v${version} after ${armedSeq}`;
  });
  return [...moved, ...rows, ...waits].join('; ');
}

function converted(world: Partial<World>, turnover: string, credit = 7n): string {
  const staked = world.staked ?? '0';
  const read = { credit, turnover: amount(turnover), paid: amount(world.paid ?? '1000000') };
  const decision = decideConversion({ stakes: stakesOf(staked), read }, factsOf(world));
  if (!decision.ok) {
    const { code, params = {} } = decision.refusal;
    return [code, ...Object.entries(params).map(([name, value]) => `${name} ${value}`)].join(' ');
  }
  return `${decision.value.answer.amount}: ${told(decision.value)}`;
}

const NOTHING = 'credit_insufficient needed 0.00000001 currency USDT available 0';
const WHOLE = 'converted v2 ended -2591999999 after 1000; off v2';
test.each<[string, Partial<World>, string, string]>([
  ['converts the whole credit', {}, '1000', `100: experience_convert promo -100 spot 100; ${WHOLE}`],
  [
    'converts what is left of the credit',
    { free: '0.5' },
    '1000',
    `0.5: experience_convert promo -0.5 spot 0.5; ${WHOLE}`,
  ],
  [
    'converts more than was granted',
    { free: '130' },
    '1000',
    `130: experience_convert promo -130 spot 130; ${WHOLE}`,
  ],
  [
    'converts in the last millisecond before the expiry',
    { nowMs: EXPIRES - 1 },
    '2500',
    '100: experience_convert promo -100 spot 100; converted v2 ended -1 after 2500; off v2',
  ],
  ['refuses in the millisecond of the expiry', { nowMs: EXPIRES }, '1000', NOTHING],
  [
    'refuses if one unit of turnover is missing',
    {},
    '999.99999999',
    'turnover_insufficient turnover 999.99999999 needed 1000',
  ],
  ['refuses without turnover', {}, '0', 'turnover_insufficient turnover 0 needed 1000'],
  [
    'refuses a larger credit, which needs more turnover',
    { credit: { amount: amount('250') } },
    '2499',
    'turnover_insufficient turnover 2499 needed 2500',
  ],
  ['refuses without a credit', { credit: undefined, free: '0' }, '1000', NOTHING],
  ['refuses a converted credit', { credit: { status: 'converted' }, free: '0' }, '1000', NOTHING],
  ['refuses a credit that is used up', { free: '0' }, '1000', NOTHING],
  ['refuses while some of the credit is margin', { frozen: '0.00000001' }, '1000', 'open_trade_blocks'],
  ['refuses while some of the credit is staked', { staked: '0.00000001' }, '1000', 'open_trade_blocks'],
  ['refuses while all of the credit is at stake', { free: '0', staked: '100' }, '1000', 'open_trade_blocks'],
  [
    'converts half of the fees and keeps the rest as credit',
    { paid: '60' },
    '1000',
    '30: experience_convert promo -30 spot 30; active v2 due 0 converted 30; waits 0 v2 after 3',
  ],
  [
    'converts half of an odd number of units, rounded down',
    { paid: '0.00000003' },
    '1000',
    '0.00000001: experience_convert promo -0.00000001 spot 0.00000001; active v2 due 0 converted 0.00000001; waits 0 v2 after 3',
  ],
  [
    'deducts earlier conversions from half of the fees',
    { paid: '60', credit: { converted: amount('20') } },
    '1000',
    '10: experience_convert promo -10 spot 10; active v2 due 0 converted 30; waits 0 v2 after 3',
  ],
  [
    'converts the whole credit if half of the fees equals the credit',
    { paid: '200' },
    '1000',
    `100: experience_convert promo -100 spot 100; ${WHOLE}`,
  ],
  ['refuses without fees', { paid: '0' }, '1000', 'fees_insufficient paid 0 converted 0'],
  [
    'refuses if the fees were already used',
    { paid: '60', credit: { converted: amount('30') } },
    '5000',
    'fees_insufficient paid 60 converted 30',
  ],
  [
    'converts what exceeds the grant before the turnover is reached',
    { free: '130' },
    '999',
    '30: experience_convert promo -30 spot 30; active v2 due 0 converted 30; waits 0 v2 after 3',
  ],
  [
    'limits what exceeds the grant to half of the fees',
    { free: '130', paid: '8' },
    '0',
    '4: experience_convert promo -4 spot 4; active v2 due 0 converted 4; waits 0 v2 after 3',
  ],
  [
    'refuses what exceeds the grant while some of the credit is at stake',
    { free: '90', staked: '20' },
    '0',
    'open_trade_blocks',
  ],
  ['reports a stake before missing fees', { staked: '10', paid: '0' }, '1000', 'open_trade_blocks'],
  // In order of precedence: each row also has the next row's violation.
  ['reports the expiry before missing turnover', { nowMs: EXPIRES, staked: '10' }, '0', NOTHING],
  [
    'reports missing turnover before a stake',
    { free: '90', staked: '10' },
    '0',
    'turnover_insufficient turnover 0 needed 1000',
  ],
])('the rule for conversions %s', (_, world, turnover, outcome) => {
  expect(converted(world, turnover)).toBe(outcome);
});

test('ignores turnover read for the previous credit', () => {
  expect(converted({}, '5000', 6n)).toBe('turnover_insufficient turnover 0 needed 1000');
  const unread = decideConversion({ stakes: [], read: undefined }, factsOf({}));
  expect(unread).toMatchObject({ ok: false, refusal: { code: 'turnover_insufficient' } });
});

const entryAt = (timeMs: number): TapeEntry => ({
  ...{ symbol: 'BTC/USDT', seq: 50n, timeMs, feedTimeMs: timeMs },
  ...{ bid: 1n, ask: 1n, last: 1n, volume: 0n },
});

function expired(world: Partial<World>, { version = 1, timeMs = EXPIRES } = {}): string {
  const firing = { id: 7n, version, stakes: stakesOf(world.staked ?? '0'), entry: entryAt(timeMs) };
  const decision = decideExpiry(firing, factsOf({ nowMs: timeMs, ...world }));
  if (!decision.ok) throw new Error('expected an expiry to succeed, found a refusal');
  return `${decision.value.answer.fired ? '' : 'not '}fired: ${told(decision.value)}`.trim();
}

const BACK = 'experience_expire promo -100 promotions 100';
const AGAIN = 'active v2 due 60000; waits 60000 v2 after 50';
test.each<[string, Partial<World>, { version?: number; timeMs?: number }, string]>([
  ['returns the whole credit', {}, {}, `fired: ${BACK}; expired v2 ended 0; off v2`],
  ['closes a credit that is used up', { free: '0' }, {}, 'fired: expired v2 ended 0; off v2'],
  [
    'returns the free part and checks again later while some of the credit is staked',
    { staked: '30' },
    {},
    `fired: ${BACK}; ${AGAIN}`,
  ],
  [
    'returns the free part and checks again later while some of the credit is margin',
    { frozen: '30' },
    {},
    `fired: ${BACK}; ${AGAIN}`,
  ],
  [
    'checks again later while all of the credit is at stake',
    { free: '0', staked: '100' },
    {},
    `fired: ${AGAIN}`,
  ],
  [
    'returns the rest after the stake was returned',
    { credit: { version: 4, dueMs: EXPIRES + 60_000 } },
    { version: 4, timeMs: EXPIRES + 61_000 },
    `fired: ${BACK}; expired v5 ended 61000; off v5`,
  ],
  [
    'returns the whole credit while the clock is behind the entry',
    { nowMs: EXPIRES - 500 },
    {},
    `fired: ${BACK}; expired v2 ended 0; off v2`,
  ],
  ['ignores an older version', { credit: { version: 2 } }, {}, 'not fired:'],
  ['ignores a converted credit', { credit: { status: 'converted' } }, {}, 'not fired:'],
  ['ignores a missing credit', { credit: undefined }, {}, 'not fired:'],
])('the rule for expiry %s', (_, world, firing, outcome) => {
  expect(expired(world, firing)).toBe(outcome);
});

test('throws if the triggering entry precedes the expiry', () => {
  expect(() => expired({}, { timeMs: EXPIRES - 1 })).toThrow(/before its time/);
});

test.each<[string, Partial<World>, string]>([
  ['is the whole credit before the expiry', { nowMs: EXPIRES - 1 }, '100'],
  ['is zero at the expiry', { nowMs: EXPIRES }, '0'],
  ['is zero after the conversion', { credit: { status: 'converted' } }, '0'],
])('the usable credit %s', (_, world, usable) => {
  expect(formatAmount(usableCredit(factsOf(world)))).toBe(usable);
});
