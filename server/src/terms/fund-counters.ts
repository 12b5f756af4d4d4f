/** The counter that fund orders and the publication of rates lock before they are decided. */

/**
 * The counter is 1 while the strategy's account doesn't cover a day's income, so that nothing new may start. Investing, leaving
 * and publishing lock it.
 */
export const FUND_CLOSED = 'fund_closed';
