/** Dual approval of large deposits: in sequence, concurrently, against a rejection or cancellation, and by direct SQL. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allowMoneyOfAnyTime } from '@candor/testing/any-time.ts';
import { lineOf } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { inTransaction } from '../../db/transaction.ts';
import { OperatorSessions } from '../../operators/operator-sessions.ts';
import { newTransaction, said } from './testing/depositor.ts';
import type { Depositor } from './testing/depositor.ts';
import { SIGNED_PAYMENT, carryOut, signedRecord, signerAt } from '@candor/testing/signing.ts';
import type { Statement } from '@candor/testing/signing.ts';
import { openDesk, reject, wait } from './testing/desk.ts';
import type { Desk } from './testing/desk.ts';

const LARGE = { amount: '10000' };

let desk: Desk;
/** A second account of the same person as the account rosa. */
let rosa2: ConsoleLine;

beforeAll(async () => {
  desk = await openDesk();
  // The tests write rows with arbitrary times by direct SQL.
  await allowMoneyOfAnyTime(desk.server);
  const account = 'rosa2';
  await desk.pool.query(
    `insert into operator (account, role, person, password_hash, created_ms) values ($1, 'admin', 'rosa', '', 0)`,
    [account],
  );
  const sessions = new OperatorSessions({ pool: desk.pool, now: Date.now });
  const token = await sessions.open(account, { device: undefined, address: '127.0.0.1', agent: 'test' });
  const who = { account, role: 'admin', person: 'rosa' } as const;
  const signer = await signerAt(desk.pool, desk.server.origin, who);
  rosa2 = lineOf(desk.server, { account, token, device: undefined, signer });
});
afterAll(() => desk.close());

async function large() {
  const of = await desk.somebody();
  const id = await of.handIn(LARGE);
  return { of, id, verdict: await desk.verdictOn(of, id) };
}

const send = async (by: ConsoleLine, verdict: Parameters<ConsoleLine['ask']>[1]) =>
  said(await by.ask('POST deposit_decide', verdict as never));

async function tie(of: Depositor, person: string): Promise<void> {
  await desk.pool.query(
    `insert into operator_tie (person, customer, noted_ms, noted_by) values ($1, $2, 0, 'sam')`,
    [person, await desk.idOf(of)],
  );
}

const caseOf = async (of: Depositor, id: string) =>
  desk.rosa.done('GET deposit', { customer: await desk.idOf(of), id });

// The serving role has no privilege to update the submitted columns.
const NO_RIGHT = 'no right';
const why = (constraint: string) => (constraint === NO_RIGHT ? { code: '42501' } : { constraint });

