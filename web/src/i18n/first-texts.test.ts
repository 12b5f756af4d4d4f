/**
 * What is said first comes first: every text that the modules there from the start ask for, and no more; and the screens that are
 * opened most ask, with everything that opens from them, for no texts but these and those of trading.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FIRST_TEXTS, TRADING_TEXTS } from '../../build/compiled-messages.ts';

const SRC = fileURLToPath(new URL('..', import.meta.url));

const STATIC = /^(?:import|export) (?!type )[^;]*?from '(\.[^']+\.tsx?)'/gm;
const DYNAMIC = /import\('(\.[^']+\.tsx?)'\)/g;

/** The modules that come with one, by the ways of importing that are followed, with what stands in them. */
function modulesFrom(path: string, ways: readonly RegExp[], found = new Map<string, string>()) {
  if (found.has(path)) return found;
  const source = readFileSync(path, 'utf8');
  found.set(path, source);
  for (const way of ways) {
    for (const [, from = ''] of source.matchAll(way)) modulesFrom(join(dirname(path), from), ways, found);
  }
  return found;
}

/** The first parts of the names of the groups of texts that modules ask for. */
function asked(modules: ReadonlyMap<string, string>): string[] {
  const names = [...modules.values()].flatMap((source) =>
    [...source.matchAll(/(?:useTranslations\(|namespace: )'(\w+)/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)].toSorted();
}

test('Home and its frame ask for the first texts alone, and for all of them', () => {
  const modules = modulesFrom(join(SRC, 'main.tsx'), [STATIC]);
  expect(modules.size).toBeGreaterThan(20);
  expect(asked(modules)).toEqual([...FIRST_TEXTS].toSorted());
});

test('screens of trading ask for the first texts and those of trading alone, and for all of these', () => {
  const tables = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?:app\/routes|features\/[^/]+\/feature)\.ts$/.test(file),
  );
  const screens = tables.flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(/import\('([^']+)'\), '\w+', 'trading'/g)].map(
      ([, from = '']) => join(SRC, dirname(file), from),
    ),
  );
  expect(screens).toHaveLength(4);
  const found = new Map<string, string>();
  for (const screen of screens) modulesFrom(screen, [STATIC, DYNAMIC], found);
  const further = asked(found).filter((name) => !FIRST_TEXTS.has(name));
  expect(further).toEqual([...TRADING_TEXTS].toSorted());
});
