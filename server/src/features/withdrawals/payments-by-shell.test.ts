/**
 * False statements about payments by somebody with the SQL rights of the serving role: settlements in the provider's name, an
 * unapproved payment, and the failure of a completed payment, which would return the money a second time. The database rejects
 * them.
 */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openWithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import type { Payee, WithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import { appendSigned } from '@candor/testing/signing.ts';
import { changeStandingOf } from '@candor/testing/standing.ts';
import type { Connection } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendRecord } from '../../operators/audit.ts';

const REFERENCE = 'd'.repeat(64);

let world: WithdrawalsDoor;
let names = 0;

beforeAll(async () => {
  world = await openWithdrawalsDoor();
});
afterAll(() => world.close());

type Asked = { readonly payee: Payee; readonly id: string };

async function asked(): Promise<Asked> {
  names += 1;
  const payee = await world.customer(`shelled${names}`);
  return { payee, id: await payee.out() };
}

async function approved(): Promise<Asked> {
  const { payee, id } = await asked();
  const seen = { customer: String(payee.book), id, amount: '100', address: payee.address.address };
  await world.act('rosa', 'POST withdrawal_decide', { ...seen, verdict: 'approve' });
  return { payee, id };
}

/** Returns "written", or else the constraint that rejected the statements. Rolls back in either case. */
async function fate(statements: (at: Connection) => Promise<unknown>): Promise<string> {
  const undone = new Error('rolled back on purpose');
  try {
    await inTransaction(world.door.pool, async (at) => {
      await statements(at);
      await at.query('set constraints payout_approved immediate');
      throw undone;
    });
  } catch (error) {
    if (error === undone) return 'written';
    const { constraint, message } = error as Error & { constraint?: string };
    return constraint ?? message;
  }
  throw new Error('expected the transaction to be rolled back');
}

const ended = ({ payee, id }: Asked, change: string) =>
  `update withdrawal set version = version + 1, decided_ms = approved_ms + 1, ${change}
    where book = ${payee.book} and id = ${id}`;
const PAID = `status = 'success', paid_reference = '${REFERENCE}'`;
const FAILED = `status = 'failed', reason = 'payout_returned'`;

describe('a settlement in the provider’s name', () => {
  const said = (of: Asked, action: string, change: string, report?: string) =>
    fate(async (at) => {
      const entry = { action, subject: `customer:${of.payee.book}`, reason: undefined };
      const by = { operator: { account: 'payout-provider', role: 'provider' }, nowMs: 1 } as const;
      await appendRecord(at, { ...entry, before: {}, after: {} }, by);
      if (report !== undefined) {
        await at.query(
          `insert into payout_report (book, id, paid, amount, said) values (${of.payee.book}, ${of.id}, ${report})`,
        );
      }
      await at.query(ended(of, `${change}, decided_by = 'payout-provider'`));
    });

  test.each<[string, string, string, string | undefined, string]>([
    ['paid without a report', 'withdrawal.paid', PAID, undefined, 'withdrawal_as_reported'],
    ['failed without a report', 'withdrawal.payout_failed', FAILED, undefined, 'withdrawal_as_reported'],
    [
      'failed after a report of payment',
      'withdrawal.payout_failed',
      FAILED,
      `true, 99.9, '${REFERENCE}'`,
      'withdrawal_as_reported',
    ],
    [
      'paid by a different payment',
      'withdrawal.paid',
      PAID,
      `true, 99.9, '${'e'.repeat(64)}'`,
      'withdrawal_as_reported',
    ],
    [
      'paid with a different amount',
      'withdrawal.paid',
      PAID,
      `true, 99, '${REFERENCE}'`,
      'withdrawal_as_reported',
    ],
    ['paid as reported', 'withdrawal.paid', PAID, `true, 99.9, '${REFERENCE}'`, 'written'],
    ['failed as reported', 'withdrawal.payout_failed', FAILED, `false, 99.9, 'no such account'`, 'written'],
  ])(
    'is accepted only if it matches the provider’s report: %s',
    async (_, action, change, report, outcome) => {
      expect(await said(await approved(), action, change, report)).toBe(outcome);
    },
  );

  it('needs a report that can’t be changed or deleted', async () => {
    for (const sql of ['update payout_report set paid = false', 'delete from payout_report'])
      expect(await fate((at) => at.query(sql))).toMatch(/permission denied/);
  });
});

