/** Loans from before a large one took two persons: what waits takes two from now on, what was decided stays, and whose pictures are whose. */
import { expect, test } from 'vitest';
import { olderDatabase } from '../../../../tools/testing/older-database.ts';

const LOAN = `insert into loan (book, id, currency, amount, days, daily_rate, overdue_rate, overdue_cap, terms_version, agreement,
    house, house_digest, income, income_digest, bank, bank_digest, identity, identity_digest, status, reason, version, applied_ms,
    review_due_ms, decided_ms, decided_by, disbursed_ms, due_ms, disburse_seq, principal_left, interest_days, interest,
    interest_paid, overdue_days, fees, fees_paid, next_mark, armed_seq)
  select $1, $1, 'USDT', $2::numeric, 7, 0.0005, 0.001, 0.2, 0, 'x', 'h', '\\x01', 'i', '\\x02', 'b', '\\x03', 'd', '\\x04', $3,
    case $3 when 'failed' then 'income_unclear' end, 2, 1, 2, d.by_ms, d.by, l.by_ms, l.by_ms + 7 * 86400000::bigint, l.by_ms,
    case when l.by_ms is null then 0 else $2::numeric end, 0, 0, 0, 0, 0, 0, 0, 0
  from (select case when $3 <> 'pending_review' then 1 end as by_ms, case when $3 <> 'pending_review' then 'rosa' end as by) d,
    (select case when $3 = 'disbursed' then 1::bigint end as by_ms) l`;

test('a large one that waits takes two, and a picture of one that failed is its owner’s unless another showed it since', async () => {
  const { owner, planted, upgrade } = await olderDatabase('0032-loan-two-persons.sql');
  await planted(async () => {
    for (const [book, amount, status] of [
      [1, '9999.99999999', 'pending_review'],
      [2, '10000', 'pending_review'],
      [3, '20000', 'disbursed'],
      [4, '20000', 'failed'],
    ] as const) {
      await owner.query(LOAN, [book, amount, status]);
    }
    await owner.query(`insert into loan_document (book, loan, digest, state) values
      (4, 4, '\\x01', 'released'), (4, 4, '\\x02', 'released'), (2, 2, '\\x02', 'open'), (3, 3, '\\x03', 'kept')`);
  });
  await upgrade();

  const loans = await owner.query('select id, needs_second, first_by from loan order by id');
  expect(loans.rows.map(Object.values)).toEqual([
    ['1', false, null],
    ['2', true, null],
    ['3', false, null],
    ['4', false, null],
  ]);
  const documents = await owner.query(
    `select book, encode(digest, 'hex') as digest, state from loan_document order by book, digest`,
  );
  expect(documents.rows.map(Object.values)).toEqual([
    ['2', '02', 'open'],
    ['3', '03', 'kept'],
    ['4', '01', 'kept'],
    ['4', '02', 'released'],
  ]);
});
