/** The rows of quotes and exchanges, as the executor reads and writes them. */
import { fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Exchange, ExchangeLeg } from '@candor/domain/trading/exchange.ts';
import { amountColumn, valuesOf, whole, word } from '../../commands/columns.ts';
import type { Column, LogTable, RowTable } from '../../commands/table.ts';

/** A leg with the entry of the tape that priced it. */
export type PricedLeg = ExchangeLeg & {
  readonly tapeSeq: number;
  /** Once it is carried out: the entry at which the price still held. */
  readonly seenSeq?: number;
};
export type PricedExchange = Omit<Exchange, 'legs'> & { readonly legs: readonly PricedLeg[] };

/** The one quote of a customer; each new one takes the place of the one before. */
export type QuoteRow = PricedExchange & {
  readonly book: bigint;
  readonly id: bigint;
  readonly number: bigint;
  /** Wall clock. */
  readonly quotedMs: number;
  readonly expiresMs: number;
  /** When it was quoted, by the market's clock. */
  readonly marketMs: number;
  readonly used: boolean;
  /** When the quotes were given that were not carried out, this one among them until it is; wall clock, of the last hour. */
  readonly unusedMs: readonly number[];
};

/** What was carried out; its id is the number of the quote. */
export type ExchangeRow = PricedExchange & {
  readonly book: bigint;
  readonly id: bigint;
  readonly quotedMs: number;
  /** Market clock: when it was asked to be carried out, and when it was. */
  readonly askedMs: number;
  readonly timeMs: number;
  readonly journalSeq: bigint;
};

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

function legsText(legs: readonly PricedLeg[]): string {
  const stored = legs.map(({ symbol, coin, side, quantity, price, tapeSeq, seenSeq }): StoredLeg => {
    const at = { tape_seq: tapeSeq, ...(seenSeq === undefined ? {} : { seen_seq: seenSeq }) };
    return { symbol, coin, side, quantity: toNumeric(quantity), price: toNumeric(price), ...at };
  });
  return JSON.stringify(stored);
}

function readLegs(text: string): PricedLeg[] {
  return (JSON.parse(text) as StoredLeg[]).map(
    ({ symbol, coin, side, quantity, price, tape_seq, seen_seq }) => ({
      ...{ symbol, coin, side },
      quantity: fromNumeric(quantity),
      price: fromNumeric(price),
      tapeSeq: tape_seq,
      ...(seen_seq === undefined ? {} : { seenSeq: seen_seq }),
    }),
  );
}

function figures<Row extends PricedExchange>(): Column<Row>[] {
  return [
    word('from_currency', (row) => row.from),
    word('to_currency', (row) => row.to),
    amountColumn('from_amount', (row) => row.fromAmount),
    amountColumn('to_amount', (row) => row.toAmount),
    amountColumn('fee', (row) => row.fee),
    amountColumn('fee_rate', (row) => row.feeRate),
    { name: 'legs', type: 'text', get: (row) => legsText(row.legs), anyText: true },
  ];
}

type Raw = Readonly<Record<string, string | null>>;

function readFigures(raw: Raw): PricedExchange {
  const { text } = valuesOf(raw);
  const read = (name: string): Amount => fromNumeric(text(name));
  return {
    from: text('from_currency'),
    to: text('to_currency'),
    fromAmount: read('from_amount'),
    toAmount: read('to_amount'),
    fee: read('fee'),
    feeRate: read('fee_rate'),
    legs: readLegs(text('legs')),
  };
}

export const exchangeQuotes: RowTable<QuoteRow> = {
  name: 'exchange_quote',
  columns: [
    whole('book', (row) => row.book),
    whole('id', (row) => row.id),
    whole('number', (row) => row.number),
    ...figures<QuoteRow>(),
    whole('quoted_ms', (row) => row.quotedMs),
    whole('expires_ms', (row) => row.expiresMs),
    whole('market_ms', (row) => row.marketMs),
    { name: 'used', type: 'boolean', get: (row) => String(row.used) },
    { name: 'unused_ms', type: 'text', get: (row) => JSON.stringify(row.unusedMs), anyText: true },
  ],
  idOf: (row) => row.id,
  openWhere: 'not t.used',
  isOpen: (row) => !row.used,
  read: (raw) => {
    const { text } = valuesOf(raw);
    return {
      ...readFigures(raw),
      book: BigInt(text('book')),
      id: BigInt(text('id')),
      number: BigInt(text('number')),
      quotedMs: Number(text('quoted_ms')),
      expiresMs: Number(text('expires_ms')),
      marketMs: Number(text('market_ms')),
      used: text('used') === 't',
      unusedMs: JSON.parse(text('unused_ms')) as number[],
    };
  },
};

export const exchanges: LogTable<ExchangeRow> = {
  name: 'exchange',
  columns: [
    whole('book', (row) => row.book),
    whole('id', (row) => row.id),
    ...figures<ExchangeRow>(),
    whole('quoted_ms', (row) => row.quotedMs),
    whole('asked_ms', (row) => row.askedMs),
    whole('time_ms', (row) => row.timeMs),
    whole('journal_seq', (row) => row.journalSeq),
  ],
};

/** Reads a row of `exchange`, each value as the text that PostgreSQL sent. */
export function readExchange(raw: Raw): ExchangeRow {
  const { text, orNull } = valuesOf(raw);
  return {
    ...readFigures(raw),
    book: BigInt(text('book')),
    id: BigInt(text('id')),
    quotedMs: Number(text('quoted_ms')),
    askedMs: orNull('asked_ms', Number) ?? 0,
    timeMs: Number(text('time_ms')),
    journalSeq: BigInt(text('journal_seq')),
  };
}
