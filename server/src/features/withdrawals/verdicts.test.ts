/**
 * Operators' actions on withdrawals, on PostgreSQL: concurrent decisions have a single outcome, and every action has an audit
 * record.
 */
import { HOUR_MS } from '@candor/domain/time.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { openWithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import type { OperatorName, Payee, WithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import { appendSigned } from '@candor/testing/signing.ts';
import { inTransaction } from '../../db/transaction.ts';
import { waitingCases } from '../../operators/cases.ts';
import { withdrawalCases } from './work-queue.ts';

const LARGE = '10000';
const reference = 'd1'.repeat(32);

let world: WithdrawalsDoor;
let names = 0;

beforeAll(async () => {
  world = await openWithdrawalsDoor();
});
afterAll(() => world.close());

async function waiting(usdt = '1000', amount = '100') {
  names += 1;
  const payee = await world.customer(`person${names}`, usdt);
  const id = await payee.out({ amount });
  return { payee, id, seen: seenOf(payee, id, amount) };
}

const seenOf = (payee: Payee, id: string, amount: string) => ({
  ...{ customer: String(payee.book), id, amount, address: payee.address.address },
});
type Seen = ReturnType<typeof seenOf>;

const approve = (by: OperatorName, seen: Seen, key?: string) =>
  world.act(by, 'POST withdrawal_decide', { ...seen, verdict: 'approve' }, key);
const reject = (by: OperatorName, seen: Seen) =>
  world.act(by, 'POST withdrawal_decide', { ...seen, verdict: 'reject', reason: 'source_unclear' });
const hold = (by: OperatorName, seen: Seen) =>
  world.act(by, 'POST withdrawal_decide', {
    ...{ ...seen, verdict: 'hold', reason: 'security_check' },
    until: Math.floor(world.now() / 1000) + 3600,
  });
const release = (by: OperatorName, seen: Seen) =>
  world.act(by, 'POST withdrawal_decide', { ...seen, verdict: 'release' });
const paid = (by: OperatorName, { customer, id, amount }: Seen, of = reference) =>
  world.act(by, 'POST withdrawal_settle', { customer, id, amount, outcome: 'paid', reference: of });
const notPaid = (by: OperatorName, { customer, id, amount }: Seen) =>
  world.act(by, 'POST withdrawal_settle', {
    ...{ customer, id, amount, outcome: 'failed', reason: 'payout_returned', proof: 'returned in block 12' },
  });

const good = (answers: readonly unknown[]) => answers.filter((answer) => typeof answer === 'object');
const tie = (payee: Payee, person: string) =>
  world.door.pool.query(
    `insert into operator_tie (person, customer, noted_ms, noted_by) values ($1, $2, 0, 'ada')`,
    [person, payee.book],
  );

describe('concurrent decisions', () => {
  it('approve a withdrawal once if one operator sends two requests, with the same key or different keys', async () => {
    const { payee, seen } = await waiting();
    const [first, again] = await Promise.all([approve('rosa', seen, 'one'), approve('rosa', seen, 'one')]);
    expect(first).toMatchObject({ status: 'waiting', first_by: 'rosa' });
    expect(again).toEqual(first);
    expect(await approve('rosa', seen, 'two')).toBe('order_state_wrong');
    expect(await payee.records()).toEqual(['rosa withdrawal.approve']);
  });

  it('approve a withdrawal once if several operators approve it', async () => {
    const { payee, seen } = await waiting();
    const answers = await Promise.all([approve('rosa', seen), approve('theo', seen), approve('ada', seen)]);
    expect(good(answers)).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'order_state_wrong')).toHaveLength(2);
    expect(await payee.records()).toHaveLength(1);
    const payouts = await world.door.pool.query('select from payout p where p.book = $1', [payee.book]);
    expect(payouts.rowCount).toBe(1);
  });

  it('have one outcome: approval, rejection or the customer’s cancellation, whichever comes first', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const { payee, id, seen } = await waiting();
      const racers = [() => approve('rosa', seen), () => reject('theo', seen), () => payee.cancel(id)];
      const turned = [...racers.slice(round % 3), ...racers.slice(0, round % 3)];
      // In the last rounds, one of the three decisions gets a head start, so that each of them wins at least once.
      const [first, ...others] = turned.map((race) => () => race());
      const begun = first?.();
      if (round >= 9) await begun;
      const answers = await Promise.all([begun, ...others.map((race) => race())]);
      expect(good(answers)).toHaveLength(1);
      const [row] = await payee.list();
      outcomes.add(`${row?.status} ${row?.reason}`);
      const money = await payee.money();
      const isWaiting = row?.status === 'waiting';
      expect(money).toEqual(isWaiting ? { spot: '900', frozen: '100' } : { spot: '1000', frozen: '0' });
      expect(await payee.journals()).toHaveLength(isWaiting ? 1 : 2);
    }
    expect(outcomes.size).toBe(3);
  });

  it('settle a payment once if it is reported several times, as paid and as failed', async () => {
    const { payee, seen } = await waiting();
    await approve('rosa', seen);
    const answers = await Promise.all([
      ...[
        paid('theo', seen),
        paid('ada', seen),
        notPaid('theo', seen),
        paid('theo', seen),
        notPaid('ada', seen),
      ],
    ]);
    expect(good(answers)).toHaveLength(1);
    expect(await payee.journals()).toHaveLength(2);
    const [row] = await payee.list();
    const money = await payee.money();
    expect(money).toEqual(
      row?.status === 'success' ? { spot: '900', frozen: '0' } : { spot: '1000', frozen: '0' },
    );
  });
});

