/**
 * Rows that say that money moved have journals, whatever plain SQL the serving role writes, in whatever order: no fill, ticket,
 * position or transfer is free, no journal pays for two rows, and nobody but the database owner can keep a check from running. A
 * ticket does not end without the message that states its result.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

const NOW = 1_800_000_000_000;
/** The newest entry; entries are half a second apart. */
const HEAD = 300;
const MINE = 100_001;
const OTHERS = 100_002;

let database: TestDatabase;
let owner: pg.Client;
let serving: pg.Client;
let rates: { spot: string; contract: string; night: string };

beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  serving = new pg.Client({ connectionString: database.appUrl });
  await owner.connect();
  await serving.connect();
  await owner.query('update clock set base_wall_ms = 0, base_market_ms = $1, speed = 0', [NOW]);
  const terms = await owner.query<
    typeof rates
  >(`select t ->> 'spot_fee_rate' as spot, t ->> 'contract_fee_rate' as contract,
    t ->> 'financing_long_rate' as night from terms_at('instrument:BTC/USDT', 0) t`);
  rates = terms.rows[0] as typeof rates;
  await owner.query(`begin; set local session_replication_role = replica;
    insert into book (id) values (${MINE}), (${OTHERS});
    insert into balance (book, account, currency, amount)
      select b, a, c, 100000 from unnest(array[${MINE}, ${OTHERS}]) b, unnest('{spot,contract,option}'::account[]) a, unnest('{USDT,BTC,ETH}'::text[]) c;
    insert into balance (book, account, currency, amount)
      select b, a, 'USDT', 0 from unnest(array[${MINE}, ${OTHERS}]) b, unnest('{spot_frozen,contract_frozen}'::account[]) a;
    insert into house_balance (account, currency, slot, amount)
      select a, c, 0, 1000000 from unnest('{inventory,fees,rounding,trading,option_escrow}'::account[]) a, unnest('{USDT,BTC,ETH}'::text[]) c;
    insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash)
      select y, s, t, t, 1000, 1001, 1000, 0, sha256('') from unnest('{BTC/USDT,ETH/USDT}'::text[]) y, generate_series(1, ${HEAD}) s,
        lateral (select ${NOW} - (${HEAD} - s) * 500::bigint) as at (t);
    insert into tape_head (symbol, seq, time_ms, feed_time_ms, bid, ask, last, halted)
      select y, ${HEAD}, ${NOW}, ${NOW}, 1000, 1001, 1000, false from unnest('{BTC/USDT,ETH/USDT}'::text[]) y
      on conflict (symbol) do update set seq = excluded.seq, time_ms = excluded.time_ms, feed_time_ms = excluded.feed_time_ms,
        bid = excluded.bid, ask = excluded.ask, last = excluded.last, halted = false;
    commit`);
});
afterAll(async () => {
  await Promise.all([owner.end(), serving.end()]);
  await database.drop();
});

let rows = 0;
/** Ids of rows and numbers of journals that no other test uses. */
const next = (): number => (rows += 1);

/** Commits the statements as the serving role, or returns the constraint or the error that rejected them. */
async function fate(...statements: readonly string[]): Promise<string> {
  try {
    await serving.query(['begin', ...statements, 'commit'].join(';\n'));
    return 'written';
  } catch (error) {
    await serving.query('rollback');
    const { constraint, code, message } = error as pg.DatabaseError;
    return constraint ?? (code === '42501' ? 'permission denied' : message);
  }
}

type Line = readonly [account: string, currency: string, amount: string];
const journal = (seq: number, kind: string, ref: string, lines: readonly Line[], book = MINE): string =>
  `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
    values (${book}, ${seq}, '${kind}', '${ref}', ${NOW}, 0, '{${lines.map(([account]) => account).join()}}',
      '{${lines.map(([, currency]) => currency).join()}}', '{${lines.map(([, , amount]) => amount).join()}}')`;

