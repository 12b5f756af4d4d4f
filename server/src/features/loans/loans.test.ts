/** Loans end to end over HTTP, from the customer's and the operator's side: applying, documents, and the verdict. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { AGREEMENT_VERSION } from '@candor/protocol/loans/loan-agreement.ts';
import { publishedBefore } from '@candor/testing/published-terms.ts';
import { newPicture, openLending, reject, said } from './testing/lending.ts';
import type { Borrower, Lending } from './testing/lending.ts';

let lending: Lending;
/** A customer whose applications are all refused, so that the same four images stay usable. */
let picky: Borrower;
let kept: Awaited<ReturnType<Borrower['documents']>>;

beforeAll(async () => {
  lending = await openLending();
  picky = await lending.somebody();
  kept = await picky.documents();
}, 60_000);
afterAll(() => lending.close());

describe('a loan from application to its last payment', () => {
  test('costs the shown amount, with a journal or notice for every step', async () => {
    const lena = await lending.somebody();
    const config = await lena.done<CallOutput<'GET lh/loan/config'>>('GET lh/loan/config');
    expect(config).toEqual({
      ...{ currency: 'USDT', open: true, min: '1000', max: '50000', days: [7, 15, 30, 60, 90] },
      ...{ daily_rate: '0.05', overdue_rate: '0.1', overdue_cap: '20', terms_version: 0 },
      ...{ score: 80, score_min: 60, agreement: AGREEMENT_VERSION },
    });
    const id = await lena.applied({ amount: '2500.5', days: '15', terms_version: 0 });
    expect(await lena.loan(id)).toMatchObject({
      ...{ status: 'pending_review', amount: '2500.5', days: 15, apr: '18.25', method: 'at_maturity' },
      ...{ interest_planned: '18.75375', total_planned: '2519.25375', due: '0', unpaid: '0' },
      ...{ reason: null, overdue: false, disbursed_at: null, due_at: null, settled_at: null },
    });
    expect(await lena.spot()).toBe('100000');

    const waiting = await lending.sam.done('GET cases', { kind: 'loan' });
    expect(waiting.items).toMatchObject([
      {
        kind: 'loan',
        customer: lena.customer,
        id,
        status: 'pending_review',
        amount: '2500.5',
        needs_second: false,
      },
    ]);
    expect(await lending.decide(lending.rosa, { of: lena, id })).toBe('ok');
    const running = await lena.loan(id);
    expect(running).toMatchObject({
      ...{ status: 'disbursed', unpaid: '2500.5', interest: '1.25025', overdue_fee: '0', due: '2501.75025' },
      ...{ repaid: '0', overdue: false },
    });
    expect((running.due_at ?? 0) - (running.disbursed_at ?? 0)).toBe(15 * 86_400);
    expect(await lena.spot()).toBe('102500.5');
    expect(await lena.statistics()).toMatchObject({
      ...{ borrowed: '2500.5', repaid: '0', due: '2501.75025', overdue: '0', score: 80, open: { id } },
    });

    const part = await lena.repay(id, '501.25025');
    expect(part.body).toMatchObject({
      message: {
        paid: { amount: '501.25025', fee: '0', interest: '1.25025', principal: '500' },
        loan: { status: 'disbursed', unpaid: '2000.5', due: '2000.5', repaid: '501.25025' },
      },
    });
    expect(said(await lena.repay(id))).toBe('ok');
    expect(await lena.loan(id)).toMatchObject({
      status: 'settled',
      due: '0',
      repaid: '2501.75025',
      reason: null,
    });
    expect(await lena.spot()).toBe('99998.74975');
    expect(await lena.statistics()).toMatchObject({
      ...{ borrowed: '2500.5', repaid: '2501.75025', due: '0', overdue: '0', score: 85, open: null },
    });
    const { items } = await lena.done<CallOutput<'GET lh/loan/payments'>>('GET lh/loan/payments', { id });
    expect(items.map(({ fee, interest, principal }) => [fee, interest, principal])).toEqual([
      ['0', '1.25025', '500'],
      ['0', '0', '2000.5'],
    ]);
    expect(await lena.score()).toEqual(['80 to 85: loan_repaid_in_time']);
    expect(await lending.journalsOf(lena)).toEqual([
      'loan_disburse: lending -2500.5, spot 2500.5',
      'loan_repay: spot -501.25025, interest 1.25025, lending 500',
      'loan_repay: spot -2000.5, lending 2000.5',
    ]);
    expect(await lending.noticesOf(lena)).toEqual(['loan_disbursed', 'loan_settled']);
    const records = await lena.done<CallOutput<'POST wallet/detail'>>('POST wallet/detail', {
      group: 'loan',
    });
    expect(records.items.map(({ kind }) => kind)).toEqual(['loan_repay', 'loan_repay', 'loan_disburse']);
    // The work queue has no loan left.
    expect((await lending.sam.done('GET cases', { kind: 'loan' })).total).toBe(0);
  });

  test('is listed in pages, filtered by open or finished', async () => {
    const lena = await lending.somebody();
    const ids: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      ids.unshift(await lena.applied());
      if (at < 2) expect(said(await lena.cancel(ids[0] as string))).toBe('ok');
    }
    type List = CallOutput<'GET lh/loan/order'>;
    const listed = async (fields: Record<string, unknown>) => lena.done<List>('GET lh/loan/order', fields);
    const first = await listed({ limit: 2 });
    expect([first.items.map(({ id }) => id), first.next]).toEqual([ids.slice(0, 2), ids[1]]);
    expect((await listed({ limit: 2, cursor: first.next ?? '' })).items.map(({ id }) => id)).toEqual([
      ids[2],
    ]);
    expect((await listed({ status: 'open' })).items.map(({ id }) => id)).toEqual([ids[0]]);
    expect((await listed({ status: 'finished' })).items.map(({ id }) => id)).toEqual(ids.slice(1));
    expect(said(await lena.knock('GET lh/loan/order', { cursor: 'x' }))).toBe('parameter_wrong cursor');
  });
});