describe('an approval', () => {
  it('is refused with an amount or an address that differs from the withdrawal’s', async () => {
    const { payee, id, seen } = await waiting();
    expect(await approve('rosa', { ...seen, amount: '99' })).toBe('case_changed');
    expect(await approve('rosa', { ...seen, address: 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9' })).toBe(
      'case_changed',
    );
    expect(await approve('rosa', { ...seen, amount: '-1' })).toBe('parameter_wrong');
    // The customer cancels and requests a larger amount. The data of the first withdrawal can't approve the second.
    await payee.cancel(id);
    const other = await payee.out({ amount: '900' });
    expect(await approve('rosa', seen)).toBe('order_state_wrong');
    expect(await approve('rosa', { ...seen, id: other })).toBe('case_changed');
    expect(await payee.records()).toEqual([]);
  });

  it('of a large withdrawal needs two persons, whatever accounts they use', async () => {
    const { payee, seen } = await waiting('20000', LARGE);
    // One person sends two requests from each of two accounts, all concurrently.
    const answers = await Promise.all([
      ...[approve('rosa', seen), approve('rosa2', seen), approve('rosa', seen), approve('rosa2', seen)],
    ]);
    expect(good(answers)).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'second_person_needed')).toHaveLength(3);
    expect(await payee.list()).toMatchObject([{ status: 'under_review', approved_at: null }]);
    expect(await approve('theo', seen)).toMatchObject({
      status: 'waiting',
      second_by: 'theo',
      needs_second: true,
    });
    expect(await payee.records()).toHaveLength(2);
  });

  it('of a large withdrawal is counted for both operators if they approve concurrently', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { payee, seen } = await waiting('20000', LARGE);
      const answers = await Promise.all([approve('rosa', seen), approve('theo', seen)]);
      expect(good(answers)).toHaveLength(2);
      const detail = await world.act('ada', 'GET withdrawal', { customer: seen.customer, id: seen.id });
      expect(detail).toMatchObject({ status: 'waiting', payout: { attempts: 0, acknowledged: false } });
      const { first_by, second_by } = detail as ConsoleOutput<'GET withdrawal'>;
      expect(new Set([first_by, second_by])).toEqual(new Set(['rosa', 'theo']));
      expect((await payee.records()).toSorted()).toEqual([
        'rosa withdrawal.approve',
        'theo withdrawal.approve',
      ]);
    }
  });
});

/** Writes the audit record of verifying the customer. */
const verified = (payee: Payee, account: string) =>
  inTransaction(world.door.pool, (at) =>
    appendSigned(at, { action: 'kyc.approve', subject: `customer:${payee.book}` }, { account, nowMs: 1 }),
  );

