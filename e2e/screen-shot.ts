/** A screen, or a sheet on it, and the steps that lead there. */
import type { Locator, Page } from '@playwright/test';
import { atRest } from './phone.ts';

export type ScreenShot = {
  readonly name: string;
  readonly path: string;
  /**
   * The kind of customer: a trader is an example customer who may trade with leverage; a staker has options of which some have
   * settled and one runs; a guarded customer has an authenticator; a borrower is verified, has
   * not applied yet, and has an API key and a webhook.
   */
  readonly as: 'customer' | 'visitor' | 'trader' | 'staker' | 'guarded' | 'borrower';
  /** Shows pairs that cannot be traded at night and at the weekend, so it is tested while they can be. */
  readonly market?: 'open';
  /** Shows a text that is cut off on purpose, as an example. */
  readonly cutsOnPurpose?: true;
  /** Waits for content that appears a while after the screen has opened. */
  readonly ready?: (page: Page) => Promise<void>;
  /** Brings the screen into the state to be tested: opens a sheet, types a text. */
  readonly act?: (page: Page) => Promise<void>;
  /**
   * Has columns on a desktop although its layout in other widths gives no sign of them. Columns of other screens are detected.
   */
  readonly onDesk?: 'columns';
};

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** Waits until the sheet is open. */
export async function sheet(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor();
  // Until the sheet has slid in, half of it is outside the screen.
  await atRest(page);
}

export async function tapForSheet(page: Page, name: string): Promise<void> {
  await button(page, name).tap();
  await sheet(page);
}

/** Chooses from the list that a filter opens. */
export async function choose(page: Page, chip: string, choice: string): Promise<void> {
  await tapForSheet(page, chip);
  await page.getByRole('option', { name: choice, exact: true }).tap();
}
