/** Writes to loan tables that the database rejects, in plain SQL as the serving role. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breaches } from '../../app/breaches.ts';
import type { Connection } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { actingAs, showActing } from '@candor/testing/acting-as.ts';
import { appendSigned } from '@candor/testing/signing.ts';
import { openLending } from './testing/lending.ts';
import type { Borrower, Lending } from './testing/lending.ts';

let lending: Lending;
let lena: Borrower;
let wei: Borrower;
/** Each borrower gets a session, so that no statement is rejected for lack of one. */
const borrowers: Borrower[] = [];
/** Lena's pending loan, and Wei's running loan. */
let waiting: string;
let running: string;

beforeAll(async () => {
  lending = await openLending();
  [lena, wei] = [await lending.somebody(), await lending.somebody()];
  borrowers.push(lena, wei);
  waiting = await lena.applied();
  running = await lending.lent(wei);
}, 60_000);
afterAll(() => lending.close());

type Act = (at: Connection) => Promise<unknown>;
const sql =
  (text: string, ...values: unknown[]): Act =>
  (at) =>
    at.query(text, values);
const record =
  (of: () => Borrower, account: string, action: string): Act =>
  async (at) => {
    const { customer } = of();
    const found = await at.query<{ id: string; amount: string }>(
      'select l.id::text, l.amount::text from loan l where l.book = $1 order by l.id desc limit 1',
      [customer],
    );
    const body = found.rows[0] ?? {};
    await appendSigned(at, { action, subject: `customer:${customer}`, body }, { account, nowMs: 1 });
  };
/** Returns the constraint that the statements violate, or that they passed. */
async function refused(...acts: Act[]): Promise<string> {
  try {
    await inTransaction(lending.pool, async (at) => {
      for (const { token } of borrowers) await showActing(at, await actingAs(lending.pool, token));
      for (const act of acts) await act(at);
    });
  } catch (error) {
    const { constraint, message } = error as { constraint?: string; message: string };
    return constraint ?? message;
  }
  return 'passed';
}

const LENT = `update loan set version = version + 1, status = 'disbursed', decided_ms = 1, decided_by = 'rosa',
  disbursed_ms = market_ms(), due_ms = market_ms() + days * 86400000::bigint, disburse_seq = 99, principal_left = amount`;
const FAILED = `update loan set version = version + 1, status = 'failed', decided_ms = 1`;
const change = (what: string) => sql(`update loan set version = version + 1, ${what} where id = $1`, running);
const journal =
  (kind: string, ref: string, accounts: string, amounts: string): Act =>
  (at) =>
    at.query(
      `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
      select b.id, b.seq + 1, $2, $3, 1, 0, $4::account[], array['USDT', 'USDT'], $5::numeric[] from book b where b.id = $1`,
      [wei.customer, kind, ref, accounts, amounts],
    );

