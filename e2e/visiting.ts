/** Visits screens by their addresses, in English and in light, and opens the requested sheet. */
import type { Page } from '@playwright/test';
import { settled } from './phone.ts';
import type { ScreenShot } from './screen-shot.ts';

/** The app stores the language under this key. */
const key = 'candor.session';

/** The screens of tabs keep their state, so each visit to one of them reloads the app. */
const tabs = [
  '/',
  '/pages/newsList/index',
  '/pages/strategy/index2',
  '/pages/index/index',
  '/pages/me/newIndex',
];

/** The app starts in this language from now on. */
async function choose(page: Page, language: string): Promise<void> {
  await page.evaluate(
    ([where, chosen]) => {
      const session = JSON.parse(localStorage.getItem(where) ?? '{}') as object;
      localStorage.setItem(where, JSON.stringify({ ...session, language: chosen }));
    },
    [key, language] as const,
  );
}

/** Changes the language as a second tab of the app would, so that open sheets stay open. */
export async function speak(page: Page, language: string, locale: string): Promise<void> {
  await choose(page, language);
  await page.evaluate((where) => {
    window.dispatchEvent(new StorageEvent('storage', { key: where }));
  }, key);
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, locale);
}

/** A reload costs as much as all tests of a screen, so it follows only a visit that opened, typed or kept something. */
async function loadAgain(page: Page, path: string): Promise<void> {
  await choose(page, 'en');
  await page.evaluate((hash) => {
    // Otherwise input or sheets of an earlier visit would still be there.
    sessionStorage.clear();
    // The app does not see the new address, so it closes no sheets, each of which would navigate back.
    history.replaceState(null, '', `#${hash}`);
  }, path);
  await page.reload({ waitUntil: 'commit' });
}

/** Like going back to an earlier address, which discards the screens behind it. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => {
    sessionStorage.clear();
    document.documentElement.dataset['theme'] = 'light';
    history.replaceState({ index: 0, key: `visit ${hash} ${performance.now()}` }, '', `#${hash}`);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await speak(page, 'en', 'en');
}

/** Opens a screen in a browser that runs the app already, and brings it into the state to be tested. */
export async function visit(page: Page, shot: ScreenShot, before?: ScreenShot): Promise<void> {
  const { pathname } = new URL(shot.path, 'https://candor.example');
  const afresh = before === undefined || before.act !== undefined || tabs.includes(pathname);
  await (afresh ? loadAgain : go)(page, shot.path);
  await settled(page);
  await shot.ready?.(page);
  await shot.act?.(page);
}
