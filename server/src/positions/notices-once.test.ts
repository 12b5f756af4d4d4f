/**
 * Notices about positions in the database: each is written together with its event, exactly once, and the customer's own latest
 * request causes none.
 */
import { expect, test } from 'vitest';
import { falsifyMessages, forgetMessages, keepMessages } from '@candor/testing/forgotten-messages.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { FIRED, positionsWorld } from './testing/resting-world.ts';

const world = positionsWorld({ customers: 6, hold: /^L38/ });

async function told(): Promise<string[]> {
  const rows = await world.house.owner<{ kind: string; params: string }>(
    'select kind, params from notice where book = $1 order by id',
    [world.book.toString()],
  );
  return rows.map(({ kind, params }) => {
    const { position, quantity, price, result } = JSON.parse(params) as Record<string, string>;
    return [kind, position, quantity, price, result].filter((part) => part !== undefined).join(' ');
  });
}

test('notifies the customer once that a limit opened a position and that its stop loss closed it', async () => {
  const { market, book } = world;
  const opened = await market.open(book, {
    ...{ leverage: 10, price: amount('19900'), stopLoss: amount('19500'), quantity: amount('0.1') },
  });
  if (!opened.ok) throw new Error(opened.refusal.code);
  const id = BigInt(opened.value.id);
  expect(await told()).toEqual([]);
  await market.price('19890', '19900');
  expect(await market.fireHere(book, id, 'limit')).toMatchObject(FIRED);
  await market.price('19500', '19510');
  expect(await market.fireHere(book, id, 'stop')).toMatchObject(FIRED);
  // The same firing is decided again, as after a crash between the commit and its acknowledgement.
  expect(await market.fireHere(book, id, 'stop')).toMatchObject({ ok: true, value: { fired: false } });
  // The result is 0.1 × (19,500 − 19,900), less 0.995 for opening and 0.975 for closing.
  expect(await told()).toEqual([
    `position_opened_long ${id} 0.1 19900`,
    `position_stopped ${id} 0.1 19500 -41.97`,
  ]);
});

test('does not notify the customer of a position that they opened and closed', async () => {
  const { market, book } = world;
  const opened = await market.open(book, { leverage: 10, quantity: amount('0.1') });
  if (!opened.ok) throw new Error(opened.refusal.code);
  expect(opened.value.status).toBe('open');
  expect(await market.close(book, BigInt(opened.value.id))).toMatchObject({ ok: true });
  expect(await told()).toEqual([]);
});

test('commits no opening and no closing without a message that states it', async () => {
  const { market, book } = world;
  const { owner } = world.house;
  const untold = { constraint: 'position_told' };
  const opened = await market.open(book, {
    ...{ leverage: 10, price: amount('19900'), stopLoss: amount('19500'), quantity: amount('0.1') },
  });
  if (!opened.ok) throw new Error(opened.refusal.code);
  const id = BigInt(opened.value.id);
  for (const [part, bid, ask] of [
    ['limit', '19890', '19900'],
    ['stop', '19500', '19510'],
  ] as const) {
    /* oxlint-disable no-await-in-loop -- The stop fires after the limit. */
    await market.price(bid, ask);
    await forgetMessages(owner);
    await expect(market.fireHere(book, id, part)).rejects.toMatchObject(untold);
    await falsifyMessages(owner, 'price', '20000');
    await expect(market.fireHere(book, id, part)).rejects.toMatchObject(untold);
    await keepMessages(owner);
    expect(await market.fireHere(book, id, part)).toMatchObject(FIRED);
    /* oxlint-enable no-await-in-loop */
  }
  expect(await told()).toHaveLength(2);
});
