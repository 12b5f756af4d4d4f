/** Ticket events applied to the lists of tickets. */
import { describe, expect, test } from 'vitest';
import { toyTicket } from './testing/toy-ticket.ts';
import type { Ticket } from './ticket-list.ts';
import { belongsTo, optionProductOf, ticketsWith } from './ticket-list.ts';

const tickets = (...ids: string[]) => ids.map((id) => toyTicket({ id }));
const idsOf = (items: readonly Ticket[]) => items.map(({ id }) => id);

test.each([
  ['BTC/USDT', 'crypto'],
  ['EUR/USD', 'forex'],
  ['XAU/USD', 'forex'],
] as const)('assigns tickets on %s to the list %s', (symbol, product) =>
  expect(optionProductOf(symbol)).toBe(product),
);

test.each([
  [{}, 'open', true],
  [{}, 'lost', true],
  [{ status: 'open' }, 'open', true],
  [{ status: 'open' }, 'won', false],
  [{ status: 'ended' }, 'void', true],
  [{ status: 'ended' }, 'open', false],
  [{ status: 'won', symbol: 'BTC/USDT' }, 'won', true],
  [{ symbol: 'ETH/USDT' }, 'open', false],
] as const)('reports whether a list filtered by %o contains a ticket that is %s', (input, status, belongs) =>
  expect(belongsTo(input, toyTicket({ status }))).toBe(belongs),
);

describe('unpaged list', () => {
  test.each([
    ['12', true, ['12', '10', '9']],
    ['9', true, ['10', '9']],
    ['8', true, ['10', '9', '8']],
    ['9', false, ['10']],
    ['7', false, ['10', '9']],
  ] as const)(
    'contains the ticket %s after its event only if the ticket belongs to the list: %s',
    (id, belongs, after) => {
      expect(idsOf(ticketsWith(tickets('10', '9'), toyTicket({ id }), belongs))).toEqual(after);
    },
  );

  test('contains the new version of a known ticket', () => {
    const after = ticketsWith(tickets('10', '9'), toyTicket({ id: '9', status: 'won' }), true);
    expect(after.map(({ status }) => status)).toEqual(['open', 'won']);
  });
});

describe('paged list', () => {
  const paged = { pages: [tickets('20', '15'), tickets('12', '9')], pageParams: [] };

  test.each([
    [
      '21',
      true,
      [
        ['21', '20', '15'],
        ['12', '9'],
      ],
    ],
    [
      '13',
      true,
      [
        ['20', '15'],
        ['13', '12', '9'],
      ],
    ],
    [
      '8',
      true,
      [
        ['20', '15'],
        ['12', '9'],
      ],
    ],
    [
      '12',
      true,
      [
        ['20', '15'],
        ['12', '9'],
      ],
    ],
    ['15', false, [['20'], ['12', '9']]],
  ] as const)(
    'contains the ticket %s after its event only if the ticket belongs to the list: %s',
    (id, belongs, after) => {
      expect(ticketsWith(paged, toyTicket({ id }), belongs).pages.map(idsOf)).toEqual(after);
    },
  );

  test('contains the first ticket of an empty list on its first page', () => {
    expect(ticketsWith({ pages: [[]] }, toyTicket({ id: '1' }), true).pages.map(idsOf)).toEqual([['1']]);
  });
});