describe('an application is refused', () => {
  test('without verification, with a score of 59, and for a second loan', async () => {
    const stranger = await lending.somebody('unverified');
    expect(said(await stranger.apply())).toBe('verification_needed');
    expect((await stranger.statistics()).open).toBeNull();

    const low = await lending.somebody();
    const set = async (score: number) =>
      lending.rosa.done('POST credit', { customer: low.customer, score, reason: 'operator_correction' });
    await set(59);
    expect(said(await low.apply())).toBe('credit_score_low');
    await set(60);
    const id = await low.applied();
    expect(said(await low.apply())).toBe('loan_open');
    await set(59);
    expect(await lending.decide(lending.rosa, { of: low, id })).toBe('credit_score_low');
    expect((await low.loan(id)).status).toBe('pending_review');
    expect(
      await lending.decide(lending.rosa, { of: low, id }, { verdict: 'reject', reason: 'credit_score_low' }),
    ).toBe('ok');
    expect(await low.loan(id)).toMatchObject({
      status: 'failed',
      reason: 'credit_score_low',
      settled_at: null,
    });
    expect(await lending.noticesOf(low)).toEqual(['loan_refused']);
    expect(await low.spot()).toBe('100000');
  });

  test.each([
    [{ amount: '999.99999999' }, 'loan_out_of_range amount'],
    [{ amount: '50000.00000001' }, 'loan_out_of_range amount'],
    [{ amount: '0' }, 'amount_wrong amount'],
    [{ amount: '1e4' }, 'parameter_wrong amount'],
    [{ amount: '1000.000000001' }, 'parameter_wrong amount'],
    [{ amount: '9'.repeat(40) }, 'parameter_wrong amount'],
    [{ days: 8 }, 'loan_days_not_offered days'],
    [{ agree: 'yes' }, 'agreement_changed agree'],
    [{ terms_version: 1 }, 'terms_changed'],
    [
      { house: 'f'.repeat(32), income: 'e'.repeat(32), bank: 'd'.repeat(32), identity: 'c'.repeat(32) },
      'file_not_found house',
    ],
  ])('with %j: %s', async (fields, expected) => {
    expect(said(await picky.apply({ ...kept, ...fields }))).toBe(expected);
  });

  test('to a customer of unknown country, where the offer depends on the country', async () => {
    const abroad = await openLending({ jurisdictions: 'country' });
    const stranger = await abroad.somebody('unverified');
    expect(said(await stranger.apply())).toBe('product_not_offered');
    const lena = await abroad.somebody();
    expect(said(await lena.apply())).toBe('ok');
    await abroad.close();
  }, 60_000);
});

