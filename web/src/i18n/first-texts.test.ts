/**
 * The split of the texts by loading time. The first texts are exactly those that the modules loaded at the start use; the most
 * used screens need only the first texts and the trading texts.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FIRST_TEXTS, TRADING_TEXTS } from '../../build/compiled-messages.ts';

const SRC = fileURLToPath(new URL('..', import.meta.url));

const STATIC = /^(?:import|export) (?!type )[^;]*?from '(\.[^']+\.tsx?)'/gm;
const DYNAMIC = /import\('(\.[^']+\.tsx?)'\)/g;

/** Returns the modules that are reachable from one module through the given kinds of import, with their content. */
function modulesFrom(path: string, ways: readonly RegExp[], found = new Map<string, string>()) {
  if (found.has(path)) return found;
  const source = readFileSync(path, 'utf8');
  found.set(path, source);
  for (const way of ways) {
    for (const [, from = ''] of source.matchAll(way)) modulesFrom(join(dirname(path), from), ways, found);
  }
  return found;
}

function asked(modules: ReadonlyMap<string, string>): string[] {
  const names = [...modules.values()].flatMap((source) =>
    [...source.matchAll(/(?:useTranslations\(|namespace: )'(\w+)/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)].toSorted();
}

test('includes in the first texts exactly those that Home and its frame use', () => {
  const modules = modulesFrom(join(SRC, 'main.tsx'), [STATIC]);
  expect(modules.size).toBeGreaterThan(20);
  expect(asked(modules)).toEqual([...FIRST_TEXTS].toSorted());
});

test('includes in the trading texts exactly what the most used screens need in addition', () => {
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
