/** Finds the accessibility violations of a screen with axe, in light and in dark. */
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import { atRest } from './phone.ts';

type Violations = AxeResults['violations'];

function sentences(where: string, violations: Violations): string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
  );
}

/** Axe is half a megabyte, so a page that stays open loads it only once. */
async function violationsOn(page: Page, options: RunOptions): Promise<Violations> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (asked) => {
      const { axe: here } = window as unknown as { axe: { run(by: RunOptions): Promise<AxeResults> } };
      return (await here.run(asked)).violations;
    },
    { ...options, resultTypes: ['violations' as const] },
  );
}

/** Checks the page in light, and again in dark if a function switches it, so that the page is opened once for both. */
export async function barriers(page: Page, name: string, darken?: () => Promise<unknown>): Promise<string[]> {
  // A button that was just enabled fades to its colour.
  await atRest(page);
  const inLight = sentences(`${name} in light`, await violationsOn(page, {}));
  if (darken === undefined) return inLight;
  await darken();
  await page.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'dark');
  // An element that fades from one colour to another must not be checked halfway.
  await atRest(page);
  // Dark differs from light only in colours, so only these are checked again.
  const inDark = await violationsOn(page, { runOnly: ['color-contrast'] });
  return [...inLight, ...sentences(`${name} in dark`, inDark)];
}
