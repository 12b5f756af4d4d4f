/** Flash exchange end to end over HTTP: a firm quote is executed as shown, once, and can't be exploited. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { actingAs, showActing } from '@candor/testing/acting-as.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { inTransaction } from '../../db/transaction.ts';
import { breaches } from '../../app/breaches.ts';

type Quote = CallOutput<'POST wallet/flash_quote'>;
type Done = CallOutput<'POST wallet/flashAgainst'>;
type Wallet = CallOutput<'POST wallet/list'>[number];

let server: WholeServer;
let owner: pg.Pool;
let lena: string;
let wei: string;

beforeAll(async () => {
  server = await openWholeServer();
  owner = new pg.Pool({ connectionString: server.ownerUrl, max: 2 });
  lena = await server.login(0);
  wei = await server.login(1);
});
afterAll(async () => {
  expect(await breaches(owner)).toEqual([]);
  await owner.end();
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  await server.stop();
});

async function call(name: string, fields: Record<string, unknown>, { token = lena, key = '' } = {}) {
  const { body } = await server.call(name, { fields, token, ...(key === '' ? {} : { key }) });
  return body;
}

async function quoted(from: string, to: string, given: string, token = lena): Promise<Quote> {
  const body = await call('POST wallet/flash_quote', { from, to, amount: given }, { token });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as Quote;
}

const asOf = ({ from, to, from_amount, quote_id }: Quote) => ({ from, to, amount: from_amount, quote_id });
const carryOut = (quote: Quote, at: { token?: string; key?: string } = {}) =>
  call('POST wallet/flashAgainst', asOf(quote), at);

/** Executes a quote, and requests a new quote if the market has moved away from the previous one. */
async function exchanged(from: string, to: string, given: string): Promise<{ quote: Quote; done: Done }> {
  for (let left = 20; ; left -= 1) {
    const quote = await quoted(from, to, given);
    const body = await carryOut(quote);
    if (body.type === 'ok') return { quote, done: body.message as Done };
    if (left === 0 || !['quote_expired', 'busy'].includes((body as { error: string }).error))
      throw new Error(JSON.stringify(body));
  }
}

async function held(token = lena): Promise<Record<string, bigint>> {
  const wallets = (await call('POST wallet/list', {}, { token })) as { message: Wallet[] };
  return Object.fromEntries(
    wallets.message.map((wallet) => [wallet.currency, amount(wallet.spot.available)]),
  );
}

/** The USDT of a house account, summed over all slots. */
async function house(account: string): Promise<bigint> {
  const found = await owner.query<{ amount: string }>(
    `select sum(amount)::text as amount from house_balance where account = $1 and currency = 'USDT'`,
    [account],
  );
  return amount(found.rows[0]?.amount ?? '0');
}

describe('an exchange', () => {
  test.each([
    ['USDT', 'BTC', '1000'],
    ['BTC', 'ETH', '0.005'],
    ['ETH', 'USDT', '0.0123456'],
  ])('converts %s to %s exactly as quoted, and names its tape entries', async (from, to, given) => {
    const before = await held();
    const quote = await quoted(from, to, given);
    expect(quote).toMatchObject({ from, to, from_amount: given, valid_ms: 10_000 });
    expect(await held()).toEqual(before);
    const done = (await carryOut(quote)) as { message: Done };
    const { quote_id, valid_ms: _, ...figures } = quote;
    expect(done.message).toMatchObject({ id: quote_id, ...figures });
    const after = await held();
    expect((before[from] ?? 0n) - (after[from] ?? 0n)).toBe(amount(given));
    expect((after[to] ?? 0n) - (before[to] ?? 0n)).toBe(amount(quote.to_amount));
    const list = (await call('GET wallet/myFlashAgainstList', { limit: '1' })) as {
      message: { items: Done[] };
    };
    expect(list.message.items).toEqual([done.message]);
  });

  test('is offered with its fee, maximum and validity', async () => {
    expect(await call('GET wallet/flashAgainstList', {})).toMatchObject({
      message: { fee_rate: '0.002', valid_seconds: 10, max_usdt: '50000' },
    });
  });
});