/** A hundredth of a coin at 1001, and a tenth of a percent for the fee, rounded up to a unit. */
const VALUE = '10.01';
const fee = (): string => units(BigInt(Math.ceil(Number((10.01 * Number(rates.spot) * 1e8).toFixed(3)))));
const units = (amount: bigint): string =>
  `${amount / 100_000_000n}.${(amount % 100_000_000n).toString().padStart(8, '0')}`;
const total = (): string => (Number(VALUE) + Number(fee())).toFixed(8);

const bought = (seq: number, id: number, { book = MINE, quantity = '0.01' } = {}): string =>
  journal(
    seq,
    'spot_buy',
    `spot_order:${id}`,
    [
      ['spot', 'USDT', `-${total()}`],
      ['inventory', 'BTC', `-${quantity}`],
      ['inventory', 'USDT', VALUE],
      ['fees', 'USDT', fee()],
      ['spot', 'BTC', quantity],
    ],
    book,
  );
const order = (id: number, { status = 'filled', filled = '0.01', held = '0', to = 'null' } = {}): string =>
  `insert into spot_order (book, id, symbol, to_symbol, side, type, quantity, filled_quantity, fee_rate, status, version, armed_seq, held,
      created_ms, updated_ms, fill_age_ms, to_armed_seq, to_fill_age_ms, to_fee_rate)
    values (${MINE}, ${id}, 'BTC/USDT', ${to}, '${to === 'null' ? 'buy' : 'sell'}', 'market', 0.01, ${filled}, ${rates.spot}, '${status}', 1,
      ${HEAD}, ${held}, ${NOW}, ${NOW}, 1000, ${to === 'null' ? 'null, null, null' : `${HEAD}, 1000, ${rates.spot}`})`;
const filled = (id: number, seq: number): string =>
  `insert into spot_fill (book, order_id, leg, symbol, side, quantity, price, value, fee, fee_rate, tape_seq, journal_seq, time_ms)
    values (${MINE}, ${id}, 1, 'BTC/USDT', 'buy', 0.01, 1001, ${VALUE}, ${fee()}, ${rates.spot}, ${HEAD}, ${seq}, ${NOW})`;

describe('a purchase', () => {
  test('is written with its journal and its fill, in any order of the statements', async () => {
    const [a, b] = [next(), next()];
    expect(await fate(bought(a, a), order(a), filled(a, a))).toBe('written');
    expect(await fate(order(b), filled(b, b), bought(b, b))).toBe('written');
  });

  test('can’t be free', async () => {
    const [id, other, third] = [next(), next(), next()];
    expect(await fate(order(id), filled(id, id))).toBe('spot_order_filled');
    expect(await fate(order(id))).toBe('spot_order_filled');
    expect(await fate(bought(id, id), order(id), filled(id, other))).toBe('journal_reason');
    expect(await fate(bought(id, id), order(id))).toBe('journal_reason');
    // A fill without its order is rejected.
    expect(await fate(bought(id, id), filled(id, id))).toBe('spot_fill_in_time');
    expect(await fate(bought(id, id))).toBe('journal_reason');
    expect(await fate(order(third, { status: 'open', filled: '0.01', held: '11' }))).toBe(
      'spot_order_filled_whole',
    );
  });

  test('is not paid by the journal of another order', async () => {
    const [paid, free] = [next(), next()];
    expect(
      await fate(bought(paid, paid), order(paid), filled(paid, paid), order(free), filled(free, paid)),
    ).toBe('spot_order_filled');
    expect(await fate(bought(paid, paid), order(paid), filled(paid, paid))).toBe('written');
    // Nor is it paid by a journal of an earlier transaction.
    expect(await fate(order(free), filled(free, paid))).toBe('spot_order_filled');
    expect(await fate(filled(paid, paid))).toBe('spot_fill_pkey');
  });

  test('is not paid by a journal of another customer', async () => {
    const [seq, id] = [next(), next()];
    expect(await fate(bought(seq, id, { book: OTHERS }), order(id), filled(id, seq))).toMatch(
      /^(spot_order_filled|journal_reason)$/,
    );
  });

  test('moves the amounts of its fill, once', async () => {
    const [id, again] = [next(), next()];
    expect(await fate(bought(id, id, { quantity: '0.02' }), order(id), filled(id, id))).toBe(
      'journal_reason',
    );
    expect(await fate(bought(id, id), bought(again, id), order(id), filled(id, id))).toBe('journal_reason');
  });

  test('moves no stock of the house under the kind for rounding', async () => {
    const id = next();
    for (const [currency, amount] of [
      ['BTC', '5'],
      ['USDT', '0.00000003'],
    ] as const) {
      const lines: Line[] = [
        ['spot', 'USDT', `-${total()}`],
        ['inventory', 'BTC', currency === 'BTC' ? '-5.01' : '-0.01'],
        ['inventory', 'USDT', currency === 'BTC' ? VALUE : (Number(VALUE) - Number(amount)).toFixed(8)],
        ['fees', 'USDT', fee()],
        ['rounding', currency, amount],
        ['spot', 'BTC', '0.01'],
      ];
      // In the usual order of the postings, and in another one.
      for (const posted of [lines, lines.toReversed()]) {
        // Each attempt is one transaction.
        // oxlint-disable-next-line no-await-in-loop
        expect(
          await fate(journal(id, 'spot_buy', `spot_order:${id}`, posted), order(id), filled(id, id)),
        ).toBe('journal_reason');
      }
    }
  });

  test('is not paid by a journal that was reversed', async () => {
    const id = next();
    const takenBack = ['savepoint before', bought(id, id), 'rollback to before', 'release before'];
    expect(await fate(...takenBack, order(id), filled(id, id))).toBe('spot_order_filled');
  });

  test('is checked whenever its transaction runs the checks', async () => {
    const [paid, free] = [next(), next()];
    expect(await fate('set constraints all immediate', order(free), filled(free, free))).toBe(
      'spot_order_filled',
    );
    expect(
      await fate(
        ...[bought(paid, paid), order(paid), filled(paid, paid), 'set constraints all immediate'],
        ...[order(free), filled(free, paid)],
      ),
    ).toBe('spot_order_filled');
  });
});

