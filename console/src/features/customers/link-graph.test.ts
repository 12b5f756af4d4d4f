import { expect, test } from 'vitest';
import { linkGraph } from './link-graph.ts';

const link = (kind: string, label: string, customer: string) => ({ kind, label, customer });

test.each([
  ['nobody', [], 0, 0, 0],
  ['one customer by one device', [link('device', 'ab', '2')], 1, 1, 2],
  ['one customer by a device and a card', [link('device', 'ab', '2'), link('card', '**1', '2')], 2, 1, 4],
  ['two customers by one device', [link('device', 'ab', '2'), link('device', 'ab', '3')], 1, 2, 3],
  [
    'a device and a network with equal labels',
    [link('device', 'ab', '2'), link('network', 'ab', '2')],
    2,
    1,
    4,
  ],
])('links a customer with %s', (_, links, shared, others, lines) => {
  const graph = linkGraph('1', links);
  expect([graph.shared.length, graph.others.length, graph.lines.length]).toEqual([shared, others, lines]);
  expect(new Set(graph.lines.map(({ key }) => key)).size).toBe(lines);
  for (const { y } of [...graph.shared, ...graph.others, graph.customer]) {
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(graph.height);
  }
});
