/**
 * The chapters of the API reference and their sections, in the order in which a newcomer reads them. Each call's row names its
 * section (`CallRow.reference`), so a new call needs no line here.
 */
export const chapters = [
  {
    name: 'Markets',
    sections: [
      {
        name: 'Prices',
        about:
          'Instruments, quotes and candles, and the public price record from which everything is filled. No account ' +
          'needed. For live prices, connect a socket.io client to the same address.',
      },
    ],
  },
  {
    name: 'Trading',
    sections: [
      {
        name: 'Spot',
        about:
          'Buy and sell coins for USDT. A market order fills at the newest price of the record, or at the first one ' +
          'after it if the newest is older than a moment. Every other order waits for its price.',
      },
      {
        name: 'Several orders at once',
        about: 'Batches, and ways to end every waiting order, now or if your program stops.',
      },
      {
        name: 'Contracts',
        about: 'Leveraged positions in coins. Your loss on a position is limited to its margin.',
      },
      { name: 'Forex and metals', about: 'Leveraged positions in lots, within the hours of their markets.' },
      {
        name: 'Fixed-time options',
        about:
          'A fixed stake on a price being higher or lower after a fixed time. The strike is the first price made ' +
          'after the order was accepted, so nobody knows it in advance.',
      },
      { name: 'Recurring buys', about: 'The same purchase again and again, on a schedule.' },
      { name: 'Conversions', about: 'Convert one coin to another at a firm price that you see first.' },
      { name: 'Price alerts', about: 'A message when the price reaches a level.' },
      { name: 'Watchlists', about: 'Lists of instruments, kept with the account.' },
    ],
  },
  {
    name: 'Programs',
    sections: [
      {
        name: 'API keys',
        about:
          'Keys for programs. A key’s mandate limits what it may do: its instruments, the size of an order, the ' +
          'loss of a day, its networks. A key can’t withdraw, transfer or change a setting. Only you can make and ' +
          'confirm, never a key.',
      },
      {
        name: 'Webhooks',
        about:
          'Events posted to an address of yours, signed by the Standard Webhooks scheme. A delivery that fails is ' +
          'repeated, and may arrive twice with the same id.',
      },
      {
        name: 'Receipts',
        about:
          'Each accepted order is answered with a signed receipt in the header `candor-receipt`: the platform’s ' +
          'promise to put the order into its public log. A device may sign its orders too.',
      },
    ],
  },
  {
    name: 'Money',
    sections: [
      {
        name: 'Balances and records',
        about: 'Your balances, and every movement of money as a double entry.',
      },
      {
        name: 'Statements and tax',
        about: 'Monthly and yearly statements, the cost of each coin, and tax reports, as data and as files.',
      },
      { name: 'Deposits', about: 'Paying in. An operator reviews each deposit.' },
      {
        name: 'Withdrawals',
        about: 'Paying out, only to addresses that you saved before. API keys can’t make these calls.',
      },
      {
        name: 'Fund',
        about:
          'A hosted strategy, whose trades and daily results are public. Rates are estimates, not promises.',
      },
      { name: 'Loans', about: 'Credit for reviewed customers. Its whole cost is shown before you apply.' },
      { name: 'Referrals', about: 'Your invite code, and what it earned.' },
    ],
  },
  {
    name: 'Account',
    sections: [
      {
        name: 'Signing in',
        about: 'Accounts and sessions. The answer of a login is the token for the header `Authorization`.',
      },
      {
        name: 'Security',
        about:
          'Second factors, passkeys and contact details. Each change needs a confirmation: the password, a code or ' +
          'a passkey.',
      },
      { name: 'Identity', about: 'Verification of identity, and pictures for it.' },
      { name: 'Limits', about: 'Limits that you set for yourself, and what is offered in which country.' },
      {
        name: 'Settings and messages',
        about: 'Language, notifications, your data, and what operators did to your account.',
      },
      { name: 'Support', about: 'The chat with support, news and help.' },
    ],
  },
  {
    name: 'Transparency',
    sections: [
      { name: 'Public record', about: 'The platform’s publications about itself, which anyone can check.' },
      { name: 'Your part of it', about: 'The entries of the public record about you, with what opens them.' },
      { name: 'Demo', about: 'Calls that exist only on a demo with play money.' },
    ],
  },
] as const satisfies readonly Chapter[];

/** A heading of the table of contents. */
export type Chapter = {
  readonly name: string;
  /** `about` is in Markdown. */
  readonly sections: readonly { readonly name: string; readonly about: string }[];
};

export type SectionName = (typeof chapters)[number]['sections'][number]['name'];
