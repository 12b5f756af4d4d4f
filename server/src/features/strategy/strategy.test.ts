/**
 * The strategy on PostgreSQL: slots are booked from the tape and days published in order, however late, and the database rejects
 * false results.
 */
import { publishDay } from '@candor/domain/fund/publication.ts';
import { SLOT_MS, STRATEGY_CAPITAL, tradesOfSlot } from '@candor/domain/fund/strategy.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { breaches } from '../../app/breaches.ts';
import { ALWAYS } from '../../calls/period.ts';
import { readPublished, readStrategyPage } from './published.ts';
import { misbookedSlots } from './recomputed.ts';
import { readReferences, readStrategy } from './store.ts';
import { STRATEGY_BOOK, STRATEGY_ROW } from './tables.ts';
import { begin, openStrategyHouse } from './testing/market.ts';
import type { StrategyHouse } from './testing/market.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@candor/domain/time.ts';

/** Shortly after noon on a Wednesday that is followed by days with gains. */
const DAY = 20_454;
const START_MS = DAY * DAY_MS + 12 * HOUR_MS + 3 * MINUTE_MS;

let house: StrategyHouse;

beforeEach(async () => {
  house = await openStrategyHouse(START_MS);
});
afterEach(async () => {
  await house.uproot();
  expect(await breaches(house.pool)).toEqual([]);
  expect(await misbookedSlots(house.pool)).toEqual([]);
  await house.close();
});

const row = async () => {
  const found = await readStrategy(house.pool);
  if (found === undefined) throw new Error('expected a row, found none');
  return found;
};
const days = async () => (await readPublished(house.pool, START_MS)).days;
const count = async (sql: string) =>
  Number((await house.owner<{ n: string }>(`select count(*) as n from ${sql}`))[0]?.n);
const held = async (account: string) =>
  amount(
    (
      await house.owner<{ n: string }>(`select coalesce(sum(amount), 0)::text as n from house_balance
    where account = '${account}' and currency = 'USDT'`)
    )[0]?.n
      .replace(/0+$/, '')
      .replace(/\.$/, '') ?? '0',
  );

test('creates the strategy once, without trades before its first slot', async () => {
  await begin(house);
  await begin(house);
  expect(await row()).toMatchObject({ nextSlotMs: START_MS + 7 * MINUTE_MS, day: DAY, version: 1 });
  expect(await count('engine_inbox')).toBe(1);
  expect(await house.until(START_MS + 7 * MINUTE_MS)).toBe(0);
  expect(await house.until(START_MS + 8 * MINUTE_MS)).toBe(1);
  const { nextSlotMs, result, balance } = await row();
  expect([nextSlotMs, result]).toEqual([START_MS + 17 * MINUTE_MS, balance]);
});

test('books trades at the prices of the newest entry at each slot’s time, and ignores later entries', async () => {
  await begin(house);
  const slotMs = START_MS + 7 * MINUTE_MS;
  await house.at(slotMs - 1);
  await house.at(slotMs);
  await house.at(slotMs + 1);
  await house.until(slotMs + MINUTE_MS);
  const references = (await readReferences(house.pool, { slots: [slotMs], symbols: ['BTC/USDT'] })).get(
    slotMs,
  );
  expect(references).toMatchObject([{ symbol: 'BTC/USDT', seq: 3n }]);
  await house.until(slotMs + 5 * SLOT_MS);
  const { items } = await readStrategyPage(house.pool, {
    ...{ dayMs: undefined, symbol: undefined, period: ALWAYS, below: undefined, limit: 100 },
  });
  expect(new Set(items.filter(({ time }) => time * 1000 === slotMs).map((one) => one.tape_seq))).toEqual(
    new Set([3]),
  );
});

test('books every slot of a missed day and publishes it, in five firings', async () => {
  await begin(house);
  await house.until(DAY * DAY_MS + DAY_MS - 1);
  const fired = await house.until((DAY + 2) * DAY_MS);
  expect(fired).toBe(5);
  const published = await days();
  expect(published.map(({ day }) => day)).toEqual(['2026-01-02', '2026-01-01']);
  expect(await row()).toMatchObject({ day: DAY + 2, result: 0n });
  const [whole] = published;
  expect(amount(whole?.result ?? '0')).toBe((await held('strategy')) - amount(published[1]?.result ?? '0'));
});

