/**
 * Every call of operators with its fields, and the purpose for which it is allowed. None decides a price, a fill, the result of
 * an option or a position, or a payout. Concerning money, an operator can only state that it arrived or left, and take part in
 * dual approval.
 */
import { withFeatures } from './of-features.ts';

/** The purposes for which an operator's call may exist. */
export const CONSOLE_WORDS = {
  session: 'who the operator is',
  answers: 'chat with customers, under the operator’s own name; no price, trade or payout reads it',
  reads: 'read only; reading personal data is on record',
  person: 'a customer’s identity and standing, on record; open trades continue unchanged',
  arrived: 'states that money arrived, exactly as seen, with the payment’s own reference',
  left: 'states that money may leave or has left, exactly as seen; above a size this needs two persons',
  accepts: 'accepts a customer’s fund order exactly as requested, or returns the whole amount',
  lends: 'lends exactly the requested amount at the published cost, or nothing',
  tells: 'articles for customers, which no price, order or payout reads; every version stays on record',
  two: 'needs two persons, neither of them the customer; money moves by a journal that the customer sees',
  house: 'who acts for the house, and their conflicts of interest',
  clock: 'moves a demo’s market forward for everybody; nobody knows a later price before it is on the tape',
} as const;

export type AllowedConsoleCall = readonly [word: keyof typeof CONSOLE_WORDS, takes: string];

export const CONSOLE_CALLS: Readonly<Record<string, AllowedConsoleCall>> = withFeatures('consoleCalls', {});

/** Names that look like a lever but are allowed, by the beginning of their line, each with the reason. */
export const CONSOLE_HARMLESS: Readonly<Record<string, string>> = {
  'POST withdrawal_settle:': 'the result of a payment that left: paid or returned',
  'GET dashboard answers risk': 'the house’s open positions, read only',
};
