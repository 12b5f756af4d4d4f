/** Acts on the phone by touch, and reads figures off its screen. */
import { amount } from '@candor/domain/money/amount.ts';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { say } from './saying.ts';

/** The session in the form in which the app stores it in the browser. */
export type Remembered = {
  readonly token?: string;
  readonly language?: string;
  readonly theme?: 'light' | 'dark';
  readonly riseColour?: 'green' | 'red';
};

/** Stores settings and, with a token, a session in the browser before the app starts for the first time. */
export async function remember(page: Page, session: Remembered): Promise<void> {
  await page.addInitScript((record) => {
    if (localStorage.getItem('candor.session') === null) localStorage.setItem('candor.session', record);
  }, JSON.stringify(session));
}

/** Opens a screen by the part of its address behind the hash, and waits until its figures are shown. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/#${path}`);
  await settled(page);
}

/** Waits until the screen of the address is in front and shows no skeleton any more. */
export async function settled(page: Page): Promise<void> {
  // Evaluated in every frame, because Playwright's expectations poll at longer and longer intervals.
  await page.waitForFunction(() => {
    // For one frame after the address has changed, the previous screen is still in front.
    const addressed = (history.state as { readonly key?: string } | null)?.key;
    if (addressed === undefined || addressed !== document.documentElement.dataset['entry']) return false;
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((found) => found.checkVisibility());
    const awaited = shown('[data-skeleton]').filter(
      // The gallery always shows a skeleton.
      (found) => !location.hash.startsWith('#/pages/dev/gallery') || found.closest('section') === null,
    );
    return shown('main').length === 1 && awaited.length === 0 && shown('.boot').length === 0;
  });
}

/** Waits until nothing slides or fades any more; price changes may continue to flash. */
export async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState !== 'running'),
  );
}

export function tab(page: Page, name: string): Locator {
  return page
    .getByRole('navigation', { name: say('ui.mainNavigation') })
    .getByRole('link', { name, exact: true });
}

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** Uses the app's own keypad. */
export async function typeAmount(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: label });
  await field.tap();
  const keypad = page.getByRole('region', { name: say('ui.keypad') });
  await field.fill('');
  for (const key of text) await keypad.getByRole('button', { name: key, exact: true }).tap();
  await keypad.getByRole('button', { name: say('ui.done') }).tap();
  await expect(keypad).toHaveCount(0);
  await expect(field).toHaveValue(text);
}

/** Chooses from a menu, such as that of order types, which opens in a sheet. */
export async function chooseFrom(page: Page, menu: string, choice: string): Promise<void> {
  await page.getByRole('combobox', { name: menu, exact: true }).tap();
  await atRest(page);
  await page.getByRole('option', { name: choice, exact: true }).tap();
  await expect(page.getByRole('option')).toHaveCount(0);
}

export function fact(scope: Locator, name: string): Locator {
  const term = scope
    .locator('dt')
    .filter({ visible: true })
    .and(scope.getByText(name, { exact: true }));
  return term.locator('xpath=following-sibling::dd[1]');
}

/** The exact figure that an element shows: "1,234.50 USDT" is 1234.5. */
export async function figureIn(place: Locator): Promise<bigint> {
  const text = (await place.textContent()) ?? '';
  const found = /-?[\d,]+(\.\d+)?/.exec(text);
  if (found === null) throw new Error(`expected a figure, found "${text}"`);
  return amount(found[0].replaceAll(',', ''));
}