test('books together what the tape already has, at most forty-eight slots and no entry past midnight', async () => {
  await begin(house);
  const firstMs = START_MS + 7 * MINUTE_MS;
  const fire = async (entry: TapeEntry) =>
    house.fire({
      trigger: { book: STRATEGY_BOOK, row: STRATEGY_ROW, version: (await row()).version },
      entry,
    });
  const first = await house.at(firstMs + MINUTE_MS);
  const fourth = await house.at(firstMs + 3 * SLOT_MS + MINUTE_MS);
  const last = await house.at(firstMs + 48 * SLOT_MS + MINUTE_MS - 1);
  const later = await house.at(firstMs + 48 * SLOT_MS + MINUTE_MS);
  const evening = await house.at((DAY + 1) * DAY_MS - 1);
  await house.at((DAY + 1) * DAY_MS + HOUR_MS);
  expect(fourth.seq).toBeLessThan(last.seq);
  await fire(first);
  expect(await row()).toMatchObject({ nextSlotMs: firstMs + 48 * SLOT_MS, armedSeq: last.seq });
  await fire(later);
  const midnightMs = (DAY + 1) * DAY_MS;
  expect(await row()).toMatchObject({ nextSlotMs: midnightMs, dueMs: midnightMs, armedSeq: evening.seq });
});

test('publishes three missed days in order, each with the results of that day’s slots', async () => {
  await begin(house);
  await house.until(START_MS + HOUR_MS);
  await house.until(START_MS + 3 * DAY_MS + HOUR_MS);
  const published = (await days()).toReversed();
  expect(published.map(({ day }) => day)).toEqual(['2026-01-01', '2026-01-02', '2026-01-03']);
  for (const [at, { result, rates }] of published.entries()) {
    const fromMs = (DAY + at) * DAY_MS;
    const sum = await house.owner<{ n: string }>(
      `select sum(result)::text as n from strategy_trade where slot_ms >= ${fromMs} and slot_ms < ${fromMs + DAY_MS}`,
    );
    expect(amount(result)).toBe(amount(sum[0]?.n ?? '0'));
    expect(rates.map((rate) => rate.project_id)).toEqual(['1', '2', '3', '4', '5', '6']);
  }
});

test('books and publishes only once if several firings are concurrent', async () => {
  await begin(house);
  const nowMs = START_MS + 2 * DAY_MS;
  for (let round = 0; round < 12; round += 1) {
    const entry = await house.at(nowMs);
    const { version, dueMs } = await row();
    if (dueMs > nowMs) break;
    const trigger = { book: 0n, row: 1n, version };
    const other = house.fire({ trigger, entry });
    expect(
      await Promise.all([house.fire({ trigger, entry }), other, house.fire({ trigger, entry })]),
    ).toEqual(Array.from({ length: 3 }, () => 'done'));
    expect((await row()).version).toBe(version + 1);
  }
  expect((await days()).map(({ day }) => day)).toEqual(['2026-01-02', '2026-01-01']);
});

test('publishes no day while a payment due before midnight is open, and returns the unused reserve a day later', async () => {
  await begin(house);
  const dueMs = START_MS + HOUR_MS;
  await house.plant({ amount: '3000', dueMs });
  const midnightMs = (DAY + 1) * DAY_MS;
  await house.until(midnightMs - 1);
  const waits = { dueMs: midnightMs, day: DAY };
  for (let look = 0; look < 3; look += 1) {
    const entry = await house.at(midnightMs + look * 2000);
    const { version, ...before } = await row();
    expect(before.day).toBe(waits.day);
    await house.fire({ trigger: { book: 0n, row: 1n, version }, entry });
  }
  expect(await days()).toEqual([]);
  await house.pay(dueMs);
  await house.until(midnightMs + 10_000);
  const [first] = await days();
  // The result of half a day is less than the capital would earn at the upper end of the band in a day, so the rate is lower.
  const set = amount(first?.reserved ?? '0');
  expect(first).toMatchObject({ wanted: '60.3', covered: true });
  expect(set > amount('20') && set < amount('60.3')).toBe(true);
  expect(await held('income_escrow')).toBe(set);
  // No payment was made from the reserve on that day, so the whole reserve is unused.
  await house.pay(dueMs + DAY_MS);
  const { balance: before } = await row();
  await house.until(midnightMs + DAY_MS);
  const [second] = await days();
  const kept = await house.owner<{ returned: string }>(
    'select returned::text from fund_day order by day desc limit 1',
  );
  expect(amount(kept[0]?.returned ?? '')).toBe(set);
  expect(amount(second?.balance ?? '0')).toBe(before + amount(second?.result ?? '0') + set);
});

