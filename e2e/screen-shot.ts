/** A screen, or a sheet on it, and the steps that lead to it. */
import type { Locator, Page } from '@playwright/test';
import { atRest } from './phone.ts';

export type ScreenShot = {
  readonly name: string;
  readonly path: string;
  /**
   * The kind of customer: a trader is an example customer who may trade with leverage, a staker has options that settled and one
   * that runs, a guarded one has an authenticator, a borrower is verified and has not applied yet.
   */
  readonly as: 'customer' | 'visitor' | 'trader' | 'staker' | 'guarded' | 'borrower';
  /** It shows pairs that cannot be traded at night and at the weekend, and is tested while they can. */
  readonly market?: 'open';
  /** It shows, as an example, a text that is cut off. */
  readonly cutsOnPurpose?: true;
  /** Waits for content that appears a while after the screen has opened. */
  readonly ready?: (page: Page) => Promise<void>;
  /** Brings it into the state to be tested: a sheet opened, a text typed. */
  readonly act?: (page: Page) => Promise<void>;
  /** On a desktop, it has columns of which other widths have no trace; columns of other screens are detected. */
  readonly onDesk?: 'columns';
};

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** Waits for the sheet that opens. */
export async function sheet(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor();
  // Until it has slid in, half of it is outside the screen.
  await atRest(page);
}

export async function tapForSheet(page: Page, name: string): Promise<void> {
  await button(page, name).tap();
  await sheet(page);
}
