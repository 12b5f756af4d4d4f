/** Deposits end to end over HTTP, from the customer's and the operator's side: credits, refusals, and limits. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { handIn, knock, wellAnswered } from '@candor/testing/front-door.ts';
import { limits as depositsLimits } from './limits.ts';
import { wireReference } from '../../payments/deposit-methods.ts';
import { depositorOf, newPicture, newTransaction, said } from './testing/depositor.ts';
import type { Depositor } from './testing/depositor.ts';
import { openDesk, reject, wait } from './testing/desk.ts';
import type { Desk } from './testing/desk.ts';

let desk: Desk;
/** A customer who is not involved in the tested deposit. */
let lena: Depositor;

beforeAll(async () => {
  desk = await openDesk();
  lena = await desk.somebody();
});
afterAll(() => desk.close());

const waysFor = async (of: Depositor, fields: Record<string, unknown> = {}) =>
  knock(desk.server.origin, 'POST wallet/get_in_address', { token: of.token, fields });

describe('the deposit method call', () => {
  test('lists every method with its limits, and a wire with the customer’s own reference', async () => {
    const { ways, review_hours } = wellAnswered(
      (await waysFor(lena)).body,
    ) as CallOutput<'POST wallet/get_in_address'>;
    expect(review_hours).toBe(24);
    expect(ways).toHaveLength(9);
    const [btc] = ways;
    expect(btc).toMatchObject({
      currency: 'BTC',
      network: 'bitcoin',
      min: '0.0002',
      credited_as: 'BTC',
      rate: null,
    });
    expect(btc?.address).toMatch(/^tb1q/);
    const wires = ways.filter(({ network }) => network === 'wire');
    expect(wires.map(({ currency, credited_as, address }) => [currency, credited_as, address])).toEqual([
      ['USD', 'USDT', null],
      ['EUR', 'USDT', null],
      ['GBP', 'USDT', null],
    ]);
    expect(wires.map(({ rate }) => rate !== null)).toEqual([true, true, true]);
    expect(new Set(wires.map(({ instructions }) => instructions?.reference))).toEqual(
      new Set([wireReference(BigInt(await desk.idOf(lena)))]),
    );
  });

  test('lists a single currency on request, and rejects an unknown currency', async () => {
    const { ways } = wellAnswered(
      (await waysFor(lena, { currency: 'ETH' })).body,
    ) as CallOutput<'POST wallet/get_in_address'>;
    expect(ways.map(({ network }) => network)).toEqual(['ethereum', 'arbitrum']);
    expect(said(await waysFor(lena, { currency: 'DOGE' }))).toBe('currency_invalid currency');
  });
});