test('rejects a waiting order that counts the release of its hold as its fill', async () => {
  const id = next();
  await owner.query(`begin; set local session_replication_role = replica;
    ${order(id, { status: 'open', filled: '0', held: '10.1' })};
    update balance set amount = 10.1 where book = ${MINE} and account = 'spot_frozen' and currency = 'USDT'; commit`);
  const released = journal(next(), 'spot_release', `spot_order:${id}`, [
    ['spot_frozen', 'USDT', '-10.1'],
    ['spot', 'USDT', '10.1'],
  ]);
  const fills = `update spot_order set status = 'filled', filled_quantity = quantity, held = 0 where book = ${MINE} and id = ${id}`;
  expect(await fate(fills)).toMatch(/^spot_order_(filled|holds)$/);
  expect(await fate(released, fills)).toBe('spot_order_filled');
  expect(await fate(released, fills.replace('held = 0', 'held = 0, version = 2'), filled(id, id))).toMatch(
    /^spot_(fill_in_time|order_filled)$/,
  );
});

test('requires the payment of both legs of a conversion', async () => {
  const [seq, id] = [next(), next()];
  const { rows: coins } = await owner.query<{ quantity: string }>(
    `select quantity_for('ETH/USDT', 10 - ceil(10 * $1::numeric * 100000000) / 100000000, 1001, $1) as quantity`,
    [rates.spot],
  );
  const leg = (number: 1 | 2, by: number): string => {
    const [symbol, side, price, quantity] =
      number === 1 ? ['BTC/USDT', 'sell', '1000', '0.01'] : ['ETH/USDT', 'buy', '1001', coins[0]?.quantity];
    return `insert into spot_fill (book, order_id, leg, symbol, side, quantity, price, value, fee, fee_rate, tape_seq, journal_seq, time_ms)
      select ${MINE}, ${id}, ${number}, '${symbol}', '${side}', q, ${price}, q * ${price}, ceil(q * ${price} * ${rates.spot} * 100000000) / 100000000,
        ${rates.spot}, ${HEAD}, ${by}, ${NOW} from (select ${quantity}::numeric as q) s`;
  };
  const half = journal(seq, 'spot_convert', `spot_order:${id}`, [
    ['spot', 'BTC', '-0.01'],
    ['inventory', 'BTC', '0.01'],
    ['inventory', 'USDT', '-10'],
    ['fees', 'USDT', units(BigInt(Math.ceil(Number((10 * Number(rates.spot) * 1e8).toFixed(3)))))],
    ['spot', 'USDT', (10 - Math.ceil(Number((10 * Number(rates.spot) * 1e8).toFixed(3))) / 1e8).toFixed(8)],
  ]);
  const converts = order(id, { to: "'ETH/USDT'" });
  expect(await fate(half, converts, leg(1, seq), leg(2, seq + 1_000_000))).toBe('journal_reason');
  expect(await fate(half, converts, leg(1, seq))).toBe('journal_reason');
  expect(await fate(converts, leg(1, seq), leg(2, seq))).toBe('spot_order_filled');
});

