/**
 * Tests every screen and sheet with axe, on a small phone in a language longer than any real one, and against its reference
 * image: it is accessible, no text is cut off, and its look has changed only where intended. Every screen is also tested in dark
 * in its initial state. In the long run, each sheet and state is tested in dark too, and in a short and a long language.
 */
import { expect } from '@playwright/test';
import { test } from './demo.ts';
import { goThrough } from './going-through.ts';
import { picturesOfNothing } from './pictures.ts';
import type { ScreenShot } from './screen-shot.ts';
import { screenShots } from './screens.ts';
import { isAskedFor, rowsOfTheApp } from './asked-screens.ts';

/** Screens per test; the workers share the tests. Screens whose customer is shared or changes on the way are all in one test. */
const atATime = { trader: 100, customer: 21, visitor: 20, staker: 20, guarded: 20, borrower: 20 } as const;

// A trace of so many screens would cost more than the test itself.
test.use({ trace: 'off' });
test.describe.configure({ mode: 'parallel', timeout: 600_000 });

/** Screens in their initial state come first, so that actions on the others do not affect them. */
function asTheyCome(as: ScreenShot['as']): readonly ScreenShot[] {
  const shots = screenShots.filter((one) => one.as === as && one.market === undefined && isAskedFor(one));
  return [...shots.filter(({ act }) => act === undefined), ...shots.filter(({ act }) => act !== undefined)];
}

for (const as of ['trader', 'staker', 'customer', 'visitor', 'guarded', 'borrower'] as const) {
  const shots = asTheyCome(as);
  for (let at = 0; at < shots.length; at += atATime[as]) {
    const some = shots.slice(at, at + atATime[as]);
    const which = `screens of a ${as} from “${some[0]?.name}” to “${some.at(-1)?.name}”`;
    test(`${which} are accessible, uncut and unchanged`, async ({ page, browser, request, demo }, info) => {
      expect(await goThrough(some, { page, browser, request, demo, info })).toEqual([]);
    });
  }
}

test('covers each screen of the app, and finds a screen for each reference image', () => {
  const looked = new Set(screenShots.map(({ path }) => new URL(path, 'https://candor.example').pathname));
  const missing = rowsOfTheApp.filter((paths) => !paths.some((path) => looked.has(path)));
  expect(missing).toEqual([]);
  expect(rowsOfTheApp.length).toBeGreaterThan(70);
  expect(picturesOfNothing(screenShots.map(({ name }) => name))).toEqual([]);
});