describe('dual approval in sequence', () => {
  test('records the first approval without showing it to the customer, and credits on the second', async () => {
    const { of, id, verdict } = await large();
    expect(await caseOf(of, id)).toMatchObject({ needs_second: true, first_by: null, first_at: null });
    const [before] = await of.list();
    expect(await send(desk.rosa, verdict)).toBe('ok');
    expect(await of.list()).toEqual([before]);
    expect(before).toMatchObject({ status: 'under_review' });
    expect(Object.keys(before ?? {}).filter((name) => /second|first/.test(name))).toEqual([]);
    expect(await caseOf(of, id)).toMatchObject({
      ...{ status: 'under_review', first_by: 'rosa', first_person: 'rosa', first_at: expect.any(Number) },
      first_reference: verdict.reference,
    });
    const { items } = await desk.theo.done('GET cases', { kind: 'deposit' });
    expect(items.find((one) => one.id === id)).toMatchObject({ needs_second: true, first_by: 'rosa' });
    expect(await desk.journalsOf(of)).toEqual([]);

    expect(await send(desk.theo, verdict)).toBe('ok');
    expect(await of.spot('USDT')).toBe('110000');
    expect(await desk.recordsOf(of)).toEqual(['rosa deposit.approve_first', 'theo deposit.approve']);
    expect(await caseOf(of, id)).toMatchObject({ first_by: 'rosa', decided_by: 'theo' });
  });

  test('requires two approvers if the daily total in a currency reaches the published size, and one approver below that size', async () => {
    const of = await desk.somebody();
    const needs = async (fields: Parameters<Depositor['handIn']>[0]) => {
      const id = await of.handIn(fields);
      return (await caseOf(of, id)).needs_second;
    };
    expect(await needs({ amount: '6000' })).toBe(false);
    expect(await needs({ amount: '3999', network: 'ethereum' })).toBe(false);
    expect(await needs({ amount: '10' })).toBe(true);
    expect(await needs({ currency: 'USD', network: 'wire', amount: '9999' })).toBe(false);
    const [wire, last] = await of.list();
    expect(await of.cancel(last?.id ?? '')).toMatchObject({ status: 200 });
    // Failed deposits don't count towards the daily total.
    expect(await of.cancel(wire?.id ?? '')).toMatchObject({ status: 200 });
    expect(await needs({ currency: 'USD', network: 'wire', amount: '9999.99' })).toBe(false);
    for (const { id, currency } of await of.list({ status: 'under_review' })) {
      const verdict = currency === 'USD' ? reject : {};
      expect(await desk.decide(desk.rosa, { of, id }, verdict)).toBe('ok');
    }
    expect(await of.spot('USDT')).toBe('109999');
  });

  test('refuses a second approval with a different amount or image, and keeps the first approval', async () => {
    const { of, id, verdict } = await large();
    expect(await send(desk.rosa, verdict)).toBe('ok');
    expect(await send(desk.theo, { ...verdict, amount: '9999' })).toBe('case_changed');
    expect(await send(desk.theo, { ...verdict, voucher_hash: '00' })).toBe('case_changed');
    expect(await caseOf(of, id)).toMatchObject({ status: 'under_review', first_by: 'rosa' });
    expect(await send(desk.theo, verdict)).toBe('ok');
    expect(await desk.journalsOf(of)).toHaveLength(1);
  });

  test('treats an approval of a different payment as a first approval, even after a correction', async () => {
    const { of, id, verdict } = await large();
    expect(await send(desk.rosa, verdict)).toBe('ok');
    const other = { ...verdict, reference: newTransaction() };
    expect(await send(desk.theo, other)).toBe('ok');
    expect(await caseOf(of, id)).toMatchObject({ status: 'under_review', first_by: 'theo' });
    const right = { ...verdict, reference: newTransaction() };
    expect(await send(desk.theo, right)).toBe('ok');
    expect(await desk.journalsOf(of)).toEqual([]);
    // The same payment, with its reference spelled differently.
    const written = { ...right, reference: `0x${right.reference?.toUpperCase()}` };
    expect(await send(desk.theo, written)).toBe('second_person_needed');
    expect(await send(desk.rosa, written)).toBe('ok');
    expect(await desk.journalsOf(of)).toHaveLength(1);
  });

  test('refuses an approval of a payment that was already credited for a different deposit', async () => {
    const [one, two] = [await large(), await desk.somebody()];
    const small = await two.handIn();
    const { reference } = one.verdict;
    expect(await send(desk.rosa, one.verdict)).toBe('ok');
    expect(await desk.decide(desk.rosa, { of: two, id: small }, { reference })).toBe('ok');
    expect(await send(desk.theo, one.verdict)).toBe('reference_used reference');
    const third = await large();
    expect(await send(desk.theo, { ...third.verdict, reference })).toBe('reference_used reference');
    expect(await desk.journalsOf(one.of)).toEqual([]);
  });

  test('voids a first approval if the payment is not final, or if its approver now has a conflict of interest', async () => {
    const { of, id, verdict } = await large();
    expect(await send(desk.rosa, verdict)).toBe('ok');
    expect(await desk.decide(desk.theo, { of, id }, wait)).toBe('ok');
    expect(await caseOf(of, id)).toMatchObject({ status: 'waiting', first_by: null });
    expect(await send(desk.theo, verdict)).toBe('ok');
    expect(await of.list()).toMatchObject([{ status: 'waiting' }]);
    await tie(of, 'theo');
    expect(await send(desk.rosa, verdict)).toBe('ok');
    expect(await caseOf(of, id)).toMatchObject({ status: 'waiting', first_by: 'rosa' });
    expect(await send(desk.theo, verdict)).toBe('conflict_of_interest');
    expect(await send(rosa2, verdict)).toBe('second_person_needed');
    expect(await desk.journalsOf(of)).toEqual([]);
    expect(await send(desk.ada, verdict)).toBe('ok');
    expect(await desk.journalsOf(of)).toHaveLength(1);
  });
});