test('closes the fund if the account can’t cover the lower ends of the bands, and reopens it on a later day', async () => {
  await begin(house);
  const dueMs = START_MS + 20 * HOUR_MS;
  await house.plant({ amount: '4000000', dueMs });
  await house.until((DAY + 1) * DAY_MS);
  expect(await days()).toMatchObject([{ covered: false }]);
  expect(await readPublished(house.pool, START_MS)).toMatchObject({ open: false, principal: '4000000' });
  const [day] = await days();
  const rate = day?.rates[0];
  // Orders share the result of the half day in proportion, so all of it is set aside, up to rounding.
  expect(amount(day?.reserved ?? '0')).toBeLessThanOrEqual(amount(day?.result ?? '0'));
  expect(amount(day?.result ?? '0') - amount(day?.reserved ?? '0')).toBeLessThan(amount('0.05'));
  expect(rate?.principal).toBe('4000000');
  for (let later = 1; !(await readPublished(house.pool, START_MS)).open; later += 1) {
    await house.pay(dueMs + (later - 1) * DAY_MS);
    await house.until((DAY + 1 + later) * DAY_MS);
    expect(later).toBeLessThan(8);
  }
  expect((await days())[0]).toMatchObject({ covered: true });
});

test('publishes a rate of zero for a day with a loss, and charges the loss that the strategy can’t cover to the house', async () => {
  const capital = await held('equity');
  const bad = losingDay();
  await house.at(bad * DAY_MS - MINUTE_MS);
  await begin(house);
  await house.plant({ amount: '3000', dueMs: bad * DAY_MS + DAY_MS + HOUR_MS });
  await house.until((bad + 1) * DAY_MS);
  const [day] = await days();
  expect(day?.result.startsWith('-')).toBe(true);
  expect(day).toMatchObject({ reserved: '0', covered: false });
  expect(new Set(day?.rates.map(({ rate }) => rate))).toEqual(new Set(['0']));
  const lost = capital - (await held('equity'));
  expect(lost).toBeGreaterThan(0n);
  expect(await held('strategy')).toBe(amount(day?.result ?? '0') + lost);
});

function losingDay(): number {
  const references = ['BTC/USDT', 'ETH/USDT', 'BNB/USDT', 'SOL/USDT'].map((symbol, at) => ({
    ...{ symbol, seq: 1n },
    last: amount(['64250', '3120', '585', '148.5'][at] as string),
  }));
  for (let day = DAY + 1; ; day += 1) {
    const slots = Array.from({ length: 144 }, (_, at) => day * DAY_MS + at * SLOT_MS);
    const results = slots.flatMap((slotMs) => tradesOfSlot(slotMs, references).map(({ result }) => result));
    if (results.reduce((sum, one) => sum + one, 0n) < -amount('5000')) return day;
  }
}

/**
 * Runs plain SQL as the serving role in one transaction. Returns the violated constraint; undefined if the transaction commits.
 */
async function refusedAs(...statements: readonly string[]): Promise<string | undefined> {
  const connection = await house.pool.connect();
  try {
    await connection.query('begin');
    for (const sql of statements) await connection.query(sql);
    await connection.query('commit');
    return undefined;
  } catch (error) {
    await connection.query('rollback');
    return (error as { constraint?: string }).constraint ?? String(error);
  } finally {
    connection.release();
  }
}

const trade = (slotMs: number, result: string, journal = 'null') =>
  `insert into strategy_trade (slot_ms, symbol, quantity, buy_venue, buy_price, buy_fee, sell_venue, sell_price, sell_fee, result,
    tape_seq, journal_seq) values (${slotMs}, 'BTC/USDT', 1, 'Aster', 100, 0, 'Borea', 100 + ${result}, 0, ${result}, 1, ${journal})`;
const booked = (ref: string, made: string) =>
  `insert into journal select 0, b.seq + 1, 'strategy_result', '${ref}', 0, 0, '{custody,strategy}', '{USDT,USDT}',
    array[-${made}, ${made}]::numeric[] from book b where b.id = 0`;
