/** Late, duplicate and reordered messages, and links within a text. */
import type { ChatMessage } from '@candor/protocol/chat/schemas.ts';
import { expect, test } from 'vitest';
import { grouped, knownUpTo, leavesGap, piecesOf, withMessages } from './message-list.ts';

function message(number: number, more: Partial<ChatMessage> = {}): ChatMessage {
  const nothing = { client_id: null, by: null, picture: null, evidence: null };
  return { number, from: 'house', text: `message ${number}`, time: number * 60, ...nothing, ...more };
}
const numbers = (list: readonly ChatMessage[]) => list.map(({ number }) => number);

test('orders messages by number and keeps each once, in whatever order they arrive', () => {
  const list = withMessages([message(2), message(4)], [message(4), message(1), message(3), message(2)]);
  expect(numbers(list)).toEqual([1, 2, 3, 4]);
  expect(withMessages(list, [message(3)])).toBe(list);
});

test.each([
  [[], 0],
  [[1, 2, 3], 3],
  [[41, 42, 43], 43],
  [[1, 2, 5, 6], 2],
])('reports that the messages %j are complete up to number %i', (list, last) => {
  expect(knownUpTo(list.map((number) => message(number)))).toBe(last);
});

test('detects missed messages by the number of a new message', () => {
  const known = [message(1), message(2)];
  expect([2, 3, 4].map((number) => leavesGap(known, number))).toEqual([false, false, true]);
  expect(leavesGap([], 1)).toBe(false);
  expect(leavesGap([], 2)).toBe(true);
});

test('groups messages by day, and groups consecutive messages of one sender', () => {
  const you = { from: 'you' } as const;
  const list = [
    message(1),
    message(2),
    message(3, you),
    message(4, { ...you, time: 3600 }),
    message(5, { time: 90_000 }),
  ];
  const rows = grouped(list, (seconds) => String(Math.floor(seconds / 86_400)));
  expect(
    rows.map((row) => (row.kind === 'day' ? row.key : [row.message.number, row.first, row.last])),
  ).toEqual([
    'day 0',
    [1, true, false],
    [2, false, true],
    [3, true, true],
    [4, true, true],
    'day 1',
    [5, true, true],
  ]);
});

test.each([
  ['nothing to follow', [['nothing to follow', undefined]]],
  [
    'see #/pages/me/faq please',
    [
      ['see ', undefined],
      ['#/pages/me/faq', '/pages/me/faq'],
      [' please', undefined],
    ],
  ],
  ['#/pages/news/detail?id=fees', [['#/pages/news/detail?id=fees', '/pages/news/detail?id=fees']]],
  ['https://evil.example/#/pages/me/faq', [['https://evil.example/#/pages/me/faq', undefined]]],
  ['https://evil.example', [['https://evil.example', undefined]]],
  ['javascript:alert(1)', [['javascript:alert(1)', undefined]]],
  ['#//evil.example', [['#//evil.example', undefined]]],
])('turns only addresses of this app into links: %j', (text, pieces) => {
  expect(piecesOf(text).map(({ text: shown, href }) => [shown, href])).toEqual(pieces);
});
