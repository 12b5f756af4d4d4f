/** Goes from screen to screen as somebody with the address of each would, in English and in light, and to the sheet that is wanted. */
import type { Page } from '@playwright/test';
import { settled } from './phone.ts';
import type { ScreenShot } from './screen-shot.ts';

/** Where the browser keeps the language. */
const key = 'candor.session';

/** The screens of tabs live on with what was done on them, so each is come to by loading the app anew. */
const tabs = [
  '/',
  '/pages/newsList/index',
  '/pages/strategy/index2',
  '/pages/index/index',
  '/pages/me/newIndex',
];

/** The language that the app starts in from now on. */
async function choose(page: Page, language: string): Promise<void> {
  await page.evaluate(
    ([where, chosen]) => {
      const session = JSON.parse(localStorage.getItem(where) ?? '{}') as object;
      localStorage.setItem(where, JSON.stringify({ ...session, language: chosen }));
    },
    [key, language] as const,
  );
}

/** Changes the language as another tab of the app would, so that what is open stays open. */
export async function speak(page: Page, language: string, locale: string): Promise<void> {
  await choose(page, language);
  await page.evaluate((where) => {
    window.dispatchEvent(new StorageEvent('storage', { key: where }));
  }, key);
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, locale);
}

/** Loading anew costs as much as all the looking; it is done where something was opened, typed or kept before. */
async function loadAnew(page: Page, path: string): Promise<void> {
  await choose(page, 'en');
  await page.evaluate((hash) => {
    // Typed before or opened before on another visit, it would be on this one too.
    sessionStorage.clear();
    // Told nothing of the new address, the app closes no sheets, each of which would want to go back.
    history.replaceState(null, '', `#${hash}`);
  }, path);
  await page.reload({ waitUntil: 'commit' });
}

/** As going back to an address of before does: what lives on behind it is let go. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => {
    sessionStorage.clear();
    document.documentElement.dataset['theme'] = 'light';
    history.replaceState({ index: 0, key: `visit ${hash} ${performance.now()}` }, '', `#${hash}`);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await speak(page, 'en', 'en');
}

/** Opens a screen in a browser that runs the app already and brings it to what is to be looked at. */
export async function visit(page: Page, shot: ScreenShot, before?: ScreenShot): Promise<void> {
  const { pathname } = new URL(shot.path, 'https://candor.example');
  const afresh = before === undefined || before.act !== undefined || tabs.includes(pathname);
  await (afresh ? loadAnew : go)(page, shot.path);
  await settled(page);
  await shot.ready?.(page);
  await shot.act?.(page);
}
