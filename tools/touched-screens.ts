/**
 * Finds the screens of the app that show a change, by the imports of each row of the table of routes, its texts, and its styles.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';
import { screenRows, tablesOfScreens } from './screen-rows.ts';
import { reachedFrom, textAt } from './touched.ts';
import type { Graph } from './touched.ts';

const FRAME = 'web/src/main.tsx';
const ENGLISH = /^web\/src\/(?:i18n|features\/[^/]+)\/messages\/en\.json$/;
const STYLES = /^web\/(src\/ui\/tokens\.css|index\.html|public\/)/;
/** A screen shows these texts only on a refusal or notification, so they identify no row. */
const UNSEEN = /^protocol\/src\/(texts|notices)\//;

/** The groups of English texts in a file that differ from its earlier version. */
function changedGroups(path: string, before: string | undefined): readonly string[] {
  const file = join(ROOT, path);
  const now = JSON.parse(existsSync(file) ? readFileSync(file, 'utf8') : '{}') as Record<string, unknown>;
  const then = JSON.parse(before ?? '{}') as Record<string, unknown>;
  const names = [...new Set([...Object.keys(now), ...Object.keys(then)])];
  return names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(then[name]));
}

/** Files that use texts of these groups. */
function sayingAny(graph: Graph, groups: readonly string[]): readonly string[] {
  if (groups.length === 0) return [];
  const says = new RegExp(`'(?:${groups.join('|')})(?:\\.\\w+)?'`);
  const files = [...graph.keys()].filter((path) => path.startsWith('web/src/'));
  return files.filter((path) => says.test(readFileSync(join(ROOT, path), 'utf8')));
}

/** The first paths of the rows whose screens show a change since a commit, in the order of the table. */
export function touchedScreens(graph: Graph, changed: readonly string[], commit: string): readonly string[] {
  const rows = screenRows().map(({ paths: [path = ''], file }) => ({ path, file }));
  const texts = changed.filter((path) => ENGLISH.test(path));
  const groups = texts.flatMap((path) => changedGroups(path, textAt(commit, path)));
  const said = sayingAny(graph, groups);
  const differ = new Set([...changed, ...said]);
  // The app's frame reaches every screen only through the tables.
  const tables = new Set(tablesOfScreens());
  const without: Graph = new Map(
    [...graph]
      .filter(([path]) => !tables.has(path))
      .map(([path, targets]) => [path, targets.filter((target) => !UNSEEN.test(target))]),
  );
  const touches = (path: string) => [...reachedFrom(without, path)].some((one) => differ.has(one));
  if (touches(FRAME) || changed.some((path) => STYLES.test(path))) return rows.map(({ path }) => path);
  return rows.filter(({ file }) => touches(file)).map(({ path }) => path);
}
