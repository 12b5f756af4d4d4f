/** The counter that fund orders and the publication of rates lock before either decides anything. */

/** 1 while the strategy's account doesn't cover a day and nothing new may begin. Joining, leaving and publishing lock it. */
export const FUND_CLOSED = 'fund_closed';
