/**
 * Where quotes come in. What comes while its market is closed is left out; the rest is judged by the guard, the good ones go
 * to the tape, of the others their hash does, and halts.
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

/** A write that takes longer has held the feed up. */
const SLOW_WRITE_MS = 500;

export type Gate = FeedSink & {
  /** How many quotes were refused, by symbol and reason. */
  rejections(): Rejections;
  /**
   * When the feed last told a symbol's price anew, by the wall; later where the house itself was slow to write what came, as
   * silence of the house is none of the feed's.
   */
  heardMs(symbol: string): number;
  /** Puts refused quotes on the tape that waited for others to be told with them; with `all`, however short they have. */
  tellRefused(all?: boolean): void;
};

export type GateOptions = JudgeOptions & { readonly tape: Pick<Tape, 'append' | 'halt'> };

/** Opens the gate on top of what the tape holds. */
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
        // What came before a bad quote is appended before the halt; what comes after it ends the halt.
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
      options.report(`the feed ended for ${symbols.join(', ')}: ${why}`);
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
  /** When the last write ended that held the feed up. */
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
