/** Dual approval of large loans: in sequence, concurrently, against a rejection or cancellation, and by direct SQL. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { carryOut, signedRecord, signerAt } from '@candor/testing/signing.ts';
import type { Statement } from '@candor/testing/signing.ts';
import { lineOf } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { publishedBefore } from '@candor/testing/published-terms.ts';
import { inTransaction } from '../../db/transaction.ts';
import { OperatorSessions } from '../../operators/operator-sessions.ts';
import { openLending, reject, said } from './testing/lending.ts';
import type { Borrower, Lending } from './testing/lending.ts';

const LARGE = { amount: '10000' };
const PAID = ['loan_disburse: lending -10000, spot 10000'];

let lending: Lending;
/** A second account of the same person as the account rosa. */
let rosa2: ConsoleLine;

beforeAll(async () => {
  lending = await openLending();
  const account = 'rosa2';
  await lending.owner.query(
    `insert into operator (account, role, person, password_hash, created_ms) values ($1, 'admin', 'rosa', '', 0)`,
    [account],
  );
  const sessions = new OperatorSessions({ pool: lending.pool, now: Date.now });
  const token = await sessions.open(account, { device: undefined, address: '127.0.0.1', agent: 'test' });
  const who = { account, role: 'admin', person: 'rosa' } as const;
  const signer = await signerAt(lending.pool, lending.server.origin, who);
  rosa2 = lineOf(lending.server, { account, token, device: undefined, signer });
}, 60_000);
afterAll(() => lending.close());

async function large() {
  const of = await lending.somebody();
  const id = await of.applied(LARGE);
  return { of, id, verdict: await lending.verdictOn(of, id) };
}

const send = async (by: ConsoleLine, verdict: Parameters<ConsoleLine['ask']>[1]) =>
  said(await by.ask('POST loan_decide', verdict as never));

const tie = (of: Borrower, person: string) =>
  lending.pool.query(
    `insert into operator_tie (person, customer, noted_ms, noted_by) values ($1, $2, 0, 'sam')`,
    [person, of.customer],
  );

const caseOf = (of: Borrower, id: string) => lending.rosa.done('GET loan', { customer: of.customer, id });

const recordsOf = async (of: Borrower): Promise<string[]> => {
  const { rows } = await lending.pool.query<{ line: string }>(
    `select operator || ' ' || action as line from audit
      where subject = $1 and action like 'loan.%' and action <> 'loan.read' order by seq`,
    [`customer:${of.customer}`],
  );
  return rows.map(({ line }) => line);
};

// The serving role has no privilege to update the submitted columns.
const NO_RIGHT = 'no right';
const why = (constraint: string) => (constraint === NO_RIGHT ? { code: '42501' } : { constraint });

