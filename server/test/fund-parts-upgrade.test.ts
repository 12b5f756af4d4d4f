/**
 * A house with orders of the fund from before days were shared by the time that somebody was there: what was paid and published
 * says that it was of whole days, what runs goes on with whole days and nothing left over, and what begins now has its parts.
 */
import { expect, test } from 'vitest';
import { olderDatabase } from '../../tools/testing/older-database.ts';
import type { OlderDatabase } from '../../tools/testing/older-database.ts';
import { createPool } from '../src/db/pool.ts';
import { breaches } from '../src/ledger/invariants.ts';

const DAY_MS = 86_400_000;
const DAY = 20_454;
/** An hour before noon of the day that is open. */
const NOW = DAY * DAY_MS + 11 * 3_600_000;

type Owner = OlderDatabase['owner'];
type Order = { id: number; status: string; startedMs: number | null; paid: number; reason?: string };

/** Of three days and 1,000, as it was written before; what brought it there is left out, and with it the guards. */
async function plant(owner: Owner, { id, status, startedMs, paid, reason }: Order): Promise<void> {
  const dueMs = status === 'in_progress' ? (startedMs ?? 0) + (paid + 1) * DAY_MS : null;
  await owner.query(
    `insert into fund_order (book, id, project, terms_version, amount, rate_min, rate_max, days, early_fee_rate, status, reason,
      version, applied_ms, asked_ms, started_ms, ends_ms, ended_ms, paid_days, income, fee, due_ms, wake_ms, armed_seq)
      values (100001, $1, 2, 0, 1000, 0.01, 0.02, 3, 0.01, $2, $3, 5, 0, 0, $4::bigint, $4::bigint + 259200000, $5, $6, $7, 0, $8, $8, 0)`,
    [id, status, reason ?? null, startedMs, reason === undefined ? null : NOW, paid, paid * 10, dueMs],
  );
  for (let number = 1; number <= paid; number += 1) {
    const markMs = (startedMs ?? 0) + number * DAY_MS;
    await owner.query(
      `insert into fund_payment (book, order_id, number, mark_ms, day, rate, amount, paid_ms, journal_seq)
        values (100001, $1, $2, $3, $4, 0.01, 10, $3, $5)`,
      [id, number, markMs, Math.floor(markMs / DAY_MS) - 1, id * 10 + number],
    );
  }
}

/** What a statement comes to while the guards stand: how many rows, or the guard that refused. */
async function tried(owner: Owner, statements: readonly string[]): Promise<string> {
  await owner.query('begin');
  try {
    for (const sql of statements) await owner.query(sql);
    await owner.query('set constraints all immediate');
    return 'passes';
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? (error as Error).message;
  } finally {
    await owner.query('rollback');
  }
}