describe('dual approval with concurrent requests', () => {
  test('records one first approval for concurrent requests by one person with two accounts', async () => {
    const { of, verdict } = await large();
    const codes = await Promise.all(
      [desk.rosa, rosa2, desk.rosa, rosa2, desk.rosa].map((by) => send(by, verdict)),
    );
    expect(codes.toSorted()).toEqual(['ok', ...Array.from({ length: 4 }, () => 'second_person_needed')]);
    expect(await desk.recordsOf(of)).toHaveLength(1);
    expect(await desk.journalsOf(of)).toEqual([]);
    expect(await send(desk.theo, verdict)).toBe('ok');
    expect(await desk.journalsOf(of)).toHaveLength(1);
  });

  test('credits a deposit once when two people approve it concurrently, even with repeated requests', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { of, id, verdict } = await large();
      const clicks = round % 2 === 0 ? [desk.rosa, desk.theo] : [desk.theo, desk.rosa, desk.theo, rosa2];
      const codes = await Promise.all(clicks.map((by) => send(by, verdict)));
      expect(codes.filter((code) => code === 'ok')).toHaveLength(2);
      for (const code of codes) expect(['ok', 'second_person_needed', 'order_state_wrong']).toContain(code);
      expect(await desk.journalsOf(of)).toHaveLength(1);
      const { first_person, decided_by } = await caseOf(of, id);
      expect([first_person, decided_by].filter((one) => one === 'theo')).toHaveLength(1);
      expect((await desk.recordsOf(of)).map((line) => line.split(' ')[1])).toEqual([
        'deposit.approve_first',
        'deposit.approve',
      ]);
    }
  });

  test('credits nothing when two approvals name different payments', async () => {
    const { of, verdict } = await large();
    const codes = await Promise.all(
      [desk.rosa, desk.theo].map((by) => send(by, { ...verdict, reference: newTransaction() })),
    );
    expect(codes).toEqual(['ok', 'ok']);
    expect(await of.list()).toMatchObject([{ status: 'under_review' }]);
    expect(await desk.journalsOf(of)).toEqual([]);
  });

  test.each([
    ['the customer cancels', (one: Awaited<ReturnType<typeof large>>) => one.of.cancel(one.id).then(said)],
    [
      'another operator rejects',
      async ({ of, id }: Awaited<ReturnType<typeof large>>) => desk.decide(desk.ada, { of, id }, reject),
    ],
  ])('settles the deposit once if two approvals arrive while %s', async (_, end) => {
    for (let round = 0; round < 6; round += 1) {
      const one = await large();
      // In half of the rounds, the deposit already has its first approval.
      const first = round % 2 === 0 ? [await send(desk.rosa, one.verdict)] : [];
      const acts = [
        ...(first.length === 0 ? [() => send(desk.rosa, one.verdict)] : []),
        () => send(desk.theo, one.verdict),
        () => end(one),
      ];
      const order = round % 3 === 0 ? acts.toReversed() : acts;
      const codes = await Promise.all(order.map((act) => act()));
      for (const code of codes) expect(['ok', 'order_state_wrong']).toContain(code);
      const [row] = await one.of.list();
      const credited = row?.status === 'success';
      expect(['success', 'failed']).toContain(row?.status);
      expect(await desk.journalsOf(one.of)).toHaveLength(credited ? 1 : 0);
      expect(await one.of.spot('USDT')).toBe(credited ? '110000' : '100000');
    }
  });

  test('treats requests with the same key as one approval', async () => {
    const { of, verdict } = await large();
    const keyed = { headers: { 'idempotency-key': 'first' } };
    const clicks = await Promise.all(
      Array.from({ length: 5 }, () => desk.theo.ask('POST deposit_decide', verdict, keyed)),
    );
    expect(clicks.map(said)).toEqual(Array.from({ length: 5 }, () => 'ok'));
    expect(await desk.recordsOf(of)).toEqual(['theo deposit.approve_first']);
  });
});

