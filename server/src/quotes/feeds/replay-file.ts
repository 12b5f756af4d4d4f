/**
 * Reads history files as quotes. A candle yields four quotes: its open, high, low and close in this order, at the start, a
 * quarter, half and three quarters of its period, each with a quarter of its volume. A trade yields one quote. Two files of bid
 * and ask candles yield quotes with the actual spread. Minutes that the file lacks yield no quotes.
 */
import { readFileSync } from 'node:fs';
import type { Quote } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { parseAmount } from '@candor/domain/money/amount.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';

const CANDLE_HEADER = 'time_unix_seconds,open,high,low,close,volume';
const TRADE_HEADER = /^trade_time_unix_ms,trade_id,price,quantity(,|$)/;
/** A placeholder in a path. The path stands for two files, one with `bid` and one with `ask` in its place. */
const PAIR = '{bid,ask}';
const QUARTERS = 4;
/** The number of rows read to determine the period of a candle file. */
const PERIOD_SAMPLE = 200;

export type ReplaySource = {
  readonly symbol: string;
  /** A file, or a pair of files written with `{bid,ask}` in the name. */
  readonly path: string;
  /** Half the spread, for files with only one price. */
  readonly halfSpread: Amount;
};

export type Replay = {
  readonly symbol: string;
  readonly cadenceMs: number;
  readonly quotes: Iterable<Quote>;
};

type Row = { readonly timeMs: number; readonly prices: readonly Amount[]; readonly volume: Amount };

/** Opens a source. If the source is invalid, throws with a message that names file and line. */
export function openReplay(source: ReplaySource): Replay {
  if (source.path.includes(PAIR)) return openPair(source);
  const lines = readLines(source.path);
  checkHeader(lines, source.path, false);
  if (TRADE_HEADER.test(lines[0] ?? '')) {
    return { symbol: source.symbol, cadenceMs: 0, quotes: trades(source, lines) };
  }
  const periodMs = periodOf(lines);
  return {
    symbol: source.symbol,
    cadenceMs: periodMs / QUARTERS,
    quotes: candleQuotes(source, lines, periodMs),
  };
}

/** Returns the files of a path: either a single file, or the two files of a pair. */
export function filesOf(path: string): string[] {
  if (!path.includes(PAIR)) return [path];
  return [path.replace(PAIR, 'bid'), path.replace(PAIR, 'ask')];
}

/**
 * Returns why a file that begins with this line can't be replayed, or undefined if it can. Both files of a pair must contain
 * candles.
 */
export function headerViolation(header: string, path: string, inPair: boolean): string | undefined {
  if (header === CANDLE_HEADER || (!inPair && TRADE_HEADER.test(header))) return undefined;
  return `${path} is no history: its first line must be "${CANDLE_HEADER}"`;
}

function checkHeader(lines: readonly string[], path: string, inPair: boolean): void {
  const violation = headerViolation(lines[0] ?? '', path, inPair);
  if (violation !== undefined) throw new Error(violation);
}

function readLines(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split(/\r?\n/);
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Returns the shortest interval between adjacent candles, because gaps only make intervals longer. */
function periodOf(lines: readonly string[]): number {
  let shortest = Infinity;
  let before: number | undefined;
  for (const line of lines.slice(1, PERIOD_SAMPLE)) {
    const time = Number(line.slice(0, line.indexOf(','))) * 1000;
    if (before !== undefined && time > before) shortest = Math.min(shortest, time - before);
    before = time;
  }
  return Number.isFinite(shortest) ? shortest : MINUTE_MS;
}

function candleRow(path: string, line: string, at: number): Row {
  const cells = line.split(',');
  const time = /^\d{1,11}$/.test(cells[0] ?? '') ? Number(cells[0]) * 1000 : undefined;
  const amounts = cells.slice(1, 6).map((cell) => parseAmount(cell));
  const volume = amounts[4];
  if (time === undefined || volume === undefined || amounts.includes(undefined)) {
    throw new Error(`${path}, line ${at + 1}: not a candle: "${line}"`);
  }
  return { timeMs: time, prices: amounts.slice(0, 4) as Amount[], volume };
}

function* candleQuotes(source: ReplaySource, lines: readonly string[], periodMs: number): Iterable<Quote> {
  for (let at = 1; at < lines.length; at += 1) {
    const row = candleRow(source.path, lines[at] ?? '', at);
    for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
      const last = row.prices[quarter] ?? 0n;
      yield {
        symbol: source.symbol,
        bid: last - source.halfSpread,
        ask: last + source.halfSpread,
        last,
        volume: volumePart(row.volume, quarter),
        feedTimeMs: row.timeMs + (quarter * periodMs) / QUARTERS,
      };
    }
  }
}

/** Returns a quarter of the candle's volume; the last quarter also gets the remainder. */
function volumePart(volume: Amount, quarter: number): Amount {
  const part = volume / 4n;
  return quarter === QUARTERS - 1 ? volume - 3n * part : part;
}

function* trades(source: ReplaySource, lines: readonly string[]): Iterable<Quote> {
  for (let at = 1; at < lines.length; at += 1) {
    const [time = '', , price, quantity] = (lines[at] ?? '').split(',');
    const last = parseAmount(price);
    const volume = parseAmount(quantity);
    if (!/^\d{1,14}$/.test(time) || last === undefined || volume === undefined) {
      throw new Error(`${source.path}, line ${at + 1}: not a trade: "${lines[at]}"`);
    }
    yield {
      symbol: source.symbol,
      bid: last - source.halfSpread,
      ask: last + source.halfSpread,
      last,
      volume,
      feedTimeMs: Number(time),
    };
  }
}

function openPair(source: ReplaySource): Replay {
  const [bid = '', ask = ''] = filesOf(source.path);
  const bids = readLines(bid);
  const asks = readLines(ask);
  checkHeader(bids, bid, true);
  checkHeader(asks, ask, true);
  const periodMs = periodOf(bids);
  const paths = { bid, ask };
  return {
    symbol: source.symbol,
    cadenceMs: periodMs / QUARTERS,
    quotes: pairQuotes({ symbol: source.symbol, paths, bids, asks, periodMs }),
  };
}

/** Yields the quotes of candles that both files contain. A candle missing from one file can't be quoted. */
function* pairQuotes(pair: {
  readonly symbol: string;
  readonly paths: { readonly bid: string; readonly ask: string };
  readonly bids: readonly string[];
  readonly asks: readonly string[];
  readonly periodMs: number;
}): Iterable<Quote> {
  const askRows = new Map(
    pair.asks.slice(1).map((line, at) => {
      const row = candleRow(pair.paths.ask, line, at + 1);
      return [row.timeMs, row];
    }),
  );
  for (let at = 1; at < pair.bids.length; at += 1) {
    const bidRow = candleRow(pair.paths.bid, pair.bids[at] ?? '', at);
    const askRow = askRows.get(bidRow.timeMs);
    if (askRow === undefined) continue;
    for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
      yield {
        symbol: pair.symbol,
        bid: bidRow.prices[quarter] ?? 0n,
        ask: askRow.prices[quarter] ?? 0n,
        volume: volumePart(bidRow.volume, quarter),
        feedTimeMs: bidRow.timeMs + (quarter * pair.periodMs) / QUARTERS,
      };
    }
  }
}
