/** What the first paint says comes with the first file: every text that the modules there from the start ask for, and no more. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FIRST_TEXTS } from '../../build/compiled-messages.ts';

const MAIN = fileURLToPath(new URL('../main.tsx', import.meta.url));

/** The modules that come with the first file: what `main.tsx` imports, and what that imports. */
function modulesAtStart(): Map<string, string> {
  const found = new Map<string, string>();
  const follow = (path: string): void => {
    if (found.has(path)) return;
    const source = readFileSync(path, 'utf8');
    found.set(path, source);
    for (const [, from = ''] of source.matchAll(
      /^(?:import|export) (?!type )[^;]*?from '(\.[^']+\.tsx?)'/gm,
    )) {
      follow(join(dirname(path), from));
    }
  };
  follow(MAIN);
  return found;
}

/** The first part of the name of each group of texts that a module asks for. */
function asked(source: string): string[] {
  return [...source.matchAll(/(?:useTranslations\(|namespace: )'(\w+)/g)].map(([, name = '']) => name);
}

test('Home and its frame ask for the first texts alone, and for all of them', () => {
  const modules = modulesAtStart();
  expect(modules.size).toBeGreaterThan(20);
  expect([...new Set([...modules.values()].flatMap(asked))].toSorted()).toEqual([...FIRST_TEXTS].toSorted());
});
