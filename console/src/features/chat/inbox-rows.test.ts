/** Updates of the inbox and of a conversation by events. */
import type { ChatRow, ConsoleMessage } from '@candor/protocol/chat/console.ts';
import { expect, test } from 'vitest';
import { historyOf, inboxWith, messagesWith } from './inbox-rows.ts';

const row = (id: string, more: Partial<ChatRow>): ChatRow => ({
  ...{ id, customer: '1', account: 'lena', language: 'en', status: 'open', assigned_to: null, unread: 0 },
  ...{ waiting_since: null, due_at: null, overdue: false, last: 1, last_at: 100, last_text: '' },
  ...{ read: { customer: 0, house: 0 }, ...more },
});
const ids = (rows: readonly ChatRow[]) => rows.map(({ id }) => id);
const waits = row('1', { waiting_since: 50 });
const waitsLonger = row('2', { waiting_since: 40 });
const old = row('3', { last_at: 90, assigned_to: 'sam' });
const fresh = row('4', { last_at: 110 });

test('sorts waiting conversations first, longest wait first, and the others by their newest message', () => {
  const rows = [waits, waitsLonger, old, fresh].reduce<readonly ChatRow[]>(
    (list, one) => inboxWith(list, one, { show: 'all', account: 'sam' }),
    [],
  );
  expect(ids(rows)).toEqual(['2', '1', '4', '3']);
  const answered = inboxWith(rows, row('2', { last_at: 120 }), { show: 'all', account: 'sam' });
  expect(ids(answered)).toEqual(['1', '2', '4', '3']);
});

test('removes a row that no longer matches the list', () => {
  expect(ids(inboxWith([waits, waitsLonger], row('1', {}), { show: 'waiting', account: 'sam' }))).toEqual([
    '2',
  ]);
  expect(ids(inboxWith([old], row('3', { assigned_to: 'rosa' }), { show: 'mine', account: 'sam' }))).toEqual(
    [],
  );
  expect(ids(inboxWith([], fresh, { show: 'mine', account: 'sam' }))).toEqual([]);
});

test('adds a message once, and returns undefined if an earlier message is missing', () => {
  const message = (number: number) => ({ number }) as ConsoleMessage;
  const known = [message(4), message(5)];
  expect(messagesWith(known, message(5))).toBe(known);
  expect(messagesWith(known, message(6))?.map(({ number }) => number)).toEqual([4, 5, 6]);
  expect(messagesWith(known, message(7))).toBeUndefined();
  expect(messagesWith([], message(1))).toHaveLength(1);
});

test('joins older messages to the newest page only if they overlap or are adjacent', () => {
  const page = (from: number, to: number, more: boolean) => ({
    messages: Array.from({ length: to - from + 1 }, (_, at) => ({ number: from + at }) as ConsoleMessage),
    more,
  });
  const ends = ({ messages, more }: ReturnType<typeof historyOf>) => [
    messages[0]?.number,
    messages.at(-1)?.number,
    messages.length,
    more,
  ];
  expect(ends(historyOf(page(1, 0, false), page(101, 200, true)))).toEqual([101, 200, 100, true]);
  expect(ends(historyOf(page(1, 100, false), page(101, 200, true)))).toEqual([1, 200, 200, false]);
  // The newest page was refetched after twenty more messages; the older messages may or may not overlap it.
  expect(ends(historyOf(page(1, 200, false), page(121, 220, true)))).toEqual([1, 220, 220, false]);
  expect(ends(historyOf(page(1, 100, false), page(121, 220, true)))).toEqual([121, 220, 100, true]);
});
