/**
 * An operator who let money in by means other than a deposit, or removed a customer's factors, can't approve that customer's
 * withdrawals.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testCard } from '@candor/testing/bank-cards.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { openLending, said } from '../src/features/loans/testing/lending.ts';
import type { Borrower, Lending } from '../src/features/loans/testing/lending.ts';

const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

let lending: Lending;

beforeAll(async () => {
  lending = await openLending();
}, 60_000);
afterAll(() => lending.close());

/** Requests a withdrawal from the customer's balance. */
async function asksOut(of: Borrower): Promise<{ readonly id: string; readonly amount: string }> {
  await of.done('POST user/cash_save', testCard);
  const where = { network: 'tron', address: ADDRESS, current_password: 'w4lk!er-ok' };
  const { id: address } = await of.done<{ id: string }>('POST wallet/address_add', where);
  const sent = { currency: 'USDT', amount: '100', address, trading_password: '135790' };
  return of.done('POST wallet/out', sent);
}

const letsOut = async (by: ConsoleLine, of: Borrower, { id, amount }: { id: string; amount: string }) =>
  said(
    await by.ask('POST withdrawal_decide', {
      ...{ customer: of.customer, id, amount, address: ADDRESS, verdict: 'approve' },
    }),
  );

test('rejects the approval of a withdrawal by the operator who granted the customer a loan', async () => {
  const of = await lending.somebody();
  const loan = await of.applied();
  const verdict = await lending.verdictOn(of, loan);
  expect(said(await lending.rosa.ask('POST loan_decide', verdict))).toBe('ok');
  const out = await asksOut(of);
  expect(await letsOut(lending.rosa, of, out)).toBe('second_person_needed');
  expect(await letsOut(lending.theo, of, out)).toBe('ok');
});

test('rejects the approval of a withdrawal by either operator who credited the customer manually', async () => {
  const of = await lending.somebody();
  const proposal = {
    kind: 'correction',
    customer: of.customer,
    currency: 'USDT',
    amount: '500',
    takes: false,
  };
  const made = await lending.theo.done('POST propose', {
    ...{ proposal, reason: 'a mistake of ours' },
  } as never);
  const { id, body } = made as unknown as { id: string; body: string };
  const decided = { customer: of.customer, id, body, verdict: 'approve' } as const;
  expect(said(await lending.ada.ask('POST proposal_decide', decided))).toBe('ok');
  const out = await asksOut(of);
  expect(await letsOut(lending.theo, of, out)).toBe('second_person_needed');
  expect(await letsOut(lending.ada, of, out)).toBe('second_person_needed');
  expect(await letsOut(lending.rosa, of, out)).toBe('ok');
});
