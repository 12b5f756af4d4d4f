/**
 * The public figures of the fund, recomputed from public data alone: each trade from the public tape, a day's result from its
 * trades, and the rates from the day and the published terms. The test sets the clock of a running demo forward.
 */
import { publishDay } from '@candor/domain/fund/publication.ts';
import { STRATEGY_CAPITAL, strategySymbols, tradesOfSlot } from '@candor/domain/fund/strategy.ts';
import type { StrategyTrade } from '@candor/domain/fund/strategy.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { CallName, CallOutput } from '@candor/protocol/calls.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setForward } from '@candor/testing/set-forward.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../src/db/pool.ts';
import type { Pool } from '../src/db/pool.ts';
import { misbookedSlots } from '../src/features/strategy/recomputed.ts';
import { breaches } from '../src/app/breaches.ts';

type Trade = CallOutput<'GET transparency/strategy'>['items'][number];
type Day = CallOutput<'GET transparency/fund'>['days'][number];

const SLOTS_A_DAY = 144;
/** Allows for five entries of the tape, which gets two per second, on a machine that runs other tests at the same time. */
const SOON = { timeout: 30_000, interval: 100 };

let server: WholeServer;
let owner: Pool;

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  owner = createPool(server.ownerUrl, { max: 2 });
});
afterAll(async () => {
  expect(await breaches(owner)).toEqual([]);
  expect(await misbookedSlots(owner)).toEqual([]);
  expect(
    server.logLines.filter((text) => /^(?!.*retrying).*failed|did not fire|could not/.test(text)),
  ).toEqual([]);
  await owner.end();
  await server.stop();
});

async function read<Name extends CallName>(
  name: Name,
  fields: Record<string, unknown> = {},
): Promise<CallOutput<Name>> {
  const { body } = await server.call(name, { fields });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as CallOutput<Name>;
}

async function forward(): Promise<void> {
  await setForward(owner, 'day');
}

/** Returns all trades of a day, fetched page by page. */
async function tradesOf(day: string): Promise<Trade[]> {
  const found: Trade[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const fields = { day, limit: 100, ...(cursor !== '' && { cursor }) };
    const page: CallOutput<'GET transparency/strategy'> = await read('GET transparency/strategy', fields);
    found.push(...page.items);
    cursor = page.next;
  }
  return found;
}

const line = (trade: StrategyTrade): string =>
  [
    trade.symbol,
    trade.quantity,
    trade.buy.venue,
    trade.buy.price,
    trade.sell.price,
    trade.result,
    trade.tapeSeq,
  ].join(' ');
const publishedLine = (trade: Trade): string =>
  [
    ...[trade.symbol, amount(trade.quantity), trade.buy.venue, amount(trade.buy.price)],
    ...[amount(trade.sell.price), amount(trade.result), trade.tape_seq],
  ].join(' ');

let day: Day;

test('books and publishes each slot of a skipped day within seconds', async () => {
  expect(await read('GET transparency/fund')).toMatchObject({ source: 'simulated', balance: '0', days: [] });
  await forward();
  await vi.waitFor(async () => expect((await read('GET transparency/fund')).days).toHaveLength(1), SOON);
  const startedMs = performance.now();
  await forward();
  await vi.waitFor(async () => expect((await read('GET transparency/fund')).days).toHaveLength(2), SOON);
  console.info(
    `published a day ${((performance.now() - startedMs) / 1000).toFixed(1)} s after it was set forward`,
  );
  const { days } = await read('GET transparency/fund');
  day = days[0] as Day;
  const booked = new Set((await tradesOf(day.day)).map(({ time }) => time));
  // A slot without a large enough spread has no trade; a day has only a few of them.
  expect(booked.size).toBeGreaterThan(SLOTS_A_DAY - 15);
}, 120_000);

/** Returns the whole tape, fetched page by page, because a day that the clock skipped has more than one page. */
async function wholeTape(symbol: string): Promise<CallOutput<'GET tape'>> {
  const entries: CallOutput<'GET tape'>[number][] = [];
  for (;;) {
    const page = await read('GET tape', { symbol, from_seq: entries.length + 1, limit: 1000 });
    entries.push(...page);
    if (page.length < 1000) return entries;
  }
}

test('derives every trade from the public tape, and the day’s result from its trades', async () => {
  const trades = await tradesOf(day.day);
  const tapes = new Map<string, CallOutput<'GET tape'>>();
  for (const symbol of strategySymbols) tapes.set(symbol, await wholeTape(symbol));
  const startS = Date.parse(`${day.day}T00:00:00Z`) / 1000;
  const slots = Array.from({ length: SLOTS_A_DAY }, (_, at) => startS + at * 600);
  const recomputed = slots.flatMap((slotS) => {
    const references = strategySymbols.flatMap((symbol) => {
      const entry = tapes.get(symbol)?.findLast(({ time_ms: timeMs }) => timeMs <= slotS * 1000);
      return entry === undefined ? [] : [{ symbol, seq: BigInt(entry.seq), last: amount(entry.last) }];
    });
    return tradesOfSlot(slotS * 1000, references);
  });
  expect(trades.map(publishedLine).toReversed()).toEqual(recomputed.map(line));
  const made = trades.reduce((sum, { result }) => sum + amount(result), 0n);
  expect(day.result).toBe(formatAmount(made));
}, 60_000);

test('derives the rates from the day and the published terms, and the yearly rate as 365 daily ones', async () => {
  const terms = await read('GET transparency/terms');
  const holdings = day.rates.map(({ project_id: project, terms_version: version, principal_ms: weight }) => {
    const body = terms
      .find(({ subject }) => subject === `fund:${project}`)
      ?.versions.find((one) => one.version === version)?.body;
    const [rateMin, rateMax] = [body?.['rate_min'], body?.['rate_max']].map((rate) => amount(String(rate)));
    return {
      ...{ project: Number(project), termsVersion: version, principalMs: amount(weight) },
      ...{ rateMin: rateMin ?? 0n, rateMax: rateMax ?? 0n },
    };
  });
  const { rates, wanted, reserved, covered } = publishDay({
    ...{ result: amount(day.result), balance: amount(day.balance), capital: STRATEGY_CAPITAL, holdings },
  });
  expect(day.rates.map(({ rate }) => rate)).toEqual(rates.map(({ rate }) => formatAmount(rate * 100n)));
  expect(day.rates.map(({ yearly }) => yearly)).toEqual(
    rates.map(({ rate }) => formatAmount(rate * 36_500n)),
  );
  expect([day.wanted, day.reserved, day.covered]).toEqual([
    formatAmount(wanted),
    formatAmount(reserved),
    covered,
  ]);
  expect(day.rates).toHaveLength(6);
});

test.each([
  ['day', { day: '2026-13-01' }],
  ['cursor', { cursor: 'yesterday' }],
])('refuses an invalid %s and names the field', async (field, fields) => {
  const { body } = await server.call('GET transparency/strategy', { fields });
  expect(body).toMatchObject({ type: 'error', error: 'parameter_wrong', params: { field } });
});
