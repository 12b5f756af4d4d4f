/**
 * A running loan over time: the market clock of a running demo server is moved forward, and the test fires the same triggers
 * again.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { Executor } from '../../commands/executor.ts';
import { breaches } from '../../app/breaches.ts';
import { LIMITS } from '../../limits.ts';
import { loanTriggers } from './triggers.ts';
import { openLending, said } from './testing/lending.ts';
import type { Borrower, Lending, Loan } from './testing/lending.ts';

/** A running server follows within two seconds; a machine that runs other tests may take longer. */
const SOON = { timeout: 8_000, interval: 50 };

let lending: Lending;
/** Executors in addition to the server’s executor. */
let executors: Executor[] = [];

beforeAll(async () => {
  lending = await openLending();
}, 60_000);
afterAll(async () => {
  for (const executor of executors) await executor.close();
  await lending.close();
});

async function forward(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) await lending.ada.done('POST clock_forward', { step: 'day' });
}

async function markOf(id: string): Promise<number> {
  const { rows } = await lending.pool.query<{ next_mark: number }>(
    'select next_mark from loan where id = $1',
    [id],
  );
  return rows[0]?.next_mark ?? -1;
}

const reaches = (id: string, mark: number) =>
  vi.waitFor(async () => expect(await markOf(id)).toBe(mark), SOON);
/** Waits until the server’s own clock has caught up. */
const becomes = (of: Borrower, id: string, expected: Partial<Loan>) =>
  vi.waitFor(async () => expect(await of.loan(id)).toMatchObject(expected), SOON);
/** Returns the notices about the loan itself. */
const told = async (of: Borrower) => (await lending.noticesOf(of)).slice(1);

test('sends reminders, charges overdue fees daily up to the cap, lowers the score at each mark, and seizes nothing', async () => {
  const [lena, prompt, jumping] = [
    await lending.somebody(),
    await lending.somebody(),
    await lending.somebody(),
  ];
  const id = await lending.lent(lena);
  const early = await lending.lent(prompt);
  await forward(4);
  await reaches(id, 1);
  expect(await told(lena)).toEqual(['loan_reminder']);
  await becomes(lena, id, { due: '1002.5', interest: '2.5', overdue: false });
  expect(said(await prompt.repay(early))).toBe('ok');
  expect(await prompt.score()).toEqual(['80 to 85: loan_repaid_in_time']);

  await forward(2);
  await reaches(id, 2);
  const far = await lending.lent(jumping);
  await forward(1);
  await reaches(id, 3);
  await becomes(lena, id, {
    due: '1004.5035',
    interest: '3.5',
    overdue_fee: '1.0035',
    overdue: true,
  });
  expect(await told(lena)).toEqual(['loan_reminder', 'loan_reminder', 'loan_overdue']);
  expect(await lena.score()).toEqual(['80 to 70: loan_overdue']);
  expect(await lena.statistics()).toMatchObject({ overdue: '1004.5035', score: 70 });
  // Interest has stopped, and each started day charges the fee on what is unpaid.
  await forward(1);
  await becomes(lena, id, { due: '1005.507', interest: '3.5', overdue_fee: '2.007' });
  expect(said(await lena.repay(id, '503.007'))).toBe('ok');
  const { items } = await lena.done<CallOutput<'GET lh/loan/payments'>>('GET lh/loan/payments', { id });
  expect(items).toMatchObject([{ amount: '503.007', fee: '2.007', interest: '3.5', principal: '497.5' }]);
  await forward(1);
  await becomes(lena, id, { overdue_fee: '0.5025' });

  // A jump over several marks passes each once, in order.
  await forward(21);
  await reaches(far, 4);
  await reaches(id, 4);
  expect(await jumping.score()).toEqual(['70 to 60: loan_overdue', '80 to 70: loan_overdue']);
  expect(await lena.score()).toEqual(['70 to 60: loan_overdue', '80 to 70: loan_overdue']);
  await forward(10);
  await reaches(id, 5);
  expect(await lena.score()).toEqual([
    '60 to 50: loan_overdue',
    '70 to 60: loan_overdue',
    '80 to 70: loan_overdue',
  ]);

  // All fees together are at most a fifth of the amount, however long the loan is overdue.
  const { due_at: dueAt } = await lena.loan(id);
  await forward(1);
  const later = await lena.loan(id);
  expect(later.due_at).toBe(dueAt);
  expect(Number.parseFloat(later.overdue_fee)).toBeLessThan(200);
  // Nothing was seized: the money in every account is unchanged.
  expect(await lena.spot()).toBe('100496.993');
  expect(await lending.journalsOf(lena)).toHaveLength(2);
  // The loan can still be repaid, which restores no score.
  expect(said(await lena.repay(id))).toBe('ok');
  await becomes(lena, id, { status: 'settled', overdue: false, due: '0' });
  expect((await lena.statistics()).score).toBe(50);
  expect(said(await lena.apply())).toBe('credit_score_low');
  expect(await breaches(lending.owner)).toEqual([]);
}, 120_000);

