/** Repaying a loan end to end over HTTP, and the effects of a reset and of closing the account. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { testCard } from '@candor/testing/bank-cards.ts';
import { TRON_ADDRESS } from '@candor/testing/withdrawals-door.ts';
import { changeStandingOf } from '@candor/testing/standing.ts';
import { openLending, said } from './testing/lending.ts';
import type { Lending } from './testing/lending.ts';

let lending: Lending;

beforeAll(async () => {
  lending = await openLending();
}, 60_000);
afterAll(() => lending.close());

describe('repayment', () => {
  test('is possible while the account is frozen, since the debt keeps growing', async () => {
    const lena = await lending.somebody();
    const id = await lending.lent(lena);
    await changeStandingOf(lending.pool, lena.account, 'freeze');
    expect(said(await lena.repay(id, '0.5'))).toBe('ok');
    expect(said(await lena.repay(id))).toBe('ok');
    expect(await lena.loan(id)).toMatchObject({ status: 'settled', repaid: '1000.5' });
  });

  test('takes no more than the debt or the available balance', async () => {
    const lena = await lending.somebody();
    const wei = await lending.somebody();
    const id = await lending.lent(lena);
    expect(said(await lena.repay(id, '1000.50000001'))).toBe('repayment_above_due amount');
    expect(said(await lena.repay(id, '0'))).toBe('amount_wrong amount');
    expect(said(await lena.repay(id, '-1'))).toBe('parameter_wrong amount');
    expect(said(await lena.repay('1', '1'))).toBe('loan_not_found id');
    expect(said(await lena.repay('x', '1'))).toBe('loan_not_found id');
    // Another customer's loan can't be repaid, viewed or cancelled.
    expect(said(await wei.repay(id, '1'))).toBe('loan_not_found id');
    expect(said(await wei.knock('GET lh/loan/payments', { id }))).toBe('loan_not_found id');
    expect(said(await wei.cancel(id))).toBe('loan_not_found id');
    expect(said(await lena.cancel(id))).toBe('order_state_wrong id');
    const wrong = { id, amount: '1', trading_password: '111111' };
    expect(said(await lena.knock('POST lh/loan/repayment', wrong))).toBe('trading_password_wrong');

    // Money frozen for an order or in another account is not available, and is never taken.
    await lena.done('POST wallet/transfer', {
      currency: 'USDT',
      from: 'spot',
      to: 'contract',
      amount: '60000',
    });
    const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '4.0959', price: '10000' };
    await lena.done('POST coin/trade', order);
    expect(await lena.spot()).toBe('0.041');
    expect(said(await lena.repay(id))).toBe('balance_insufficient amount');
    expect(said(await lena.repay(id, '0.04100001'))).toBe('balance_insufficient amount');
    expect(said(await lena.repay(id, '0.041'))).toBe('ok');
    expect(await lena.spot()).toBe('0');
    expect((await lena.loan(id)).due).toBe('1000.459');
    expect((await lending.journalsOf(lena)).at(-1)).toBe('loan_repay: spot -0.041, interest 0.041');
  });

  test('takes a payment once per key under concurrency, and never more than the debt', async () => {
    const lena = await lending.somebody();
    const id = await lending.lent(lena);
    const same = await Promise.all(Array.from({ length: 4 }, () => lena.repay(id, '600', 'one')));
    expect(new Set(same.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await lena.loan(id)).due).toBe('400.5');
    const heard = (
      await Promise.all(Array.from({ length: 4 }, (_, at) => lena.repay(id, '400.5', `other${at}`)))
    ).map(said);
    expect(heard.toSorted()).toEqual(['ok', ...Array.from({ length: 3 }, () => 'order_state_wrong id')]);
    expect(await lena.spot()).toBe('99999.5');
    const whole = (await Promise.all([lena.repay(id), lena.repay(id, '1')])).map(said);
    expect(whole).toEqual(['order_state_wrong id', 'order_state_wrong id']);
    // The first answer is returned again, without a password check.
    expect(said(await lena.repay(id, '600', 'one'))).toBe('ok');
    expect(said(await lena.repay(id, '601', 'one'))).toBe('key_reused Idempotency-Key');
    expect(await lena.score()).toEqual(['80 to 85: loan_repaid_in_time']);
  });

  test('spends the money at most once in a race with a withdrawal and a transfer', async () => {
    const lena = await lending.somebody();
    await lena.done('POST user/cash_save', { ...testCard, current_password: 'w4lk!er-ok' });
    const { id: address } = await lena.done<{ id: string }>('POST wallet/address_add', {
      ...{ network: 'tron', address: TRON_ADDRESS, label: 'own', current_password: 'w4lk!er-ok' },
    });
    const move = (from: string, to: string, amount: string) =>
      lena.knock('POST wallet/transfer', { currency: 'USDT', from, to, amount });
    const out = { currency: 'USDT', amount: '1000.5', address, trading_password: '135790' };
    for (let round = 0; round < 3; round += 1) {
      const id = await lending.lent(lena);
      expect(said(await move('spot', 'contract', '99999.5'))).toBe('ok');
      const tries = [
        () => lena.repay(id),
        () => lena.knock('POST wallet/out', out),
        () => move('spot', 'option', '1000.5'),
        () => lena.repay(id, '1000.5'),
      ];
      const turned = [...tries.slice(round), ...tries.slice(0, round)];
      const codes = (await Promise.all(turned.map((go) => go()))).map(said);
      expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
      expect(await lena.spot()).toBe('0');
      // Resets the account for the next round.
      await lena.done('POST demo/start_over');
    }
  });
});

describe('a borrower', () => {
  test('can’t close the account while a loan is open', async () => {
    const lena = await lending.somebody();
    const id = await lena.applied();
    const close = () =>
      lena.knock('POST user/close', { account: lena.account, current_password: 'w4lk!er-ok' });
    expect(said(await close())).toBe('open_trade_blocks');
    expect(await lending.decide(lending.rosa, { of: lena, id })).toBe('ok');
    expect(said(await close())).toBe('open_trade_blocks');
    expect(said(await lena.repay(id))).toBe('ok');
    expect(said(await close())).toBe('ok');
  });

  test("has an application cancelled by a reset, and a loan's principal returned with the play money", async () => {
    const lena = await lending.somebody();
    const wei = await lending.somebody();
    const [waiting, running] = [await lena.applied(), await lending.lent(wei, { amount: '50000' })];
    // The borrowed money is in another account by now, and is returned nevertheless.
    await wei.done('POST wallet/transfer', {
      currency: 'USDT',
      from: 'spot',
      to: 'option',
      amount: '120000',
    });
    expect(said(await wei.repay(running, '10025'))).toBe('ok');
    for (const one of [lena, wei]) await one.done('POST demo/start_over');
    expect(await lena.loan(waiting)).toMatchObject({ status: 'failed', reason: 'start_over' });
    expect(await wei.loan(running)).toMatchObject({ status: 'settled', reason: 'start_over', due: '0' });
    expect([await lena.spot(), await wei.spot()]).toEqual(['100000', '100000']);
    expect((await lending.journalsOf(wei)).at(-1)).toBe('loan_return: equity -40000, lending 40000');
    const { rows } = await lending.pool.query<{ seq: string }>(
      `select seq from journal where book = $1 and kind = 'loan_return'`,
      [wei.customer],
    );
    expect(await wei.done('GET wallet/journal', { seq: rows[0]?.seq })).toMatchObject({
      ...{ kind: 'loan_return', group: 'loan' },
    });
    expect(await wei.score()).toEqual([]);
    expect(said(await wei.apply())).toBe('ok');
  });

  test('gets loans with payments and images in the data export', async () => {
    const lena = await lending.somebody();
    const id = await lending.lent(lena);
    expect(said(await lena.repay(id, '100'))).toBe('ok');
    type Export = CallOutput<'POST user/export'>;
    const { sections } = await lena.done<Export>('POST user/export', { current_password: 'w4lk!er-ok' });
    expect(sections['loans']).toMatchObject([
      { id, status: 'disbursed', payments: [{ amount: '100', interest: '0.5', principal: '99.5' }] },
    ]);
    expect(sections['loans']?.[0]?.['pictures']).toHaveLength(4);
  });

  test('gets a mail when the loan is paid out', async () => {
    const lena = await lending.somebody();
    await lending.lent(lena);
    await vi.waitFor(
      async () => {
        const { rows } = await lending.owner.query<{ subject: string }>(
          `select subject from mail where customer = $1 and kind = 'loan_disbursed'`,
          [lena.customer],
        );
        expect(rows).toEqual([{ subject: 'Your loan was paid out' }]);
      },
      { timeout: 5000 },
    );
  });
});