const publish = (day: number, change: Readonly<Record<string, string>> = {}) => {
  const values = {
    result: '0',
    balance: '0',
    returned: '0',
    wanted: '0',
    reserved: '0',
    covered: 'true',
    capital: '2000000',
    ...change,
  };
  return `insert into fund_day (day, published_ms, ${Object.keys(values).join(', ')})
    values (${day}, ${(day + 2) * DAY_MS}, ${Object.values(values).join(', ')})`;
};
const next =
  'update strategy_clock set day = day + 1, result = 0, version = version + 1, next_slot_ms = (day + 1) * 86400000::bigint';

test('the database rejects results, days and rates that contradict the trades', async () => {
  await begin(house);
  await house.until(START_MS + 2 * HOUR_MS);
  const { nextSlotMs, day, balance } = await row();
  const slotMs = nextSlotMs ?? 0;
  const tries: readonly (readonly [string, string, readonly string[]])[] = [
    ['a trade without its journal', 'strategy_trade_recomputed', [trade(slotMs - SLOT_MS * 60, '5')]],
    ['a trade of a slot that isn’t booked yet', 'strategy_trade_recomputed', [trade(slotMs, '0')]],
    [
      'a trade whose result differs from its legs',
      'strategy_trade_result',
      [trade(slotMs, '5').replace('5, 1, null', '6, 1, null')],
    ],
    ['a result without trades', 'strategy_journal', [booked(`strategy_slot:${slotMs}`, '5')]],
    ['a result of zero', 'strategy_journal', [booked('strategy:gift', '5')]],
    ['a result without a proposal', 'strategy_journal', [booked('proposal:5', '5')]],
    ['a slot booked twice', 'strategy_result_once', [booked(`strategy_slot:${slotMs - SLOT_MS}`, '5')]],
    [
      'income set aside without a day',
      'strategy_journal',
      [
        `select open_house_balances('{income_escrow}', '{USDT}', 0::smallint)`,
        booked('fund_day:1', '5')
          .replace('strategy_result', 'fund_reserve')
          .replace('custody,strategy', 'strategy,income_escrow'),
      ],
    ],
    [
      'slots left out',
      'strategy_clock_counts',
      [`update strategy_clock set result = result + 1, version = version + 1`],
    ],
    [
      'a row that moves back',
      'strategy_clock_transition',
      [`update strategy_clock set next_slot_ms = next_slot_ms - 1, version = version + 1`],
    ],
    ['a skipped day', 'strategy_clock_counts', [next]],
    ['a day that is not over', 'fund_day_verified', [publish(day)]],
    [
      'a day whose slots are not booked',
      'strategy_slots_whole',
      [next, publish(day, { result: '1', balance: '1' })],
    ],
    ['a day out of order', 'fund_day_verified', [publish(day - 9)]],
    [
      'a rate without a day',
      'fund_rate_day_fkey',
      [
        `insert into fund_rate (day, project, terms_version, principal, principal_ms, rate_min, rate_max, rate)
          values (${day}, 1, 0, 0, 0, 0, 0.02, 0.02)`,
      ],
    ],
  ];
  for (const [what, constraint, statements] of tries)
    expect([what, await refusedAs(...statements)]).toEqual([what, constraint]);
  expect((await row()).balance).toBe(balance);
});

