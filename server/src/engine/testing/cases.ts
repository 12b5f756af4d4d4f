/** Entries and triggers for the engine's tests, written short. */
import { amount } from '@candor/domain/money/amount.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Trigger, TriggerCondition } from '@candor/domain/trading/trigger.ts';

export type QuoteText = {
  readonly symbol?: string;
  readonly seq: number;
  readonly bid: string;
  readonly ask: string;
};

export function entryOf({ symbol = 'BTC/USDT', seq, bid, ask }: QuoteText): TapeEntry {
  return {
    symbol,
    seq: BigInt(seq),
    timeMs: seq * 250,
    feedTimeMs: seq * 250,
    bid: amount(bid),
    ask: amount(ask),
    last: amount(bid),
    volume: 0n,
  };
}

export type TriggerText = {
  readonly row: number;
  readonly level: string;
  readonly condition?: TriggerCondition;
  readonly symbol?: string;
  readonly kind?: string;
  readonly book?: number;
  readonly version?: number;
  readonly armed?: number;
};

export function triggerOf(text: TriggerText): Trigger {
  return {
    symbol: text.symbol ?? 'BTC/USDT',
    kind: text.kind ?? 'spot_order',
    book: BigInt(text.book ?? 1),
    row: BigInt(text.row),
    version: text.version ?? 1,
    condition: text.condition ?? 'ask_at_or_below',
    level: amount(text.level),
    armedSeq: BigInt(text.armed ?? 0),
  };
}