describe('dual approval in sequence', () => {
  test('records the first approval without showing it to the customer, and pays out on the second', async () => {
    const { of, id, verdict } = await large();
    expect(await caseOf(of, id)).toMatchObject({ needs_second: true, first_by: null, first_at: null });
    const before = await of.loan(id);
    expect(await send(lending.rosa, verdict)).toBe('ok');
    expect(await of.loan(id)).toEqual(before);
    expect(before.status).toBe('pending_review');
    expect(Object.keys(before).filter((name) => /second|first/.test(name))).toEqual([]);
    expect(await lending.noticesOf(of)).toEqual([]);
    expect(await caseOf(of, id)).toMatchObject({
      ...{ status: 'pending_review', first_by: 'rosa', first_person: 'rosa', first_at: expect.any(Number) },
      decided_by: null,
    });
    const { items } = await lending.theo.done('GET cases', { kind: 'loan' });
    expect(items.find((one) => one.id === id)).toMatchObject({ needs_second: true, first_by: 'rosa' });
    expect(await lending.journalsOf(of)).toEqual([]);

    expect(await send(lending.rosa, verdict)).toBe('second_person_needed');
    expect(await send(rosa2, verdict)).toBe('second_person_needed');
    expect(await send(lending.theo, { ...verdict, amount: '9999' })).toBe('case_changed');
    expect(await send(lending.theo, { ...verdict, documents: verdict.documents.toReversed() })).toBe(
      'case_changed',
    );
    expect(await send(lending.theo, verdict)).toBe('ok');
    expect(await of.spot()).toBe('110000');
    expect(await lending.journalsOf(of)).toEqual(PAID);
    expect(await recordsOf(of)).toEqual(['rosa loan.approve_first', 'theo loan.approve']);
    expect(await caseOf(of, id)).toMatchObject({ first_by: 'rosa', decided_by: 'theo' });
    expect(await send(lending.ada, verdict)).toBe('order_state_wrong');
  });

  test('accepts a rejection by one person, even the first approver, and a cancellation by the customer', async () => {
    const [one, other, third] = [await large(), await large(), await large()];
    for (const { verdict } of [one, other, third]) expect(await send(lending.rosa, verdict)).toBe('ok');
    expect(await lending.decide(lending.rosa, one, reject)).toBe('ok');
    expect(await lending.decide(lending.theo, other, reject)).toBe('ok');
    expect(said(await third.of.cancel(third.id))).toBe('ok');
    for (const { of, id, verdict } of [one, other, third]) {
      expect(await of.loan(id)).toMatchObject({ status: 'failed' });
      expect(await send(lending.theo, verdict)).toBe('order_state_wrong');
      expect(await lending.journalsOf(of)).toEqual([]);
    }
  });

  test('voids a first approval if its approver now has a conflict of interest', async () => {
    const { of, id, verdict } = await large();
    expect(await send(lending.theo, verdict)).toBe('ok');
    await tie(of, 'theo');
    expect(await send(lending.rosa, verdict)).toBe('ok');
    expect(await caseOf(of, id)).toMatchObject({ status: 'pending_review', first_by: 'rosa' });
    expect(await send(lending.theo, verdict)).toBe('conflict_of_interest');
    expect(await send(rosa2, verdict)).toBe('second_person_needed');
    expect(await lending.journalsOf(of)).toEqual([]);
    expect(await send(lending.ada, verdict)).toBe('ok');
    expect(await lending.journalsOf(of)).toEqual(PAID);
  });

  test('refuses both approvals for a borrower who was frozen or whose score fell', async () => {
    const { of, verdict } = await large();
    const standing = (change: 'freeze' | 'release') =>
      lending.ada.done('POST standing', { customer: of.customer, change, reason: 'security_check' });
    await standing('freeze');
    expect(await send(lending.rosa, verdict)).toBe('account_frozen');
    await standing('release');
    expect(await send(lending.rosa, verdict)).toBe('ok');
    await standing('freeze');
    expect(await send(lending.theo, verdict)).toBe('account_frozen');
    await standing('release');
    const score = { customer: of.customer, score: 59, reason: 'operator_correction' } as const;
    await lending.rosa.done('POST credit', score);
    expect(await send(lending.theo, verdict)).toBe('credit_score_low');
    expect(await lending.journalsOf(of)).toEqual([]);
  });
});

