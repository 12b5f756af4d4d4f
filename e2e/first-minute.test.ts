/**
 * A newcomer's first minutes, timed as a person would need them: from the first page to a filled trade, and to an order of the
 * fund. Counts each tap on the page, types at a person's speed, and pauses before each tap to find the place.
 */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { photo } from '@candor/testing/pictures.ts';
import { examplePassword, uniqueName } from './customer.ts';
import type { Demo } from './demo.ts';
import { test } from './demo.ts';
import { operate } from './identity-screens.ts';
import { button, settled, tab } from './phone.ts';
import { containing, say, saying } from './saying.ts';

/** Five keys a second. */
const KEY_MS = 200;
/** The time to read what changed and to find the next place. */
const LOOK_MS = 700;
const TRADE = { taps: 14, ms: 60_000 } as const;
const INVESTMENT_MS = 90_000;

declare global {
  interface Window {
    countTap?: () => Promise<void>;
  }
}

/** The newcomer's hand and clock. Taps are counted by the page, so that none can be left out. */
class Newcomer {
  readonly #page: Page;
  #taps = 0;
  #startedAt = 0;
  #notOursMs = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async begins(): Promise<void> {
    await this.#page.exposeFunction('countTap', () => (this.#taps += 1));
    await this.#page.addInitScript(() =>
      addEventListener('pointerdown', () => void window.countTap?.(), { capture: true }),
    );
    this.#startedAt = performance.now();
    await this.#page.goto('/');
  }

  async taps(place: Locator): Promise<void> {
    await place.waitFor();
    await this.#page.waitForTimeout(LOOK_MS);
    await place.tap();
  }

  /** Types into the field that has the focus, which must be this one. */
  async types(field: Locator, text: string): Promise<void> {
    await expect(field).toBeFocused();
    await this.#page.keyboard.type(text, { delay: KEY_MS });
  }

  /** Time that is not the newcomer's, such as a reviewer's. */
  async waits(work: () => Promise<unknown>): Promise<void> {
    const from = performance.now();
    await work();
    this.#notOursMs += performance.now() - from;
  }

  /** Prints what was counted, and returns it. */
  counted(what: string): { taps: number; ms: number } {
    const counted = { taps: this.#taps, ms: performance.now() - this.#startedAt - this.#notOursMs };
    console.log(`${what}: ${counted.taps} taps, ${(counted.ms / 1000).toFixed(1)} s`);
    return counted;
  }
}

async function registers(page: Page, newcomer: Newcomer): Promise<string> {
  const name = uniqueName();
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  await newcomer.taps(button(page, say('registration.createAccount')));
  await newcomer.taps(field(say('registration.email')));
  await newcomer.types(field(say('registration.email')), `${name}@test.example`);
  await newcomer.taps(button(page, say('registration.sendCode')));
  await newcomer.taps(page.getByRole('button', { name: containing('registration.demoMail') }));
  await newcomer.taps(button(page, say('registration.next')));
  await newcomer.types(field(say('registration.account')), name);
  await newcomer.taps(field(say('registration.password')));
  await newcomer.types(field(say('registration.password')), examplePassword);
  await newcomer.taps(field(say('ui.repeatPassword')));
  await newcomer.types(field(say('ui.repeatPassword')), examplePassword);
  await newcomer.taps(button(page, say('registration.next')));
  await newcomer.types(page.getByLabel(say('registration.birthDate')), '05171990');
  await newcomer.taps(button(page, say('registration.createAccount')));
  await expect(page.getByRole('region', { name: say('account.totalValue') })).toContainText('100,000');
  return name;
}

