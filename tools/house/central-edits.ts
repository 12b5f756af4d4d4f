/**
 * Finds the places outside of a feature's own files that must be edited to add the feature, from the example of an existing one:
 * the files that import its folders, and the lists that name its tables or each of its calls.
 */
import { isTest, parseSource } from '../source-files.ts';
import { tableOwners } from './sql-owners.ts';

/** A feature that has every part: calls, due rows, screens, a panel of the console, notices, texts. */
const EXAMPLE = 'recurring';
/** These lists name tables of features on purpose. */
const LISTS =
  /^(server\/schema\/always\/.*\.sql|server\/schema\/\d\d-.*\.sql|testing\/src\/.*\.ts|tools\/arrows-of-sql\.ts)$/;
/** `npm run print:sdk` writes it. */
const PRINTED = 'sdk/src/calls.ts';

export function centralEdits(project: ReadonlyMap<string, string>, feature = EXAMPLE): string[] {
  const tables = [...tableOwners(project)]
    .filter(([, owner]) => owner === `features/${feature}`)
    .map(([table]) => table);
  const names = new RegExp(`\\b(${tables.join('|')})\\b`);
  const calls = callsOf(project, feature);
  return [...project]
    .filter(([path, text]) => {
      if (isOwn(path, feature) || path === PRINTED) return false;
      if (calls.some((of) => of.every((call) => text.includes(`'${call}'`)))) return true;
      if (isTest(path)) return tables.length > 0 && LISTS.test(path) && names.test(text);
      if (LISTS.test(path)) return tables.length > 0 && names.test(text);
      if (!/^(client|console|protocol|server|web)\/src\/.*\.tsx?$/.test(path)) return false;
      return parseSource(path, text).imports.some(({ target }) => isOwn(target, feature));
    })
    .map(([path]) => path)
    .sort();
}

/** The names of the customers' calls of a feature, and those of its operators' calls. */
function callsOf(project: ReadonlyMap<string, string>, feature: string): string[][] {
  return ['calls', 'console']
    .map((file) => project.get(`protocol/src/${feature}/${file}.ts`) ?? '')
    .map((text) => [...text.matchAll(/^ {2}'((?:GET|POST) [^']+)': (?:call|consoleCall)\(/gm)])
    .map((found) => found.map(([, call = '']) => call))
    .filter((of) => of.length > 0);
}

/** A feature's folder in each workspace, and its schema. */
function isOwn(path: string, feature: string): boolean {
  return new RegExp(
    `^((server|web|console)/src/features/${feature}/|protocol/src/${feature}/|server/schema/\\d\\d-${feature}(-[\\w-]+)?\\.sql$)`,
  ).test(path);
}
