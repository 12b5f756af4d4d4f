/**
 * A waiting market order that closes without a fill must have a true reason, whether a command or plain SQL by the serving role
 * writes it. For budgets and coin-to-coin orders, the database verifies the reason from the order's own terms and the prices of
 * its entries.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journal } from '@candor/domain/ledger/journal.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { FUNDING, allowBareJournals } from '@candor/testing/bare-journals.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { command } from '../../commands/command.ts';
import type { Command } from '../../commands/command.ts';
import { openHouse } from '../../commands/testing/house.ts';
import type { House } from '../../commands/testing/house.ts';
import { breaches } from '../../app/breaches.ts';
import { fateOf } from '../../positions/testing/fate.ts';
import { entryAt, listed } from '../../positions/testing/world.ts';
import { instruments } from '../../quotes/catalogue.ts';
import { convertCoins, fireConversion, fireOrder, placeOrder } from './commands.ts';

let database: TestDatabase;
let house: House;
let book: bigint;
let keys = 0;
const seqs = new Map<string, bigint>();
const [BTC, ETH] = ['BTC/USDT', 'ETH/USDT'];

const fund = command({
  name: 'test.fund',
  gather: (_: Record<string, never>) => ({
    balances: [['spot', 'USDT']],
    house: [['equity', 'USDT']],
  }),
  decide: () =>
    ok({
      answer: {},
      journals: [
        journal('demo_grant', 'test:grant', [
          { account: 'equity', currency: 'USDT', amount: -amount('100000') },
          { account: 'spot', currency: 'USDT', amount: amount('100000') },
        ]),
      ],
    }),
});

beforeAll(async () => {
  database = await freshDatabase();
  await allowBareJournals(database, FUNDING);
  house = await openHouse(database);
  book = (await house.customers(1))[0] as bigint;
  await house.owner(
    `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language, registered_ms)
      values ($1, 'c', 'c', 'c', 'c', '', '1990-01-01', 0, 'en', 0)`,
    [book.toString()],
  );
  await house.run(fund, {}, at());
  await quoted(ETH, '2000');
  await placed(placeOrder, { ...buying(ETH), quantity: amount('10') });
});
afterAll(async () => {
  expect(await breaches(house.pool)).toEqual([]);
  await house.close();
  await database.drop();
});

const at = () => ({ book, key: `key ${(keys += 1)}` });
/** Writes a quote as the newest entry. It is fresh enough to fill at, unless `aged` is true. */
async function quoted(symbol: string, price: string, change: { aged?: boolean } = {}): Promise<void> {
  const seq = (seqs.get(symbol) ?? 0n) + 1n;
  seqs.set(symbol, seq);
  const quote = { seq, bid: amount(price), ask: amount(price) };
  await house.setHead(symbol, change.aged === true ? { ...quote, fillAgeMs: 0 } : quote);
}
const buying = (symbol: string) => ({
  ...{ instrument: listed(symbol), termsAt: (one: ReturnType<typeof listed>) => one, side: 'buy' as const },
  ...{ type: 'market' as const, quantity: undefined, amount: undefined, price: undefined },
  ...{ worstPrice: undefined, feeRateShown: undefined, jurisdictions: 'demo' as const },
});

async function placed<Input, Code extends string>(
  of: Command<Input, { readonly id: string }, Code>,
  input: Input,
): Promise<bigint> {
  const done = await house.run(of, input, at());
  if (!done.ok) throw new Error(JSON.stringify(done));
  return BigInt(done.value.id);
}

