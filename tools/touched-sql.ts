/**
 * Finds the tests that cover a change of SQL: those of the feature or room to which the file belongs, and those of the schema.
 */

const SQL = /^server\/(?:schema|migrations)\/(?:[a-z]+\/)?(?:\d+-)?([a-z0-9-]+)\.sql$/;

/** @param paths every file of the project. */
export function featureTests(paths: readonly string[], changed: readonly string[]): readonly string[] {
  const names = changed.flatMap((path) => namesOf(SQL.exec(path)?.[1]));
  if (names.length === 0) return [];
  const tests = paths.filter((path) => path.endsWith('.test.ts'));
  const own = tests.filter((path) =>
    names.some(
      (name) => path.startsWith(`server/src/features/${name}/`) || path.startsWith(`server/src/${name}/`),
    ),
  );
  return [...own, ...tests.filter((path) => path.startsWith('tools/schema/'))];
}

/** The file's name, and those of the files of which it may be a part: `positions` for `positions-figures`. */
function namesOf(name: string | undefined): string[] {
  const words = name?.split('-') ?? [];
  return words.map((_, at) => words.slice(0, at + 1).join('-'));
}
