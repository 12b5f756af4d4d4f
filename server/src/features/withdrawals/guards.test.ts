/**
 * Writes to withdrawals that the database rejects from any role: a decision without its record, and a row without its journal.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { openWithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import type { Payee, WithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendRecord } from '../../operators/audit.ts';
import { noteConfirmed } from '../../payments/confirmed.ts';
import { appendSigned } from '@candor/testing/signing.ts';

const LARGE = '10000';

let world: WithdrawalsDoor;
let names = 0;

beforeAll(async () => {
  world = await openWithdrawalsDoor();
});
afterAll(() => world.close());

async function waiting(usdt = '1000', asked = '100') {
  names += 1;
  const payee = await world.customer(`guarded${names}`, usdt);
  const id = await payee.out({ amount: asked });
  const seen = { customer: String(payee.book), id, amount: asked, address: payee.address.address };
  return { payee, id, seen };
}

/** Records the customer's confirmation as the server does. */
const confirm = (payee: Payee) =>
  noteConfirmed(world.door.pool, payee.book, {
    ...{ act: 'withdraw', currency: 'USDT', amount: amount('100'), addressId: BigInt(payee.address.id) },
  });

describe('the database', () => {
  const { account } = { account: 'theo' };
  const record = async (book: bigint, action: string, change: string, by = account) =>
    inTransaction(world.door.pool, async (at) => {
      const found = await at.query<{ id: string; amount: string; address: string }>(
        'select w.id::text, w.amount::text, w.address from withdrawal w where w.book = $1 order by w.id desc limit 1',
        [book],
      );
      const entry = { action, subject: `customer:${book}`, body: found.rows[0] ?? {} };
      await appendSigned(at, entry, { account: by, nowMs: 1 });
      await at.query(`update withdrawal set version = version + 1, ${change} where book = $1`, [book]);
    });

  it('rejects a decision without its record, or with a record of a different operator or action', async () => {
    const { payee } = await waiting();
    const decide = (change: string) =>
      world.door.pool.query(`update withdrawal set version = version + 1, ${change} where book = $1`, [
        payee.book,
      ]);
    await expect(decide(`status = 'waiting', first_by = 'theo', approved_ms = 1`)).rejects.toThrow(
      /without a record/,
    );
    await expect(
      decide(`status = 'failed', reason = 'source_unclear', decided_by = 'theo', decided_ms = 1`),
    ).rejects.toThrow(/without a record/);
    await expect(decide(`status = 'failed', reason = 'start_over', decided_ms = 1`)).rejects.toThrow(
      /without a record/,
    );
    await expect(decide(`amount = 5`)).rejects.toThrow(/permission denied/);
    await expect(decide(`address = 'x'`)).rejects.toThrow(/permission denied/);
    const approving = `status = 'waiting', approved_ms = 1`;
    await expect(record(payee.book, 'withdrawal.approve', `${approving}, first_by = 'rosa'`)).rejects.toThrow(
      /without a record/,
    );
    await expect(record(payee.book, 'withdrawal.hold', `${approving}, first_by = 'theo'`)).rejects.toThrow(
      /without a record/,
    );
  });

  it('rejects a hold that isn’t counted, a lower count of holds, and a fourth hold', async () => {
    const { payee } = await waiting();
    const hold = (until: number, holds: number) =>
      record(
        payee.book,
        'withdrawal.hold',
        `hold_reason = 'court_order', hold_until_ms = ${until}, held_by = 'theo', holds = ${holds}`,
      );
    await expect(hold(1, 0)).rejects.toThrow(/count its holds/);
    for (const [until, holds] of [
      [1, 1],
      [2, 2],
      [3, 3],
    ] as const)
      await hold(until, holds);
    await expect(hold(4, 3)).rejects.toThrow(/count its holds/);
    await expect(hold(4, 4)).rejects.toThrow(/withdrawal_holds_check/);
    const release = `hold_reason = null, hold_until_ms = null, held_by = null`;
    await expect(record(payee.book, 'withdrawal.release', `${release}, holds = 0`)).rejects.toThrow(
      /count its holds/,
    );
    await record(payee.book, 'withdrawal.release', release);
  });

  it('rejects the approval of a large withdrawal by only one person', async () => {
    const { payee, seen } = await waiting('20000', LARGE);
    await world.act('rosa', 'POST withdrawal_decide', { ...seen, verdict: 'approve' });
    const second = `status = 'waiting', approved_ms = 1, second_by =`;
    await expect(record(payee.book, 'withdrawal.approve', `${second} 'rosa2'`, 'rosa2')).rejects.toThrow(
      /two persons/,
    );
    await expect(
      record(payee.book, 'withdrawal.approve', `status = 'waiting', approved_ms = 1`),
    ).rejects.toThrow();
  });

  it('rejects a single operator’s report that an approved large payment failed', async () => {
    const { payee, seen } = await waiting('20000', LARGE);
    for (const by of ['rosa', 'theo'] as const)
      await world.act(by, 'POST withdrawal_decide', { ...seen, verdict: 'approve' });
    const failed = `status = 'failed', reason = 'payout_returned', decided_ms = 1, decided_by =`;
    await expect(record(payee.book, 'withdrawal.payout_failed', `${failed} 'ada'`)).rejects.toThrow(
      /reported by two persons/,
    );
    const word = (by: string) =>
      world.door.pool.query(
        `insert into withdrawal_failing select w.book, w.id, $2, $2, 0 from withdrawal w where w.book = $1`,
        [payee.book, by],
      );
    await expect(word('theo')).rejects.toThrow(/has no record/);
  });

  it('rejects an approval of a large withdrawal without a signed record by each of the two operators', async () => {
    const { payee, seen } = await waiting('20000', LARGE);
    const both = `status = 'waiting', approved_ms = 1, first_by = 'theo', second_by = 'rosa'`;
    await expect(record(payee.book, 'withdrawal.approve', both)).rejects.toThrow(/cannot go/);
    await expect(
      record(payee.book, 'withdrawal.approve', `first_by = 'theo', second_by = 'nobody'`),
    ).rejects.toThrow(/cannot go/);
    const first = inTransaction(world.door.pool, async (at) => {
      const entry = { action: 'withdrawal.approve', subject: `customer:${payee.book}`, reason: undefined };
      const by = { operator: { account: 'nobody', role: 'admin' }, nowMs: 1 } as const;
      await appendRecord(at, { ...entry, before: {}, after: {} }, by);
      await at.query(`update withdrawal set version = version + 1, first_by = 'nobody' where book = $1`, [
        payee.book,
      ]);
    });
    await expect(first).rejects.toThrow(/is not signed/);
    expect(await world.act('rosa', 'POST withdrawal_decide', { ...seen, verdict: 'approve' })).toMatchObject({
      status: 'under_review',
    });
  });

  it('rejects a withdrawal to an address that isn’t the customer’s or isn’t usable yet', async () => {
    const { payee, id } = await waiting();
    await payee.cancel(id);
    const asked = (change: string) =>
      world.door.pool.query(
        `insert into withdrawal select (jsonb_populate_record(w, '{"id": 1, "status": "under_review", "reason": null,
          "decided_ms": null, "version": 1}'::jsonb || '${change}')).* from withdrawal w where w.book = $1`,
        [payee.book],
      );
    await expect(asked('{"address": "TK2gcgycDcvBgA6nFiJBP2SzbRErpnDLoe"}')).rejects.toThrow(
      /no address of its/,
    );
    await expect(asked('{"network": "ethereum"}')).rejects.toThrow(/no address of its/);
    await expect(asked('{"requested_ms": 1}')).rejects.toThrow(/no address of its/);
    await expect(asked('{}')).rejects.toThrow(/not confirmed/);
    // Only the journal is missing now.
    await confirm(payee);
    await expect(asked('{}')).rejects.toThrow(/without its journal/);
  });

  it('rejects a second open withdrawal of a customer, and changes to a closed one', async () => {
    const { payee, id } = await waiting();
    await confirm(payee);
    const again = world.door.pool.query(
      `insert into withdrawal select (jsonb_populate_record(w, '{"id": 1}')).* from withdrawal w where w.book = $1`,
      [payee.book],
    );
    await expect(again).rejects.toThrow(/withdrawal_one/);
    await payee.cancel(id);
    await expect(
      record(payee.book, 'withdrawal.paid', `status = 'success', reason = null, paid_reference = 'x'`),
    ).rejects.toThrow(/cannot go/);
  });
});

