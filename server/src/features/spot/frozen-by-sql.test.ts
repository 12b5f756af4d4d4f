/**
 * The amounts frozen for orders always equal the amounts in their rows, whatever kind of journal is posted by plain SQL as the
 * serving role.
 */
import { beforeAll, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { letPass } from '@candor/testing/bare-journals.ts';
import { fateOf } from '../../positions/testing/fate.ts';
import { cancelOrder } from './commands.ts';
import { restingWorld } from './testing/resting-world.ts';

const world = restingWorld();
// `order-notices.test.ts` tests that a fill has its message.
beforeAll(() => letPass(world.house.owner, ['spot_orders_told']));
const { at, quoted, rests } = world;

/** The limit is 19000, and the fee is at most a tenth of a percent. */
const PURCHASE = { side: 'buy', type: 'limit', price: amount('19000') } as const;
const filled = (id: bigint) =>
  `update spot_order set status = 'filled', filled_quantity = quantity, held = 0, updated_ms = market_ms() where id = ${id}`;

const HOUSE = [
  `select open_house_balances('{inventory,fees}', '{USDT,USDT}', 0::smallint)`,
  `select draw_to_slot('inventory', 'BTC', 0::smallint, 0.01)`,
];

/** Returns a trade at 19000 that takes the money of the purchase from an account. */
const posted = (id: bigint, kind: string, from: 'spot' | 'spot_frozen') =>
  `with turn as (update book set seq = seq + 1 where id = (select book from spot_order where id = ${id}) returning id, seq)
    insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
    select turn.id, turn.seq, '${kind}', 'spot_order:${id}', market_ms(), 0, '{${from},inventory,inventory,fees,spot}', '{USDT,BTC,USDT,USDT,BTC}',
      array[-o.held, -o.quantity, 190, o.held - 190, o.quantity]
    from turn, spot_order o where o.id = ${id}`;

/** Returns the fill at 19000 that names the newest journal of its customer. */
const fill = (
  id: bigint,
) => `insert into spot_fill select o.book, o.id, 1, o.symbol, o.side, o.quantity, 19000, 190, 190 * o.fee_rate, t.seq,
    (select max(j.seq) from journal j where j.book = o.book), market_ms(), o.fee_rate
  from spot_order o join tape_head t using (symbol) where o.id = ${id}`;

test('a fill is paid from the amount that its order froze', async () => {
  const id = await rests(PURCHASE);
  await quoted('19000');
  const fate = (from: 'spot' | 'spot_frozen') =>
    fateOf(world.house.pool, [...HOUSE, posted(id, 'spot_fill', from), filled(id), fill(id)], {
      atCommit: true,
    });
  expect(await fate('spot_frozen')).toBe('written');
  expect(await fate('spot')).toBe('journal_template');
  await quoted('20000', 60_000);
  await world.house.run(cancelOrder, { id }, at());
});

test('a conversion does not use the amount that another order froze', async () => {
  const id = await rests(PURCHASE);
  // Otherwise, this guard would reject the journal first, because it converts nothing.
  const [explained] = await world.house.owner<{ made: string }>(
    `select pg_get_functiondef('spot_journals_explained'::regproc) as made`,
  );
  await letPass(world.house.owner, ['spot_journals_explained']);
  const fate = (from: 'spot' | 'spot_frozen') =>
    fateOf(world.house.pool, [...HOUSE, posted(id, 'spot_convert', from)], { atCommit: true });
  expect(await fate('spot')).toBe('written');
  expect(await fate('spot_frozen')).toBe('journal_holds');
  await world.house.owner(explained?.made ?? '');
  expect(await fate('spot')).toBe('journal_reason');
  await quoted('20000', 60_000);
  await world.house.run(cancelOrder, { id }, at());
});

test('a fill that leaves money frozen is rejected even after its hold was checked', async () => {
  const id = await rests(PURCHASE);
  const columns = await world.house.owner<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'spot_order' order by ordinal_position`,
  );
  const names = columns.map(({ name }) => name);
  const other = 900_001n;
  const held = `with turn as (update book set seq = seq + 1 where id = (select book from spot_order where id = ${other}) returning id, seq)
    insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
    select turn.id, turn.seq, 'spot_hold', 'spot_order:${other}', market_ms(), 0, '{spot,spot_frozen}', '{USDT,USDT}', array[-o.held, o.held]
    from turn, spot_order o where o.id = ${other}`;
  const fate = (...then: string[]) =>
    fateOf(world.house.pool, [
      'set constraints check_due_run immediate',
      `insert into spot_order (${names.join()})
        select ${names.map((name) => (name === 'id' ? other : name)).join()} from spot_order where id = ${id}`,
      ...[held, 'set constraints check_due_run deferred', ...then],
      'set constraints spot_order_holds_new, spot_order_holds immediate',
    ]);
  expect(await fate()).toBe('written');
  expect(await fate(filled(other))).toBe('spot_order_holds');
  await quoted('20000', 60_000);
  await world.house.run(cancelOrder, { id }, at());
});

test('a trade can’t take its fee in the coin', async () => {
  const id = await rests(PURCHASE);
  await quoted('19000');
  const coinFee = posted(id, 'spot_fill', 'spot_frozen')
    .replace('{USDT,BTC,USDT,USDT,BTC}', '{USDT,BTC,USDT,BTC,BTC}')
    .replace(
      '-o.held, -o.quantity, 190, o.held - 190',
      '-o.held, -o.quantity - (o.held - 190), o.held, o.held - 190',
    );
  const fate = (journal: string) =>
    fateOf(world.house.pool, [
      ...[...HOUSE, `select draw_to_slot('inventory', 'BTC', 0::smallint, 1)`],
      `select open_house_balances('{fees}', '{BTC}', 0::smallint)`,
      ...[journal, filled(id), fill(id), 'set constraints check_due_run immediate'],
    ]);
  expect(await fate(posted(id, 'spot_fill', 'spot_frozen'))).toBe('written');
  expect(await fate(coinFee)).toBe('journal_reason');
  await quoted('20000', 60_000);
  await world.house.run(cancelOrder, { id }, at());
});
