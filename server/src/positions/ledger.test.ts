/**
 * Positions on a real PostgreSQL. Every journal fits its template, and exactly one of several conflicting concurrent actions
 * succeeds.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { journal } from '@candor/domain/ledger/journal.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { FUNDING, allowBareJournals } from '@candor/testing/bare-journals.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { command } from '../commands/command.ts';
import { openHouse } from '../commands/testing/house.ts';
import type { House } from '../commands/testing/house.ts';
import { grantCredit } from '../identity/experience-credit.ts';
import { breaches } from '../app/breaches.ts';
import { instruments } from '../quotes/catalogue.ts';
import {
  cancelOrder,
  closePositionAt,
  closePositions,
  firePosition,
  openPosition,
  setLevels,
} from './commands.ts';
import type { OpeningOrder } from './opening.ts';
import type { TriggerPart } from './tables.ts';
import { positionsConsoleHandlers } from './console-handlers.ts';
import { entryAt, listed } from './testing/world.ts';

let database: TestDatabase;
let house: House;
let book: bigint;
let keys = 0;

/** Grants play money in the contracts account, and credit. */
const fund = command({
  name: 'test.fund',
  gather: (_: { contract: Amount; promo: Amount }) => ({
    balances: [
      ['spot', 'USDT'],
      ['contract', 'USDT'],
      ['promo', 'USDT'],
    ],
    house: [
      ['equity', 'USDT'],
      ['promotions', 'USDT'],
    ],
  }),
  decide: ({ contract, promo }, facts) => {
    const line = (account: 'equity' | 'spot' | 'promotions' | 'promo' | 'contract', moved: Amount) => {
      return { account, currency: 'USDT', amount: moved };
    };
    const grant = [line('equity', -contract), line('spot', contract)];
    const credit = [line('promotions', -promo), line('promo', promo)];
    return ok({
      answer: {},
      ...grantCredit(facts, { amount: promo, journalSeq: facts.journalSeq }),
      journals: [
        journal('demo_grant', 'test:grant', [...grant, ...credit]),
        journal('transfer', 'test:transfer', [line('spot', -contract), line('contract', contract)]),
      ],
    });
  },
});

beforeAll(async () => {
  database = await freshDatabase();
  await allowBareJournals(database, FUNDING);
  house = await openHouse(database);
});
beforeEach(async () => {
  [book] = (await house.customers(1)) as [bigint];
  await house.owner(
    `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language,
      lever_enabled, registered_ms) values ($1, $2, $2, $2, $2, '', '1990-01-01', 0, 'en', true, 0)`,
    [book.toString(), `customer ${book}`],
  );
  await house.run(fund, { contract: amount('1000'), promo: amount('100') }, at());
  await price('20000', '20010');
});
afterAll(async () => {
  expect(await breaches(house.pool)).toEqual([]);
  expect(house.logged).toEqual([]);
  await house.close();
  await database.drop();
});

const at = () => ({ book, key: `key ${(keys += 1)}` });
let seq = 0n;
const price = async (bid: string, ask = bid) => {
  seq += 1n;
  await house.setHead('BTC/USDT', { seq, bid: amount(bid), ask: amount(ask) });
};

async function opened(change: Partial<OpeningOrder> = {}): Promise<bigint> {
  const order: OpeningOrder = {
    instrument: listed('BTC/USDT'),
    termsAt: (instrument) => instrument,
    ...{ feeRateShown: undefined, financingRateShown: undefined },
    product: 'contract',
    side: 'long',
    type: change.price === undefined ? 'market' : 'limit',
    quantity: amount('0.1'),
    leverage: 10,
    collateral: 'contract',
    price: undefined,
    worstPrice: undefined,
    takeProfit: undefined,
    stopLoss: undefined,
    trailing: undefined,
    jurisdictions: 'demo',
    ...change,
  };
  const outcome = await house.run(openPosition, order, at());
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
  return BigInt(outcome.value.id);
}

const close = (id: bigint, quantity?: string) => {
  const part = quantity === undefined ? undefined : amount(quantity);
  return house.run(closePositionAt, { id, product: 'contract', quantity: part, instruments }, at());
};
const fire = async (id: bigint, part: TriggerPart, how: { bid: string; ask?: string; version?: number }) => {
  const entry = entryAt({ ...how, seq: (seq += 1n), timeMs: Date.now() });
  await house.lay(entry);
  const input = { id, part, version: how.version ?? 1, instruments, entry, jurisdictions: 'demo' } as const;
  return house.run(firePosition, input, { ...at(), urgent: true });
};
const levels = (id: bigint, change: { stopLoss?: Amount; addMargin?: Amount }) => {
  const none = { takeProfit: undefined, stopLoss: undefined, profitLock: undefined, trailing: undefined };
  return house.run(
    setLevels,
    { id, addMargin: undefined, ...none, ...change, instruments, jurisdictions: 'demo' },
    at(),
  );
};

async function held(): Promise<Record<string, string>> {
  const rows = await house.owner<{ account: string; amount: string }>(
    'select account::text, amount::float8::text as amount from balance where book = $1 and amount <> 0',
    [book.toString()],
  );
  return Object.fromEntries(rows.map((row) => [row.account, row.amount]));
}

