/** Parses the rows of the web app's table of screens from their source files, which only a browser can import. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './install.mjs';

export type ScreenRow = { readonly paths: readonly string[]; readonly file: string };

/** The files of features and of the app that have rows. */
export function tablesOfScreens(): readonly string[] {
  const features = readdirSync(join(ROOT, 'web/src/features')).toSorted();
  const own = features.map((feature) => `web/src/features/${feature}/feature.ts`);
  return ['web/src/app/routes.ts', ...own.filter((path) => existsSync(join(ROOT, path)))];
}

function rowsIn(path: string): readonly ScreenRow[] {
  const table = readFileSync(join(ROOT, path), 'utf8');
  const named = new Map(
    [
      ...table.matchAll(/^import \{ (\w+) \} from '(\.\/[^']+)'/gm),
      ...table.matchAll(/^const (\w+) = of\(\(\) => import\('([^']+)'\)/gm),
    ].map(([, name, from]) => [name, from]),
  );
  return [...table.matchAll(/^ +(?:anybody|customers)\('\w+', (?:\[([^\]]+)\]|('[^']+')), (.*)$/gm)].map(
    ([line, several, one = several ?? '', screen = '']) => {
      const name = /^(?:eagerScreen\()?(\w+)\)?,/.exec(screen.replace(/\),$/, ','))?.[1];
      const from = /import\('([^']+)'\)/.exec(screen)?.[1] ?? named.get(name);
      if (from === undefined)
        throw new Error(`expected ${path} to name a screen in ${line.trim()}, found none`);
      const paths = [...one.matchAll(/'([^']+)'/g)].map(([, address = '']) => address);
      return { paths, file: join(dirname(path), from) };
    },
  );
}

export function screenRows(): readonly ScreenRow[] {
  return tablesOfScreens().flatMap(rowsIn);
}