describe('a ticket', () => {
  const accepted = (id: number): string =>
    `insert into option_ticket (book, id, product, symbol, side, seconds, currency, source, stake, payout_ratio, profit, stake_usdt,
        profit_usdt, status, accepted_ms, accepted_seq, expires_ms, pnl, placed_day)
      values (${MINE}, ${id}, 'crypto', 'BTC/USDT', 'up', 60, 'USDT', 'option', 10, 0.82, 8.2, 10, 8.2, 'open', ${NOW}, ${HEAD}, ${NOW + 60_000}, 0, 1)`;
  const staked = (seq: number, id: number, stake = '10'): string =>
    journal(seq, 'option_stake', `option:${id}`, [
      ['option', 'USDT', `-${stake}`],
      ['trading', 'USDT', '-8.2'],
      ['option_escrow', 'USDT', (Number(stake) + 8.2).toFixed(8)],
    ]);

  test('is bought with its stake', async () => {
    const [id, other] = [next(), next()];
    expect(await fate(accepted(id))).toBe('option_ticket_paid');
    expect(await fate(staked(id, id), accepted(id), accepted(other))).toBe('option_ticket_paid');
    expect(await fate(staked(id, id, '9'), accepted(id))).toBe('journal_reason');
    expect(await fate(staked(id, id))).toBe('journal_reason');
    expect(await fate(staked(id, id), accepted(id))).toBe('written');
  });

  test('ends only with the payment that its result requires', async () => {
    const [id, other] = [next(), next()];
    await owner.query(`begin; set local session_replication_role = replica;
      insert into option_ticket (book, id, product, symbol, side, seconds, currency, source, stake, payout_ratio, profit, stake_usdt,
          profit_usdt, status, accepted_ms, accepted_seq, expires_ms, pnl, placed_day, strike, strike_ms, strike_seq, struck_from_ms)
        select ${MINE}, t, 'crypto', 'BTC/USDT', 'up', 60, 'USDT', 'option', 10, 0.82, 8.2, 10, 8.2, 'open', ${NOW - 100_000}, 100,
          ${NOW - 40_000}, 0, 1, 1000, ${NOW - 99_500}, 101, ${NOW - 100_000} from unnest('{${id},${other}}'::bigint[]) t; commit`);
    const tied = (of: number): string =>
      `update option_ticket set status = 'tied', settle = 1000, settle_seq = 220, settled_ms = ${NOW}, ended_day = 1
        where book = ${MINE} and id = ${of}`;
    const returned = journal(next(), 'option_return', `option:${id}`, [
      ['option_escrow', 'USDT', '-18.2'],
      ['option', 'USDT', '10'],
      ['trading', 'USDT', '8.2'],
    ]);
    const told = (kind: string, of: number, stake = '10'): string =>
      `insert into notice (book, id, kind, params, time_ms)
        values (${MINE}, ${next()}, '${kind}', '{"ticket":"${of}","amount":"${stake}"}', ${NOW})`;
    expect(await fate(tied(id))).toBe('option_ticket_paid');
    expect(await fate(told('option_tied', id), returned, tied(id), tied(other))).toBe('option_ticket_paid');
    expect(await fate(returned, tied(id))).toBe('option_ticket_told');
    expect(await fate(told('option_won', id), returned, tied(id))).toBe('option_ticket_told');
    expect(await fate(told('option_tied', other), returned, tied(id))).toBe('option_ticket_told');
    expect(await fate(told('option_tied', id, '11'), returned, tied(id))).toBe('option_ticket_told');
    expect(await fate(returned, tied(id), told('option_tied', id))).toBe('written');
    expect(await fate(tied(other))).toBe('option_ticket_paid');
  });
});