test('credits a submitted deposit exactly once after its approval, with a journal, audit records and a notice', async () => {
  const payer = await desk.somebody();
  const before = amount(await payer.spot('USDT'));
  const bytes = await newPicture();
  const transaction = newTransaction();
  const voucher = await payer.voucher(bytes);
  const id = await payer.handIn({ amount: '250.5', voucher, reference: `0x${transaction.toUpperCase()}` });
  expect(await payer.list()).toMatchObject([
    {
      id,
      currency: 'USDT',
      network: 'tron',
      amount: '250.5',
      status: 'under_review',
      credited: null,
      overdue: false,
    },
  ]);
  const customer = await desk.idOf(payer);
  expect((await desk.ada.done('GET cases', { kind: 'deposit', limit: 100 })).items).toContainEqual(
    expect.objectContaining({
      kind: 'deposit',
      customer,
      id,
      amount: '250.5',
      currency: 'USDT',
      status: 'under_review',
    }),
  );
  const seen = await desk.rosa.done('GET deposit', { customer, id });
  expect(seen).toMatchObject({
    ...{ account: payer.account, credit: { currency: 'USDT', amount: '250.5', rate: null } },
    facts: { verified: false, deposits_before: 0, credited_before_usdt: '0', failed_before: 0 },
  });
  const picture = await desk.rosa.done('POST deposit_picture', { customer, id });
  const shown = Buffer.from(picture.base64, 'base64');
  expect([picture.mime, shown.subarray(0, 2).toString('hex'), shown.length > 100]).toEqual([
    'image/jpeg',
    'ffd8',
    true,
  ]);
  // The hash is keyed, so nobody can find an image by its plain hash.
  expect(seen.voucher_hash).not.toBe(createHash('sha256').update(bytes).digest('hex'));

  expect(await desk.decide(desk.rosa, { of: payer, id }, { ...wait, note: 'two confirmations' })).toBe('ok');
  expect((await payer.list({ status: 'waiting' })).map((one) => one.id)).toEqual([id]);
  expect(said(await payer.cancel(id))).toBe('order_state_wrong');
  expect(await desk.decide(desk.theo, { of: payer, id }, { reference: transaction })).toBe('ok');

  expect(formatAmount(amount(await payer.spot('USDT')) - before)).toBe('250.5');
  expect(await desk.journalsOf(payer)).toEqual([
    `deposit:${id}: custody -250.50000000 USDT, spot 250.50000000 USDT`,
  ]);
  expect(await desk.recordsOf(payer)).toEqual([
    'rosa deposit.read',
    'rosa deposit.await',
    'theo deposit.approve',
  ]);
  expect(await payer.list({ currency: 'USDT' })).toMatchObject([
    {
      id,
      status: 'success',
      credited: { currency: 'USDT', amount: '250.5', rate: null, reference: transaction },
    },
  ]);
  const notices = await desk.pool.query('select n.kind, n.params from notice n where n.book = $1', [
    customer,
  ]);
  expect(notices.rows).toEqual([
    { kind: 'deposit_credited', params: '{"amount":"250.5","currency":"USDT"}' },
  ]);
  expect((await desk.ada.done('GET deposits', { customer })).items).toMatchObject([
    { id, account: payer.account },
  ]);
});

test('credits a wire in USDT at the latest published rate, rounded down', async () => {
  const payer = await desk.somebody();
  const own = wireReference(BigInt(await desk.idOf(payer)));
  // The reference that all of the customer's wires share identifies none of them.
  const id = await payer.handIn({ currency: 'EUR', network: 'wire', amount: '333.33', reference: own });
  expect((await payer.list())[0]?.reference).toBeNull();
  expect(await desk.decide(desk.theo, { of: payer, id }, { reference: own.toLowerCase() })).toBe(
    'parameter_wrong reference',
  );
  expect(await desk.decide(desk.theo, { of: payer, id }, { reference: 'FT 26/1142' })).toBe('ok');
  const [credited] = (await payer.list()).map((one) => one.credited);
  const rate = amount(credited?.rate ?? '0');
  expect(credited).toMatchObject({ currency: 'USDT', reference: 'FT 26/1142' });
  expect(amount(credited?.amount ?? '0')).toBe((amount('333.33') * rate) / 100_000_000n);
  const published = await desk.pool.query(
    `select 1 from tape t where t.symbol = 'EUR/USDT' and t.last = $1`,
    [credited?.rate],
  );
  expect(published.rowCount).not.toBe(0);
});

