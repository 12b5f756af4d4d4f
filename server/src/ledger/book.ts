/** Opens a customer's book, and posts the house's opening capital. */
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Journal, Posting } from '@candor/domain/ledger/journal.ts';
import { amount } from '@candor/domain/money/amount.ts';
import type { Connection, Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { openHouseSql } from './balances.ts';
import { post } from './post.ts';

/** Creates a book in the caller's transaction. Its id becomes the customer's id. */
export async function openBook(connection: Pick<Connection, 'query'>): Promise<bigint> {
  const result = await connection.query<{ id: string }>('select open_book() as id');
  return BigInt((result.rows[0] as { id: string }).id);
}

/** Enough play money for any demo: USDT for each purpose, and an inventory of each coin. */
const DEMO_CAPITAL = {
  USDT: {
    equity: amount('500000000000'),
    inventory: amount('100000000000'),
    trading: amount('100000000000'),
    insurance: amount('10000000000'),
    promotions: amount('1000000000'),
    lending: amount('1000000000'),
  },
  coin: { inventory: amount('1000000000'), equity: amount('1000000') },
} as const;

/** The coins other than USDT in which fixed-time options accept stakes. The house sets aside an amount of each. */
const WAGERED_COINS = ['BTC', 'ETH'] as const;
const WAGERED_COIN_TRADING = amount('100000');

/** Posts the demo's opening capital once. If the house already has journals, only what is missing is posted. */
export async function openDemoHouse(pool: Pool, coins: readonly string[]): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const locked = await connection.query<{ seq: string }>(
      'select seq from book where id = 0 for no key update',
    );
    if (locked.rows[0]?.seq === '0') await postCapital(connection, coins);
    await allocateCoins(
      connection,
      WAGERED_COINS.filter((coin) => coins.includes(coin)),
    );
  });
}

async function postCapital(connection: Connection, coins: readonly string[]): Promise<void> {
  const capital = (currency: string, purposes: Readonly<Record<string, bigint>>): Posting[] => {
    const lines = Object.entries(purposes).map(
      ([account, value]) => ({ account, currency, amount: value }) as Posting,
    );
    const total = lines.reduce((sum, line) => sum + line.amount, 0n);
    return [{ account: 'custody', currency, amount: -total }, ...lines];
  };
  const opening = journal('house_opening', 'house:demo', [
    ...capital('USDT', DEMO_CAPITAL.USDT),
    ...coins.flatMap((coin) => capital(coin, DEMO_CAPITAL.coin)),
  ]);
  const accounts = opening.postings.map((line) => line.account);
  const currencies = opening.postings.map((line) => line.currency);
  await connection.query(openHouseSql, [accounts, currencies, 0]);
  await postOfHouse(connection, opening);
}

/** Moves coins to the trading account, because fixed-time options may have to pay them out. */
async function allocateCoins(connection: Connection, coins: readonly string[]): Promise<void> {
  const given = await connection.query(`select from journal where book = 0 and kind = 'house_allocation'`);
  if (given.rowCount !== 0 || coins.length === 0) return;
  const postings = coins.flatMap((currency): Posting[] => [
    { account: 'equity', currency, amount: -WAGERED_COIN_TRADING },
    { account: 'trading', currency, amount: WAGERED_COIN_TRADING },
  ]);
  const trading = coins.map(() => 'trading');
  await connection.query(openHouseSql, [trading, coins, 0]);
  await postOfHouse(connection, journal('house_allocation', 'house:demo', postings));
}

/** Posts a journal of the house. The caller must hold the lock of the house's book. */
async function postOfHouse(connection: Connection, entry: Journal): Promise<void> {
  const moved = await connection.query<{ seq: string }>(
    'update book set seq = seq + 1 where id = 0 returning seq',
  );
  const { seq } = moved.rows[0] as { seq: string };
  // The demo's capital is dated before the start of the market.
  const numbered = { book: 0n, seq: BigInt(seq), timeMs: 0, journal: entry };
  await post(connection, [numbered], 0);
}