/** Fires the order at the newest entry and returns its state. */
async function fired(id: bigint, symbol: string): Promise<unknown> {
  const [found] = await house.owner<{ version: number; converts: boolean; price: string; time_ms: string }>(
    `select o.version, o.to_symbol is not null as converts, h.bid as price, h.time_ms from spot_order o, tape_head h where o.id = $1 and h.symbol = $2`,
    [id.toString(), symbol],
  );
  if (found === undefined) throw new Error(`expected an order ${id}, found none`);
  const { version, converts, price, time_ms } = found;
  const seq = seqs.get(symbol) as bigint;
  const entry = { ...entryAt({ bid: price, ask: price, seq, timeMs: Number(time_ms) }), symbol };
  const firing = { id, version, instruments, entry, jurisdictions: 'demo' as const };
  await house.run(converts ? fireConversion : fireOrder, firing, { ...at(), urgent: true });
  const [row] = await house.owner('select status, reason from spot_order where id = $1', [id.toString()]);
  return row;
}

const taken = (id: bigint, reason: string, symbol: string) =>
  fateOf(house.pool, [
    `update spot_order set status = 'cancelled', reason = '${reason}', held = 0, version = version + 1,
      ended_seq = ${String(seqs.get(symbol))} where id = ${id}`,
  ]);

const FALSE_OF_BUDGETS = [
  ...[
    'amount_below_minimum',
    'balance_insufficient',
    'liquidity_insufficient',
    'price_moved',
    'pair_not_active',
  ],
  ...[
    'product_not_offered',
    'leverage_above_cap',
    'bank_card_missing',
    'lever_not_enabled',
    'account_frozen',
  ],
];

test('rejects SQL that closes a purchase for a false reason, and closes a purchase that has fallen below the minimum quantity', async () => {
  await quoted(BTC, '20000', { aged: true });
  const good = await placed(placeOrder, { ...buying(BTC), amount: amount('100') });
  const poor = await placed(placeOrder, { ...buying(BTC), amount: amount('100') });
  await quoted(BTC, '20010');
  for (const reason of FALSE_OF_BUDGETS) {
    expect([reason, await taken(good, reason, BTC)]).toEqual([reason, 'spot_order_ended_at']);
  }
  expect(await fired(good, BTC)).toEqual({ status: 'filled', reason: null });
  expect(await fired(poor, BTC)).toEqual({ status: 'filled', reason: null });
  await quoted(BTC, '20000', { aged: true });
  const late = await placed(placeOrder, { ...buying(BTC), amount: amount('100') });
  await quoted(BTC, '1500000');
  expect(await fired(late, BTC)).toEqual({ status: 'cancelled', reason: 'amount_below_minimum' });
});

const FALSE_OF_COINS = ['amount_wrong', 'quantity_above_maximum', 'price_moved', 'liquidity_insufficient'];

test('fills or closes a coin-to-coin order only when both prices are known', async () => {
  const order = {
    ...{ from: listed(ETH), to: listed(BTC), termsAt: (one: ReturnType<typeof listed>) => one },
    ...{ amount: amount('1'), feeRateShown: undefined, toFeeRateShown: undefined },
    jurisdictions: 'demo' as const,
  };
  await quoted(ETH, '2000', { aged: true });
  await quoted(BTC, '20000', { aged: true });
  const good = await placed(convertCoins, { ...order, worstAmount: amount('0.09') });
  const moved = await placed(convertCoins, { ...order, worstAmount: amount('0.0997') });
  await quoted(ETH, '2001');
  // No reason can be true before the second price is known.
  for (const reason of FALSE_OF_COINS) {
    expect([reason, await taken(good, reason, ETH)]).toEqual([reason, 'spot_order_ended_at']);
  }
  expect(await fired(good, ETH)).toEqual({ status: 'open', reason: null });
  expect(await fired(moved, ETH)).toEqual({ status: 'open', reason: null });
  await quoted(BTC, '20100');
  for (const reason of FALSE_OF_COINS) {
    expect([reason, await taken(good, reason, BTC)]).toEqual([reason, 'spot_order_ended_at']);
  }
  expect(await fired(good, BTC)).toEqual({ status: 'filled', reason: null });
  expect(await fired(moved, BTC)).toEqual({ status: 'cancelled', reason: 'price_moved' });
});
