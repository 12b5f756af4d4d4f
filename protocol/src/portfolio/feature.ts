/** The protocol definitions for the portfolio, exported under the name that `features.ts` expects. */
export { portfolioCalls as calls } from './calls.ts';