async function kinds(id: bigint): Promise<string[]> {
  const rows = await house.owner<{ kind: string }>(
    'select kind from journal where book = $1 and ref = $2 order by seq',
    [book.toString(), `position:${id}`],
  );
  return rows.map(({ kind }) => kind.replace('contract_', ''));
}

test('books the opening at market, added margin, a partial closing, and a final closing in a gap below zero equity', async () => {
  const id = await opened();
  expect(await held()).toEqual({ contract: '798.8995', contract_frozen: '200.1', promo: '100' });
  expect(await levels(id, { addMargin: amount('50') })).toMatchObject({ ok: true });
  expect(await close(id, '0.04')).toMatchObject({ value: { status: 'open', pnl: '-0.4', fee: '0.4' } });
  expect(await held()).toEqual({ contract: '848.1395', contract_frozen: '150.06', promo: '100' });
  await price('15000');
  expect(await close(id)).toMatchObject({ value: { status: 'closed', pnl: '-300.6', fee: '0.45' } });
  expect(await held()).toEqual({ contract: '848.1395', promo: '100' });
  expect(await kinds(id)).toEqual(['open', 'margin', 'close', 'close']);
  const [row] = await house.owner<{ shortfall: string }>(
    `select closes -> 1 ->> 'shortfall' as shortfall from position where id = $1`,
    [id.toString()],
  );
  expect(row?.shortfall).toBe('150.99');
});

test('books the cancellation of one resting order, and the fill and liquidation of another', async () => {
  const id = await opened({ price: amount('19900') });
  expect(await held()).toEqual({ contract: '800.005', contract_frozen: '199.995', promo: '100' });
  const cancel = { id, instruments };
  expect(await house.run(cancelOrder, cancel, at())).toMatchObject({ value: { status: 'cancelled' } });
  expect(await held()).toEqual({ contract: '1000', promo: '100' });
  expect(await kinds(id)).toEqual(['hold', 'release']);
  const other = await opened({ price: amount('19900') });
  expect(await fire(other, 'limit', { bid: '18990', ask: '19000' })).toMatchObject({
    value: { fired: true },
  });
  expect(await held()).toEqual({ contract: '809.05', contract_frozen: '190', promo: '100' });
  // The price is above the first warning, so that no earlier entry fires a trigger.
  await price('18600');
  expect(await fire(other, 'margin', { bid: '18000' })).toMatchObject({ value: { fired: true } });
  expect(await held()).toEqual({ contract: '898.15', promo: '100' });
  expect(await kinds(other)).toEqual(['hold', 'fill', 'close']);
});

test('returns credit and the profit made with it as credit', async () => {
  const small = { collateral: 'promo', quantity: amount('0.02') } as const;
  const winner = await opened(small);
  expect(await held()).toEqual({ contract: '1000', promo: '59.7799', promo_frozen: '40.02' });
  await price('21000');
  await close(winner);
  expect(await held()).toEqual({ contract: '1000', promo: '119.3899' });
  const loser = await opened(small);
  await price('20500');
  await close(loser);
  expect(await held()).toEqual({ contract: '1000', promo: '108.9749' });
  const resting = await opened({ ...small, price: amount('19000') });
  await house.run(cancelOrder, { id: resting, instruments }, at());
  expect(await held()).toEqual({ contract: '1000', promo: '108.9749' });
});

test('books financing as interest when the position closes', async () => {
  const id = await opened();
  const tomorrow = Date.now() + 86_400_000;
  const entry = entryAt({ bid: '20000', seq: (seq += 1n), timeMs: tomorrow });
  await house.lay(entry);
  const input = { id, part: 'financing', version: 1, instruments, entry, jurisdictions: 'demo' } as const;
  expect(await house.run(firePosition, input, at())).toMatchObject({ value: { fired: true } });
  expect(await held()).toEqual({ contract: '798.8995', contract_frozen: '200.1', promo: '100' });
  await price('20000', '20010');
  await close(id);
  expect(await held()).toEqual({ contract: '996.3992', promo: '100' });
});

test('closes a position once under concurrent closings, changes and a liquidation, and answers each of them', async () => {
  for (let round = 0; round < 20; round += 1) {
    await price('20000', '20010');
    const id = await opened({ quantity: amount('0.01') });
    await price('18900', '18910');
    const answers = await Promise.all([
      ...Array.from({ length: 9 }, () => close(id)),
      ...Array.from({ length: 9 }, (_, step) => levels(id, { stopLoss: amount(String(18_000 + step)) })),
      ...Array.from({ length: 9 }, () => {
        const everything = { side: undefined, symbol: undefined, product: undefined, instruments };
        return house.run(closePositions, everything, at());
      }),
      ...Array.from({ length: 5 }, () => fire(id, 'margin', { bid: '18900' })),
    ]);
    expect(answers).toHaveLength(32);
    expect(await kinds(id)).toEqual(['open', 'close']);
    for (const answer of answers) {
      if (!answer.ok) expect(answer.refusal.code).toBe('position_not_open');
    }
  }
  const spent = 20n * (amount('0.10005') + amount('0.0945') + amount('11.1'));
  expect((await held())['contract']).toBe(formatAmount(amount('1000') - spent));
});