describe('an application', () => {
  test('is decided only with an audit record, by the operator whom the record names, without a conflict of interest', async () => {
    const lend = sql(`${LENT} where id = $1`, waiting);
    const approved = record(() => lena, 'rosa', 'loan.approve');
    expect(await refused(lend)).toBe('loan_record');
    expect(
      await refused(
        record(() => wei, 'rosa', 'loan.approve'),
        lend,
      ),
    ).toBe('loan_record');
    expect(
      await refused(
        record(() => lena, 'theo', 'loan.approve'),
        lend,
      ),
    ).toBe('loan_record');
    expect(
      await refused(
        record(() => lena, 'rosa', 'loan.reject'),
        lend,
      ),
    ).toBe('loan_record');
    expect(
      await refused(
        record(() => lena, 'rosa', 'deposit.approve'),
        lend,
      ),
    ).toBe('loan_record');
    // With the audit record, but without a journal.
    expect(await refused(approved, lend)).toBe('loan_moved');
    // With a start in the distant past all interest would be due, and with a start in the future none.
    for (const other of ['1', '32503680000000']) {
      const then = sql(`${LENT.replaceAll('market_ms()', other)} where id = $1`, waiting);
      expect(await refused(approved, then), other).toBe('loan_time');
    }
    const fail = (reason: string, by: string | null) =>
      sql(`${FAILED}, reason = $2, decided_by = $3 where id = $1`, waiting, reason, by);
    expect(await refused(fail('income_unclear', 'rosa'))).toBe('loan_record');
    expect(await refused(fail('income_unclear', null))).toBe('loan_record');
    expect(await refused(fail('start_over', null))).toBe('loan_record');
    expect(await refused(fail('cancelled_by_customer', 'rosa'))).toBe('loan_transition');
    await lending.ada.done('POST tie', { customer: lena.customer, person: 'rosa' });
    expect(await refused(approved, lend)).toBe('loan_record');
    expect(
      await refused(
        record(() => lena, 'rosa', 'loan.reject'),
        fail('income_unclear', 'rosa'),
      ),
    ).toBe('loan_record');
  });

  test('keeps its submitted values, and can’t leave the failed state', async () => {
    const asked = (what: string) =>
      refused(sql(`update loan set version = version + 1, ${what} where id = $1`, waiting));
    for (const what of [
      'amount = 2000',
      'daily_rate = 0',
      'overdue_cap = 1',
      'days = 90',
      `house_digest = '\\x00'`,
    ]) {
      expect(await asked(what)).toMatch(/permission denied/);
    }
    expect(await refused(sql('update loan set version = version where id = $1', waiting))).toBe(
      'loan_transition',
    );
    const gone = await lending.somebody();
    const id = await gone.applied();
    await gone.cancel(id);
    const back = sql(
      `update loan set version = 9, status = 'pending_review', reason = null, decided_ms = null where id = $1`,
      id,
    );
    expect(await refused(back)).toBe('loan_transition');
    expect(await refused(sql('delete from loan where id = $1', id))).toMatch(/permission denied/);
  });

  test('is rejected unless it has the rates and limits of its terms and the current time', async () => {
    const other = await lending.somebody();
    borrowers.push(other);
    const files = [
      await other.picture(),
      await other.picture(),
      await other.picture(),
      await other.picture(),
    ];
    const shown = files
      .map((id) => `'${id}', (select digest from stored_file where id = '${id}')`)
      .join(', ');
    const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
    const applied = async (given: Readonly<Record<string, string>> = {}) => {
      const row = {
        ...{
          amount: '1000',
          daily_rate: '0.0005',
          overdue_rate: '0.001',
          overdue_cap: '0.2',
          needs_second: 'false',
        },
        ...{ applied_ms: now, review_due_ms: `${now} + 86400000`, ...given },
      };
      const undone: Act = () => Promise.reject(new Error('written'));
      const insert = sql(
        `insert into loan (book, id, currency, days, terms_version, agreement, house, house_digest, income, income_digest, bank,
          bank_digest, identity, identity_digest, status, version, principal_left, interest_days, interest, interest_paid, overdue_days,
          fees, fees_paid, next_mark, armed_seq, ${Object.keys(row).join(', ')})
        select ${other.customer}, nextval('row_id'), 'USDT', 30, 0, l.agreement, ${shown}, 'pending_review', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
          ${Object.values(row).join(', ')} from loan l where l.id = $1`,
        waiting,
      );
      return refused(insert, undone);
    };
    expect(await applied()).toBe('written');
    for (const made of [
      { daily_rate: '0.0001' },
      { overdue_rate: '0' },
      { overdue_cap: '0.1' },
      { amount: '999' },
      { amount: '60000', needs_second: 'true' },
    ]) {
      expect([made, await applied(made)]).toEqual([made, 'loan_terms']);
    }
    expect(await applied({ applied_ms: `${now} - 60000`, review_due_ms: `${now} + 86340000` })).toBe(
      'loan_time',
    );
    expect(await applied({ review_due_ms: `${now} + 864000000` })).toBe('loan_time');
    const scored = async (score: number) => {
      await lending.owner.query('alter table customer disable trigger user');
      await lending.owner.query('update customer set credit_score = $2 where id = $1', [
        other.customer,
        score,
      ]);
      await lending.owner.query('alter table customer enable trigger user');
    };
    await scored(59);
    expect(await applied()).toBe('loan_terms');
    await scored(60);
    expect(await applied()).toBe('written');
  });

  test('is rejected without a verified customer and four unused images that the customer uploaded', async () => {
    const copy = (files: string, book = 'l.book', version = 'terms_version') =>
      refused(
        sql(
          `insert into loan (book, id, currency, amount, days, daily_rate, overdue_rate, overdue_cap, terms_version, agreement,
            house, house_digest, income, income_digest, bank, bank_digest, identity, identity_digest, status, version, applied_ms,
            review_due_ms, needs_second, principal_left, interest_days, interest, interest_paid, overdue_days, fees, fees_paid, next_mark, armed_seq)
          select ${book}, nextval('row_id'), currency, amount, days, daily_rate, overdue_rate, overdue_cap, ${version}, agreement,
            ${files}, 'pending_review', 1, 1, 2, needs_second, 0, 0, 0, 0, 0, 0, 0, 0, 0 from loan l where l.id = $1`,
          waiting,
        ),
      );
    const same = `house, house_digest, income, income_digest, bank, bank_digest, identity, identity_digest`;
    expect(await copy(same)).toBe('loan_one');
    const other = await lending.somebody();
    expect(await copy(same, other.customer)).toBe('loan_document_once');
    const file = await other.picture();
    const own = `(select id from stored_file where id = '${file}'), (select digest from stored_file where id = '${file}')`;
    expect(await copy([own, own, own, own].join(', '), other.customer)).toBe('loan_file_free');
    // Nobody published this version.
    expect(await copy(same, other.customer, '1')).toBe('loan_terms');
    const stranger = await lending.somebody('unverified');
    expect(await copy(same, stranger.customer)).toBe('loan_transition');
  });
});

