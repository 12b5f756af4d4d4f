/**
 * What a browser showed when a journey failed: Playwright saves it beside the journey's results, where nobody looks who has
 * but the output of a run on another machine. So the output says it.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What of each is said; the error and the journey's own lines stand first, the page below. */
const LINES_MAX = 80;

/** The beginning of each failed journey's context below a folder of results, under the name of its folder. */
export function failedJourneys(results: string): string[] {
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
