/**
 * Prints the page that a browser showed when an end-to-end test failed. Playwright saves it next to the test's results, but a
 * developer who has only the output of a run on another machine can't read those.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Lines printed per test; the error and the test's lines come first, the page below. */
const LINES_MAX = 80;

/** The beginning of the context of each failed end-to-end test below a folder of results, with the name of the test's folder. */
export function failedEndToEnd(results: string): string[] {
  if (!existsSync(results)) return [];
  return globSync('*/error-context.md', { cwd: results })
    .toSorted()
    .map((found) => {
      const path = join(results, found);
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
      const left = lines.length - LINES_MAX;
      const more = left > 0 ? [`… ${left} more lines in ${path}`] : [];
      return [`── ${dirname(found)}`, ...lines.slice(0, LINES_MAX), ...more].join('\n');
    });
}