describe('a quote', () => {
  test('is executed once under twenty concurrent requests, and a repeated key gets the same answer', async () => {
    const before = await held();
    const first = await quoted('USDT', 'ETH', '10');
    const apart = await Promise.all(
      Array.from({ length: 20 }, (_, at) => carryOut(first, { key: `apart${at}` })),
    );
    expect(apart.filter((body) => body.type === 'ok')).toHaveLength(1);
    expect(apart.filter((body) => 'error' in body && body.error === 'quote_expired')).toHaveLength(19);
    const second = await quoted('USDT', 'ETH', '10');
    const together = await Promise.all(
      Array.from({ length: 20 }, () => carryOut(second, { key: 'together' })),
    );
    expect(new Set(together.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(together[0]).toMatchObject({ type: 'ok' });
    expect(((await held())['USDT'] ?? 0n) - (before['USDT'] ?? 0n)).toBe(amount('-20'));
  });

  test('is refused to another customer, and after a newer quote was requested', async () => {
    const old = await quoted('USDT', 'BTC', '15');
    const before = [await held(), await held(wei)];
    expect(await carryOut(old, { token: wei })).toMatchObject({ error: 'quote_expired' });
    await quoted('USDT', 'BTC', '15', wei);
    expect(await carryOut(old, { token: wei })).toMatchObject({ error: 'quote_expired' });
    await quoted('USDT', 'ETH', '15');
    expect(await carryOut(old)).toMatchObject({ error: 'quote_expired' });
    expect([await held(), await held(wei)]).toEqual(before);
  });

  test('expires at the time stored in the database, whatever the client sends', async () => {
    const quote = await quoted('USDT', 'BTC', '15');
    await owner.query('update exchange_quote set expires_ms = expires_ms - 10001 where number = $1', [
      quote.quote_id,
    ]);
    const more = { expires_ms: Date.now() + 60_000, valid_ms: 60_000, used: false };
    expect(await call('POST wallet/flashAgainst', { ...asOf(quote), ...more })).toMatchObject({
      error: 'quote_expired',
    });
  });

  test('is not changed by extra fields that the client sends', async () => {
    const fields = { from: 'USDT', to: 'BTC', amount: '20' };
    const extra = {
      fee: '0',
      fee_rate: '0',
      rate: '9',
      price: '1',
      to_amount: '5',
      user_id: '1',
      is_admin: true,
    };
    const { message: quote } = (await call('POST wallet/flash_quote', { ...fields, ...extra })) as {
      message: Quote;
    };
    expect([quote.fee, amount(quote.to_amount) < amount('0.01')]).toEqual(['0.04', true]);
    const { message: done } = (await call('POST wallet/flashAgainst', { ...asOf(quote), ...extra })) as {
      message: Done;
    };
    expect(done.to_amount).toBe(quote.to_amount);
  });

  test.each([
    [{ from: 'EUR' }, 'currency_invalid', 'from'],
    [{ to: 'EUR' }, 'currency_invalid', 'to'],
    [{ to: 'USDT' }, 'currency_invalid', 'to'],
    [{ amount: '0' }, 'amount_wrong', 'amount'],
    [{ amount: '0.00000001' }, 'exchange_too_small', 'amount'],
    [{ amount: '50000.00000001' }, 'exchange_too_large', 'amount'],
    [{ from: 'XRP', to: 'USDT', amount: '1' }, 'coins_insufficient', 'amount'],
    [{ amount: '9'.repeat(31) }, 'parameter_wrong', 'amount'],
    [{ amount: '9'.repeat(30) }, 'exchange_too_large', 'amount'],
  ])('is refused for a request with %o: %s (%s)', async (change, error, field) => {
    const body = await call('POST wallet/flash_quote', { from: 'USDT', to: 'BTC', amount: '10', ...change });
    expect(body).toMatchObject({ error, params: { field } });
  });
});

describe('execution of a quote', () => {
  test('is refused while the market sends no price, and accepted when prices resume', async () => {
    for (let tries = 0; ; tries += 1) {
      const quote = await quoted('USDT', 'LTC', '30');
      const before = await held();
      // The market keeps quoting, so the price may be fresh again by the time of the call.
      await owner.query(`update tape_head set stale_after_ms = 1 where symbol = 'LTC/USDT'`);
      const body = await carryOut(quote);
      if (body.type === 'ok' && tries < 30) continue;
      expect(body).toMatchObject({ error: 'trading_closed', params: { field: 'to' } });
      expect(await held()).toEqual(before);
      await expect
        .poll(() => carryOut(quote), { timeout: 5000 })
        .toMatchObject({
          type: 'ok',
          message: { to_amount: quote.to_amount, legs: quote.legs },
        });
      return;
    }
  });

  test("is refused when the house's inventory is exhausted", async () => {
    const quote = await quoted('USDT', 'TRX', '30');
    const before = await held();
    const whose = `account = 'inventory' and currency = 'TRX'`;
    const { rows } = await owner.query(`select slot, amount from house_balance where ${whose}`);
    await owner.query(`update house_balance set amount = 0 where ${whose}`);
    expect(await carryOut(quote)).toMatchObject({ error: 'liquidity_insufficient' });
    for (const { slot, amount: had } of rows) {
      await owner.query(`update house_balance set amount = $2 where ${whose} and slot = $1`, [slot, had]);
    }
    expect(await held()).toEqual(before);
    expect(await carryOut(quote)).toMatchObject({ type: 'ok' });
  });
});

test('the audit detects an exchange that has no journal, moves one unit too much, or has a different price', async () => {
  await carryOut(await quoted('USDT', 'BTC', '12'));
  const client = await owner.connect();
  const found = async (change: string): Promise<string[]> => {
    await client.query('begin');
    await client.query(`insert into exchange select (jsonb_populate_record(e, ${change})).* from exchange e
      where e.id = (select max(id) from exchange)`);
    const told = await breaches(client);
    await client.query('rollback');
    return told.map(({ invariant }) => invariant.slice(0, invariant.indexOf(':')));
  };
  expect(await found(`jsonb_build_object('id', e.id + 1, 'journal_seq', 1)`)).toContain('L9');
  expect(await found(`jsonb_build_object('id', e.id + 1, 'to_amount', e.to_amount + 0.00000001)`)).toContain(
    'L18',
  );
  expect(
    await found(`jsonb_build_object('id', e.id + 1, 'legs', replace(e.legs, '"price":"', '"price":"1'))`),
  ).toContain('L16');
  client.release();
});

test.each([
  ['at the price of a different coin', `replace(e.legs, 'BTC/USDT', 'DOGE/USDT')`],
  ['of a coin that it does not credit', `replace(e.legs, '"BTC"', '"DOGE"')`],
  ['without any leg', `'[]'`],
  ['on the wrong side', `replace(e.legs, '"buy"', '"sell"')`],
])('the database rejects an exchange %s', async (_, legs) => {
  await carryOut(await quoted('USDT', 'BTC', '12'));
  const forged = owner.query(`insert into exchange
    select (jsonb_populate_record(e, jsonb_build_object('id', e.id + 1, 'legs', ${legs}))).* from exchange e
      where e.id = (select max(id) from exchange)`);
  await expect(forged).rejects.toMatchObject({ constraint: 'exchange_legs' });
});

test('the database rejects an exchange without its quote, and a quote that is not current', async () => {
  await carryOut(await quoted('USDT', 'BTC', '12'));
  await quoted('USDT', 'ETH', '13');
  const shell = createPool(server.appUrl, { max: 1 });
  const said = (sql: string) =>
    inTransaction(shell, async (at) => {
      await showActing(at, await actingAs(owner, lena));
      await at.query(sql);
    }).then(
      () => 'written',
      (error: { constraint?: string }) => error.constraint,
    );
  try {
    expect(
      await said(`insert into exchange select (jsonb_populate_record(e, jsonb_build_object('id', e.id + 1000,
        'time_ms', market_now_ms()))).* from exchange e where e.id = (select max(id) from exchange)`),
    ).toBe('exchange_of_its_quote');
    const newest = `id = 0 and number = (select max(number) from exchange_quote)`;
    const given = 'exchange_quote_given';
    expect(await said(`update exchange_quote set to_amount = to_amount * 2 where ${newest}`)).toBe(given);
    expect(await said(`update exchange_quote set legs = '[]' where ${newest}`)).toBe(given);
    expect(await said(`update exchange_quote set number = number - 1 where ${newest}`)).toBe(given);
    expect(
      await said(
        `update exchange_quote set number = number + 1, market_ms = market_ms - 60000 where ${newest}`,
      ),
    ).toBe(given);
    expect(
      await said(`update exchange_quote set number = number + 1, legs = replace(legs, '"price":"', '"price":"1')
        where ${newest}`),
    ).toBe(given);
  } finally {
    await shell.end();
  }
});

describe('balances', () => {
  test('are spent at most once by competing requests', async () => {
    const all = formatAmount((await held(wei))['USDT'] ?? 0n);
    const most = formatAmount((await held(wei))['USDT'] ?? 0n).split('.')[0] ?? '0';
    const part = formatAmount(amount(most) / 2n);
    const quote = await quoted('USDT', 'BTC', '40000', wei);
    const before = amount(all);
    const answers = await Promise.all([
      carryOut(quote, { token: wei }),
      call(
        'POST wallet/transfer',
        { currency: 'USDT', from: 'spot', to: 'option', amount: part },
        { token: wei },
      ),
      call(
        'POST wallet/transfer',
        { currency: 'USDT', from: 'spot', to: 'contract', amount: part },
        { token: wei },
      ),
      call(
        'POST coin/trade',
        { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: part },
        { token: wei },
      ),
      call(
        'POST coin/trade',
        { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '30', price: '1000' },
        { token: wei },
      ),
    ]);
    expect(answers.some((body) => body.type === 'ok')).toBe(true);
    expect(answers.some((body) => body.type !== 'ok')).toBe(true);
    const after = (await held(wei))['USDT'] ?? 0n;
    expect(after).toBeGreaterThanOrEqual(0n);
    expect(after).toBeLessThan(before);
  });

  test('shrink with round trips of tiny amounts, and the exact differences go to the rounding account', async () => {
    const before = {
      fees: await house('fees'),
      rounding: await house('rounding'),
      usdt: (await held())['USDT'] ?? 0n,
    };
    let differences = 0n;
    let fees = 0n;
    for (let turn = 0; turn < 20; turn += 1) {
      const bought = await exchanged('USDT', 'DOGE', formatAmount(BigInt(turn * 37 + 100)));
      const there = bought.quote;
      const { quote: back } = await exchanged('DOGE', 'USDT', bought.done.to_amount);
      const [buy] = there.legs;
      const [sell] = back.legs;
      const one = amount('1');
      const earned = (gross: bigint) => (gross * amount('0.002')) / one;
      const spent = amount(there.from_amount);
      const gross = (amount(sell?.quantity ?? '') * amount(sell?.price ?? '')) / one;
      const exact = amount(sell?.quantity ?? '') * amount(sell?.price ?? '');
      const given = exact % one === 0n ? gross : gross + 1n;
      differences += spent - earned(spent) - (amount(buy?.quantity ?? '') * amount(buy?.price ?? '')) / one;
      differences += given - amount(back.to_amount) - earned(gross);
      fees += earned(spent) + earned(gross);
    }
    expect((await house('rounding')) - before.rounding).toBe(differences);
    expect((await house('fees')) - before.fees).toBe(fees);
    expect((await held())['USDT'] ?? 0n).toBeLessThan(before.usdt);
  });
});
