/** The guard's verdicts on quotes that follow a given quote. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { amount } from '../money/amount.ts';
import type { GuardRules, GuardState, JumpBand, QuoteViolation } from './guard.ts';
import { guardQuote, nearestTick } from './guard.ts';
import type { Quote } from './quote.ts';

const T = 1_700_000_000_000;
const rules: GuardRules = {
  tickSize: amount('0.01'),
  jumpBand: { instantFactor: 2, everFactor: 25_000 },
  timeMaxMs: T + 86_400_000,
};

function quote(bid: string, ask: string, timeMs = T, more: { last?: string; volume?: string } = {}): Quote {
  return {
    symbol: 'BTC/USDT',
    bid: amount(bid),
    ask: amount(ask),
    ...(more.last === undefined ? {} : { last: amount(more.last) }),
    volume: amount(more.volume ?? '0'),
    feedTimeMs: timeMs,
  };
}

const before: GuardState = { accepted: quote('100', '100.02') };

type Case = readonly [what: string, quote: Quote, said: 'good' | QuoteViolation];

const cases: readonly Case[] = [
  ['a slightly higher price', quote('100.5', '100.52', T + 1000), 'good'],
  ['an unchanged price', quote('100', '100.02'), 'good'],
  ['a bid equal to the ask', quote('100', '100', T + 1), 'good'],
  ['a time equal to that of the previous quote', quote('101', '101.02', T), 'good'],
  ['a bid of zero', quote('0', '100', T + 1), 'not_positive'],
  ['an ask of zero', quote('0', '0', T + 1), 'not_positive'],
  ['a negative bid', quote('-1', '100', T + 1), 'not_positive'],
  ['a bid below one tick', quote('0.001', '0.02', T + 1), 'not_positive'],
  ['a last price of zero', quote('100', '100.02', T + 1, { last: '0' }), 'not_positive'],
  ['an ask beyond 90 million', quote('100', '90000000.01', T + 1), 'price_too_high'],
  [
    'a last price beyond 90 million',
    quote('100', '100.02', T + 1, { last: '90000000.01' }),
    'price_too_high',
  ],
  [
    'a volume too large to sum',
    quote('100', '100.02', T + 1, { volume: '1000000000000001' }),
    'volume_too_high',
  ],
  ['a negative volume', quote('100', '100.02', T + 1, { volume: '-1' }), 'volume_negative'],
  ['a bid above the ask', quote('100.03', '100.02', T + 1), 'crossed'],
  ['a time one millisecond before the previous quote', quote('100', '100.02', T - 1), 'backdated'],
  ['a time from tomorrow', quote('100', '100.02', T + 86_400_001), 'time_ahead'],
  ['a time that is not a number', quote('100', '100.02', Number.NaN), 'time_invalid'],
  ['an infinite time', quote('100', '100.02', Infinity), 'time_invalid'],
  ['a time with a fraction', quote('100', '100.02', T + 0.5), 'time_invalid'],
  ['a time before 1970', quote('100', '100.02', -1), 'time_invalid'],
  ['a doubled price', quote('200', '200.02', T), 'good'],
  ['a more than doubled price', quote('200.05', '200.07', T), 'jump'],
  ['a halved price', quote('50', '50.02', T), 'good'],
  ['less than half of the price', quote('49.9', '49.92', T), 'jump'],
  ['a slipped decimal point upwards', quote('1000', '1000.2', T + 1000), 'jump'],
  ['a slipped decimal point downwards', quote('10', '10.02', T + 1000), 'jump'],
  ['a slipped decimal point of the ask only', quote('100', '1000', T + 1000), 'jump'],
  ['a slipped decimal point of the last price', quote('100', '100.02', T + 1000, { last: '1000' }), 'jump'],
  ['a tenth of the price after an hour and a half of silence', quote('10', '10.02', T + 5_400_000), 'good'],
];

describe('guardQuote', () => {
  test.each(cases)('returns the verdict on a quote: %s', (_what, given, said) => {
    const { outcome, state } = guardQuote(before, given, rules);
    expect(outcome.ok ? 'good' : outcome.refusal.code).toBe(said);
    expect(state.accepted).toEqual(outcome.ok ? outcome.value : before.accepted);
  });

  test('accepts a first quote at any price', () => {
    expect(guardQuote({}, quote('1', '1.01'), rules).outcome.ok).toBe(true);
    expect(guardQuote({}, quote('90000000', '90000000'), rules).outcome.ok).toBe(true);
    expect(guardQuote({}, quote('90000000', '90000001'), rules).outcome.ok).toBe(false);
  });

  test('rounds prices to ticks: the bid down, the ask up, the last to the nearest', () => {
    const given = quote('100.019', '100.021', T + 1, { last: '100.016' });
    const { outcome } = guardQuote(before, given, rules);
    expect(outcome).toEqual({ ok: true, value: quote('100.01', '100.03', T + 1, { last: '100.02' }) });
    expect(nearestTick(amount('100.015'), amount('0.01'))).toBe(amount('100.02'));
    expect(nearestTick(amount('100.0149'), amount('0.01'))).toBe(amount('100.01'));
  });

  test('rejects a single outlier, and accepts the next quote at the previous level', () => {
    const wild = guardQuote(before, quote('1000', '1000.02', T + 1000), rules);
    expect(guardQuote(wild.state, quote('100', '100.02', T + 2000), rules).outcome.ok).toBe(true);
  });

  test('accepts a new price level once enough quotes over several seconds agree on it', () => {
    let state = before;
    const said: boolean[] = [];
    for (let at = 1; at <= 25; at += 1) {
      const judged = guardQuote(state, quote('1000', '1000.02', T + at * 500), rules);
      state = judged.state;
      said.push(judged.outcome.ok);
    }
    expect(said.indexOf(true)).toBe(19);
    expect(said.slice(19).every((one) => one)).toBe(true);
  });

  test('rejects a new price level if all its quotes have the same time', () => {
    let state = before;
    for (let at = 1; at <= 100; at += 1) {
      const judged = guardQuote(state, quote('1000', '1000.02', T + 1000), rules);
      state = judged.state;
      expect(judged.outcome.ok).toBe(false);
    }
  });
});

const forex: JumpBand = { instantFactor: 1.15, everFactor: 1.5 };
const metal: JumpBand = { instantFactor: 1.2, everFactor: 1.6 };
const crypto = rules.jumpBand;

/** Converts candles to quotes as the replay does: four quotes, a quarter of the period apart. */
describe.each([
  ['BTCUSD_coinbase_1m_2017-09-03_04_violent.csv', 60, '0.01', crypto],
  ['ETHUSD_coinbase_1m_2017-09-03_04_violent.csv', 60, '0.01', crypto],
  ['BTCUSD_coinbase_1d_2017-04_crash.csv', 86_400, '0.01', crypto],
  ['GBPUSD_ejtrader_1h_2016-10-06_crash.csv', 3600, '0.00001', forex],
  ['EURUSD_oanda_1m_bid_2014-05-09_12_weekend.csv', 60, '0.00001', forex],
  ['XAUUSD_oanda_1m_bid_2014-05-08_pause.csv', 60, '0.01', metal],
  ['XAUUSD_oanda_1m_bid_2014-05-09_12_weekend.csv', 60, '0.01', metal],
  ['BTCUSDT_bybit_1m_2022-12-13_inflation.csv', 60, '0.01', crypto],
] as const)('recorded prices: %s', (file, periodSeconds, tick, jumpBand) => {
  test('accepts every recorded price', () => {
    const text = readFileSync(new URL(`../../../fixtures/market/${file}`, import.meta.url), 'utf8');
    let state: GuardState = {};
    for (const line of text.trimEnd().split('\n').slice(1)) {
      const [time, ...prices] = line.split(',');
      for (const [quarter, price] of prices.slice(0, 4).entries()) {
        const timeMs = (Number(time) + (quarter * periodSeconds) / 4) * 1000;
        const judged = guardQuote(state, quote(price, price, timeMs), {
          tickSize: amount(tick),
          jumpBand,
          timeMaxMs: Infinity,
        });
        expect(judged.outcome.ok, `${line}, ${price}`).toBe(true);
        state = judged.state;
      }
    }
  });
});

