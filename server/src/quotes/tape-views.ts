/** Entries and checkpoints of a tape, in the format of the public calls and of every evidence file. */
import { kindOf } from '@candor/domain/market/quote.ts';
import type { GapCause, TapeEntry } from '@candor/domain/market/quote.ts';
import type { SourceState } from '@candor/domain/market/sources.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Checkpoint } from './checkpoints.ts';

export function entryView(entry: TapeEntry & { readonly hash: Uint8Array }) {
  return {
    seq: Number(entry.seq),
    time_ms: entry.timeMs,
    bid: formatAmount(entry.bid),
    ask: formatAmount(entry.ask),
    last: formatAmount(entry.last),
    volume: formatAmount(entry.volume),
    feed_time_ms: entry.feedTimeMs,
    gap: entry.gap === true,
    kind: kindOf(entry),
    ...causeView(entry.cause),
    ...(entry.sources !== undefined && { sources: sourcesView(entry.sources) }),
    hash: hexOf(entry.hash),
  };
}

function causeView(cause: GapCause | undefined) {
  if (cause === undefined) return {};
  if (cause.kind === 'halt') return { reason: cause.reason };
  return { reason: cause.reason, refused: cause.refused, refused_count: cause.count };
}

type SourcesView = NonNullable<CallOutput<'GET tape'>[number]['sources']>;

/** Parses the lines about an entry's sources (`sourcesText`) into fields. */
function sourcesView(text: string): SourcesView {
  const [figures = '', ...lines] = text.split('\n');
  const [min, ageMaxMs, deviationMax = ''] = figures.split('|');
  return {
    ...{ min: Number(min), age_max_ms: Number(ageMaxMs), deviation_max: deviationMax },
    quotes: lines.map((line) => {
      const [name = '', state, timeMs, bid = '', ask = '', last = '', message = ''] = line.split('|');
      const named = { name, state: state as SourceState };
      if (state === 'missing') return named;
      return { ...named, time_ms: Number(timeMs), bid, ask, ...(last !== '' && { last }), message };
    }),
  };
}

export function checkpointView(checkpoint: Checkpoint) {
  return {
    seq: Number(checkpoint.seq),
    hash: hexOf(checkpoint.hash),
    time: Math.floor(checkpoint.timeMs / 1000),
    public_key: hexOf(checkpoint.publicKey),
    signature: hexOf(checkpoint.signature),
  };
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
