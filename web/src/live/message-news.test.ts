/** The choice of the message that is shown as a toast. */
import { expect, test } from 'vitest';
import type { Message } from '../lib/notice-texts.ts';
import { newsOf } from './message-news.ts';

const notices = {
  deposit_credited: { lead: { href: '', title: 'home' }, tone: 'good' },
  withdrawal_held: { lead: { href: '', title: 'home' }, tone: 'plain' },
  kyc_rejected: { lead: { href: '', title: 'home' }, tone: 'bad' },
  loan_overdue: { lead: { href: '', title: 'home' }, tone: 'bad' },
  withdrawal_requested: { lead: { href: '', title: 'home' } },
  position_warned: { lead: { href: '', title: 'home' } },
} as const;

const message = (kind: Message['kind'], read = false): Message => ({
  id: kind,
  kind,
  params: {},
  time: 1,
  read,
});

test.each<[string, Message[], string | undefined]>([
  ['nothing', [], undefined],
  ['a deposit', [message('deposit_credited')], 'deposit_credited good'],
  ['the newer of two', [message('deposit_credited'), message('withdrawal_held')], 'withdrawal_held plain'],
  ['one that was read meanwhile', [message('deposit_credited', true)], undefined],
  [
    'the one before a read message',
    [message('kyc_rejected'), message('deposit_credited', true)],
    'kyc_rejected bad',
  ],
  ["none for the customer's own action", [message('withdrawal_requested')], undefined],
  ['none for a message that the position itself announces', [message('position_warned')], undefined],
  [
    'the one before such a message',
    [message('loan_overdue'), message('position_closed_out')],
    'loan_overdue bad',
  ],
])('returns the message to show as a toast: %s', (_, messages, expected) => {
  const news = newsOf(messages, notices);
  expect(news === undefined ? undefined : `${news.message.kind} ${news.tone}`).toBe(expected);
});
