/** Nobody is kept out: axe finds nothing on any screen or sheet, in light and in dark. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { open, remember } from './phone.ts';
import { furnish, screenShots, visit } from './screens.ts';
import { wordsOf } from './words.ts';

async function findings(page: Page, where: string, rules?: string[]): Promise<string[]> {
  // Legacy mode spares a second page for putting frames together; there are no frames here.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
  );
}

/** Dark differs from light in colours alone, so there only they are looked at again. */
async function look(page: Page, name: string): Promise<string[]> {
  const inLight = await findings(page, `${name} in light`);
  await page.evaluate(() => void (document.documentElement.dataset['theme'] = 'dark'));
  // What fades from one colour to the other would be caught half way.
  await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'));
  return [...inLight, ...(await findings(page, `${name} in dark`, ['color-contrast']))];
}

for (const as of ['visitor', 'customer'] as const) {
  test(`axe finds nothing on the screens of a ${as}`, async ({ page, request }) => {
    test.setTimeout(120_000);
    const customer = as === 'customer' ? await newCustomer(request) : undefined;
    if (customer !== undefined) await furnish(customer, request);
    await remember(page, { theme: 'light', ...(customer && { token: customer.token }) });
    await open(page, '/');
    const found: string[] = [];
    for (const shot of screenShots.filter((one) => one.as === as)) {
      await test.step(shot.name, async () => {
        await visit(page, shot, wordsOf('en'));
        found.push(...(await look(page, shot.name)));
      });
    }
    expect(found).toEqual([]);
  });
}
