/**
 * The first texts are exactly those used by the modules that load at the start. The most used screens, with everything that
 * opens from them, use no texts other than these and the trading texts.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FIRST_TEXTS, TRADING_TEXTS } from '../../build/compiled-messages.ts';

const SRC = fileURLToPath(new URL('..', import.meta.url));

const STATIC = /^(?:import|export) (?!type )[^;]*?from '(\.[^']+\.tsx?)'/gm;
const DYNAMIC = /import\('(\.[^']+\.tsx?)'\)/g;

/** The modules imported by one, by the given kinds of import, with their content. */
function modulesFrom(path: string, ways: readonly RegExp[], found = new Map<string, string>()) {
  if (found.has(path)) return found;
  const source = readFileSync(path, 'utf8');
  found.set(path, source);
  for (const way of ways) {
    for (const [, from = ''] of source.matchAll(way)) modulesFrom(join(dirname(path), from), ways, found);
  }
  return found;
}

/** The first parts of the names of the text groups that modules use. */
function asked(modules: ReadonlyMap<string, string>): string[] {
  const names = [...modules.values()].flatMap((source) =>
    [...source.matchAll(/(?:useTranslations\(|namespace: )'(\w+)/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)].toSorted();
}

test('loads for Home and its frame exactly the first texts', () => {
  const modules = modulesFrom(join(SRC, 'main.tsx'), [STATIC]);
  expect(modules.size).toBeGreaterThan(20);
  expect(asked(modules)).toEqual([...FIRST_TEXTS].toSorted());
});

test('loads for trading screens exactly the first and the trading texts', () => {
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
