/** The socket rooms for a set of symbols, and the counting of their uses. */
import { expect, test } from 'vitest';
import { createRoomCounter, quoteRooms, roomChanges } from './rooms.ts';

test.each([
  ['none', [], []],
  ['one', ['BTC/USDT'], ['quote:BTC/USDT']],
  [
    'six symbols with one room each',
    ['A', 'B', 'C', 'D', 'E', 'F'],
    ['A', 'B', 'C', 'D', 'E', 'F'].map((s) => `quote:${s}`),
  ],
  ['seven symbols in the shared room', ['A', 'B', 'C', 'D', 'E', 'F', 'G'], ['quotes']],
])('returns the quote rooms: %s', (_name, symbols, rooms) => {
  expect(quoteRooms(symbols)).toEqual(rooms);
});

test.each([
  ['from no rooms', [], ['a'], ['a'], []],
  ['the same rooms', ['a'], ['a'], [], []],
  ['one room replaced by another', ['a', 'b'], ['b', 'c'], ['c'], ['a']],
])('returns the rooms to join and to leave: %s', (_name, current, wanted, join, leave) => {
  expect(roomChanges(current, wanted)).toEqual({ join, leave });
});

test('leaves a room that was wanted twice only at the second release', () => {
  const rooms = createRoomCounter();
  expect([rooms.want('x'), rooms.want('x')]).toEqual([true, false]);
  expect([rooms.release('x'), rooms.all()]).toEqual([false, ['x']]);
  expect([rooms.release('x'), rooms.all()]).toEqual([true, []]);
  expect(rooms.release('x')).toBe(false);
});