describe('an operator who verified the customer or credited their money', () => {
  it('can’t approve a withdrawal or report it as paid, from any account', async () => {
    let out = 0;
    for (let accomplice = 0; accomplice < 3; accomplice += 1) {
      const { payee, seen } = await waiting();
      await verified(payee, 'rosa');
      for (const by of ['rosa', 'rosa2'] as const) {
        for (const attempt of [() => approve(by, seen), () => approve(by, seen, 'again')]) {
          if (typeof (await attempt()) === 'object') out += 1;
        }
        expect(await approve(by, seen)).toBe('second_person_needed');
        expect(await paid(by, seen, `e${accomplice}`.repeat(32))).toMatch(/order_state_wrong|unauthorized/);
      }
      // Bypasses the rule by plain SQL with a signed record.
      const forged = inTransaction(world.door.pool, async (at) => {
        const subject = `customer:${payee.book}`;
        const entry = { action: 'withdrawal.approve', subject, body: seen };
        await appendSigned(at, entry, { account: 'rosa', nowMs: 2 });
        await at.query(
          `update withdrawal set version = version + 1, status = 'waiting', approved_ms = 2, first_by = 'rosa' where book = $1`,
          [payee.book],
        );
      });
      await expect(forged).rejects.toMatchObject({ constraint: 'withdrawal_duties_apart' });
      // After a colleague's approval, the reviewer's second account, an admin, still can't report the payment.
      expect(await approve('theo', seen)).toMatchObject({ status: 'waiting' });
      expect(await paid('rosa2', seen, `f${accomplice}`.repeat(32))).toBe('second_person_needed');
      expect(await notPaid('rosa2', seen)).toMatchObject({ status: 'failed' });
    }
    expect(out).toBe(0);
  });

  it('may hold and release a withdrawal, which colleagues may then approve', async () => {
    const { payee, seen } = await waiting();
    await verified(payee, 'rosa');
    expect(await hold('rosa', seen)).toMatchObject({ hold: { reason: 'security_check' } });
    expect(await release('rosa', seen)).toMatchObject({ hold: null });
    expect(await approve('ada', seen)).toMatchObject({ status: 'waiting' });
    expect(await paid('theo', seen, 'a7'.repeat(32))).toMatchObject({ status: 'success' });
  });
});

describe('an operator with a conflict of interest', () => {
  it('can’t decide about a withdrawal, from any account', async () => {
    const { payee, seen } = await waiting();
    await tie(payee, 'Rosa');
    for (const by of ['rosa', 'rosa2'] as const) {
      expect(await approve(by, seen)).toBe('conflict_of_interest');
      expect(await reject(by, seen)).toBe('conflict_of_interest');
      expect(await hold(by, seen)).toBe('conflict_of_interest');
    }
    await approve('theo', seen);
    expect(await paid('rosa2', seen)).toBe('conflict_of_interest');
    expect(await notPaid('rosa2', seen)).toBe('conflict_of_interest');
    expect(await payee.records()).toEqual(['theo withdrawal.approve']);
  });

  it('loses an earlier first approval, but the customer can still cancel and colleagues can still decide', async () => {
    const first = await waiting('20000', LARGE);
    await approve('rosa', first.seen);
    await tie(first.payee, 'Rosa');
    expect(await approve('theo', first.seen)).toBe('conflict_of_interest');
    expect(await first.payee.cancel(first.id)).toMatchObject({ status: 'failed' });

    const second = await waiting('20000', LARGE);
    await hold('rosa', second.seen);
    await tie(second.payee, 'Rosa');
    expect(await release('theo', second.seen)).toMatchObject({ hold: null });
    expect(await reject('theo', second.seen)).toMatchObject({ status: 'failed' });

    const third = await waiting();
    await approve('rosa', third.seen);
    await tie(third.payee, 'Rosa');
    expect(await paid('theo', third.seen, 'd2'.repeat(32))).toMatchObject({ status: 'success' });
  });
});