test('executes either a cancellation or a concurrent fill, and releases the hold only once', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    await price('20000', '20010');
    const id = await opened({ quantity: amount('0.001'), price: amount('19900') });
    const cancel = () => house.run(cancelOrder, { id, instruments }, at());
    const hit = () => fire(id, 'limit', { bid: '19890', ask: '19900' });
    const [one, other] = await Promise.all(round % 2 === 0 ? [cancel(), hit()] : [hit(), cancel()]);
    expect(one.ok || other.ok).toBe(true);
    seen.add((await kinds(id)).join());
  }
  for (const way of seen) expect(['hold,release', 'hold,fill']).toContain(way);
  const [frozen] = await house.owner<{ same: boolean }>(
    `select (select amount from balance where book = $1 and account = 'contract_frozen') =
      (select sum(margin) from position where book = $1) as same`,
    [book.toString()],
  );
  expect(frozen?.same).toBe(true);
});

test('ignores a firing of an older version, and returns the stored outcome for a repeated firing', async () => {
  const id = await opened({ stopLoss: amount('19000'), quantity: amount('0.05'), leverage: 2 });
  expect(await levels(id, { stopLoss: amount('18000') })).toMatchObject({ ok: true });
  expect(await fire(id, 'stop', { bid: '18900' })).toMatchObject({ value: { fired: false } });
  const entry = entryAt({ bid: '17999', seq: (seq += 1n), timeMs: Date.now() });
  await house.lay(entry);
  const again = { id, part: 'stop', version: 2, instruments, entry, jurisdictions: 'demo' } as const;
  const key = { book, key: `fire:position_stop:${id}:2` };
  expect(await house.run(firePosition, again, key)).toMatchObject({ value: { fired: true } });
  expect(await house.run(firePosition, again, key)).toMatchObject({ value: { fired: true } });
  expect(await kinds(id)).toEqual(['open', 'close']);
});

test('rejects rewriting closed rows and past closings, even by the owner', async () => {
  const id = await opened();
  await close(id, '0.04');
  const change = (sql: string) =>
    house.owner(`update position set ${sql} where id = ${id}`).then(
      () => 'changed',
      () => 'refused',
    );
  expect(await change(`entry_price = entry_price + 1`)).toBe('refused');
  expect(await change(`side = 'short'`)).toBe('refused');
  expect(await change(`closes = '[]'`)).toBe('refused');
  expect(await change(`closes = jsonb_set(closes, '{0,pnl}', '"9"')`)).toBe('refused');
  expect(await change(`status = 'pending'`)).toBe('refused');
  await close(id);
  expect(await change(`status = 'open', open_quantity = 0.06, closed_ms = null`)).toBe('refused');
  expect(await change(`reason = 'close_out'`)).toBe('refused');
});

test('explains a liquidation and a stop loss from what was booked, and refuses to explain a closing that the customer requested', async () => {
  const explain = async (id: bigint) => {
    const { 'GET explanation': handle } = positionsConsoleHandlers({ pool: house.pool, instruments });
    return handle({ customer: book.toString(), position: id.toString() }, undefined as never);
  };
  const liquidated = await opened();
  const before = amount((await held())['contract'] ?? '0');
  expect(await fire(liquidated, 'margin', { bid: '19005' })).toMatchObject({ value: { fired: true } });
  const after = amount((await held())['contract'] ?? '0');
  expect(await explain(liquidated)).toMatchObject({
    value: {
      ...{ reason: 'close_out', side: 'long', quantity: '0.1', leverage: 10, margin: '200.1' },
      ...{ entry: { price: '20010' }, close: { seq: Number(seq), price: '19005' } },
      ...{
        level: '19009.5',
        liquidation_price: '19009.5',
        pnl: '-100.5',
        equity: '99.6',
        health: '0.49775112',
      },
      ...{ paid_back: formatAmount(after - before), covered: '0', language: 'en' },
      text: expect.stringContaining(`Entry ${seq} of the public price record`) as string,
    },
  });

  await price('20000', '20010');
  const stopped = await opened();
  expect(await explain(stopped)).toMatchObject({ refusal: { code: 'order_state_wrong' } });
  expect(await levels(stopped, { stopLoss: amount('19500') })).toMatchObject({ ok: true });
  expect(await fire(stopped, 'stop', { bid: '19499' })).toMatchObject({ value: { fired: true } });
  const told = await explain(stopped);
  expect(told).toMatchObject({ value: { reason: 'stop_loss', level: '19500', close: { price: '19499' } } });
  expect(told.ok && told.value.text).toMatch(/stop loss at 19,500\.\d+\. .*position closed at 19,499\.\d+\./);

  await price('20000', '20010');
  const asked = await opened();
  await close(asked);
  expect(await explain(asked)).toMatchObject({ refusal: { code: 'order_state_wrong' } });
  expect(await explain(1n)).toMatchObject({ refusal: { code: 'trade_not_found' } });
});