test('what was before keeps whole days, and what comes has its parts', async () => {
  const { owner, ownerUrl, planted, upgrade } = await olderDatabase('0031-fund-parts.sql');
  // Three days ago in the afternoon; over since; begun an hour ago; and one that waits to be accepted.
  const ago = NOW - 2 * DAY_MS + 4 * 3_600_000;
  await planted(async () => {
    await plant(owner, { id: 1, status: 'in_progress', startedMs: ago, paid: 1 });
    await plant(owner, { id: 2, status: 'ended', startedMs: NOW - 4 * DAY_MS, paid: 3, reason: 'matured' });
    await plant(owner, { id: 3, status: 'in_progress', startedMs: NOW - 3_600_000, paid: 0 });
    await plant(owner, { id: 4, status: 'pending', startedMs: null, paid: 0 });
    for (let day = DAY - 4; day < DAY; day += 1) {
      await owner.query(
        `insert into fund_day (day, result, balance, returned, wanted, reserved, covered, published_ms, capital)
          values ($1::int, 0, 0, 0, 40, 20, true, ($1::bigint + 1) * 86400000, 0)`,
        [day],
      );
      await owner.query(
        `insert into fund_rate (day, project, terms_version, principal, rate_min, rate_max, rate) values ($1, 2, 0, 2000.00000001, 0.01, 0.02, $2)`,
        [day, day === DAY - 1 ? 0 : 0.01],
      );
    }
    await owner.query(
      `insert into strategy_clock (book, id, first_slot_ms, next_slot_ms, day, result, balance, due_ms, version, armed_seq)
        values (0, 1, 0, $1, $2, 0, 0, $1, 1, 0)`,
      [NOW, DAY],
    );
  });
  await upgrade();

  const orders = await owner.query<{ id: string; since: string | null }>(
    'select id, started_ms - counts_from_ms as since from fund_order order by id',
  );
  // Since the midnight before.
  expect(orders.rows.map(({ since }) => (since === null ? null : Number(since)))).toEqual(
    [ago, NOW, NOW - 3_600_000].map((ms) => ms % DAY_MS).concat([null as never]),
  );
  const payments = await owner.query('select distinct part_ms from fund_payment');
  expect(payments.rows).toEqual([{ part_ms: DAY_MS }]);
  const rates = await owner.query('select distinct principal_ms::text as weight from fund_rate');
  expect(rates.rows).toEqual([
    { weight: (200_000_000_001n * BigInt(DAY_MS)).toString().replace(/(\d{8})$/, '.$1') },
  ]);
  // The day that is open weighs what is paid for it a day later, for all of it; the other has a mark before midnight to be paid.
  const weights = await owner.query('select day, project, principal_ms::text as weight from fund_weight');
  expect(weights.rows).toEqual([{ day: DAY, project: 2, weight: `${1000 * DAY_MS}.00000000` }]);

  // The mark of the one that runs, of a day at a rate of zero: for the whole of it, and for no part.
  const goesOn = `update fund_order set paid_days = 2, version = 6, due_ms = due_ms + 86400000, wake_ms = wake_ms + 86400000 where id = 1`;
  const paid = (
    partMs: number,
  ) => `insert into fund_payment (book, order_id, number, mark_ms, day, part_ms, rate, amount, paid_ms)
    select book, id, 2, started_ms + 2 * 86400000, ${DAY - 1}, ${partMs}, 0, 0, ${NOW + DAY_MS} from fund_order where id = 1`;
  expect(await tried(owner, [goesOn, paid(DAY_MS)])).toBe('passes');
  expect(await tried(owner, [goesOn, paid(15 * 3_600_000)])).toBe('fund_payment_borne_out');
  // At its end nothing of another day is left.
  const ends = (due: string) =>
    `update fund_order set status = 'ended', reason = 'matured', paid_days = 3, version = 7, ended_ms = ends_ms, due_ms = ${due},
      wake_ms = ${due} where id = 1`;
  expect(await tried(owner, [ends('ends_ms - ends_ms % 86400000 + 86400000')])).toBe('fund_order_transition');
  expect(await tried(owner, [ends('null')])).toBe('fund_order_moved');
  // What is accepted from now on counts from its start.
  const begins = (counts: string) =>
    `update fund_order set status = 'in_progress', version = 6, started_ms = ${NOW}, counts_from_ms = ${counts},
      ends_ms = ${NOW} + 259200000, due_ms = ${NOW} + 86400000, wake_ms = ${NOW} + 86400000 where id = 4`;
  expect(await tried(owner, [begins(String(NOW))])).toBe('fund_order_record');
  expect(await tried(owner, [begins(String(DAY * DAY_MS))])).toBe('fund_order_transition');

  const pool = createPool(ownerUrl, { max: 1 });
  const found = (await breaches(pool)).filter(({ invariant }) =>
    /^(L23|L12: a published day weighed)/.test(invariant),
  );
  await pool.end();
  // What was planted has no journals, so its payments are found; their days and parts are as they are to be.
  expect(found.filter(({ detail }) => !/payment \d$/.test(detail))).toEqual([]);
});
