/** Completeness of the gallery: it shows every control of the kit. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = new URL('../../', import.meta.url);
/** The folders of the kit's controls and of the controls that display the app's data. */
const kit = ['ui', 'parts'];
const here = new URL('./', import.meta.url);

const importsOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, file = '']) => file);

/**
 * Files that the gallery leaves out, because they call the server, use the camera, lay out an entire screen or show an order's
 * outcome.
 */
const shownElsewhere = new Set([
  ...['ui/picture-sheet.tsx', 'parts/camera-sheet.tsx', 'parts/photo-field.tsx'],
  ...['parts/mailed-code.tsx', 'parts/sending-sheet.tsx', 'parts/take-back.tsx', 'parts/top-up.tsx'],
  ...[
    'parts/advanced-fold.tsx',
    'parts/amend-sheet.tsx',
    'parts/moved-line.tsx',
    'parts/order-instructions.tsx',
    'parts/own-name-field.tsx',
    'parts/unanswered-notice.tsx',
    'parts/unfilled-facts.tsx',
  ],
]);

test('shows every control of the kit in the gallery', () => {
  const found = new Set<string>();
  const waiting = readdirSync(here)
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      importsOf(readFileSync(new URL(file, here), 'utf8'), /'\.\.\/\.\.\/((?:ui|parts)\/[\w-]+\.tsx)'/g),
    );
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const text = readFileSync(new URL(file, source), 'utf8');
    const [room = ''] = file.split('/');
    waiting.push(...importsOf(text, /'\.\/([\w-]+\.tsx)'/g).map((name) => `${room}/${name}`));
    waiting.push(...importsOf(text, /'\.\.\/(ui\/[\w-]+\.tsx)'/g));
  }
  const missing = kit
    .flatMap((room) => readdirSync(new URL(`${room}/`, source)).map((file) => `${room}/${file}`))
    .filter((file) => file.endsWith('.tsx') && !found.has(file) && !shownElsewhere.has(file));
  expect(missing).toEqual([]);
  expect([...shownElsewhere].filter((file) => found.has(file))).toEqual([]);
});