test('refuses an application under changed terms that were not shown, and keeps the terms of agreed loans', async () => {
  const house = await openLending();
  const [lena, wei] = [await house.somebody(), await house.somebody()];
  const [running, waiting] = [await house.lent(lena), await wei.applied({ terms_version: 0 })];
  await publishedBefore(house.owner, 'loan', {
    ...{
      open: true,
      min: '500',
      max: '2000',
      daily_rate: '0.001',
      overdue_rate: '0.002',
      overdue_cap: '0.1',
    },
    score_min: '70',
  });
  const later = await house.somebody();
  await vi.waitFor(
    async () => expect(await later.done('GET lh/loan/config')).toMatchObject({ terms_version: 1 }),
    { timeout: 8000 },
  );
  expect(await later.done('GET lh/loan/config')).toMatchObject({
    daily_rate: '0.1',
    max: '2000',
    score_min: 70,
  });
  expect(said(await later.apply({ terms_version: 0 }))).toBe('terms_changed');
  expect(said(await later.apply({ terms_version: 1, amount: '2000.01' }))).toBe('loan_out_of_range amount');
  const id = await house.lent(later, { terms_version: 1, amount: '500' });
  expect(await later.loan(id)).toMatchObject({
    daily_rate: '0.1',
    overdue_cap: '10',
    apr: '36.5',
    due: '500.5',
  });
  expect(await lena.loan(running)).toMatchObject({ daily_rate: '0.05', overdue_cap: '20', due: '1000.5' });
  // An earlier application is paid out as submitted.
  expect(await house.decide(house.rosa, { of: wei, id: waiting })).toBe('ok');
  expect(await wei.loan(waiting)).toMatchObject({ daily_rate: '0.05', due: '1000.5' });
  // The helper publishes without an operator, which the audit reports as the only violation.
  await house.close(['L22']);
}, 60_000);

