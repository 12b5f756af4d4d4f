/** One screen, or a sheet on it, and how one comes to it. */
import type { Locator, Page } from '@playwright/test';
import { atRest } from './phone.ts';

export type ScreenShot = {
  readonly name: string;
  readonly path: string;
  /**
   * Who looks at it; a trader is an example customer who may trade with leverage, a staker has options that ended and one that runs,
   * a guarded one has an authenticator, a borrower is verified and has asked for nothing yet.
   */
  readonly as: 'customer' | 'visitor' | 'trader' | 'staker' | 'guarded' | 'borrower';
  /** It shows pairs that cannot be traded at night and at the weekend, and is looked at while they can. */
  readonly market?: 'open';
  /** It shows, as an example, a text that is cut off. */
  readonly cutsOnPurpose?: true;
  /** Waits for what comes to the screen a while after it has opened. */
  readonly ready?: (page: Page) => Promise<void>;
  /** Brings it to what is to be looked at: a sheet opened, something typed. */
  readonly act?: (page: Page) => Promise<void>;
  /** On a desk it has columns that it shows no trace of elsewhere; those of the others are found by themselves. */
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