describe('dual approval with concurrent requests', () => {
  test('records one first approval for twenty concurrent requests by one person with two accounts', async () => {
    const { of, verdict } = await large();
    const by = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? lending.rosa : rosa2));
    const codes = await Promise.all(by.map((one) => send(one, verdict)));
    expect(codes.toSorted()).toEqual(['ok', ...Array.from({ length: 19 }, () => 'second_person_needed')]);
    expect(await recordsOf(of)).toHaveLength(1);
    expect(await lending.journalsOf(of)).toEqual([]);
  });

  test('pays out once for twenty concurrent approvals by three people, two of whom become the approvers', async () => {
    const { of, id, verdict } = await large();
    const all = [lending.rosa, lending.theo, rosa2, lending.ada];
    const by = Array.from({ length: 20 }, (_, at) => all[at % 4] as ConsoleLine);
    const codes = await Promise.all(by.map((one) => send(one, verdict)));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(2);
    for (const code of codes) expect(['ok', 'second_person_needed', 'order_state_wrong']).toContain(code);
    expect(await lending.journalsOf(of)).toEqual(PAID);
    expect(await of.spot()).toBe('110000');
    const { first_person, decided_by } = await caseOf(of, id);
    expect(first_person).not.toBe(decided_by === 'rosa2' ? 'rosa' : decided_by);
    expect((await recordsOf(of)).map((line) => line.split(' ')[1])).toEqual([
      'loan.approve_first',
      'loan.approve',
    ]);
  });

  test.each([
    ['the customer cancels', ({ of, id }: Awaited<ReturnType<typeof large>>) => of.cancel(id).then(said)],
    [
      'another operator rejects',
      (one: Awaited<ReturnType<typeof large>>) => lending.decide(lending.ada, one, reject),
    ],
  ])('settles the loan once if two approvals arrive while %s', async (_, end) => {
    for (let round = 0; round < 6; round += 1) {
      const one = await large();
      // In half of the rounds, the loan already has its first approval.
      if (round % 2 === 0) expect(await send(lending.rosa, one.verdict)).toBe('ok');
      const acts = [
        ...(round % 2 === 0 ? [] : [() => send(lending.rosa, one.verdict)]),
        () => send(lending.theo, one.verdict),
        () => end(one),
      ];
      const order = round % 3 === 0 ? acts.toReversed() : acts;
      for (const code of await Promise.all(order.map((act) => act()))) {
        expect(['ok', 'order_state_wrong', 'order_state_wrong id']).toContain(code);
      }
      const { status } = await one.of.loan(one.id);
      expect(['disbursed', 'failed']).toContain(status);
      expect(await lending.journalsOf(one.of)).toEqual(status === 'disbursed' ? PAID : []);
      expect(await one.of.spot()).toBe(status === 'disbursed' ? '110000' : '100000');
    }
  });

  test('treats requests with the same key as one approval', async () => {
    const { of, verdict } = await large();
    const keyed = { headers: { 'idempotency-key': 'first' } };
    const clicks = await Promise.all(
      Array.from({ length: 5 }, () => lending.theo.ask('POST loan_decide', verdict, keyed)),
    );
    expect(clicks.map(said)).toEqual(Array.from({ length: 5 }, () => 'ok'));
    expect(await recordsOf(of)).toEqual(['theo loan.approve_first']);
  });
});

