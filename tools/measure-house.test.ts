/**
 * The project's metrics may not get worse than `docs/house.json` records; `npm run measure:house -- --keep` records a deliberate
 * change.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { centralEdits } from './house/central-edits.ts';
import { figuresOf, worse } from './house/figures.ts';
import type { Figure } from './house/figures.ts';
import { drawingOf, floorsOf, withDrawing } from './house/rooms.ts';
import { readProject } from './source-files.ts';

const KEPT = new URL('../docs/house.json', import.meta.url);
const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, number>;

test('has no metric worse than recorded, and no record without a metric', async () => {
  const figures = await figuresOf(readProject());
  expect(worse(figures, kept)).toEqual([]);
  expect(Object.keys(kept).sort()).toEqual(figures.map(({ key }) => key).sort());
});

test.for([
  [{ value: 60 }, []],
  [{ value: 59 }, []],
  [{ value: 61 }, ['of the test: 61, and was 60.']],
  [{ value: 63, grows: true }, []],
  [{ value: 64, grows: true }, ['of the test: 64, and was 60.']],
  [{ value: 59, upwards: true }, ['of the test: 59, and was 60.']],
  [{ value: 99, upwards: true }, []],
  [{ value: 1, key: 'new' }, ['of the test is not kept.']],
] as const)('compares %o with the recorded value 60', ([figure, sentences]) => {
  const whole: Figure = { key: 'old', what: 'of the test', ...figure };
  expect(worse([whole], { old: 60 })).toEqual(sentences);
});

test('finds a list outside a feature that names each of its calls', () => {
  const project = readProject();
  const titles = ['tools/titles.ts', "{ 'GET webhooks': '', 'POST webhooks/create': '' }"] as const;
  const all = [...(project.get('protocol/src/webhooks/calls.ts') ?? '').matchAll(/'(?:GET|POST) [^']+'/g)];
  expect(all.length).toBeGreaterThan(5);
  const whole = ['tools/titles.ts', all.join(': 1, ')] as const;
  const found = centralEdits(project, 'webhooks');
  expect(centralEdits(new Map([...project, titles]), 'webhooks')).toEqual(found);
  expect(centralEdits(new Map([...project, whole]), 'webhooks')).toEqual(
    [...found, 'tools/titles.ts'].toSorted(),
  );
});

test('draws the rooms in ARCHITECTURE as the arrows declare them, on a page of bounded length', () => {
  const page = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8');
  // `npm run print:rooms` draws them.
  expect(page).toBe(withDrawing(page, drawingOf()));
  expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});

test('puts a room one level above the highest that it imports, and the rooms of a cycle on one level', () => {
  const arrows = ['app>shop', 'shop>till', 'till>shop', 'till>ground', 'app>ground'].map((one) => {
    const [from = '', to = ''] = one.split('>');
    return { from, to };
  });
  expect(floorsOf(['app', 'shop', 'till', 'ground'], arrows)).toEqual([
    ['ground'],
    ['shop', 'till'],
    ['app'],
  ]);
});