describe('dual approval by direct SQL', () => {
  const FIRST = `update deposit set version = version + 1, first_by = 'theo', first_ms = 1, first_reference = '${SIGNED_PAYMENT}', first_key = '${SIGNED_PAYMENT}'
    where id = $1`;
  const SUCCESS = `update deposit set status = 'success', version = version + 1, decided_ms = 1, decided_by = 'theo',
    credited_currency = 'USDT', credited_amount = 10000, reference = '${SIGNED_PAYMENT}', reference_key = '${SIGNED_PAYMENT}' where id = $1`;
  const BOTH = SUCCESS.replace(
    'set ',
    `set first_by = 'rosa', first_ms = 1, first_reference = '${SIGNED_PAYMENT}', first_key = '${SIGNED_PAYMENT}', `,
  );
  const record = (operator: string, action: string): Statement => signedRecord('deposit', operator, action);
  const TIED = (person: string) => `insert into operator_tie (person, customer, noted_ms, noted_by)
    select '${person}', d.book, 0, 'sam' from deposit d where d.id = $1`;

  /** Approvals through the application, followed by the statements of one transaction. */
  type Way = {
    readonly before?: readonly ('rosa' | 'ada' | 'theo')[];
    readonly statements: readonly Statement[];
  };

  const commit = (id: string, statements: readonly Statement[]) =>
    inTransaction(desk.pool, async (connection) => {
      await carryOut(connection, id, statements);
    });

  test.each<[what: string, way: Way, constraint: string]>([
    [
      'approve first for a payment other than the one that was signed',
      {
        statements: [record('theo', 'approve_first'), FIRST.replaceAll(SIGNED_PAYMENT, 'cd'.repeat(32))],
      },
      'deposit_first_signed',
    ],
    [
      'credit on a single approval',
      { statements: [record('theo', 'approve'), SUCCESS] },
      'deposit_two_persons',
    ],
    [
      'credit on two approvals by one person under two accounts',
      {
        before: ['rosa'],
        statements: [
          record('rosa2', 'approve'),
          SUCCESS.replace(`'theo'`, `'rosa2'`).replaceAll(`'${SIGNED_PAYMENT}'`, 'first_key'),
        ],
      },
      'deposit_two_persons',
    ],
    [
      'credit on two approvals by one account',
      {
        before: ['theo'],
        statements: [record('theo', 'approve'), SUCCESS.replaceAll(`'${SIGNED_PAYMENT}'`, 'first_key')],
      },
      'deposit_two_persons',
    ],
    [
      'credit a payment other than the one that the first approver found',
      { before: ['rosa'], statements: [record('theo', 'approve'), SUCCESS] },
      'deposit_two_persons',
    ],
    [
      'credit after the first approver turned out to have a conflict of interest',
      {
        before: ['rosa'],
        statements: [
          TIED('rosa'),
          record('theo', 'approve'),
          SUCCESS.replaceAll(`'${SIGNED_PAYMENT}'`, 'first_key'),
        ],
      },
      'deposit_two_persons',
    ],
    [
      'credit on an audit record of a first approval by the second person',
      {
        before: ['rosa'],
        statements: [record('theo', 'approve_first'), SUCCESS.replaceAll(`'${SIGNED_PAYMENT}'`, 'first_key')],
      },
      'deposit_record',
    ],
    [
      'set both approvals in one change',
      { statements: [record('rosa', 'approve_first'), record('theo', 'approve'), BOTH] },
      'deposit_transition',
    ],
    [
      'replace the first approval with the credit',
      { before: ['ada'], statements: [record('theo', 'approve'), BOTH] },
      'deposit_transition',
    ],
    ['approve first without a record', { statements: [FIRST] }, 'deposit_record'],
    [
      'approve first on the record of a different action',
      { statements: [record('theo', 'approve'), FIRST] },
      'deposit_record',
    ],
    [
      'approve first on another operator’s record',
      { statements: [record('rosa', 'approve_first'), FIRST] },
      'deposit_record',
    ],
    [
      'approve first with a conflict of interest',
      { statements: [TIED('theo'), record('theo', 'approve_first'), FIRST] },
      'deposit_record',
    ],
    [
      'approve first without an operator',
      { statements: [record('nobody', 'approve_first'), FIRST.replace(`'theo'`, `'nobody'`)] },
      'audit_approval_missing',
    ],
    [
      'approve first without a payment',
      {
        statements: [
          record('theo', 'approve_first'),
          FIRST.replace(`first_key = '${SIGNED_PAYMENT}'`, 'first_key = null'),
        ],
      },
      'deposit_first_check',
    ],
    [
      'remove a first approval',
      {
        before: ['rosa'],
        statements: [
          `update deposit set version = version + 1, first_by = null, first_ms = null,
          first_reference = null, first_key = null where id = $1`,
        ],
      },
      'deposit_record',
    ],
    [
      'mark a deposit with a first approval as waiting',
      {
        before: ['rosa'],
        statements: [
          record('theo', 'await'),
          `update deposit set version = version + 1, status = 'waiting', decided_by = 'theo' where id = $1`,
        ],
      },
      'deposit_transition',
    ],
    [
      'declare a single approval sufficient',
      { statements: [`update deposit set version = version + 1, needs_second = false where id = $1`] },
      NO_RIGHT,
    ],
  ])('rejects SQL that tries to %s', async (_, { before = [], statements }, constraint) => {
    const { of, id, verdict } = await large();
    for (const by of before) expect(await send(desk[by], verdict)).toBe('ok');
    const [then] = await of.list();
    await expect(commit(id, statements)).rejects.toMatchObject(why(constraint));
    expect(await of.list()).toEqual([then]);
    expect(await desk.journalsOf(of)).toEqual([]);
  });

  test('rejects a wire credited at a rate other than the published rate', async () => {
    const of = await desk.somebody();
    const id = await of.handIn({ currency: 'EUR', network: 'wire', amount: '100' });
    const wire = SIGNED_PAYMENT.toUpperCase();
    const at = (
      rate: string,
    ) => `update deposit set status = 'success', version = version + 1, decided_ms = 1,
      decided_by = 'theo', credited_currency = 'USDT', credited_amount = trunc(amount * ${rate}, 8), rate = ${rate},
      reference = '${wire}', reference_key = '${wire}' where id = $1`;
    const published = `(select last from tape_head where symbol = 'EUR/USDT')`;
    for (const [rate, constraint] of [
      ['2', 'deposit_rate'],
      [`${published} + 0.00000001`, 'deposit_rate'],
      [published, 'deposit_credited'],
    ] as const) {
      await expect(commit(id, [record('theo', 'approve'), at(rate)])).rejects.toMatchObject({ constraint });
    }
  });

  test('rejects a first approval of a small deposit, inserting a deposit with a first approval, and cancelling a waiting deposit', async () => {
    const of = await desk.somebody();
    const id = await of.handIn();
    await expect(commit(id, [record('theo', 'approve_first'), FIRST])).rejects.toMatchObject({
      constraint: 'deposit_first_check',
    });
    const begun = `insert into deposit select (jsonb_populate_record(d, '{"id": 1, "version": 1, "needs_second": true,
      "first_by": "theo", "first_ms": 1, "first_reference": "${SIGNED_PAYMENT}", "first_key": "${SIGNED_PAYMENT}"}')).* from deposit d where d.id = $1`;
    await expect(commit(id, [begun])).rejects.toMatchObject({ constraint: 'deposit_transition' });
    expect(await desk.decide(desk.theo, { of, id }, wait)).toBe('ok');
    const taken = `update deposit set status = 'failed', version = version + 1, reason = 'cancelled_by_customer',
      decided_by = null, decided_ms = 1 where id = $1`;
    await expect(commit(id, [taken])).rejects.toMatchObject({ constraint: 'deposit_record' });
  });
});
