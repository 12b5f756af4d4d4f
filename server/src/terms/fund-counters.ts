/** The counter that fund orders and the publication of rates share by name; it is locked before either decides anything. */

/** 1 while the strategy's account does not cover a day, and nothing new begins. Who begins, leaves or publishes holds it. */
export const FUND_CLOSED = 'fund_closed';
