/**
 * What somebody edits besides a feature's own files to add it, seen from a feature that is there: the files that import its
 * folders, and the lists that name its tables.
 */
import { isTest, parseSource } from '../source-files.ts';
import { tableOwners } from './sql-owners.ts';

/** The feature that CONTRIBUTING walks through. */
const EXAMPLE = 'transfers';
/** Lists that name tables of features on purpose. */
const LISTS = /^(server\/schema\/always\/.*\.sql|tools\/testing\/no-lever\/.*\.ts)$/;

export function centralEdits(project: ReadonlyMap<string, string>, feature = EXAMPLE): string[] {
  const tables = [...tableOwners(project)]
    .filter(([, owner]) => owner === `features/${feature}`)
    .map(([table]) => table);
  const names = new RegExp(`\\b(${tables.join('|')})\\b`);
  return [...project]
    .filter(([path, text]) => {
      if (isOwn(path, feature) || isTest(path))
        return tables.length > 0 && LISTS.test(path) && names.test(text);
      if (LISTS.test(path)) return tables.length > 0 && names.test(text);
      if (!/^(protocol|server)\/src\/.*\.ts$/.test(path)) return false;
      return parseSource(path, text).imports.some(({ target }) => isOwn(target, feature));
    })
    .map(([path]) => path)
    .sort();
}

/** The files of a feature: its folder of the server, and its calls and schemas in the protocol. */
function isOwn(path: string, feature: string): boolean {
  return new RegExp(`^(server/src/features|protocol/src(/\\w+)?)/${feature}[/.]`).test(path);
}
