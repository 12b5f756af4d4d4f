/** The payout of a ticket for each result. */
import { expect, test } from 'vitest';
import { toyTicket } from '../../../live/testing/toy-ticket.ts';
import { paidOut } from './ticket-words.ts';

test.each([
  ['won', '45.5'],
  ['lost', '0'],
  ['tied', '25'],
  ['void', '25'],
  ['open', '0'],
] as const)('returns the payout of a ticket that is %s: %s', (status, paid) =>
  expect(paidOut(toyTicket({ status }))).toBe(paid),
);
