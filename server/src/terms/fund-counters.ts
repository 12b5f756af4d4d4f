/** The counters that fund orders and the publication of rates share, by name; each is locked before it decides anything. */

/** 1 while the strategy's account does not cover a day, and nothing new begins. */
export const FUND_CLOSED = 'fund_closed';

/** What is in progress of a tier under a version of its terms. */
export function principalCounter(of: { readonly project: number; readonly termsVersion: number }): string {
  return `fund:${of.project}:${of.termsVersion}`;
}
