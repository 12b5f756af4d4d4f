/**
 * The gate through which quotes reach the tape. Quotes of a closed market are dropped, and the others are judged. A valid quote
 * is written to the tape. Of an invalid one, only the hash is recorded, and its symbol is halted.
 */
import type { Quote } from '@candor/domain/market/quote.ts';
import { refusedText } from '@candor/domain/market/tape.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { FeedSink } from '../feeds/feed.ts';
import type { Tape } from '../tape.ts';
import { createComplaints } from './complaints.ts';
import type { Complaints, Rejections } from './complaints.ts';
import { createJudge } from './judge.ts';
import type { JudgeOptions } from './judge.ts';
import { createRefusedQuotes } from './refused-quotes.ts';

/** A write that takes longer than this counts as having delayed the feed. */
const SLOW_WRITE_MS = 500;

export type Gate = FeedSink & {
  rejections(): Rejections;
  /**
   * Returns when the feed last quoted a symbol with a new feed time, by the wall clock. If the server was slow to write, the time
   * is later, because the feed is not responsible for that silence.
   */
  heardMs(symbol: string): number;
  /** Writes the rejected quotes that have waited long enough to be recorded together or, with `all`, all that are waiting. */
  tellRefused(all?: boolean): void;
};

export type GateOptions = JudgeOptions & { readonly tape: Pick<Tape, 'append' | 'halt'> };

export function createGate(options: GateOptions): Gate {
  const complaints = createComplaints(options);
  const refused = createRefusedQuotes(options, complaints);
  const judge = createJudge(options, complaints);
  const writer = createWriter(options, complaints);

  return {
    offer: async (quotes) => {
      const written: Promise<void>[] = [];
      let good: Quote[] = [];
      for (const quote of quotes) {
        if (judge.leavesOut(quote)) continue;
        const judged = judge.judge(quote);
        if (judged.ok) {
          refused.endHalt(quote.symbol);
          good.push(judged.value);
          continue;
        }
        // Quotes before an invalid quote are appended before the halt. The next valid quote ends the halt.
        written.push(writer.write(good));
        good = [];
        const seen = `bid ${formatAmount(quote.bid)}, ask ${formatAmount(quote.ask)}, time ${quote.feedTimeMs}`;
        refused.add(judged.refusal.code, quote.symbol, {
          text: refusedText(quote),
          details: ` (${seen})`,
          ...(Number.isSafeInteger(quote.feedTimeMs) && { timeMs: quote.feedTimeMs }),
        });
      }
      written.push(writer.write(good));
      await Promise.all(written);
    },
    violation: (why, symbol, message = '') => refused.add(why, symbol ?? '', { text: message, details: '' }),
    ended: (symbols, why) => {
      for (const symbol of symbols) {
        refused.tell(symbol);
        options.tape.halt(symbol, { kind: 'halt', reason: 'feed_ended' });
      }
      options.report(`gate: the feed stopped for ${symbols.join(', ')}: ${why}`);
    },
    rejections: complaints.counts,
    heardMs: (symbol) =>
      writer.isWriting() ? options.wallNow() : Math.max(writer.slowUntilMs(), judge.heardMs(symbol) ?? 0),
    tellRefused: (all = false) => refused.tellDue(all),
  };
}

type Writer = {
  write(quotes: readonly Quote[]): Promise<void>;
  isWriting(): boolean;
  /** Returns the end of the last write that delayed the feed. */
  slowUntilMs(): number;
};

function createWriter(
  { tape, wallNow }: Pick<GateOptions, 'tape' | 'wallNow'>,
  complaints: Pick<Complaints, 'note'>,
): Writer {
  let writing = 0;
  let slowUntilMs = 0;
  return {
    write: async (quotes) => {
      const first = quotes[0];
      if (first === undefined) return;
      const beganMs = wallNow();
      writing += 1;
      const written = await tape.append(quotes);
      writing -= 1;
      if (wallNow() - beganMs > SLOW_WRITE_MS) slowUntilMs = wallNow();
      if (written) return;
      complaints.note('not_written', first.symbol, ` and ${quotes.length - 1} more`);
    },
    isWriting: () => writing > 0,
    slowUntilMs: () => slowUntilMs,
  };
}