test('a newcomer trades within a minute and 14 taps', async ({ page }) => {
  const newcomer = new Newcomer(page);
  await newcomer.begins();
  await registers(page, newcomer);
  await newcomer.taps(tab(page, say('titles.trade')));
  await newcomer.taps(button(page, '25%'));
  await newcomer.taps(button(page, say('spot.buyBase', { base: 'BTC' })));
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(saying('spot.sentence.market.buy'))).toBeVisible();
  await newcomer.taps(sheet.getByRole('button', { name: say('spot.confirmBuy') }));
  await expect(sheet.getByRole('heading', { name: say('spot.filledTitle') })).toBeVisible();
  const { taps, ms } = newcomer.counted('from the first page to a filled trade');
  expect(taps).toBeLessThanOrEqual(TRADE.taps);
  expect(ms).toBeLessThan(TRADE.ms);
});

async function chooses(page: Page, newcomer: Newcomer, { list, option }: { list: string; option: string }) {
  await newcomer.taps(page.getByRole('combobox', { name: list, exact: true }));
  const sheet = page.getByRole('dialog', { name: list, exact: true });
  const search = sheet.getByRole('searchbox');
  await newcomer.taps(search);
  await newcomer.types(search, option);
  await newcomer.taps(sheet.getByRole('option', { name: option, exact: true }));
  await expect(sheet).toHaveCount(0);
}

/** Submits the identity; a passport is offered as the document. The camera's part is a file that the newcomer chose. */
async function submitsIdentity(page: Page, newcomer: Newcomer): Promise<void> {
  await chooses(page, newcomer, { list: say('verification.country'), option: 'Germany' });
  for (const [label, text] of [
    [say('verification.firstName'), 'Anna'],
    [say('verification.lastName'), 'Berg'],
    [say('verification.birthDate'), '05171990'],
    [say('verification.certificateNumber'), `C01X${Date.now() % 1_000_000}`],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    await newcomer.taps(field);
    await newcomer.types(field, text);
  }
  for (const [at, side] of [say('verification.front'), say('verification.back')].entries()) {
    const buffer = await photo(Date.now() % 1_000_000_000, { width: 1000, height: 640 });
    const file = { name: `${side}.jpg`, mimeType: 'image/jpeg', buffer };
    await page.getByLabel(say('photo.fileInput', { side })).setInputFiles(file);
    await expect(page.getByText(say('photo.kept'), { exact: true })).toHaveCount(at + 1);
  }
  await newcomer.taps(button(page, say('deposits.handIn')));
  await expect(page.getByText(say('verification.standing.under_review'))).toBeVisible();
}

async function approves(demo: Demo, account: string): Promise<void> {
  await operate(demo, 'rosa', ['kyc', 'show', account]);
  await operate(demo, 'rosa', ['kyc', 'approve', account]);
}

test('a newcomer invests in the fund within 90 seconds, besides the review of the identity', async ({
  page,
  demo,
}) => {
  test.setTimeout(240_000);
  const newcomer = new Newcomer(page);
  await newcomer.begins();
  const account = await registers(page, newcomer);
  await newcomer.taps(tab(page, say('titles.fund')));
  await newcomer.taps(page.getByRole('link', { name: /500–5,000/ }));
  await newcomer.taps(button(page, say('fund.barred.step.verify')));
  await submitsIdentity(page, newcomer);
  await newcomer.waits(() => approves(demo, account));
  // The screen asks for the decision every twenty seconds.
  await newcomer.waits(() =>
    expect(page.getByText(say('verification.standing.approved'), { exact: true })).toBeVisible({
      timeout: 40_000,
    }),
  );
  await newcomer.taps(button(page, say('verification.backToTask')));
  await settled(page);
  await newcomer.taps(button(page, say('fund.minimum')));
  await newcomer.taps(button(page, say('fund.join')));
  const sheet = page.getByRole('dialog', { name: say('fund.joinTitle') });
  await newcomer.taps(sheet.getByRole('button', { name: say('fund.joinConfirm') }));
  await expect(page.getByRole('heading', { name: say('titles.fundOrders') })).toBeVisible();
  const { ms } = newcomer.counted('from the first page to an order of the fund');
  expect(ms).toBeLessThan(INVESTMENT_MS);
});
