/**
 * The order in which house accounts pay for a closing is published. An attacker with SQL access as the serving role can't
 * divide the payment differently.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { fateOf } from './testing/fate.ts';
import { openThinMarket } from './testing/thin-house.ts';

const HOUSE = { trading: '100000', insurance: '100000', equity: '100000' };
let database: TestDatabase;
let market: Awaited<ReturnType<typeof openThinMarket>>;
let book: bigint;
let taken = 0;

beforeAll(async () => {
  database = await freshDatabase();
  market = await openThinMarket(database, { customers: 20, own: '50000', house: HOUSE });
});
beforeEach(async () => {
  book = market.books[(taken += 1)] as bigint;
});
afterAll(async () => {
  await market.closeHouses();
  await database.drop();
});

/** Closes by plain SQL at the newest entry, with the given house accounts paying. All other values are valid. */
async function closing(
  price: string,
  made: { pnl: string; fee: string; shortfall?: string },
  house: Readonly<Record<string, string>>,
): Promise<string> {
  await market.price('20000');
  const opened = await market.open(book, { leverage: 100 });
  if (!opened.ok) throw new Error(opened.refusal.code);
  const id = opened.value.id;
  await market.price(price);
  const accounts = Object.keys(house);
  const pay = Object.values(house).map((amount) => `${amount}::numeric`);
  const { pnl, fee, shortfall = '0' } = made;
  const sql = [
    ...accounts.flatMap((account) => [
      `select open_house_balances('{${account}}', '{USDT}', 0::smallint)`,
      `select draw_to_slot('${account}', 'USDT', 0::smallint, 5000)`,
    ]),
    `update book set seq = seq + 1 where id = ${book}`,
    `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
      select p.book, b.seq, 'contract_close', 'position:' || p.id, market_ms(), 0,
        ('{contract_frozen,${accounts.join()}' || case when g.back > 0 then ',contract}' else '}' end)::account[],
        array_fill('USDT'::text, array[${accounts.length + 1} + (g.back > 0)::int]),
        array[-p.margin, ${pay.join()}] || case when g.back > 0 then array[g.back] else '{}'::numeric[] end
      from position p join book b on b.id = p.book
        cross join lateral (select p.margin + ${pnl} - ${fee} + ${shortfall} as back) g where p.id = ${id}`,
    `update position p set status = 'closed', reason = 'customer', open_quantity = 0, margin = 0, realised_pnl = ${pnl}, closed_ms = e.ms,
        closes = jsonb_build_array(jsonb_build_object('quantity', '1', 'price', '${price}', 'tape_seq', e.seq::text, 'rate', '1', 'rate_seq', null,
          'pnl', '${pnl}', 'fee', '${fee}', 'financing', '0', 'shortfall', '${shortfall}', 'owed', '0', 'offset', '0', 'charge', '0',
          'reason', 'customer', 'journal_seq', b.seq::text, 'time_ms', e.ms, 'asked_ms', e.ms, 'asked_seq', e.seq::text))
      from (select (select max(seq) from tape where symbol = 'BTC/USDT') as seq, market_ms() as ms offset 0) e, book b
      where p.id = ${id} and b.id = p.book`,
  ];
  return fateOf(market.house.pool, sql, { atCommit: true });
}

const GAINED = { pnl: '1000', fee: '10.5' };
const LOST = { pnl: '-1000', fee: '9.5', shortfall: '809.5' };
test.each<[string, string, Parameters<typeof closing>[1], Readonly<Record<string, string>>, string]>([
  ['a profit paid by trading', '21000', GAINED, { trading: '-1000', fees: '10.5' }, 'written'],
  ['a profit paid by the insurance', '21000', GAINED, { insurance: '-1000', fees: '10.5' }, 'journal_reason'],
  ['a profit paid by the equity', '21000', GAINED, { equity: '-1000', fees: '10.5' }, 'journal_reason'],
  [
    'a profit half paid by the insurance',
    '21000',
    GAINED,
    { trading: '-500', insurance: '-500', fees: '10.5' },
    'journal_reason',
  ],
  ['fees kept by trading', '21000', GAINED, { trading: '-989.5' }, 'journal_reason'],
  ['fees credited to the equity', '21000', GAINED, { trading: '-1000', equity: '10.5' }, 'journal_reason'],
  [
    'a shortfall borne by the insurance',
    '19000',
    LOST,
    { trading: '1000', insurance: '-809.5', fees: '9.5' },
    'written',
  ],
  ['a shortfall borne by trading', '19000', LOST, { trading: '190.5', fees: '9.5' }, 'journal_reason'],
  [
    'a shortfall borne by the equity',
    '19000',
    LOST,
    { trading: '1000', equity: '-809.5', fees: '9.5' },
    'journal_reason',
  ],
])(
  'accepts a closing only if the house accounts pay in the published order: %s',
  async (_, price, made, house, outcome) => {
    expect(await closing(price, made, house)).toBe(outcome);
  },
);