describe('dual approval by direct SQL', () => {
  const FIRST = `update loan set version = version + 1, first_by = 'theo', first_ms = 1 where id = $1`;
  const LENT = `update loan set version = version + 1, status = 'disbursed', decided_ms = 1, decided_by = 'theo',
    disbursed_ms = market_ms(), due_ms = market_ms() + days * 86400000::bigint, disburse_seq = 99, principal_left = amount
    where id = $1`;
  const record = (operator: string, action: string): Statement => signedRecord('loan', operator, action);
  const TIED = `insert into operator_tie (person, customer, noted_ms, noted_by)
    select 'rosa', l.book, 0, 'sam' from loan l where l.id = $1`;

  /** Approvals through the application, followed by the statements of one transaction. */
  type Way = {
    readonly before?: readonly ('rosa' | 'ada' | 'theo')[];
    readonly statements: readonly Statement[];
  };

  const commit = (id: string, statements: readonly Statement[]) =>
    inTransaction(lending.pool, async (connection) => {
      await carryOut(connection, id, statements);
    });

  test.each<[what: string, way: Way, constraint: string]>([
    ['pay out on a single approval', { statements: [record('theo', 'approve'), LENT] }, 'loan_two_persons'],
    [
      'pay out on two approvals by one person under two accounts',
      {
        before: ['rosa'],
        statements: [record('rosa2', 'approve'), LENT.replace(`'theo'`, `'rosa2'`)],
      },
      'loan_two_persons',
    ],
    [
      'pay out on two approvals by one account',
      { before: ['theo'], statements: [record('theo', 'approve'), LENT] },
      'loan_two_persons',
    ],
    [
      'pay out after the first approver turned out to have a conflict of interest',
      { before: ['rosa'], statements: [TIED, record('theo', 'approve'), LENT] },
      'loan_two_persons',
    ],
    [
      'pay out on an audit record of a first approval by the second person',
      { before: ['rosa'], statements: [record('theo', 'approve_first'), LENT] },
      'loan_record',
    ],
    [
      'set both approvals in one change',
      {
        statements: [
          record('rosa', 'approve_first'),
          record('theo', 'approve'),
          LENT.replace('set ', `set first_by = 'rosa', first_ms = 1, `),
        ],
      },
      'loan_transition',
    ],
    [
      'replace the first approval with the payout',
      {
        before: ['ada'],
        statements: [
          record('theo', 'approve'),
          LENT.replace('set ', `set first_by = 'rosa', first_ms = 1, `),
        ],
      },
      'loan_transition',
    ],
    ['approve first without a record', { statements: [FIRST] }, 'loan_record'],
    [
      'approve first on the record of a different action',
      { statements: [record('theo', 'approve'), FIRST] },
      'loan_record',
    ],
    [
      'approve first on another operator’s record',
      { statements: [record('rosa', 'approve_first'), FIRST] },
      'loan_record',
    ],
    [
      'approve first with a conflict of interest',
      {
        statements: [TIED, record('rosa', 'approve_first'), FIRST.replace(`'theo'`, `'rosa'`)],
      },
      'loan_record',
    ],
    [
      'approve first without an operator',
      { statements: [record('nobody', 'approve_first'), FIRST.replace(`'theo'`, `'nobody'`)] },
      'audit_approval_missing',
    ],
    [
      'remove a first approval',
      {
        before: ['rosa'],
        statements: [`update loan set version = version + 1, first_by = null, first_ms = null where id = $1`],
      },
      'loan_record',
    ],
    [
      'charge interest with a first approval',
      {
        statements: [
          record('theo', 'approve_first'),
          FIRST.replace('set ', 'set interest_days = 1, interest = 1, '),
        ],
      },
      'loan_transition',
    ],
    [
      'declare a single approval sufficient',
      { statements: [`update loan set version = version + 1, needs_second = false where id = $1`] },
      NO_RIGHT,
    ],
  ])('rejects SQL that tries to %s', async (_, { before = [], statements }, constraint) => {
    const { of, id, verdict } = await large();
    for (const by of before) expect(await send(lending[by], verdict)).toBe('ok');
    const then = await of.loan(id);
    await expect(commit(id, statements)).rejects.toMatchObject(why(constraint));
    expect(await of.loan(id)).toEqual(then);
    expect(await lending.journalsOf(of)).toEqual([]);
  });

  test('refuses to insert a large loan as small, a small loan as large, and a loan with a first approval', async () => {
    const of = await lending.somebody();
    const id = await of.applied({ amount: '9999.99999999' });
    const copy = (amount: string, change: string) =>
      commit(id, [
        `insert into loan select (jsonb_populate_record(l, jsonb_build_object('id', nextval('row_id'), 'version', 1,
          'amount', '${amount}') || '${change}')).* from loan l where l.id = $1`,
      ]);
    for (const [amount, change, constraint] of [
      ['10000', '{"needs_second": false}', 'loan_two_persons'],
      ['9999.99999999', '{"needs_second": true}', 'loan_two_persons'],
      ['10000', '{"needs_second": true, "first_by": "theo", "first_ms": 1}', 'loan_transition'],
      // A valid row gets as far as the constraint on a second open loan.
      ['10000', '{"needs_second": true}', 'loan_one'],
      ['9999.99999999', '{}', 'loan_one'],
    ] as const) {
      await expect(copy(amount, change), change).rejects.toMatchObject({ constraint });
    }
    await expect(commit(id, [record('theo', 'approve_first'), FIRST])).rejects.toMatchObject({
      constraint: 'loan_first_check',
    });
  });
});

test('the database applies the published size of a large loan, and the configured size if the terms state none', async () => {
  const house = await openLending();
  const body = { open: true, min: '500', max: '50000', daily_rate: '0.0005', overdue_rate: '0.001' };
  const needsOf = async (amount: string, version: number) => {
    const of = await house.somebody();
    await expect
      .poll(() => of.done<{ terms_version: number }>('GET lh/loan/config'), { timeout: 8000 })
      .toMatchObject({ terms_version: version });
    const id = await of.applied({ amount, terms_version: version });
    return (await house.rosa.done('GET loan', { customer: of.customer, id })).needs_second;
  };
  await publishedBefore(house.owner, 'loan', { ...body, overdue_cap: '0.2', score_min: '60' });
  expect([await needsOf('9999.99999999', 1), await needsOf('10000', 1)]).toEqual([false, true]);
  await publishedBefore(house.owner, 'loan', {
    ...{ ...body, overdue_cap: '0.2', score_min: '60' },
    two_from: '2000',
  });
  expect([await needsOf('1999.99999999', 2), await needsOf('2000', 2)]).toEqual([false, true]);
  // The helper publishes without an operator, which the audit reports as the only violation.
  await house.close(['L22']);
}, 60_000);