describe('a hold', () => {
  it('shows the customer its reason and end, and prevents approval until it is released manually', async () => {
    const { payee, id, seen } = await waiting();
    const until = Math.floor(world.now() / 1000) + 3600;
    expect(await hold('rosa', seen)).toMatchObject({ hold: { reason: 'security_check' } });
    expect(await payee.list()).toMatchObject([{ hold: { reason: 'security_check' }, overdue: false }]);
    expect((await payee.list())[0]?.hold?.until).toBeGreaterThanOrEqual(until);
    expect(await payee.notices()).toContain('withdrawal_held');
    expect(await approve('theo', seen)).toBe('case_held');
    world.door.clock.aheadMs += 2 * HOUR_MS;
    expect(await approve('theo', seen)).toBe('case_held');
    expect(await payee.list()).toMatchObject([{ id, overdue: true, status: 'under_review' }]);
    expect(await release('theo', seen)).toMatchObject({ hold: null, overdue: false });
    expect(await release('theo', seen)).toBe('order_state_wrong');
    expect(await approve('theo', seen)).toMatchObject({ status: 'waiting' });
    expect(await payee.records()).toEqual([
      ...['rosa withdrawal.hold', 'theo withdrawal.release', 'theo withdrawal.approve'],
    ]);
  });

  it('is refused after three holds by any operators, even if they were released', async () => {
    const { payee, seen } = await waiting();
    await hold('rosa', seen);
    await release('theo', seen);
    await hold('theo', seen);
    expect(await hold('rosa', seen)).toMatchObject({ hold: { reason: 'security_check' }, holds_left: 0 });
    expect(await hold('rosa', seen)).toBe('holds_used_up');
    await release('theo', seen);
    expect(await hold('theo', seen)).toBe('holds_used_up');
    expect(await approve('theo', seen)).toMatchObject({ status: 'waiting' });
    expect(await payee.list()).toMatchObject([{ status: 'waiting' }]);
  });

  test.each([
    [{ verdict: 'hold', reason: 'security_check' }, 'parameter_missing'],
    [{ verdict: 'hold', until: 4_000_000_000 }, 'parameter_missing'],
    [{ verdict: 'hold', reason: 'security_check', until: 4_000_000_000 }, 'parameter_wrong'],
    [{ verdict: 'hold', reason: 'security_check', until: 1 }, 'parameter_wrong'],
    [{ verdict: 'hold', reason: 'source_unclear', until: 1 }, 'parameter_wrong'],
    [{ verdict: 'reject' }, 'parameter_missing'],
    [{ verdict: 'reject', reason: 'security_check' }, 'parameter_wrong'],
    [{ verdict: 'reject', reason: 'cancelled_by_customer' }, 'parameter_wrong'],
    [{ verdict: 'reject', reason: 'start_over' }, 'parameter_wrong'],
    [{ verdict: 'reject', reason: 'payout_returned' }, 'parameter_wrong'],
  ] as const)('or a rejection is refused without a valid reason and end: %o', async (verdict, code) => {
    const { payee, seen } = await waiting();
    expect(await world.act('rosa', 'POST withdrawal_decide', { ...seen, ...verdict })).toBe(code);
    expect(await payee.list()).toMatchObject([{ status: 'under_review', hold: null }]);
  });
});

describe('a payment', () => {
  it('can be reported as paid only with a reference that isn’t used yet in any notation', async () => {
    const [one, two] = [await waiting(), await waiting()];
    await Promise.all([approve('rosa', one.seen), approve('rosa', two.seen)]);
    const hash = 'e5'.repeat(32);
    const answers = await Promise.all([
      paid('theo', one.seen, `0x${hash.toUpperCase()}`),
      paid('ada', two.seen, ` ${hash} `),
    ]);
    expect(good(answers)).toHaveLength(1);
    expect(answers).toContain('reference_used');
    const rest = typeof answers[0] === 'object' ? two : one;
    expect(await paid('theo', rest.seen, hash)).toBe('reference_used');
    expect(await rest.payee.money()).toEqual({ spot: '900', frozen: '100' });
    expect(await paid('theo', rest.seen, 'not a transaction')).toBe('parameter_wrong');
    expect(await paid('theo', { ...rest.seen, amount: '99.9' }, 'e6'.repeat(32))).toBe('case_changed');
    expect(await paid('theo', rest.seen, 'e6'.repeat(32))).toMatchObject({ status: 'success' });
    expect(await rest.payee.notices()).toContain('withdrawal_sent');
    const sums = await world.door.pool.query(
      `select p.account, p.amount::text from posting p where p.book = $1 and p.kind = 'withdrawal_pay' order by p.line`,
      [rest.payee.book],
    );
    expect(sums.rows).toEqual([
      { account: 'spot_frozen', amount: '-100.00000000' },
      { account: 'custody', amount: '99.90000000' },
      { account: 'fees', amount: '0.10000000' },
    ]);
  });

  it('can be reported as failed only with a proof, and returns the money in the same transaction', async () => {
    const { payee, seen } = await waiting();
    expect(await notPaid('theo', seen)).toBe('order_state_wrong');
    await approve('rosa', seen);
    const { customer, id, amount } = seen;
    const failed = { customer, id, amount, outcome: 'failed' } as const;
    expect(await world.act('theo', 'POST withdrawal_settle', { ...failed, reason: 'payout_returned' })).toBe(
      'parameter_missing',
    );
    expect(await world.act('theo', 'POST withdrawal_settle', { ...failed, proof: 'x' })).toBe(
      'parameter_missing',
    );
    expect(
      await world.act('theo', 'POST withdrawal_settle', { ...failed, proof: 'x', reason: 'source_unclear' }),
    ).toBe('parameter_wrong');
    expect(await payee.cancel(id)).toBe('order_state_wrong');
    expect(await notPaid('theo', seen)).toMatchObject({ status: 'failed', reason: 'payout_returned' });
    expect(await payee.money()).toEqual({ spot: '1000', frozen: '0' });
    const together = await world.door.pool.query(
      `select w.xmin = b.xmin as same from withdrawal w join balance b on b.book = w.book and b.account = 'spot_frozen'
        where w.book = $1`,
      [payee.book],
    );
    expect(together.rows).toEqual([{ same: true }]);
  });
});

