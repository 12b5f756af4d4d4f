/**
 * A platform whose strategy trades elsewhere. It books no trades itself: two operators report each result with the digest of
 * its evidence, and the open day is published from these reports.
 */
import { amount, formatAmount, toNumeric } from '@candor/domain/money/amount.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import type { ConsoleInput, ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { Executor } from '../src/commands/executor.ts';
import { ALWAYS } from '../src/calls/period.ts';
import { createPool } from '../src/db/pool.ts';
import type { Pool } from '../src/db/pool.ts';
import { openFundCounters } from '../src/features/fund/store.ts';
import { proposalsConsoleHandlers } from '../src/features/proposals/console-handlers.ts';
import { readPublished, readStrategyPage } from '../src/features/strategy/published.ts';
import { openStrategyClock, strategyTriggers } from '../src/features/strategy/triggers.ts';
import { strategyReporting } from '../src/features/strategy/feature.ts';
import { readStrategy } from '../src/features/strategy/store.ts';
import type { ConsoleContext } from '../src/calls/console-handler.ts';
import { breaches } from '../src/app/breaches.ts';
import { LIMITS } from '../src/limits.ts';
import { submitActsTo } from '../src/operators/submit-act.ts';
import { Terms } from '../src/terms/terms.ts';
import { usualTerms } from '../src/terms/usual-terms.ts';
import { signing } from '@candor/testing/signing.ts';

const DAY = 20_454;
const START_MS = DAY * DAY_MS + 9 * 3_600_000;
const theo = { account: 'theo', role: 'treasurer', person: 'Theo' } as const;
const ada = { account: 'ada', role: 'admin', person: 'Ada' } as const;
const now = Date.now;

type Reported = Omit<Extract<ConsoleInput<'POST propose'>['proposal'], { kind: 'strategy_result' }>, 'kind'>;
type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly refusal: { readonly code: string; readonly field?: string } };

let database: TestDatabase;
let owner: Pool;
let pool: Pool;
let executor: Executor;
let terms: Terms;
let handlers: ReturnType<typeof proposalsConsoleHandlers>;
let seq = 0n;

beforeEach(async () => {
  database = await freshDatabase();
  [pool, owner] = [createPool(database.url, { max: 4 }), createPool(database.ownerUrl, { max: 2 })];
  executor = new Executor({ pool, slots: [0, 1], limits: LIMITS.commands, nowMs: now, log: () => undefined });
  terms = new Terms({
    pool,
    usual: usualTerms({ instruments: [], coolOffSeconds: 0 }),
    onError: () => undefined,
  });
  await terms.read();
  await openFundCounters(pool, terms);
  for (const { account, role, person } of [theo, ada]) {
    await pool.query(
      `insert into operator (account, role, person, password_hash, created_ms) values ($1, $2, $3, '', 0)`,
      [account, role, person],
    );
  }
  const unsigned = proposalsConsoleHandlers({
    ...{ pool, terms, instruments: new Map(), currencies: ['USDT'], jurisdictions: 'demo' },
    submitAct: submitActsTo(executor, { deadlineMs: 20_000, nowMs: now }),
    results: strategyReporting,
  });
  handlers = signing(unsigned, { pool, now });
  // A platform without play money runs on wall time, but these tests must let days pass.
  await owner.query('alter table clock disable trigger clock_set_forward');
  await at(START_MS);
  await openStrategyClock(executor, { simulated: false, now });
});
afterEach(async () => {
  expect(await breaches(pool)).toEqual([]);
  await executor.close();
  await pool.end();
  await owner.end();
  await database.drop();
});

/** Moves the market to a given time, with an entry of the clock's symbol. */
async function at(ms: number) {
  seq += 1n;
  await owner.query('update clock set base_wall_ms = 0, base_market_ms = $1, speed = 0', [ms]);
  const price = amount('64000');
  await owner.query(
    `insert into tape_head (symbol, seq, time_ms, bid, ask, last, halted) values ('BTC/USDT', $1, $2, $3, $3, $3, false)
      on conflict (symbol) do update set seq = excluded.seq, time_ms = excluded.time_ms`,
    [seq, ms, toNumeric(price)],
  );
  return {
    symbol: 'BTC/USDT',
    seq,
    timeMs: ms,
    feedTimeMs: ms,
    bid: price,
    ask: price,
    last: price,
    volume: 0n,
  };
}

/** Advances to a given time and fires triggers until none is due. */
async function until(ms: number): Promise<void> {
  const { fire } = strategyTriggers({ executor, pool, terms, now, houseNow: now });
  for (;;) {
    const entry = await at(ms);
    const row = await readStrategy(pool);
    if (row === undefined || row.dueMs > ms) return;
    await fire({ trigger: { book: 0n, row: 1n, version: row.version }, entry });
  }
}

let keys = 0;
const contextOf = (operator: typeof theo | typeof ada): ConsoleContext => ({
  ...{
    operator,
    idempotencyKey: `key-${(keys += 1)}`,
    session: Buffer.alloc(32),
    address: '127.0.0.1',
    agent: '',
  },
  ...{ device: undefined, served: { origin: 'http://localhost', rpId: 'localhost' } },
});
const propose = (given: Partial<Reported> = {}) =>
  handlers['POST propose'](
    {
      reason: 'statement of the exchange',
      proposal: {
        ...{ kind: 'strategy_result', amount: '1200', direction: 'gain', day: '2026-01-01' },
        ...{ evidence: 'ab'.repeat(32), ...given },
      },
    },
    contextOf(theo),
  );
const said = (answer: Answer): string =>
  answer.ok ? 'ok' : [answer.refusal.code, answer.refusal.field].filter(Boolean).join(' ');