describe('withdrawals and their journals', () => {
  const commit = (book: bigint, ...statements: string[]) =>
    inTransaction(world.door.pool, async (at) => {
      for (const sql of statements) await at.query(sql, sql.includes('$1') ? [book] : []);
    });
  const journalOf = (kind: string, ref: string, amounts: string) =>
    `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
      select $1, (select max(j.seq) + 1 from journal j where j.book = $1), '${kind}', '${ref}', 0, 0,
        '{spot_frozen,spot}', '{USDT,USDT}', '${amounts}'`;

  it('are rejected unless they are written together', async () => {
    const { payee, id } = await waiting();
    const { book } = payee;
    // Journals that return the money of an open withdrawal, of a nonexistent one, in a wrong amount, or twice.
    await expect(
      commit(book, journalOf('withdrawal_release', `withdrawal:${id}`, '{-100,100}')),
    ).rejects.toThrow(/has no withdrawal/);
    await expect(commit(book, journalOf('withdrawal_release', 'withdrawal:1', '{-100,100}'))).rejects.toThrow(
      /has no withdrawal/,
    );
    const cancelling = `update withdrawal set version = version + 1, status = 'failed', reason = 'cancelled_by_customer',
      decided_ms = 1 where book = $1`;
    await expect(commit(book, cancelling)).rejects.toThrow(/without its journal/);
    const giveBack = (amounts: string) => journalOf('withdrawal_release', `withdrawal:${id}`, amounts);
    await expect(commit(book, cancelling, giveBack('{-99,99}'))).rejects.toThrow(/has no withdrawal/);
    await expect(commit(book, cancelling, giveBack('{-50,50}'), giveBack('{-50,50}'))).rejects.toThrow(
      /journal_once/,
    );
    expect(await payee.money()).toEqual({ spot: '900', frozen: '100' });
    await payee.cancel(id);
    // After a withdrawal is closed, no journal may move its money, not even into a hold.
    await expect(
      commit(book, journalOf('withdrawal_hold', `withdrawal:${id}`, '{100,-100}')),
    ).rejects.toThrow(/journal_once/);
  });
});