describe('the deposit call', () => {
  const noFigures: readonly unknown[] = [
    ...[
      '-1',
      '-0',
      '+1',
      '0',
      '0.00',
      '1e3',
      '0x10',
      'NaN',
      'Infinity',
      ' 1',
      '1 ',
      '1,5',
      '1.',
      '.5',
      '01',
      '１',
      '١',
    ],
    ...[
      '9'.repeat(400),
      '0.000000001',
      '100.1234567',
      '',
      'null',
      '1\u0000',
      1,
      0.1,
      -1,
      true,
      null,
      [],
      ['1'],
      {},
    ],
  ];

  test('rejects an invalid amount, names the field and stores nothing', async () => {
    const payer = await desk.somebody();
    const voucher = await payer.voucher();
    for (const value of noFigures) {
      const heard = await payer.request({ voucher, amount: value as string });
      expect(heard.status, JSON.stringify(value)).toBe(400);
      expect(heard.body, JSON.stringify(value)).toMatchObject({ type: 'error', params: { field: 'amount' } });
    }
    expect(await payer.list()).toEqual([]);
    expect(said(await payer.request({ voucher }))).toBe('ok');
  });

  test('accepts the minimum and the maximum, and rejects the next smaller and larger amount', async () => {
    const payer = await desk.somebody();
    const voucher = await payer.voucher();
    const heard = await payer.request({ voucher, amount: '9.999999' });
    expect(heard.body).toMatchObject({
      error: 'deposit_out_of_range',
      params: { min: '10', max: '1000000', field: 'amount' },
    });
    expect(said(await payer.request({ voucher, amount: '1000000.000001' }))).toBe(
      'deposit_out_of_range amount',
    );
    expect(said(await payer.request({ voucher, amount: '10' }))).toBe('ok');
    expect(said(await payer.request({ amount: '1000000' }))).toBe('ok');
  });

  test.each([
    ['an unknown currency', { currency: 'DOGE' }, 'currency_invalid currency'],
    ['a network without deposits', { currency: 'USD', network: 'tron' }, 'network_invalid network'],
    [
      'a network of another chain',
      { currency: 'BTC', network: 'ethereum', amount: '1' },
      'network_invalid network',
    ],
    ['an unknown image', { voucher: '0'.repeat(32) }, 'file_not_found voucher'],
    ['a transaction that is not a hash', { reference: 'I paid' }, 'parameter_wrong reference'],
    [
      'invisible characters in a reference',
      { currency: 'USD', network: 'wire', reference: 'A\u200bB' },
      'parameter_wrong reference',
    ],
  ])('rejects %s', async (_, fields, outcome) => {
    expect(said(await lena.request(fields))).toBe(outcome);
  });

  test("rejects a verification image and another customer's image as a voucher", async () => {
    const payer = await desk.somebody();
    expect(said(await payer.request({ voucher: await lena.voucher() }))).toBe('file_not_found voucher');
    const paper = await handIn(desk.server.origin, payer.token, await newPicture());
    expect(said(await payer.request({ voucher: paper }))).toBe('file_not_found voucher');
  });

  test('rejects a duplicate field in any encoding, and ignores fields the customer may not set', async () => {
    const payer = await desk.somebody();
    const voucher = await payer.voucher();
    const usual = `"currency":"USDT","network":"tron","voucher":"${voucher}"`;
    const send = (raw: string, headers = {}) =>
      knock(desk.server.origin, 'POST wallet/charge_req', { token: payer.token, raw, headers });
    expect((await send(`{${usual},"amount":"100","amount":"999"}`)).status).toBe(400);
    expect((await send(String.raw`{${usual},"amount":"100","\u0061mount":"999"}`)).status).toBe(400);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const typed = `currency=USDT&network=tron&voucher=${voucher}`;
    expect((await send(`${typed}&amount=100&amount=999`, form)).status).toBe(400);
    expect((await send(`${typed}&amount[]=100`, form)).status).toBe(400);
    expect(await payer.list()).toEqual([]);
    const greedy =
      `{${usual},"amount":"100","status":"success","credited":{"amount":"9"},"rate":"9","book":"1","customer":"1",` +
      `"value_usdt":"0","deadline_ms":0,"decided_by":"ada","is_admin":true,"__proto__":{"status":"success"}}`;
    expect(said(await send(greedy))).toBe('ok');
    expect(await payer.list()).toMatchObject([{ amount: '100', status: 'under_review', credited: null }]);
    expect(await desk.journalsOf(payer)).toEqual([]);
  });
});