describe('loan documents', () => {
  test('must be four different images that the customer uploaded', async () => {
    const lena = await lending.somebody();
    const wei = await lending.somebody();
    const bytes = await newPicture();
    const documents = await lena.documents();
    expect(said(await lena.apply({ ...documents, income: documents.house }))).toBe('file_duplicate income');
    // Another customer's file is not found, even with its id.
    expect(said(await wei.apply(documents))).toBe('file_not_found house');
    const voucher = await lena.picture(bytes);
    const id = await lena.applied({ ...documents, house: voucher });
    // The image has the same content as that of another customer, whose loan is open.
    const same = { ...(await wei.documents()), bank: await wei.picture(bytes) };
    expect(said(await wei.apply(same))).toBe('file_duplicate bank');
    // A duplicate of the same customer is detected at upload.
    await expect(lena.picture(bytes)).rejects.toThrow('file_duplicate');
    expect(said(await lena.cancel(id))).toBe('ok');
    // The image is still refused after the other customer's loan failed, because its owner may use it again.
    expect(said(await wei.apply(same))).toBe('file_duplicate bank');
    expect(said(await lena.apply({ ...documents, house: voucher }))).toBe('ok');
    expect(said(await wei.apply({ ...same, bank: await wei.picture() }))).toBe('ok');
  });

  test('are accepted only from their owner after the loan is repaid', async () => {
    const lena = await lending.somebody();
    const wei = await lending.somebody();
    const bytes = await newPicture();
    const documents = { ...(await lena.documents()), identity: await lena.picture(bytes) };
    const first = await lending.lent(lena, documents);
    expect(said(await lena.apply(documents))).toBe('loan_open');
    expect(said(await lena.repay(first))).toBe('ok');
    expect(said(await wei.apply({ ...(await wei.documents()), identity: await wei.picture(bytes) }))).toBe(
      'file_duplicate identity',
    );
    expect(said(await lena.apply(documents))).toBe('ok');
  });

  test('support one application if several customers send the same image concurrently', async () => {
    const bytes = await newPicture();
    const borrowers = await Promise.all(Array.from({ length: 6 }, () => lending.somebody()));
    const sets = await Promise.all(
      borrowers.map(async (one) => ({ ...(await one.documents()), income: await one.picture(bytes) })),
    );
    const heard = (await Promise.all(borrowers.map((one, at) => one.apply(sets[at])))).map(said);
    expect(heard.filter((code) => code === 'ok')).toHaveLength(1);
    for (const code of heard) expect(['ok', 'file_duplicate', 'file_duplicate income']).toContain(code);
    const open = await Promise.all(borrowers.map((one) => one.statistics()));
    expect(open.filter((one) => one.open !== null)).toHaveLength(1);
  });

  test('are opened only by permitted roles, with an audit record', async () => {
    const lena = await lending.somebody();
    const id = await lena.applied();
    const at = { customer: lena.customer, id, of: 'income' } as const;
    expect(said(await lending.sam.ask('POST loan_picture', at))).toBe('unauthorized');
    const shown = await lending.rosa.done('POST loan_picture', at);
    expect([shown.mime, Buffer.from(shown.base64, 'base64').length > 100]).toEqual(['image/jpeg', true]);
    const { rows } = await lending.pool.query(
      `select operator, after from audit where subject = $1 and action = 'loan.read'`,
      [`customer:${lena.customer}`],
    );
    expect(rows).toEqual([
      {
        operator: 'rosa',
        after: `{"loan":"${id}","amount":"1000","status":"pending_review","seen":["income","verified_name"]}`,
      },
    ]);
    expect(said(await lending.rosa.ask('POST loan_picture', { ...at, id: '1' }))).toBe('not_found');
    const found = await lending.sam.done('GET loan', { customer: lena.customer, id });
    expect(found).toMatchObject({
      ...{ account: lena.account, customer: lena.customer, review_overdue: false },
      facts: {
        score: 80,
        account_status: 'active',
        loans_before: 0,
        overdue_before: 0,
        claims_usdt: '100000',
        deposited_usdt: '0',
      },
    });
    expect(found.documents.map(({ of }) => of)).toEqual(['house', 'income', 'bank', 'identity']);
  });
});