describe('a position', () => {
  const opened = (id: number): string =>
    `insert into position (book, id, product, symbol, side, type, status, quantity, open_quantity, leverage, collateral, entry_price,
        entry_seq, entry_ms, open_fee, fee_rate, financing_rate, initial_margin, margin, rate, placed_rate, open_rate, financing, financed_ms,
        nights, warned, armed, realised_pnl, closes, created_ms, created_seq, fill_age_ms, updated_ms, placed_day, opened_day, staked)
      values (${MINE}, ${id}, 'contract', 'BTC/USDT', 'long', 'market', 'open', 1, 1, 10, 'contract', 1001, ${HEAD}, ${NOW},
        1001 * ${rates.contract}, ${rates.contract}, ${rates.night}, 100.1, 100.1, 1, 1, 1, 0, ${NOW}, '[]', 0, '{"margin": [1, "${HEAD}"]}', 0, '[]',
        ${NOW}, ${HEAD}, 1000, ${NOW}, 1, 1, 100.1)`;
  const openingFee = (): string => (1001 * Number(rates.contract)).toFixed(8);
  const opening = (seq: number, id: number, kind = 'contract_open'): string =>
    journal(seq, kind, `position:${id}`, [
      ['contract', 'USDT', `-${(100.1 + Number(openingFee())).toFixed(8)}`],
      ['contract_frozen', 'USDT', '100.1'],
      ['fees', 'USDT', openingFee()],
    ]);

  test('opens with its fee and its margin, and closes with its result', async () => {
    const [id, other, hold] = [next(), next(), next()];
    expect(await fate(opened(id))).toMatch(/^position_(paid|frozen)$/);
    expect(await fate(opening(id, id), opened(id), opened(other))).toMatch(/^(position_paid|journal_holds)$/);
    expect(await fate(opening(id, id))).toBe('journal_reason');
    const held = journal(hold, 'contract_hold', `position:${id}`, [
      ['contract', 'USDT', '-100.1'],
      ['contract_frozen', 'USDT', '100.1'],
    ]);
    // The margin alone does not pay the fee.
    expect(await fate(held, opened(id))).toBe('position_paid');
    expect(await fate(opening(id, id), opened(id))).toBe('written');
    const fees = (1000 * Number(rates.contract)).toFixed(8);
    const closing = (seq: number): object => ({
      ...{
        quantity: '1',
        price: '1000',
        tape_seq: String(HEAD),
        rate: '1',
        rate_seq: null,
        pnl: '-1',
        fee: fees,
      },
      ...{ financing: '0', shortfall: '0', owed: '0', offset: '0', charge: '0', reason: 'customer', day: 1 },
      ...{ journal_seq: String(seq), time_ms: NOW, asked_ms: NOW, asked_seq: String(HEAD) },
    });
    const closed = (seq: number): string =>
      `update position set status = 'closed', reason = 'customer', open_quantity = 0, margin = 0, realised_pnl = -1, closed_ms = ${NOW},
        closes = '${JSON.stringify([closing(seq)])}' where book = ${MINE} and id = ${id}`;
    const end = next();
    const settled = journal(end, 'contract_close', `position:${id}`, [
      ['contract_frozen', 'USDT', '-100.1'],
      ['contract', 'USDT', (99.1 - Number(fees)).toFixed(8)],
      ['trading', 'USDT', '1'],
      ['fees', 'USDT', fees],
    ]);
    const released = journal(next(), 'contract_release', `position:${id}`, [
      ['contract_frozen', 'USDT', '-100.1'],
      ['contract', 'USDT', '100.1'],
    ]);
    expect(await fate(closed(end))).toMatch(/^position_(paid|frozen)$/);
    // The margin is returned, but nobody pays the loss and the fee.
    expect(await fate(released, closed(end))).toBe('position_paid');
    expect(await fate(released, closed(id))).toBe('position_paid');
    expect(await fate(settled)).toBe('journal_reason');
    expect(await fate(settled, closed(end))).toBe('written');
  });

  test('pays for its opening once, by one kind of journal', async () => {
    const [id, fill, again] = [next(), next(), next()];
    const cost = (100.1 + Number(openingFee())).toFixed(8);
    const held = journal(next(), 'contract_hold', `position:${id}`, [
      ['contract', 'USDT', `-${cost}`],
      ['contract_frozen', 'USDT', cost],
    ]);
    const filledLater = journal(fill, 'contract_fill', `position:${id}`, [
      ['contract_frozen', 'USDT', `-${openingFee()}`],
      ['fees', 'USDT', openingFee()],
    ]);
    const feeAgain = journal(again, 'contract_open', `position:${id}`, [
      ['contract', 'USDT', `-${openingFee()}`],
      ['fees', 'USDT', openingFee()],
    ]);
    expect(await fate(held, filledLater, opened(id), feeAgain)).toBe('journal_reason');
    expect(await fate(held, filledLater, opened(id))).toBe('written');
    const rewritten = `update position set updated_ms = updated_ms where book = ${MINE} and id = ${id}`;
    expect(await fate(rewritten, feeAgain)).toBe('journal_reason');
  });

  test('holds the frozen amount while it waits, whenever the checks are run', async () => {
    const id = next();
    const waits = `insert into position (book, id, product, symbol, side, type, status, quantity, open_quantity, leverage, collateral, price,
        open_fee, fee_rate, financing_rate, initial_margin, margin, rate, placed_rate, financing, financed_ms, nights, warned, armed, realised_pnl,
        closes, created_ms, created_seq, fill_age_ms, updated_ms, placed_day, staked)
      values (${MINE}, ${id}, 'contract', 'BTC/USDT', 'long', 'limit', 'pending', 1, 0, 10, 'contract', 900, 900 * ${rates.contract}, ${rates.contract},
        ${rates.night}, 90, 90 + 900 * ${rates.contract}, 1, 1, 0, ${NOW}, '[]', 0, '{"limit": [1, "${HEAD}", ${NOW}]}', 0, '[]', ${NOW}, ${HEAD}, 1000,
        ${NOW}, 1, 90)`;
    expect(await fate(waits)).toBe('position_frozen');
    expect(await fate('set constraints all immediate', waits)).toBe('position_frozen');
  });
});