describe('a failed large withdrawal', () => {
  it('returns the money only after reports by two operators', async () => {
    const { payee, seen } = await waiting('20000', LARGE);
    await approve('rosa', seen);
    await approve('theo', seen);
    expect(await notPaid('theo', seen)).toMatchObject({ status: 'waiting', failing_by: 'theo' });
    expect(await notPaid('theo', seen)).toBe('second_person_needed');
    expect((await payee.records()).at(-1)).toBe('theo withdrawal.payout_failed_first');
    expect(await notPaid('ada', seen)).toMatchObject({ status: 'failed', failing_by: 'theo' });
    expect(await payee.money()).toMatchObject({ frozen: '0' });
  });
});

describe('a withdrawal shown to an operator', () => {
  it('includes the facts for its review', async () => {
    const { payee, id, seen } = await waiting();
    const other = await waiting();
    const of = { customer: seen.customer, id };
    const detail = (await world.act('rosa', 'GET withdrawal', of)) as ConsoleOutput<'GET withdrawal'>;
    expect(detail).toMatchObject({
      ...{ id, account: payee.name, amount: '100', first_by: null, payout: null },
      facts: {
        ...{
          verified: true,
          account_status: 'active',
          address_paid_before: 0,
          deposited_usdt: '0',
        },
      },
    });
    expect(detail.facts.address_shared_with).toContain(other.payee.name);
    expect(detail.facts.address_shared_with).not.toContain(payee.name);
    // Reviewing an address needs no name, so none is shown without a record.
    expect(JSON.stringify(detail)).not.toContain('Kim');
    expect(await world.act('rosa', 'GET withdrawal', { ...of, customer: String(other.payee.book) })).toBe(
      'not_found',
    );
    expect(await approve('rosa', { ...seen, customer: String(other.payee.book) })).toBe('not_found');
    const list = (await world.act('sam', 'GET withdrawals', {
      limit: 1,
    })) as ConsoleOutput<'GET withdrawals'>;
    expect(list.items).toMatchObject([{ id: other.id, customer: String(other.payee.book) }]);
    const next = await world.act('sam', 'GET withdrawals', { limit: 1, cursor: list.next ?? '' });
    expect(next).toMatchObject({ items: [{ id }] });
  });

  it('is listed in the work queue, and is due when its hold expires', async () => {
    const { seen, payee } = await waiting();
    await hold('rosa', seen);
    const all = { after: undefined, limit: 100, nowMs: world.now(), overdueOnly: false };
    const cases = await waitingCases(world.door.pool, [withdrawalCases], all);
    const own = cases.find(({ book }) => book === payee.book);
    expect(own?.view).toMatchObject({
      kind: 'withdrawal',
      held: 'security_check',
      amount: '100',
      overdue: false,
    });
    const late = { ...all, nowMs: world.now() + 2 * HOUR_MS, overdueOnly: true };
    const overdue = await waitingCases(world.door.pool, [withdrawalCases], late);
    expect(overdue.find(({ book }) => book === payee.book)?.view).toMatchObject({ overdue: true });
  });
});
