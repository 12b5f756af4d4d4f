import { expect, test } from 'vitest';
import { drawingOf } from './ending-drawing.ts';

const size = { width: 100, height: 120, margin: 10 };
const at = (seq: number, price: string) => ({ seq, time_ms: seq * 1000, price });

test.each([
  [
    'a fall through the level',
    { path: [at(1, '100'), at(2, '95'), at(3, '90')], entry: '100', level: '95', close: at(2, '95') },
    { path: '0,10 50,60 100,110', lines: [10, 60], mark: { x: 50, y: 60 } },
  ],
  [
    'an entry far above the path',
    { path: [at(1, '60'), at(5, '50')], entry: '100', level: null, close: at(5, '50') },
    { path: '0,90 100,110', lines: [10], mark: { x: 100, y: 110 } },
  ],
  [
    'a closing whose entry is not in the path',
    { path: [at(1, '10')], entry: '20', level: '15', close: at(3, '10') },
    { path: '0,110 100,110', lines: [10, 60], mark: { x: 100, y: 110 } },
  ],
  [
    'a price that never moved',
    { path: [], entry: '10', level: null, close: at(3, '10') },
    { path: '50,60', lines: [60], mark: { x: 50, y: 60 } },
  ],
])('draws %s', (_, drawn, { path, lines, mark }) => {
  const drawing = drawingOf(drawn, size);
  expect(drawing.path).toBe(path);
  expect(drawing.lines.map(({ y }) => y)).toEqual(lines);
  expect(drawing.mark).toEqual(mark);
});