test('requires that a transfer moves its amount', async () => {
  const [seq, id, other] = [next(), next(), next()];
  const transfer = (of: number): string =>
    `insert into transfer (book, id, currency, from_account, to_account, amount, time_ms, journal_seq)
      values (${MINE}, ${of}, 'USDT', 'spot', 'contract', 1, ${NOW}, ${seq})`;
  const moved = journal(seq, 'transfer', `transfer:${id}`, [
    ['spot', 'USDT', '-1'],
    ['contract', 'USDT', '1'],
  ]);
  expect(await fate(transfer(id))).toBe('moved_by_its_journal');
  expect(await fate(moved, transfer(id), transfer(other))).toBe('moved_by_its_journal');
  expect(await fate(moved)).toBe('journal_reason');
  expect(await fate(moved, transfer(id))).toBe('written');
  expect(await fate(transfer(other))).toBe('moved_by_its_journal');
});

test('requires that an exchange credits the house with its fee and the rounding remainder, and moves no other stock', async () => {
  /** The row is written past its guards, because only the journal is tested. */
  const exchanged = async (earned: readonly Line[], stock: string): Promise<string> => {
    const [seq, id] = [next(), next()];
    try {
      await owner.query(`begin; set local session_replication_role = replica;
        insert into exchange (book, id, from_currency, to_currency, from_amount, to_amount, fee, fee_rate, legs, quoted_ms, time_ms, journal_seq)
          values (${MINE}, ${id}, 'USDT', 'BTC', 100, 0.0989, 0.1, 0.001, '[{"side": "buy", "coin": "BTC", "quantity": "0.0989", "price": "1010"}]',
            ${NOW}, ${NOW}, ${seq});
        set local session_replication_role = origin;
        ${journal(seq, 'exchange', `exchange:${id}`, [
          ['spot', 'USDT', '-100'],
          ['inventory', 'BTC', '-0.0989'],
          ['inventory', 'USDT', stock],
          ...earned,
          ['spot', 'BTC', '0.0989'],
        ])}; commit`);
      return 'written';
    } catch (error) {
      await owner.query('rollback');
      return (error as pg.DatabaseError).constraint ?? (error as Error).message;
    }
  };
  const fees: Line = ['fees', 'USDT', '0.1'];
  expect(await exchanged([fees, ['rounding', 'USDT', '0.00001']], '99.89999')).toBe('written');
  expect(await exchanged([fees, ['rounding', 'USDT', '0.00002']], '99.89998')).toBe('journal_reason');
  expect(await exchanged([['fees', 'USDT', '50']], '50')).toBe('journal_reason');
  expect(await exchanged([], '100')).toBe('journal_reason');
});