describe('concurrent actions', () => {
  test('pay out once for five approvals by three people', async () => {
    const lena = await lending.somebody();
    const id = await lena.applied();
    const verdict = await lending.verdictOn(lena, id);
    const { rosa, theo, ada } = lending;
    const heard = await Promise.all(
      [rosa, rosa, theo, ada, theo].map((by) => by.ask('POST loan_decide', verdict)),
    );
    expect(heard.map(said).toSorted()).toEqual([
      'ok',
      ...Array.from({ length: 4 }, () => 'order_state_wrong'),
    ]);
    expect(await lending.journalsOf(lena)).toEqual(['loan_disburse: lending -1000, spot 1000']);
    expect(await lena.spot()).toBe('101000');
    // With the same key, the first answer is returned again, and nothing is paid out twice.
    const wei = await lending.somebody();
    const other = await lending.verdictOn(wei, await wei.applied());
    const keyed = await Promise.all(
      [1, 2, 3].map(() => theo.ask('POST loan_decide', other, { headers: { 'idempotency-key': 'once' } })),
    );
    expect(keyed.map(said)).toEqual(['ok', 'ok', 'ok']);
    expect(await wei.spot()).toBe('101000');
  });

  test('produce a single outcome of approval, rejection and cancellation', async () => {
    for (let round = 0; round < 4; round += 1) {
      const lena = await lending.somebody();
      const id = await lena.applied();
      const [approve, refuse] = [
        await lending.verdictOn(lena, id),
        await lending.verdictOn(lena, id, reject),
      ];
      const tries = [
        () => lending.rosa.ask('POST loan_decide', approve),
        () => lending.theo.ask('POST loan_decide', refuse),
        () => lena.cancel(id),
        () => lena.cancel(id),
      ];
      const turned = [...tries.slice(round), ...tries.slice(0, round)];
      const heard = (await Promise.all(turned.map((go) => go()))).map(said);
      expect(heard.filter((code) => code === 'ok')).toHaveLength(1);
      const { status } = await lena.loan(id);
      const journals = await lending.journalsOf(lena);
      expect(journals).toHaveLength(status === 'disbursed' ? 1 : 0);
      expect(await lena.spot()).toBe(status === 'disbursed' ? '101000' : '100000');
      expect(['disbursed', 'failed']).toContain(status);
    }
  });

  test('accept one of several applications by a customer', async () => {
    const lena = await lending.somebody();
    const [one, other] = [await lena.documents(), await lena.documents()];
    const heard = await Promise.all([lena.apply(one), lena.apply(other), lena.apply(one), lena.apply(other)]);
    expect(heard.map(said).filter((code) => code === 'ok')).toHaveLength(1);
    expect((await lena.statistics()).open?.status).toBe('pending_review');
  });

  test('return one application for a repeated key, even after its images are used', async () => {
    const lena = await lending.somebody();
    const documents = await lena.documents();
    const heard = await Promise.all(Array.from({ length: 5 }, () => lena.apply(documents, 'once')));
    expect(new Set(heard.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(heard.map(said)[0]).toBe('ok');
    expect(said(await lena.apply({ ...documents, amount: '1001' }, 'once'))).toBe(
      'key_reused Idempotency-Key',
    );
  });
});

describe('a verdict', () => {
  test('is refused without a permitted role or with a conflict of interest', async () => {
    const lena = await lending.somebody();
    const id = await lena.applied();
    expect(await lending.decide(lending.sam, { of: lena, id })).toBe('unauthorized');
    await lending.ada.done('POST tie', { customer: lena.customer, person: 'rosa' });
    expect(await lending.decide(lending.rosa, { of: lena, id })).toBe('conflict_of_interest');
    expect(await lending.decide(lending.rosa, { of: lena, id }, reject)).toBe('conflict_of_interest');
    expect(
      said(await lending.rosa.ask('POST loan_picture', { customer: lena.customer, id, of: 'bank' })),
    ).toBe('conflict_of_interest');
    expect((await lena.loan(id)).status).toBe('pending_review');
    expect(await lending.decide(lending.theo, { of: lena, id })).toBe('ok');
  });

  test('is accepted once, only on the facts that the operator saw, and only with a reason if it is a rejection', async () => {
    const lena = await lending.somebody();
    const id = await lena.applied();
    const decide = (change: Parameters<Lending['decide']>[2]) =>
      lending.decide(lending.theo, { of: lena, id }, change);
    expect(await decide({ amount: '1000.00000001' })).toBe('case_changed');
    expect(await decide({ amount: '1,000' })).toBe('parameter_wrong amount');
    expect(await decide({ documents: [] })).toBe('case_changed');
    expect(await decide({ documents: ['a'.repeat(64)] })).toBe('case_changed');
    expect(await decide({ verdict: 'reject' })).toBe('parameter_missing reason');
    expect(await decide({ verdict: 'reject', reason: 'cancelled_by_customer' })).toBe(
      'parameter_wrong reason',
    );
    expect(await decide({ verdict: 'reject', reason: 'start_over' })).toBe('parameter_wrong reason');
    expect(await decide(reject)).toBe('ok');
    expect(await decide({})).toBe('order_state_wrong');
    expect(await lending.journalsOf(lena)).toEqual([]);
    const wei = await lending.somebody();
    const verdict = await lending.verdictOn(lena, id);
    expect(said(await lending.theo.ask('POST loan_decide', { ...verdict, customer: wei.customer }))).toBe(
      'loan_not_found',
    );
  });

  test('is refused if it pays out to a borrower who has since been frozen', async () => {
    const lena = await lending.somebody();
    const id = await lena.applied();
    const documents = await lena.documents();
    const standing = (change: 'freeze' | 'release') =>
      lending.ada.done('POST standing', { customer: lena.customer, change, reason: 'security_check' });
    await standing('freeze');
    expect(await lending.decide(lending.rosa, { of: lena, id })).toBe('account_frozen');
    expect(said(await lena.apply(documents))).toBe('account_frozen');
    // A pending application can still be cancelled.
    expect(said(await lena.cancel(id))).toBe('ok');
    await standing('release');
  });
});