describe('a payment', () => {
  const put = ({ payee, id }: Asked, change: string) =>
    fate(async (at) => {
      await at.query(
        `insert into payout (book, id, key, created_ms, next_try_ms)
          select ${payee.book}, ${id}, ${change}, 0, 0`,
      );
    });

  it('can be queued only for an approved withdrawal', async () => {
    const of = await asked();
    const key = `'w-${of.payee.book}-${of.id}'`;
    expect(await put(of, key)).toBe('payout_approved');
    expect(await put({ ...of, id: '1' }, `'w-${of.payee.book}-1'`)).toBe('payout_approved');
    const waiting = await approved();
    expect(await put(waiting, `'another'`)).toBe('payout_pkey');
  });

  it('can’t be changed back to unattempted or unacknowledged', async () => {
    const { payee, id } = await approved();
    const where = `where book = ${payee.book} and id = ${id}`;
    const changed = (first: string, then: string) =>
      fate(async (at) => {
        await at.query(`update payout set ${first} ${where}`);
        await at.query(`update payout set ${then} ${where}`);
      });
    expect(await changed('acknowledged_ms = 5', 'acknowledged_ms = null')).toBe('payout_stays');
    expect(await changed('attempts = 2', 'attempts = 0')).toBe('payout_stays');
    expect(await changed('next_try_ms = next_try_ms + 1', 'next_try_ms = 0')).toBe('payout_stays');
  });

  type Around = { readonly before?: string; readonly after?: readonly string[] };
  const decided = (
    of: Asked,
    by: { action: string; reference?: string },
    change: string,
    { before = '', after = [] }: Around = {},
  ) =>
    fate(async (at) => {
      const { book, address } = of.payee;
      const body = { id: of.id, amount: '100', address: address.address, reference: by.reference };
      await appendSigned(
        at,
        { action: by.action, subject: `customer:${book}`, body },
        { account: 'theo', nowMs: 1 },
      );
      if (before !== '') await at.query(before);
      await at.query(ended(of, `${change}, decided_by = 'theo'`));
      for (const sql of after) await at.query(sql);
    });

  it('can’t be reported as failed by a treasurer while the provider may have it', async () => {
    const of = await approved();
    const handed = (change: string) =>
      `update payout set ${change} where book = ${of.payee.book} and id = ${of.id}`;
    const failed = { action: 'withdrawal.payout_failed' };
    expect(await decided(of, failed, FAILED, { before: handed('acknowledged_ms = 5') })).toBe(
      'withdrawal_in_hand',
    );
    const trying = handed('attempts = 1, next_try_ms = next_try_ms + 60000');
    expect(await decided(of, failed, FAILED, { before: trying })).toBe('withdrawal_in_hand');
    expect(await decided(of, failed, FAILED)).toBe('written');
  });

  it('can be reported as paid only with a reference in canonical form', async () => {
    const of = await approved();
    const paidAs = (reference: string) =>
      decided(
        of,
        { action: 'withdrawal.paid', reference },
        `status = 'success', paid_reference = '${reference}'`,
      );
    expect(await paidAs(REFERENCE.toUpperCase())).toBe('withdrawal_reference');
    expect(await paidAs(`0x${REFERENCE}`)).toBe('withdrawal_reference');
    expect(await paidAs(REFERENCE)).toBe('written');
  });

  it.each([
    ['{-100,99.9,0.1}', 'written'],
    ['{-100,99.95,0.05}', 'withdrawal_journal'],
    ['{-100,99.85,0.15}', 'withdrawal_journal'],
    ['{-99,98.9,0.1}', 'withdrawal_journal'],
  ])('moves exactly what was frozen, and lets out that less the fee: %s', async (amounts, outcome) => {
    const of = await approved();
    const { book } = of.payee;
    const slot = `(select slot from house_balance where account = 'custody' and currency = 'USDT' order by amount limit 1)`;
    const after = [
      `select open_house_balances('{fees}', '{USDT}', ${slot})`,
      `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
        select ${book}, max(j.seq) + 1, 'withdrawal_pay', 'withdrawal:${of.id}', 0, ${slot}, '{spot_frozen,custody,fees}',
          '{USDT,USDT,USDT}', '${amounts}' from journal j where j.book = ${book}`,
      `update book set seq = seq + 1 where id = ${book}`,
      'set constraints all immediate',
    ];
    const paid = { action: 'withdrawal.paid', reference: REFERENCE };
    expect(await decided(of, paid, PAID, { after })).toBe(outcome);
  });
});

test('rejects the approval of a frozen account’s withdrawal', async () => {
  const { payee, id } = await asked();
  await changeStandingOf(world.door.pool, payee.name, 'freeze');
  const approving = fate(async (at) => {
    const body = { id, amount: '100', address: payee.address.address };
    const entry = { action: 'withdrawal.approve', subject: `customer:${payee.book}`, body };
    await appendSigned(at, entry, { account: 'theo', nowMs: 1 });
    await at.query(
      `update withdrawal set version = version + 1, status = 'waiting', first_by = 'theo', approved_ms = 1 where book = $1`,
      [payee.book],
    );
  });
  expect(await approving).toBe('withdrawal_goes_on');
});
