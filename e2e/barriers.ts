/** Accessibility violations of a screen, as found by axe in light and in dark. */
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

/** Axe is half a megabyte, so it is loaded only once into a page that stays open. */
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

/**
 * Checks the page in light, switches it to dark if a function for that is given, and checks it again, so that it is opened once
 * for both.
 */
export async function barriers(page: Page, name: string, darken?: () => Promise<unknown>): Promise<string[]> {
  // A button that was just enabled fades into its colour.
  await atRest(page);
  const inLight = sentences(`${name} in light`, await violationsOn(page, {}));
  if (darken === undefined) return inLight;
  await darken();
  await page.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'dark');
  // Elements that fade from one colour to another must not be checked half way.
  await atRest(page);
  // Dark differs from light only in colours, so only they are checked again.
  const inDark = await violationsOn(page, { runOnly: ['color-contrast'] });
  return [...inLight, ...sentences(`${name} in dark`, inDark)];
}
