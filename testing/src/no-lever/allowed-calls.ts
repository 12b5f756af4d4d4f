/**
 * Every call with its fields, and the purpose for which it is allowed, as its feature lists it. A new call, or a new field of one,
 * fails the test until a reviewer has checked whether it could decide what a customer gets.
 */
import { withFeatures } from './of-features.ts';

/** The purposes for which a call may exist. */
export const CALL_WORDS = {
  person: 'who the customer is and how they sign in',
  demo: 'play money, in demo mode only, the same for everybody',
  market: 'market data, the same for everybody',
  own: 'the customer’s own money, orders and records, to be read',
  order: 'what a customer wants of their own accounts, done at the market’s price by rule',
  safety: 'what keeps an account its owner’s: proofs, secrets, sessions and mail',
  papers: 'what a customer shows of themselves: documents and the bank card, which no price or trade reads',
  bound: 'limits that customers set for themselves and nobody else can set, or restrictions of their country',
  payments: 'money that a customer says they sent, or wants sent; operators decide about it on record',
  credit: 'money that a customer asks to borrow, or pays back out of what is free, at the published cost',
  asks: 'messages to customer service, which no price or trade reads',
  published: 'public information about the platform',
} as const;

export type AllowedCall = readonly [word: keyof typeof CALL_WORDS, takes: string];

export const CALLS: Readonly<Record<string, AllowedCall>> = withFeatures('calls', {});

/** HTTP routes other than calls. None changes anything, except that a payment provider reports its results. */
export const PLAIN_ROUTES: Readonly<Record<string, string>> = {
  'GET /healthz': 'lives',
  'GET /readyz': 'is ready',
  'GET /api/openapi.json': 'reference',
  'GET /api/docs': 'reference',
  'GET /api/docs.css': 'reference',
  'GET /api/docs/library.js': 'reference',
  'GET /api/docs/plain': 'reference',
  'GET /api/docs/start.js': 'reference',
  'GET /llms.txt': 'reference',
  'POST /api/payout/callback': 'the result of an approved payment, with the provider’s token',
  'GET /api/tape/:symbol': 'GET tape by another path',
  'GET /api/tape/:symbol/checkpoints': 'GET tape/checkpoints by another path',
};

/** The messages that a connected device may send and receive. */
export const SOCKET: Readonly<Record<string, string>> = {
  'says join': 'a public room',
  'says leave': 'a public room',
  'says authenticate': 'whose private events it hears',
  'hears quotes': 'the market',
  'hears candle': 'the market',
  'hears wallet': 'own money',
  'hears order': 'own orders',
  'hears position': 'own positions',
  'hears option': 'own tickets',
  'hears deposit': 'own deposits',
  'hears withdrawal': 'own withdrawals',
  'hears fund': 'own orders of the fund',
  'hears loan': 'own loans',
  'hears notification': 'own messages',
  'hears watchlists': 'own watchlists',
  'says call': 'own orders, as a request would make them',
  'says visit': 'whose conversation as a visitor it hears',
  'hears chat': 'own conversation with customer service',
  'hears session_ended': 'own session',
};