test('denies the serving role every way to prevent a check from running', async () => {
  const id = next();
  const free = [order(id), filled(id, id)];
  for (const sql of [
    'delete from check_due',
    'truncate check_due',
    "update check_due set books = '{}'",
    "insert into check_due (guard, books, ids) values ('spot_orders', '{}', '{}')",
    'select from check_due',
    'lock table check_due',
    'drop trigger check_due_run on check_due',
    'alter table check_due disable trigger all',
    'alter table spot_order disable trigger spot_order_checks_due_new',
    'set local session_replication_role = replica',
    "select setval('check_due_id_seq', 1)",
    "select spot_orders_paid('{}', '{}', '{}', '{}')",
    'create temporary table check_due (id bigint)',
    "create or replace function spot_orders_paid(books bigint[], ids bigint[], legs smallint[], kinds text[]) returns void language sql as ''",
  ]) {
    // Each attempt is one transaction.
    // oxlint-disable-next-line no-await-in-loop
    expect([sql, await fate(...free, sql)]).toEqual([
      sql,
      expect.stringMatching(/permission denied|must be owner/),
    ]);
  }
  expect(await fate('set local search_path = pg_temp, public', ...free)).toBe('spot_order_filled');
  expect((await owner.query('select from check_due')).rowCount).toBe(0);
});

test('finds for every table whose rows name a journal a guard that requires the journal', async () => {
  const { rows: naming } = await owner.query<{ name: string }>(`select c.relname::text as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attname in ('journal_seq', 'disburse_seq') and not a.attisdropped order by 1`);
  const guards = {
    exchange: 'moved_by_its_journal',
    fund_day: 'fund_day_verified',
    fund_payment: 'fund_payment_verified',
    loan: 'loan_moved',
    loan_payment: 'loan_moved',
    proposal: 'proposal_moved',
    referral_reward: 'referral_reward_moved',
    spot_fill: 'spot_order_checks_due',
    strategy_report: 'strategy_report_by_two',
    strategy_trade: 'strategy_trade_verified',
    transfer: 'moved_by_its_journal',
  };
  expect(naming.map(({ name }) => name)).toEqual(Object.keys(guards));
  for (const [table, guard] of Object.entries(guards)) {
    const of = table === 'spot_fill' ? 'spot_order' : table;
    // oxlint-disable-next-line no-await-in-loop
    const { rowCount } = await owner.query(
      `select from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = $1::regclass and p.proname = $2`,
      [of, guard],
    );
    expect([table, rowCount]).not.toEqual([table, 0]);
  }
});
