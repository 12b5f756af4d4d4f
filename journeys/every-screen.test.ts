/**
 * Every screen and sheet, looked at by axe, on a small phone in a language longer than any, and beside its kept picture: nobody is
 * kept out, no text is cut, and nothing looks otherwise without a word why. In dark every screen as it opens, and in the long run
 * each of its sheets and states too, as well as in a short language and in a long one.
 */
import { expect } from '@playwright/test';
import { test } from './demo.ts';
import { goThrough } from './going-through.ts';
import { picturesOfNothing } from './pictures.ts';
import type { ScreenShot } from './screen-shot.ts';
import { screenShots } from './screens.ts';
import { isAskedFor, rowsOfTheApp } from './asked-screens.ts';

/**
 * How many are gone through in one go; the workers share the goes. Whoever is the same customer in each of them, or changes what
 * they have on the way, goes through all of theirs in one.
 */
const atATime = { trader: 100, customer: 21, visitor: 20, staker: 20, guarded: 20, borrower: 20 } as const;

// A trace of so many screens would cost more than the looking.
test.use({ trace: 'off' });
test.describe.configure({ mode: 'parallel', timeout: 600_000 });

/** As they open first, so that what is done on the others is not on them. */
function asTheyCome(as: ScreenShot['as']): readonly ScreenShot[] {
  const shots = screenShots.filter((one) => one.as === as && one.market === undefined && isAskedFor(one));
  return [...shots.filter(({ act }) => act === undefined), ...shots.filter(({ act }) => act !== undefined)];
}

for (const as of ['trader', 'staker', 'customer', 'visitor', 'guarded', 'borrower'] as const) {
  const shots = asTheyCome(as);
  for (let at = 0; at < shots.length; at += atATime[as]) {
    const some = shots.slice(at, at + atATime[as]);
    const which = `screens of a ${as} from “${some[0]?.name}” to “${some.at(-1)?.name}”`;
    test(`${which} are open to all, cut nowhere and as they were`, async ({
      page,
      browser,
      request,
      demo,
    }, info) => {
      expect(await goThrough(some, { page, browser, request, demo, info })).toEqual([]);
    });
  }
}

test('each screen of the app is looked at, and each kept picture is of one', () => {
  const looked = new Set(screenShots.map(({ path }) => new URL(path, 'https://candor.example').pathname));
  const missing = rowsOfTheApp.filter((paths) => !paths.some((path) => looked.has(path)));
  expect(missing).toEqual([]);
  expect(rowsOfTheApp.length).toBeGreaterThan(70);
  expect(picturesOfNothing(screenShots.map(({ name }) => name))).toEqual([]);
});
