/** What of a position is news: each warning once, a limit that filled, an end that came by itself. */
import { expect, test } from 'vitest';
import type { Position } from './position-list.ts';
import { judgeNews, readTold } from './position-news.ts';
import { toyPosition } from './testing/toy-position.ts';

/** Runs events of one position after another; answers the news of each. */
function newsOf(events: readonly Partial<Position>[]) {
  let told = {};
  return events.map((changes) => {
    const judged = judgeNews(told, toyPosition(changes));
    ({ told } = judged);
    return judged.news;
  });
}

test('a warning is told once, the deeper one again, and anew after it was lifted', () => {
  expect(newsOf([{ warned: 75 }, { warned: 75 }, { warned: 60 }, { warned: 0 }, { warned: 75 }])).toEqual([
    { warned: 75 },
    undefined,
    { warned: 60 },
    undefined,
    { warned: 75 },
  ]);
});

test('a limit that was seen resting is told when it fills; a market order is not', () => {
  expect(newsOf([{ status: 'pending' }, { status: 'open' }, { status: 'open' }])).toEqual([
    undefined,
    { opened: true },
    undefined,
  ]);
  expect(newsOf([{ status: 'open' }])).toEqual([undefined]);
});

test('ends by themselves are told, the own ones are not', () => {
  expect(newsOf([{ status: 'closed', reason: 'close_out', warned: 60 }])).toEqual([{ ended: 'close_out' }]);
  expect(newsOf([{ status: 'closed', reason: 'customer' }])).toEqual([undefined]);
  expect(newsOf([{ status: 'closing', reason: 'customer' }])).toEqual([undefined]);
});

test('a close that waited for its market is told when it comes', () => {
  const asked = { status: 'closing', reason: 'customer' } as const;
  expect(newsOf([asked, { ...asked, status: 'closed' }])).toEqual([undefined, { ended: 'customer' }]);
});

test('what has ended is forgotten, and old ones make room', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${at + 1}`, 75]));
  const { told } = judgeNews(many, toyPosition({ id: '900', warned: 75 }));
  expect(Object.keys(told).length).toBe(200);
  expect(told['900']).toBe(75);
  expect(judgeNews(told, toyPosition({ id: '900', status: 'closed' })).told['900']).toBeUndefined();
});

test('foreign records in storage do no harm', () => {
  expect([readTold(undefined), readTold('x'), readTold({ a: 75, b: 'no' })]).toEqual([{}, {}, { a: 75 }]);
});
