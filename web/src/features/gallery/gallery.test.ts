/** Whoever adds a control shows it: every file of the kit is in the gallery, or part of one that is. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const kit = new URL('../../ui/', import.meta.url);
const here = new URL('./', import.meta.url);

const importsOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, file = '']) => file);

/** They talk to the server or to the camera, lay out a whole screen, or say what came of an order, so they are seen on the screens that use them. */
const shownElsewhere = new Set([
  ...['camera-sheet.tsx', 'photo-field.tsx', 'columns.tsx', 'mailed-code.tsx'],
  ...['picture-sheet.tsx', 'sending-sheet.tsx', 'take-back.tsx', 'unanswered-notice.tsx'],
  'unfilled-facts.tsx',
]);

test('every control of the kit stands in the gallery', () => {
  const found = new Set<string>();
  const waiting = readdirSync(here)
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      importsOf(readFileSync(new URL(file, here), 'utf8'), /'\.\.\/\.\.\/ui\/([\w-]+\.tsx)'/g),
    );
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    waiting.push(...importsOf(readFileSync(new URL(file, kit), 'utf8'), /'\.\/([\w-]+\.tsx)'/g));
  }
  const missing = readdirSync(kit).filter(
    (file) => file.endsWith('.tsx') && !found.has(file) && !shownElsewhere.has(file),
  );
  expect(missing).toEqual([]);
  expect([...shownElsewhere].filter((file) => found.has(file))).toEqual([]);
});
