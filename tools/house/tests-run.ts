/** Which files of end-to-end tests a plain `npm test` runs, as Playwright's configuration says it. */
import { matchesGlob } from 'node:path';
import configuration from '../../playwright.config.ts';

type Patterns = string | RegExp | readonly (string | RegExp)[] | undefined;

export async function endToEndTests(paths: readonly string[]): Promise<string[]> {
  const { testDir = '.', testMatch, testIgnore, projects = [] } = configuration;
  const mine = paths.filter((path) => path.startsWith(`${testDir}/`) && matches(path, testMatch, true));
  return mine.filter(
    (path) =>
      !matches(path, testIgnore, false) &&
      projects.some((one) => matches(path, one.testMatch, true) && !matches(path, one.testIgnore, false)),
  );
}

function matches(path: string, patterns: Patterns, otherwise: boolean): boolean {
  if (patterns === undefined) return otherwise;
  const all = Array.isArray(patterns)
    ? (patterns as readonly (string | RegExp)[])
    : [patterns as string | RegExp];
  return all.some((one) => (typeof one === 'string' ? matchesGlob(path, one) : one.test(path)));
}