describe('the platform', () => {
  test('accepts at most five deposits under review, even in twenty concurrent attempts', async () => {
    const payer = await desk.somebody();
    const vouchers: string[] = [];
    for (let at = 0; at < 20; at += 1) vouchers.push(await payer.voucher());
    const heard = await Promise.all(vouchers.map((voucher) => payer.request({ voucher })));
    const codes = heard.map(said);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(depositsLimits.depositsWaitingMax);
    expect(codes.filter((code) => code === 'deposits_too_many')).toHaveLength(15);
  });

  test('counts deposits against self-imposed limits from submission until they fail, even under concurrency', async () => {
    const payer = await desk.somebody();
    const set = await knock(desk.server.origin, 'POST user/limit_set', {
      token: payer.token,
      fields: { kind: 'deposit', period: 'day', amount: '250' },
    });
    expect(said(set)).toBe('ok');
    const vouchers: string[] = [];
    for (let at = 0; at < 4; at += 1) vouchers.push(await payer.voucher());
    const heard = await Promise.all(vouchers.map((voucher) => payer.request({ voucher })));
    const codes = heard.map(said);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(2);
    expect(heard.find(({ body }) => body.type === 'error')?.body).toMatchObject({
      ...{ error: 'own_limit_reached', params: { left: '50', field: 'amount' } },
    });
    const [one, other] = await payer.list();
    expect(said(await payer.cancel(one?.id ?? ''))).toBe('ok');
    expect(await desk.decide(desk.rosa, { of: payer, id: other?.id ?? '' })).toBe('ok');
    // 100 were credited, so 150 of the day's limit are left.
    expect(said(await payer.request({ amount: '150.000001' }))).toBe('own_limit_reached amount');
    const last = await payer.handIn({ amount: '150' });
    expect(await desk.decide(desk.rosa, { of: payer, id: last }, reject)).toBe('ok');
    const { body } = await knock(desk.server.origin, 'GET user/limits', { token: payer.token });
    const { limits } = wellAnswered(body) as CallOutput<'GET user/limits'>;
    const deposits = limits
      .filter(({ kind }) => kind === 'deposit')
      .map(({ period, used }) => [period, used]);
    // The week and the month have no limit; they report the same amounts.
    expect(deposits).toEqual([
      ['day', '100'],
      ['week', '100'],
      ['month', '100'],
    ]);
  });

  test('refuses a deposit during a pause, and still credits a deposit submitted before the pause', async () => {
    const payer = await desk.somebody();
    const id = await payer.handIn();
    await knock(desk.server.origin, 'POST user/time_out', { token: payer.token, fields: { hours: 24 } });
    expect(said(await payer.request())).toBe('timed_out');
    expect(await desk.decide(desk.rosa, { of: payer, id })).toBe('ok');
    expect(await desk.journalsOf(payer)).toHaveLength(1);
  });

  test('refuses to close an account with a pending deposit', async () => {
    const payer = await desk.somebody();
    const id = await payer.handIn();
    const close = () =>
      knock(desk.server.origin, 'POST user/close', {
        token: payer.token,
        fields: { account: payer.account, current_password: 'w4lk!er-ok' },
      });
    expect(said(await close())).toBe('open_trade_blocks');
    expect(said(await payer.cancel(id))).toBe('ok');
    expect(said(await close())).toBe('ok');
  });
});

test("returns the customer's own deposits in pages", async () => {
  const payer = await desk.somebody();
  const ids = [await payer.handIn(), await payer.handIn(), await payer.handIn()];
  const page = async (fields: Record<string, unknown>) => {
    const { body } = await knock(desk.server.origin, 'GET chargelist/log', { token: payer.token, fields });
    return wellAnswered(body) as CallOutput<'GET chargelist/log'>;
  };
  const first = await page({ limit: 2 });
  const rest = await page({ limit: 2, cursor: first.next });
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids.toReversed());
  expect(rest.next).toBeNull();
  expect(
    said(
      await knock(desk.server.origin, 'GET chargelist/log', { token: payer.token, fields: { cursor: 'x' } }),
    ),
  ).toBe('parameter_wrong cursor');
  expect(await (await desk.somebody()).list()).toEqual([]);
});

test('includes deposits in a customer’s export', async () => {
  const token = await desk.server.login();
  const example = depositorOf(desk.server.origin, { account: 'lena', token });
  const id = await example.handIn();
  const { body } = await knock(desk.server.origin, 'POST user/export', {
    token,
    fields: { current_password: 'Demo-lena-1' },
  });
  const { sections } = wellAnswered(body) as CallOutput<'POST user/export'>;
  expect(sections['deposits']).toMatchObject([{ id, amount: '100', status: 'under_review' }]);
});
