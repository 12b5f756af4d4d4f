/** What would keep somebody from using a screen, as axe finds it in light and in dark. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { atRest } from './phone.ts';

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

function sentences(where: string, violations: Violations): string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
  );
}

/** Dark differs from light in colours alone, so only they are looked at again, by the axe that is in the page already. */
async function contrastsNow(page: Page): Promise<Violations> {
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Violations }> };
    };
    const options = { runOnly: ['color-contrast'], resultTypes: ['violations'] };
    return (await axe.run(options)).violations;
  });
}

/** Looks at what the page shows in light, lets it darken as it stands if told how, and looks again: it is opened once for both. */
export async function barriers(page: Page, name: string, darken?: () => Promise<unknown>): Promise<string[]> {
  // A button that was just enabled fades into its colour.
  await atRest(page);
  // Legacy mode spares a second page for putting frames together; there are no frames here.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const inLight = sentences(`${name} in light`, (await axe.analyze()).violations);
  if (darken === undefined) return inLight;
  await darken();
  await page.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'dark');
  // What fades from one colour to the other would be caught half way.
  await atRest(page);
  const inDark = await contrastsNow(page);
  return [...inLight, ...sentences(`${name} in dark`, inDark)];
}
