/** The counter that fund orders and the publication of rates lock before they are decided. */

/** 1 while the strategy's account doesn't cover a day, so that nothing new may start. Joining, leaving and publishing lock it. */
export const FUND_CLOSED = 'fund_closed';