describe('the feed’s time compared with the clock', () => {
  const at = (nowMs: number): GuardRules => ({ ...rules, age: { nowMs, maxMs: 5000, standsMs: 5000 } });

  test.each<[what: string, feedTimeMs: number, nowMs: number, said: 'good' | QuoteViolation]>([
    ['the current instant', T + 700_000, T + 700_000, 'good'],
    ['as old as allowed', T + 695_000, T + 700_000, 'good'],
    ['a millisecond older than allowed', T + 694_999, T + 700_000, 'too_old'],
    ['ten minutes ago', T + 99_000, T + 700_000, 'too_old'],
    ['ahead of the clock', T + 730_000, T + 700_000, 'good'],
  ])('accepts or rejects a quote whose time is %s', (_, feedTimeMs, nowMs, said) => {
    const { outcome } = guardQuote(before, quote('100', '100.02', feedTimeMs), at(nowMs));
    expect(outcome.ok ? 'good' : outcome.refusal.code).toBe(said);
  });

  test('rejects a feed time ahead of the clock that has not advanced for the maximum time, until it advances again', () => {
    const ahead = T + 60_000;
    let state: GuardState = {};
    const said = (feedTimeMs: number, nowMs: number): string => {
      const judged = guardQuote(state, quote('100', '100.02', feedTimeMs), at(nowMs));
      state = judged.state;
      return judged.outcome.ok ? 'good' : judged.outcome.refusal.code;
    };
    expect([0, 2500, 5000, 5001, 9000].map((laterMs) => said(ahead, T + laterMs))).toEqual([
      ...['good', 'good', 'good', 'feed_time_stands', 'feed_time_stands'],
    ]);
    expect(said(ahead + 1, T + 9001)).toBe('good');
    expect(said(ahead + 1, T + 14_001)).toBe('good');
    expect(said(ahead + 1, T + 14_002)).toBe('feed_time_stands');
  });
});