test('the database rejects a day whose rates differ from the formula or omit an order', async () => {
  await begin(house);
  const { day } = await row();
  await house.plant({ amount: '3000', dueMs: (day + 1) * DAY_MS + HOUR_MS });
  // The day is over and fully booked. The following statements publish it instead of the server.
  const entry = await house.at((day + 1) * DAY_MS);
  while ((await row()).dueMs < entry.timeMs) {
    await house.fire({
      trigger: { book: 0n, row: 1n, version: (await row()).version },
      entry: await house.at(entry.timeMs),
    });
  }
  const { result, balance } = await row();
  const text = (value: bigint) => `${value} * 0.00000001`;
  const made = { result: text(result), balance: text(balance) };
  const goesOn = 'update strategy_clock set day = day + 1, result = 0, version = version + 1';
  const rateOf = (
    rate: string,
    weight = `3000::numeric * ${DAY_MS}`,
    principal = `div((${weight}) * 100000000, ${DAY_MS}) * 0.00000001`,
  ) =>
    `insert into fund_rate (day, project, terms_version, principal, principal_ms, rate_min, rate_max, rate)
      values (${day}, 1, 0, ${principal}, ${weight}, 0.0183, 0.0201, ${rate})`;
  const zero = publish(day, { ...made, wanted: '60.3' });
  expect(await refusedAs(goesOn, zero, rateOf('0'))).toBe('fund_day_verified');
  const noneLeft = publish(day, { ...made, wanted: '0' });
  expect(await refusedAs(goesOn, noneLeft)).toBe('fund_rate_for_all');
  expect(await refusedAs(goesOn, publish(day, { ...made, wanted: '0', capital: '0' }))).toBe(
    'fund_day_verified',
  );
  expect(await refusedAs(goesOn, publish(day, { ...made, balance: '0' }))).toBe('fund_day_verified');
  // Publishes the day by the formula, but with a principal whose weight differs by the given amount.
  const weighed = (change: bigint, ...more: readonly string[]) => {
    const principalMs = amount('3000') * BigInt(DAY_MS) + change;
    const tier = { project: 1, termsVersion: 0, rateMin: amount('0.0183'), rateMax: amount('0.0201') };
    const { rates, wanted, reserved } = publishDay({
      ...{ result, balance, capital: STRATEGY_CAPITAL, holdings: [{ ...tier, principalMs }] },
    });
    const aside = text(reserved);
    return refusedAs(
      `select open_house_balances('{strategy,income_escrow}', '{USDT,USDT}', 0::smallint)`,
      `select draw_to_slot('strategy', 'USDT', 0::smallint, ${aside})`,
      'update book set seq = seq + 1 where id = 0',
      `insert into journal select 0, b.seq, 'fund_reserve', 'fund_day:${day}', 0, 0, '{strategy,income_escrow}', '{USDT,USDT}',
        array[-${aside}, ${aside}] from book b where b.id = 0`,
      `${goesOn}, balance = balance - ${aside}`,
      publish(day, {
        ...{ ...made, wanted: text(wanted), reserved: aside },
        journal_seq: '(select b.seq from book b where b.id = 0)',
      }),
      rateOf(text(rates[0]?.rate ?? 0n), text(principalMs)),
      ...more,
    );
  };
  for (const change of [1n, -1n, amount('3000'), -amount('1500') * BigInt(DAY_MS)])
    expect([change, await weighed(change)]).toEqual([change, 'fund_rate_for_all']);
  // With the actual weight, the publication satisfies every constraint.
  const noMore = `do $$ begin raise check_violation using constraint = 'no_more'; end $$`;
  expect(await weighed(0n, 'set constraints all immediate', noMore)).toBe('no_more');
  expect(await refusedAs(goesOn, zero, rateOf('0', `3000::numeric * ${DAY_MS}`, '3001'))).toBe(
    'fund_rate_principal_ms',
  );
  await house.until((day + 1) * DAY_MS);
  expect(await days()).toMatchObject([
    {
      covered: true,
      rates: [
        { project_id: '1', principal: '3000', principal_ms: (3000 * DAY_MS).toString() },
        {},
        {},
        {},
        {},
        {},
      ],
    },
  ]);
  expect(await refusedAs(rateOf('0').replace('1, 0, ', '1, 9, '))).toBe('fund_rate_of_its_day');
});

test('the audit reports a trade that the owner changed, removed or added', async () => {
  await begin(house);
  await house.until(START_MS + 4 * HOUR_MS);
  expect(await misbookedSlots(house.pool)).toEqual([]);
  const broken = async () =>
    new Set((await breaches(house.pool)).map(({ invariant }) => invariant.slice(0, 3)));
  const tampered = async (sql: string) => {
    await house.owner(`do $do$ begin set local session_replication_role = replica; ${sql}; end $do$`);
    return (await misbookedSlots(house.pool)).length;
  };
  const [one] = await house.owner<{ id: string }>('select id from strategy_trade order by id limit 1');
  expect(
    await tampered(
      `update strategy_trade set sell_price = sell_price + 1, result = result + quantity where id = ${one?.id}`,
    ),
  ).toBe(1);
  // The stated result differs from the booked one and from the balance of the account.
  expect(await broken()).toEqual(new Set(['L12']));
  expect(
    await tampered(
      `update strategy_trade set sell_price = sell_price - 1, result = result - quantity where id = ${one?.id}`,
    ),
  ).toBe(0);
  expect(
    await tampered(`update strategy_trade set slot_ms = slot_ms - 600000 * 100 where id = ${one?.id}`),
  ).toBe(2);
  expect(
    await tampered(`update strategy_trade set slot_ms = slot_ms + 600000 * 100 where id = ${one?.id}`),
  ).toBe(0);
});