test('keeps charged days when the clock is set back, charges each day only once, and keeps the ledger consistent', async () => {
  const lena = await lending.somebody();
  const id = await lending.lent(lena);
  await forward(3);
  await becomes(lena, id, { due: '1002' });
  expect(said(await lena.repay(id, '100'))).toBe('ok');
  // Sets the market clock back without an audit record, as a change of the machine's clock would.
  const back = async (days: number) =>
    lending.owner.query(`begin; alter table clock disable trigger user;
      update clock set base_market_ms = base_market_ms - ${days} * 86400000::bigint;
      alter table clock enable trigger user; commit`);
  await back(2);
  expect(said(await lena.repay(id, '100'))).toBe('ok');
  expect(await lena.loan(id)).toMatchObject({ unpaid: '802', interest: '0' });
  expect(await breaches(lending.owner)).toEqual([]);
  await back(-2);
  await lena.repay(id);
  expect(await breaches(lending.owner)).toEqual([]);
});

test('passes a mark once when two processes fire it ten times in total', async () => {
  const lena = await lending.somebody();
  const id = await lending.lent(lena);
  executors = [0, 1].map(
    (at) =>
      new Executor({
        ...{ pool: lending.pool, slots: [12 + at], limits: LIMITS.commands, nowMs: Date.now },
        ...{ onCommitted: () => undefined, log: () => undefined },
      }),
  );
  // Once the loan is due, the running server fires the trigger too, as a third process.
  const { rows } = await lending.pool.query<{ version: number; book: string; due_ms: string }>(
    'select version, book, due_ms from loan where id = $1',
    [id],
  );
  await forward(7);
  const head = await vi.waitFor(async () => {
    const found = await lending.pool.query<{ time_ms: string; seq: string }>(
      `select time_ms, seq from tape_head where symbol = 'BTC/USDT' and time_ms >= $1`,
      [rows[0]?.due_ms],
    );
    expect(found.rowCount).toBe(1);
    return found;
  }, SOON);
  const [row, newest] = [rows[0], head.rows[0]];
  if (row === undefined || newest === undefined)
    throw new Error('expected a loan and a market head, found none');
  const versions = [row.version, row.version, row.version - 1, row.version, row.version];
  const firings = versions.flatMap((version) =>
    executors.map((executor) =>
      loanTriggers({ executor, now: Date.now }).fire({
        trigger: { book: BigInt(row.book), row: BigInt(id), version },
        entry: { seq: BigInt(newest.seq), timeMs: Number(newest.time_ms) } as never,
      }),
    ),
  );
  expect(new Set(await Promise.all(firings))).toEqual(new Set(['done']));
  await reaches(id, 3);
  expect(await lena.score()).toEqual(['80 to 70: loan_overdue']);
  expect((await told(lena)).filter((kind) => kind === 'loan_overdue')).toHaveLength(1);
  expect(said(await lena.repay(id))).toBe('ok');
}, 60_000);

test('counts a loan repaid at the instant of maturity once, either as overdue or as repaid in time', async () => {
  const borrowers = await Promise.all([1, 2, 3].map(() => lending.somebody()));
  const loans = await Promise.all(borrowers.map((one) => lending.lent(one)));
  await forward(6);
  const heard = await Promise.all([
    forward(1).then(() => 'ok'),
    ...borrowers.map(async (one, at) => said(await one.repay(loans[at] as string))),
  ]);
  expect(heard).toEqual(['ok', 'ok', 'ok', 'ok']);
  for (const [at, one] of borrowers.entries()) {
    const loan = await one.loan(loans[at] as string);
    expect(loan.status).toBe('settled');
    expect(await one.score()).toEqual([
      loan.repaid === '1004.5035' ? '80 to 70: loan_overdue' : '80 to 85: loan_repaid_in_time',
    ]);
    expect(['1004.5035', '1003.5']).toContain(loan.repaid);
    // A settled loan is no longer overdue, however late it was.
    expect(loan.overdue).toBe(false);
  }
}, 60_000);

test('loads every loan that waits for a mark when the engine restarts', async () => {
  const lena = await lending.somebody();
  const id = await lending.lent(lena);
  const connection = await lending.pool.connect();
  const found: bigint[] = [];
  for await (const { row, level } of loanTriggers({
    executor: undefined as never,
    now: Date.now,
  }).openTriggers(connection)) {
    if (row === BigInt(id)) found.push(level);
  }
  connection.release();
  const { due_at: dueAt } = await lena.loan(id);
  expect(found.map((level) => level / 1000n)).toEqual([BigInt((dueAt ?? 0) - 3 * 86_400)]);
});
