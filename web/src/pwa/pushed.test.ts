/** The parsed content of a push notification, and the address that a tap opens. */
import { expect, test } from 'vitest';
import { addressOf, readPushed } from './pushed.ts';

test.each([
  [
    '{"id":"7","title":"Your deposit has arrived","body":""}',
    { id: '7', title: 'Your deposit has arrived', body: '' },
  ],
  [
    '{"id":"7","title":"A","body":"B","icon":"https://evil.example/x.png"}',
    { id: '7', title: 'A', body: 'B' },
  ],
  ['{"id":"7","title":"A"}', { id: '7', title: 'A', body: '' }],
  ['{"id":"7?x=1","title":"A","body":""}', undefined],
  ['{"id":7,"title":"A","body":""}', undefined],
  ['{"id":"7","title":"","body":""}', undefined],
  ['null', undefined],
  ['"text"', undefined],
  ['not JSON', undefined],
  ['', undefined],
])('returns the valid fields of the push %s, or nothing', (text, expected) =>
  expect(readPushed(text)).toEqual(expected),
);

test('returns the address of the message or, without an id, of all messages', () => {
  expect([addressOf('7'), addressOf(undefined)]).toEqual([
    '/#/pages/news/msgdetail?id=7',
    '/#/pages/me/messages',
  ]);
});