async function book(given: Partial<Reported> = {}, by: typeof theo | typeof ada = ada): Promise<string> {
  const proposed = await propose(given);
  if (!proposed.ok) return said(proposed);
  const { customer, id, body } = proposed.value;
  return said(
    await handlers['POST proposal_decide']({ customer, id, body, verdict: 'approve' }, contextOf(by)),
  );
}

test('a strategy with reported results books no trades, but still publishes each day', async () => {
  await until(START_MS + 3 * DAY_MS);
  const published = await readPublished(pool, START_MS);
  expect(published).toMatchObject({ source: 'reported', capital: '0', balance: '0', open: true });
  expect(published.days.map(({ day, result }) => `${day} ${result}`)).toEqual([
    '2026-01-03 0',
    '2026-01-02 0',
    '2026-01-01 0',
  ]);
  expect(new Set(published.days.flatMap(({ rates }) => rates.map(({ rate }) => rate)))).toEqual(
    new Set(['0']),
  );
});

test('counts approved reports towards the open day, publishes them with their evidence, and moves custody', async () => {
  await until(START_MS + DAY_MS);
  expect(await book()).toBe('ok');
  expect(await book({ direction: 'loss', amount: '200', evidence: 'cd'.repeat(32), day: '2026-01-02' })).toBe(
    'ok',
  );
  await until(START_MS + 2 * DAY_MS);
  const { days, balance } = await readPublished(pool, START_MS);
  expect(days.map(({ day, result, covered }) => [day, result, covered])).toEqual([
    ['2026-01-02', '1000', true],
    ['2026-01-01', '0', true],
  ]);
  expect(balance).toBe('1000');
  const { reports } = await readStrategyPage(pool, {
    ...{ dayMs: undefined, symbol: undefined, period: ALWAYS, below: undefined, limit: 10 },
  });
  expect(reports.map(({ day, result, evidence }) => `${day} ${result} ${evidence.slice(0, 2)}`)).toEqual([
    '2026-01-02 -200 cd',
    '2026-01-01 1200 ab',
  ]);
  const custody = await owner.query<{ amount: string }>(
    `select sum(amount)::text as amount from house_balance where account = 'custody'`,
  );
  expect(custody.rows[0]?.amount).toBe(toNumeric(-amount('1000')));
});

test.each([
  ['a future day', { day: '2026-01-02' }, 'parameter_wrong day'],
  ['a day too long ago', { day: '2025-11-01' }, 'parameter_wrong day'],
  ['a day that does not exist', { day: '2026-02-30' }, 'parameter_wrong day'],
  ['a zero amount', { amount: '0' }, 'amount_wrong amount'],
  [
    'a loss that the house cannot cover',
    { direction: 'loss', amount: '1' } as const,
    'house_funds_insufficient amount',
  ],
])('refuses a proposal of %s', async (_, given, refusal) => {
  expect(said(await propose(given))).toBe(refusal);
});

test('refuses a report without a second operator, and a second report with the same evidence', async () => {
  expect(await book({}, theo)).toBe('second_person_needed verdict');
  expect(await book()).toBe('ok');
  expect(said(await propose())).toBe('parameter_wrong evidence');
  // The proposal refused in the first step is still pending. Its approval checks the evidence again.
  const [waiting] = (
    (await handlers['GET proposals']({ status: 'proposed' }, contextOf(ada))) as {
      value: ConsoleOutput<'GET proposals'>;
    }
  ).value.items;
  const { customer, id, body } = waiting as ConsoleOutput<'POST propose'>;
  const approved = await handlers['POST proposal_decide'](
    { customer, id, body, verdict: 'approve' },
    contextOf(ada),
  );
  expect(said(approved)).toBe('parameter_wrong evidence');
  const row = await readStrategy(pool);
  expect(formatAmount(row?.balance ?? 0n)).toBe('1200');
});

test('books a report once if several approvals arrive at the same time', async () => {
  const proposed = await propose();
  const { customer, id, body } = (proposed as { value: ConsoleOutput<'POST propose'> }).value;
  const approve = () =>
    handlers['POST proposal_decide']({ customer, id, body, verdict: 'approve' }, contextOf(ada));
  const answers = await Promise.all([approve(), approve(), approve()]);
  expect(answers.map(said).toSorted()).toEqual(['ok', 'order_state_wrong id', 'order_state_wrong id']);
});

test('rejects unapproved reports and simulated trades that the serving role writes', async () => {
  const journal = `insert into journal select 0, b.seq + 1, 'strategy_result', 'proposal:7', 0, 0, '{custody,strategy}', '{USDT,USDT}',
    '{-5,5}' from book b where b.id = 0`;
  const report = `insert into strategy_report (day, counts_day, result, evidence, booked_ms, proposal, journal_seq)
    select ${DAY}, ${DAY}, 5, repeat('ab', 32), 0, 7, b.seq + 1 from book b where b.id = 0`;
  await owner.query(`select open_house_balances('{custody,strategy}', '{USDT,USDT}', 0::smallint)`);
  const refusedBy = async (...statements: readonly string[]) => {
    const connection = await pool.connect();
    try {
      await connection.query('begin');
      for (const sql of statements) await connection.query(sql);
      await connection.query('commit');
      return 'nothing';
    } catch (error) {
      await connection.query('rollback');
      return (error as { constraint?: string }).constraint;
    } finally {
      connection.release();
    }
  };
  expect(await refusedBy(journal)).toBe('strategy_journal');
  expect(await refusedBy(journal, report)).toBe('strategy_report_by_two');
  expect(await refusedBy(report)).toBe('strategy_report_by_two');
});
