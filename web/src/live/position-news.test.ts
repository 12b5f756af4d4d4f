/** The events of a position that are announced. */
import { expect, test } from 'vitest';
import type { Position } from './position-list.ts';
import { judgeNews, readAnnounced } from './position-news.ts';
import { toyPosition } from './testing/toy-position.ts';

/** Applies events of one position in order, and returns the announcement of each. */
function newsOf(events: readonly Partial<Position>[]) {
  let announced = {};
  return events.map((changes) => {
    const judged = judgeNews(announced, toyPosition(changes));
    ({ announced } = judged);
    return judged.news;
  });
}

test('announces each warning level once, and again after the warning was lifted', () => {
  expect(newsOf([{ warned: 75 }, { warned: 75 }, { warned: 60 }, { warned: 0 }, { warned: 75 }])).toEqual([
    { warned: 75 },
    undefined,
    { warned: 60 },
    undefined,
    { warned: 75 },
  ]);
});

test('announces the fill of a limit order that was seen resting, and no fill of a market order', () => {
  expect(newsOf([{ status: 'pending' }, { status: 'open' }, { status: 'open' }])).toEqual([
    undefined,
    { opened: true },
    undefined,
  ]);
  expect(newsOf([{ status: 'open' }])).toEqual([undefined]);
});

test('announces a close by the system, and no close by the customer', () => {
  expect(newsOf([{ status: 'closed', reason: 'close_out', warned: 60 }])).toEqual([{ ended: 'close_out' }]);
  expect(newsOf([{ status: 'closed', reason: 'customer' }])).toEqual([undefined]);
  expect(newsOf([{ status: 'closing', reason: 'customer' }])).toEqual([undefined]);
});

test('announces a close that waited for its market when it executes', () => {
  const asked = { status: 'closing', reason: 'customer' } as const;
  expect(newsOf([asked, { ...asked, status: 'closed' }])).toEqual([undefined, { ended: 'customer' }]);
});

test('drops the records of closed positions, and the oldest records above the limit', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${at + 1}`, 75]));
  const { announced } = judgeNews(many, toyPosition({ id: '900', warned: 75 }));
  expect(Object.keys(announced).length).toBe(200);
  expect(announced['900']).toBe(75);
  expect(judgeNews(announced, toyPosition({ id: '900', status: 'closed' })).announced['900']).toBeUndefined();
});

test('ignores invalid records in storage', () => {
  expect([readAnnounced(undefined), readAnnounced('x'), readAnnounced({ a: 75, b: 'no' })]).toEqual([
    {},
    {},
    { a: 75 },
  ]);
});
