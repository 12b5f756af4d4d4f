/** The rows of quotes and exchanges, as the command executor reads and writes them. */
import { fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import type { Exchange, ExchangeLeg } from '@candor/domain/trading/exchange.ts';
import { amount, bigint, flag, jsonText, key, text, whole } from '../../commands/fields.ts';
import type { Codec } from '../../commands/fields.ts';
import { log, table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

export type PricedLeg = ExchangeLeg & {
  readonly tapeSeq: number;
  /** The tape entry at which the quoted price was still valid; set on execution. */
  readonly seenSeq?: number;
};
export type PricedExchange = Omit<Exchange, 'legs'> & { readonly legs: readonly PricedLeg[] };

/** The row id of a book's only quote. */
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
  /** In USDT, rounded up at 10⁻⁸. */
  fee: amount(),
  /** Fraction of the value, in units of 10⁻⁸. */
  feeRate: amount(),
  /** One or two legs, in execution order. */
  legs: jsonText(legsKept),
};

/** The customer's only quote; a new one replaces it. */
export const exchangeQuotes = table(
  'exchange_quote',
  {
    ...key,
    number: bigint(),
    ...figures,
    /** Time of the quote, by the wall clock. */
    quotedMs: whole(),
    expiresMs: whole(),
    /** Time of the quote, by the market clock. */
    marketMs: whole(),
    used: flag(),
    /** Wall-clock times of the last hour's unused quotes. Includes this quote until it is executed. */
    unusedMs: jsonText<readonly number[]>(),
  },
  { openIf: { where: 'not t.used', is: (row) => !row.used } },
);

/** Executed exchanges; the id is the quote's number. */
export const exchanges = log('exchange', {
  ...key,
  ...figures,
  quotedMs: whole(),
  /** When execution was requested and when it took place, by the market clock. */
  askedMs: whole(),
  timeMs: whole(),
  journalSeq: bigint(),
});

export type QuoteRow = RowOf<typeof exchangeQuotes>;
export type ExchangeRow = RowOf<typeof exchanges>;
