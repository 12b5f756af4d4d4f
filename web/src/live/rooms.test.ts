/** Rooms: few symbols have one each, many share one, and a room is left when the last who wanted it goes. */
import { expect, test } from 'vitest';
import { createRoomCounter, quoteRooms, roomChanges } from './rooms.ts';

test.each([
  ['none', [], []],
  ['one', ['BTC/USDT'], ['quote:BTC/USDT']],
  [
    'six have their own',
    ['A', 'B', 'C', 'D', 'E', 'F'],
    ['A', 'B', 'C', 'D', 'E', 'F'].map((s) => `quote:${s}`),
  ],
  ['seven share', ['A', 'B', 'C', 'D', 'E', 'F', 'G'], ['quotes']],
])('quote rooms: %s', (_name, symbols, rooms) => {
  expect(quoteRooms(symbols)).toEqual(rooms);
});

test.each([
  ['from nothing', [], ['a'], ['a'], []],
  ['the same', ['a'], ['a'], [], []],
  ['one for another', ['a', 'b'], ['b', 'c'], ['c'], ['a']],
])('changes: %s', (_name, current, wanted, join, leave) => {
  expect(roomChanges(current, wanted)).toEqual({ join, leave });
});

test('a room wanted twice is left at the second release', () => {
  const rooms = createRoomCounter();
  expect([rooms.want('x'), rooms.want('x')]).toEqual([true, false]);
  expect([rooms.release('x'), rooms.all()]).toEqual([false, ['x']]);
  expect([rooms.release('x'), rooms.all()]).toEqual([true, []]);
  expect(rooms.release('x')).toBe(false);
});
