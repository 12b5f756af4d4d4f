/** On which screens of the app a change can be seen: by the imports of each row of the table of routes, its texts, and its styles. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';
import { reachedFrom, textAt } from './touched.ts';
import type { Graph } from './touched.ts';

const ROUTES = 'web/src/app/routes.ts';
const FRAME = 'web/src/main.tsx';
const ENGLISH = 'web/src/i18n/messages/en.json';
const STYLES = /^web\/(src\/ui\/tokens\.css|index\.html|public\/)/;
/** Texts that a screen shows only when something is refused or told, and that no row could be found by. */
const UNSEEN = /^protocol\/src\/(texts|notices)\//;

type Row = { readonly path: string; readonly file: string };

/** The rows of the table, read off its text: the first path of each, and the file that its screen is in. */
export function rowsOf(routes: string): readonly Row[] {
  const row = /^ {2}(?:anybody|customers)\('\w+', \[?'([^']+)'.*$/gm;
  const named = new Map(
    [...routes.matchAll(/import \{ (\w+) \} from '(\.\.\/features\/[^']+)'/g)].map(([, name, from]) => [
      name,
      from,
    ]),
  );
  const shared = new Map(
    [...routes.matchAll(/^const (\w+) = of\(\(\) => import\('([^']+)'\)/gm)].map(([, name, from]) => [
      name,
      from,
    ]),
  );
  return [...routes.matchAll(row)].flatMap(([line, path = '']) => {
    const imported = /import\('([^']+)'\)/.exec(line)?.[1];
    const eager = /eagerScreen\((\w+)\)/.exec(line)?.[1];
    const other = /, (\w+)(?:, \w+)?\),$/.exec(line)?.[1];
    const from = imported ?? named.get(eager) ?? shared.get(other);
    if (from === undefined) throw new Error(`the row of ${path} names no screen`);
    return [{ path, file: join('web/src/app', from) }];
  });
}

/** The groups of English texts that differ from what they were. */
function changedGroups(before: string | undefined): readonly string[] {
  const now = JSON.parse(readFileSync(join(ROOT, ENGLISH), 'utf8')) as Record<string, unknown>;
  const then = JSON.parse(before ?? '{}') as Record<string, unknown>;
  const names = [...new Set([...Object.keys(now), ...Object.keys(then)])];
  return names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(then[name]));
}

/** Files that say texts of these groups. */
function sayingAny(graph: Graph, groups: readonly string[]): readonly string[] {
  if (groups.length === 0) return [];
  const says = new RegExp(`'(?:${groups.join('|')})(?:\\.\\w+)?'`);
  const files = [...graph.keys()].filter((path) => path.startsWith('web/src/'));
  return files.filter((path) => says.test(readFileSync(join(ROOT, path), 'utf8')));
}

/** The first paths of the rows on whose screens a change since a commit can be seen, in the order of the table. */
export function touchedScreens(graph: Graph, changed: readonly string[], commit: string): readonly string[] {
  const rows = rowsOf(readFileSync(join(ROOT, ROUTES), 'utf8'));
  const said = changed.includes(ENGLISH) ? sayingAny(graph, changedGroups(textAt(commit, ENGLISH))) : [];
  const differ = new Set([...changed, ...said]);
  // The frame leads to every screen by the table alone.
  const without: Graph = new Map(
    [...graph]
      .filter(([path]) => path !== ROUTES)
      .map(([path, targets]) => [path, targets.filter((target) => !UNSEEN.test(target))]),
  );
  const touches = (path: string) => [...reachedFrom(without, path)].some((one) => differ.has(one));
  if (touches(FRAME) || changed.some((path) => STYLES.test(path))) return rows.map(({ path }) => path);
  return rows.filter(({ file }) => touches(file)).map(({ path }) => path);
}