describe('a running loan', () => {
  test('is not charged for a day that has not started, and passes no mark early', async () => {
    expect(await refused(change('next_mark = 1'))).toBe('loan_time');
    expect(await refused(change('next_mark = 3'))).toBe('loan_time');
    expect(await refused(change('interest_days = 2, interest = 1'))).toBe('loan_time');
    expect(await refused(change('overdue_days = 1, fees = 1'))).toBe('loan_time');
    expect(await refused(change('fees = 0.00000001'))).toBe('loan_time');
    expect(await refused(change('interest = 0.00000001'))).toBe('loan_time');
    expect(await refused(change('interest = 0.50000001, interest_days = 1'))).toBe('loan_time');
  });

  test('can’t be forgiven, extended or made more expensive', async () => {
    expect(await refused(change('principal_left = 999'))).toBe('loan_moved');
    expect(await refused(change('principal_left = 1'))).toBe('loan_moved');
    expect(await refused(change(`interest_days = 1, interest = 0.5, interest_paid = 0.5`))).toBe(
      'loan_moved',
    );
    const charged = change('interest_days = 1, interest = 0.5');
    expect(await refused(charged, change('interest = 0.4'))).toBe('loan_transition');
    expect(await refused(change('due_ms = due_ms + 86400000'))).toMatch(/loan_(transition|check)/);
    expect(await refused(change('disburse_seq = disburse_seq + 1'))).toBe('loan_transition');
    expect(await refused(change(`status = 'settled', settled_ms = 1, principal_left = 0`))).toBe(
      'loan_moved',
    );
    expect(
      await refused(change(`status = 'settled', settled_ms = 1, principal_left = 0, reason = 'start_over'`)),
    ).toBe('loan_record');
    expect(await refused(change(`status = 'pending_review'`))).toMatch(/loan_/);
  });

  test('moves money only with a matching payment', async () => {
    const ref = `loan:${running}`;
    expect(await refused(journal('loan_repay', ref, '{spot,lending}', '{-5,5}'))).toBe('loan_journal');
    expect(await refused(journal('loan_disburse', ref, '{lending,spot}', '{-1000,1000}'))).toBe(
      'loan_journal',
    );
    expect(await refused(journal('loan_return', ref, '{equity,lending}', '{-5,5}'))).toBe('loan_journal');
    expect(await refused(journal('loan_repay', ref, '{contract,lending}', '{-5,5}'))).toBe(
      'journal_template',
    );
    const paid = sql(
      `insert into loan_payment (book, id, loan, time_ms, amount, fee, interest, principal, journal_seq)
        select $1, 1, $2, 1, 5, 0, 0, 5, b.seq + 1 from book b where b.id = $1`,
      wei.customer,
      running,
    );
    expect(await refused(paid)).toBe('loan_moved');
    expect(await refused(paid, journal('loan_repay', ref, '{spot,lending}', '{-5,5}'))).toBe('loan_moved');
    expect(await refused(paid, change('principal_left = 995'))).toBe('loan_moved');
    expect(
      await refused(
        paid,
        journal('loan_repay', ref, '{spot,lending}', '{-4,4}'),
        change('principal_left = 995'),
      ),
    ).toBe('loan_journal');
    expect(
      await refused(
        paid,
        journal('loan_return', ref, '{equity,lending}', '{-5,5}'),
        change('principal_left = 995'),
      ),
    ).toBe('loan_journal');
    expect(await refused(sql('update loan_payment set fee = 1'))).toMatch(/permission denied/);
    expect(await refused(sql(`delete from loan_document`))).toMatch(/permission denied/);
  });
});

