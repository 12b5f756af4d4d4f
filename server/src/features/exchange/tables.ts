/** The rows of quotes and exchanges, as the executor reads and writes them. */
import { fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import type { Exchange, ExchangeLeg } from '@candor/domain/trading/exchange.ts';
import { amount, bigint, flag, jsonText, key, text, whole } from '../../commands/fields.ts';
import type { Codec } from '../../commands/fields.ts';
import { log, table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

/** A leg with the entry of the tape that priced it. */
export type PricedLeg = ExchangeLeg & {
  readonly tapeSeq: number;
  /** Once it is carried out: the entry at which the price still held. */
  readonly seenSeq?: number;
};
export type PricedExchange = Omit<Exchange, 'legs'> & { readonly legs: readonly PricedLeg[] };

/** The id under which a book has its quote. */
export const QUOTE_ID = 0n;

type StoredLeg = {
  symbol: string;
  coin: string;
  side: 'buy' | 'sell';
  quantity: string;
  price: string;
  tape_seq: number;
  seen_seq?: number;
};

const legsKept: Codec<readonly PricedLeg[], readonly StoredLeg[]> = {
  keep: (legs) =>
    legs.map(({ symbol, coin, side, quantity, price, tapeSeq, seenSeq }) => {
      const at = { tape_seq: tapeSeq, ...(seenSeq === undefined ? {} : { seen_seq: seenSeq }) };
      return { symbol, coin, side, quantity: toNumeric(quantity), price: toNumeric(price), ...at };
    }),
  read: (legs) =>
    legs.map(({ symbol, coin, side, quantity, price, tape_seq, seen_seq }) => ({
      ...{ symbol, coin, side },
      quantity: fromNumeric(quantity),
      price: fromNumeric(price),
      tapeSeq: tape_seq,
      ...(seen_seq === undefined ? {} : { seenSeq: seen_seq }),
    })),
};

const figures = {
  from: text().as('from_currency'),
  to: text().as('to_currency'),
  fromAmount: amount(),
  toAmount: amount(),
  /** In USDT, up at 10⁻⁸. */
  fee: amount(),
  /** Of the value, in 10⁻⁸ of one. */
  feeRate: amount(),
  /** One or two, in the order in which they happen. */
  legs: jsonText(legsKept),
};

/** The one quote of a customer; each new one takes the place of the one before. */
export const exchangeQuotes = table(
  'exchange_quote',
  {
    ...key,
    number: bigint(),
    ...figures,
    /** Wall clock. */
    quotedMs: whole(),
    expiresMs: whole(),
    /** When it was quoted, by the market's clock. */
    marketMs: whole(),
    used: flag(),
    /** When the quotes were given that were not carried out, this one among them until it is; wall clock, of the last hour. */
    unusedMs: jsonText<readonly number[]>(),
  },
  { openIf: { where: 'not t.used', is: (row) => !row.used } },
);

/** What was carried out; its id is the number of the quote. */
export const exchanges = log('exchange', {
  ...key,
  ...figures,
  quotedMs: whole(),
  /** Market clock: when it was asked to be carried out, and when it was. */
  askedMs: whole(),
  timeMs: whole(),
  journalSeq: bigint(),
});

export type QuoteRow = RowOf<typeof exchangeQuotes>;
export type ExchangeRow = RowOf<typeof exchanges>;
