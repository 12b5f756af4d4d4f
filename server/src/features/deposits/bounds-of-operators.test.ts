/**
 * Limits on operators' actions on deposits: no verdict on facts that the operator did not see, none on the operator's own
 * deposit, and none without an audit record.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allowMoneyOfAnyTime } from '@candor/testing/any-time.ts';
import { lineOf } from '@candor/testing/console-line.ts';
import { inTransaction } from '../../db/transaction.ts';
import { said } from './testing/depositor.ts';
import type { Depositor } from './testing/depositor.ts';
import { SIGNED_PAYMENT, carryOut, signedRecord } from '@candor/testing/signing.ts';
import type { Statement } from '@candor/testing/signing.ts';
import { openDesk, reject, wait } from './testing/desk.ts';
import type { Desk } from './testing/desk.ts';

let desk: Desk;
/** A customer who is not involved in the tested deposit. */
let lena: Depositor;

beforeAll(async () => {
  desk = await openDesk();
  // The tests write rows with arbitrary times by direct SQL.
  await allowMoneyOfAnyTime(desk.server);
  lena = await desk.somebody();
});
afterAll(() => desk.close());

// The serving role has no privilege to update the submitted columns.
const NO_RIGHT = 'no right';
const why = (constraint: string) => (constraint === NO_RIGHT ? { code: '42501' } : { constraint });