describe('the credit score', () => {
  const score = (by: number) =>
    sql('update credit_standing set score = score + $2 where book = $1', wei.customer, by);
  const line = (mark: number, reason: string, before: number, after: number) =>
    sql(
      `insert into credit_change (customer, time_ms, score_before, score_after, reason, loan, mark)
        values ($1, 1, $2, $3, $4, $5, $6)`,
      wei.customer,
      before,
      after,
      reason,
      running,
      mark,
    );

  test('changes only with a mark of a loan, and not before the mark', async () => {
    expect(await refused(score(-10))).toBe('customer_record');
    expect(await refused(score(5))).toBe('customer_record');
    expect(await refused(line(2, 'loan_overdue', 80, 70), score(-11))).toBe('customer_record');
    expect(await refused(line(2, 'loan_overdue', 80, 70), score(-10))).toBe('credit_change_of_loan');
    expect(await refused(line(5, 'loan_repaid_in_time', 80, 85), score(5))).toBe('credit_change_of_loan');
    expect(await refused(line(5, 'loan_repaid_in_time', 80, 100), score(20))).toBe(
      'credit_change_loan_check',
    );
    expect(await refused(line(2, 'operator_correction', 80, 70), score(-10))).toBe(
      'credit_change_loan_check',
    );
    expect(await refused(line(2, 'loan_overdue', 80, 100), score(20))).toBe('credit_change_loan_check');
    // The lines of the rejected transactions left the score unchanged.
    const { rows } = await lending.pool.query<{ score: number }>(
      'select score from credit_standing where book = $1',
      [wei.customer],
    );
    expect(rows).toEqual([{ score: 80 }]);
  });
});

describe('the audit', () => {
  /** Breaks something as the database's owner could, runs the audit, and repairs it. */
  async function found(table: string, broken: string, mended: string): Promise<string[]> {
    const triggers = async (state: 'disable' | 'enable') =>
      lending.owner.query(`alter table ${table} ${state} trigger user`);
    const key = table === 'loan_payment' ? 'loan' : 'id';
    await triggers('disable');
    await lending.owner.query(`update ${table} set ${broken} where ${key} = $1`, [running]);
    const told = await breaches(lending.owner);
    await lending.owner.query(`update ${table} set ${mended} where ${key} = $1`, [running]);
    await triggers('enable');
    return [...new Set(told.map(({ invariant }) => invariant.slice(0, 3)))];
  }

  test('reports a difference of a single unit, and nothing after its repair', async () => {
    await wei.repay(running, '300.12345678');
    expect(await breaches(lending.owner)).toEqual([]);
    for (const column of ['principal_left', 'interest', 'fees'] as const) {
      const unit = `${column} = ${column}`;
      expect(await found('loan', `${unit} + 0.00000001`, `${unit} - 0.00000001`), column).toContain('L14');
    }
    const paid = 'interest_paid = interest_paid';
    expect(await found('loan', `${paid} - 0.00000001`, `${paid} + 0.00000001`)).toContain('L14');
    for (const column of ['disburse_seq', 'overdue_days'] as const) {
      expect(await found('loan', `${column} = ${column} + 1`, `${column} = ${column} - 1`), column).toContain(
        'L14',
      );
    }
    expect(await found('loan', 'daily_rate = 0.0004', 'daily_rate = 0.0005')).toContain('L14');
    expect(await found('loan', 'terms_version = 1', 'terms_version = 0')).toContain('L28');
    expect(await found('loan', `decided_by = 'theo'`, `decided_by = 'rosa'`)).toContain('L21');
    expect(await found('loan', 'next_mark = 3', 'next_mark = 0')).toContain('L25');
    const parts = (sign: string, other: string) =>
      `interest = interest ${sign} 0.1, principal = principal ${other} 0.1`;
    expect(await found('loan_payment', parts('+', '-'), parts('-', '+'))).toContain('L14');
    expect(await breaches(lending.owner)).toEqual([]);
  });
});
