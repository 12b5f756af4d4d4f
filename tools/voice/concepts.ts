/**
 * The concepts that customers read about, each with one term per language (`languages/`). The table in `docs/glossary.md` is
 * printed from both.
 */
export const concepts = {
  openOrders: 'orders that wait to be filled',
  orderHistory: 'orders that are over',
  order: 'an instruction to buy or sell',
  marketOrder: 'an order filled right away at the market’s price',
  limitOrder: 'an order filled at its price or better',
  cancelOrder: 'take back an order',
  filled: 'state of an order that was carried out',
  cancelled: 'state of an order that was taken back',
  position: 'an open leveraged contract',
  closePosition: 'end a position',
  long: 'a position that gains when the price rises',
  short: 'a position that gains when the price falls',
  margin: 'what a position ties up',
  leverage: 'size of a position over its margin',
  takeProfit: 'price at which a gain is taken',
  stopLoss: 'price at which a loss is cut',
  trailingStop: 'a stop that follows the price',
  liquidationPrice: 'price at which a position is closed by force',
  overnightFee: 'financing of a position over a night',
  unrealisedPnl: 'profit and loss of an open position',
  realisedPnl: 'profit and loss of a closed position',
  fixedTimeOption: 'option on up or down over seconds',
  strikePrice: 'price against which an option is settled',
  stake: 'amount put into an option',
  payout: 'amount that an option pays',
  voided: 'an option called off, its stake given back',
  recurringBuy: 'a coin bought for the same amount again and again',
  convert: 'exchange one currency for another at a quoted price',
  transfer: 'move money between accounts of one’s own',
  deposit: 'pay in',
  withdrawal: 'pay out',
  withdrawalAddress: 'an address that withdrawals go to',
  underReview: 'looked at by staff',
  onHold: 'a withdrawal kept back for a reason, until a time',
  overdue: 'past its deadline',
  available: 'money that can be used',
  frozen: 'money set aside for something open',
  fee: 'what is charged',
  spread: 'difference between buying and selling price',
  invest: 'put money into the fund',
  fund: 'the hosted fund',
  loan: 'money borrowed',
  repay: 'pay a loan back',
  interest: 'price of borrowed money',
  experienceCredit: 'credit to try trading with; its gains can be kept',
  inviteFriends: 'bring others to the platform',
  identityVerification: 'proof of who a customer is',
  tradingPin: 'six digits that confirm movements of money',
  authenticatorApp: 'app that shows codes of six digits',
  passkey: 'key kept by a device, in place of a password',
  phishingCode: 'word by which our mails are known to be ours',
  verificationCode: 'code sent by mail or text message',
  priceRecord: 'the public chain of prices',
  proof: 'data by which anybody can check a trade',
  logIn: 'enter',
  support: 'people who answer customers',
  priceAlert: 'a message when a price is reached',
  selfSetLimits: 'bounds that customers set themselves',
} as const;

export type Concept = keyof typeof concepts;

/** Patterns that no text may contain, with an example, so that a pattern that can't match is detected. */
export type Banned = { readonly words: RegExp; readonly example: string };

export type Voice = {
  readonly terms: Readonly<Record<Concept, string>>;
  /** Synonyms that would be a second term for a concept, and words that a native speaker stumbles over. */
  readonly banned: readonly Banned[];
};