describe("an operator can't", () => {
  test('approve an amount or image that they did not see', async () => {
    const payer = await desk.somebody();
    const id = await payer.handIn();
    const { voucher_hash } = await desk.verdictOn(payer, id);
    const other = await desk.verdictOn(lena, await lena.handIn());
    for (const change of [
      { amount: '1000' },
      { amount: '100.000001' },
      { voucher_hash: other.voucher_hash },
      { voucher_hash: voucher_hash.toUpperCase() },
    ]) {
      expect(await desk.decide(desk.theo, { of: payer, id }, change)).toBe('case_changed');
    }
    expect(await desk.decide(desk.theo, { of: payer, id }, { ...reject, amount: '99' })).toBe('case_changed');
    expect(await desk.decide(desk.theo, { of: payer, id }, { amount: '100.00' })).toBe('ok');
    expect(await desk.journalsOf(payer)).toHaveLength(1);
  });

  test('send an invalid amount, or change the credit with extra fields', async () => {
    const payer = await desk.somebody();
    const id = await payer.handIn();
    const verdict = await desk.verdictOn(payer, id);
    const noAmounts = [
      '-100',
      '-0',
      '1e2',
      '0x64',
      'NaN',
      'Infinity',
      ' 100',
      '100,0',
      '100.',
      '1'.repeat(400),
    ];
    for (const amount of [...noAmounts, '100.000000000', 100, null, ['100'], {}]) {
      const raw = JSON.stringify({ ...verdict, amount });
      const heard = await desk.theo.ask('POST deposit_decide', undefined, { raw });
      expect(said(heard), raw).toMatch(/^parameter_(wrong|missing) amount$/);
    }
    const twice = `${JSON.stringify(verdict).slice(0, -1)},"amount":"1000"}`;
    expect((await desk.theo.ask('POST deposit_decide', undefined, { raw: twice })).status).toBe(400);
    const greedy = {
      ...verdict,
      credited_amount: '9000',
      currency: 'BTC',
      rate: '9',
      operator: 'ada',
      role: 'admin',
    };
    expect(said(await desk.theo.ask('POST deposit_decide', undefined, { raw: JSON.stringify(greedy) }))).toBe(
      'ok',
    );
    expect(await desk.journalsOf(payer)).toEqual([
      `deposit:${id}: custody -100.00000000 USDT, spot 100.00000000 USDT`,
    ]);
    expect(await desk.recordsOf(payer)).toEqual(['theo deposit.approve']);
  });

  test('approve without a payment or reject without a reason', async () => {
    const payer = await desk.somebody();
    const id = await payer.handIn();
    expect(await desk.decide(desk.rosa, { of: payer, id }, { reference: undefined })).toBe(
      'parameter_missing reference',
    );
    expect(await desk.decide(desk.rosa, { of: payer, id }, { reference: 'seen' })).toBe(
      'parameter_wrong reference',
    );
    expect(await desk.decide(desk.rosa, { of: payer, id }, { ...reject, reason: undefined })).toBe(
      'parameter_missing reason',
    );
    expect(
      await desk.decide(desk.rosa, { of: payer, id }, { ...reject, reason: 'cancelled_by_customer' }),
    ).toBe('parameter_wrong reason');
    expect((await payer.list())[0]?.status).toBe('under_review');
    expect(
      await desk.decide(desk.rosa, { of: payer, id }, { ...reject, note: 'nothing on the account' }),
    ).toBe('ok');
    expect(await payer.list()).toMatchObject([{ status: 'failed', reason: 'not_received' }]);
  });

  test('decide on their own deposit with any of their accounts', async () => {
    const payer = await desk.somebody();
    const id = await payer.handIn();
    const customer = await desk.idOf(payer);
    await desk.pool.query(
      `insert into operator_tie (person, customer, noted_ms, noted_by) select o.person, $1, 0, 'ada' from operator o where o.account = 'theo'`,
      [customer],
    );
    for (const change of [{}, reject, wait]) {
      expect(await desk.decide(desk.theo, { of: payer, id }, change)).toBe('conflict_of_interest');
    }
    expect(said(await desk.theo.ask('POST deposit_picture', { customer, id }))).toBe('conflict_of_interest');
    expect(await desk.recordsOf(payer)).toEqual([]);
    expect(await desk.decide(desk.rosa, { of: payer, id })).toBe('ok');
  });

  test('decide as support, or with a customer’s token', async () => {
    const payer = await desk.somebody();
    const id = await payer.handIn();
    expect(await desk.decide(desk.sam, { of: payer, id })).toBe('unauthorized');
    const customer = await desk.idOf(payer);
    expect(said(await desk.sam.ask('POST deposit_picture', { customer, id }))).toBe('unauthorized');
    expect((await desk.sam.done('GET deposit', { customer, id })).id).toBe(id);
    const asOperator = lineOf(desk.server, { account: payer.account, token: payer.token, device: undefined });
    const heard = await asOperator.ask('POST deposit_decide', await desk.verdictOn(payer, id));
    expect(heard.body.type).toBe('999');
    expect(await desk.journalsOf(payer)).toEqual([]);
  });

  test("find a deposit that does not exist, or one under the wrong customer's number", async () => {
    const payer = await desk.somebody();
    const id = await payer.handIn();
    const verdict = await desk.verdictOn(payer, id);
    const stranger = await desk.idOf(lena);
    for (const place of [
      { id: '1' },
      { customer: stranger },
      { customer: '0' },
      { customer: '999999999999999999' },
    ]) {
      const other = { customer: verdict.customer, id, ...place };
      expect(said(await desk.ada.ask('POST deposit_decide', { ...verdict, ...place }))).toBe(
        'deposit_not_found',
      );
      expect(said(await desk.ada.ask('GET deposit', other))).toBe('not_found');
      expect(said(await desk.ada.ask('POST deposit_picture', other))).toBe('not_found');
    }
    expect(said(await lena.cancel(id))).toBe('deposit_not_found id');
    for (const none of ['0', 'x', '-1', '9'.repeat(18)])
      expect((await lena.cancel(none)).body.type).toBe('error');
  });

  describe('bypass the application', () => {
    const SUCCESS = `update deposit set status = 'success', version = version + 1, decided_ms = 1, decided_by = 'ada',
      credited_currency = 'USDT', credited_amount = 100, reference = '${SIGNED_PAYMENT}', reference_key = '${SIGNED_PAYMENT}' where id = $1`;
    const CREDIT = `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
      select d.book, b.seq + 1, 'deposit', 'deposit:' || d.id, 0, 0, '{custody,spot}', '{USDT,USDT}', '{-100,100}'
      from deposit d join book b on b.id = d.book where d.id = $1`;
    const MORE = CREDIT.replace('{-100,100}', '{-1000,1000}');
    const AGAIN = CREDIT.replace('b.seq + 1', 'b.seq + 2');
    const FAR = CREDIT.replace('b.seq + 1', 'b.seq + 1000');
    const COUNT = `update book set seq = seq + 2 where id = (select d.book from deposit d where d.id = $1)`;
    /** The audit record of a decision, which the database requires. */
    const record = (operator: string, action: string): Statement => signedRecord('deposit', operator, action);

    test.each<[what: string, statements: readonly Statement[], constraint: string]>([
      ['credit without a record', [SUCCESS], 'deposit_record'],
      ['credit on another operator’s record', [record('rosa', 'approve'), SUCCESS], 'deposit_record'],
      ['credit on the record of a different action', [record('ada', 'await'), SUCCESS], 'deposit_record'],
      ['credit without a journal', [record('ada', 'approve'), SUCCESS], 'deposit_credited'],
      ['post without a deposit', [CREDIT, COUNT], 'deposit_journal'],
      ['post a larger amount', [record('ada', 'approve'), SUCCESS, MORE, COUNT], 'deposit_journal'],
      [
        'credit more than was submitted',
        [
          record('ada', 'approve'),
          SUCCESS.replace('credited_amount = 100', 'credited_amount = 1000'),
          MORE,
          COUNT,
        ],
        'deposit_credit_check',
      ],
      [
        'credit a different currency',
        [
          record('ada', 'approve'),
          SUCCESS.replace(`credited_currency = 'USDT'`, `credited_currency = 'BTC'`),
          CREDIT.replace('{USDT,USDT}', '{BTC,BTC}'),
          COUNT,
        ],
        'deposit_credit_check',
      ],
      [
        'postpone the decision time',
        [
          record('ada', 'await'),
          `update deposit set status = 'waiting', decided_by = 'ada', version = 2, deadline_ms = deadline_ms + 1 where id = $1`,
        ],
        NO_RIGHT,
      ],
      [
        'count a different value for self-imposed limits',
        [
          record('ada', 'await'),
          `update deposit set status = 'waiting', decided_by = 'ada', version = 2, value_usdt = 0 where id = $1`,
        ],
        NO_RIGHT,
      ],
      ['post twice', [record('ada', 'approve'), SUCCESS, CREDIT, AGAIN, COUNT], 'journal_once'],
      ['post twice, far apart', [record('ada', 'approve'), SUCCESS, CREDIT, FAR, COUNT], 'journal_once'],
      [
        'reject without a record',
        [
          `update deposit set status = 'failed', reason = 'duplicate', version = 2, decided_ms = 1, decided_by = 'ada' where id = $1`,
        ],
        'deposit_record',
      ],
      [
        'reject as the customer, with a reason reserved for operators',
        [
          `update deposit set status = 'failed', reason = 'duplicate', version = 2, decided_ms = 1 where id = $1`,
        ],
        'deposit_record',
      ],
      [
        'reject without a reason',
        [`update deposit set status = 'failed', version = 2, decided_ms = 1 where id = $1`],
        'deposit_record',
      ],
      [
        'change what was submitted',
        [`update deposit set amount = 1000, version = 2 where id = $1`],
        NO_RIGHT,
      ],
      [
        'move the deposit to another customer',
        [`update deposit set book = 1, version = 2 where id = $1`],
        NO_RIGHT,
      ],
    ])('to %s', async (_, statements, constraint) => {
      const payer = await desk.somebody();
      const id = await payer.handIn();
      const tried = inTransaction(desk.pool, async (connection) => {
        await carryOut(connection, id, statements);
      });
      await expect(tried).rejects.toMatchObject(why(constraint));
      expect((await payer.list())[0]).toMatchObject({ status: 'under_review', amount: '100' });
      expect(await desk.journalsOf(payer)).toEqual([]);
    });

    test('to credit with a conflict of interest, even with all the required statements', async () => {
      const payer = await desk.somebody();
      const id = await payer.handIn();
      await desk.pool.query(
        `insert into operator_tie (person, customer, noted_ms, noted_by) select 'ada', d.book, 0, 'rosa' from deposit d where d.id = $1`,
        [id],
      );
      const all = inTransaction(desk.pool, async (connection) => {
        await carryOut(connection, id, [record('ada', 'approve'), SUCCESS, CREDIT, COUNT]);
      });
      await expect(all).rejects.toMatchObject({ constraint: 'deposit_record' });
    });

    test('to submit an image with the hash of another image', async () => {
      const payer = await desk.somebody();
      const other = await payer.handIn();
      const voucher = await payer.voucher();
      const again = desk.pool.query(
        `insert into deposit select (jsonb_populate_record(d, jsonb_build_object('id', 1, 'voucher', $2::text,
          'voucher_digest', '\\x00'))).* from deposit d where d.id = $1`,
        [other, voucher],
      );
      await expect(again).rejects.toMatchObject({ constraint: 'deposit_voucher_free' });
    });

    test('to delete a row', async () => {
      const id = await lena.handIn();
      await expect(desk.pool.query('delete from deposit where id = $1', [id])).rejects.toMatchObject({
        code: '42501',
      });
      expect(said(await lena.cancel(id))).toBe('ok');
    });
  });
});
