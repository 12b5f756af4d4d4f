/**
 * The log's entries about interruptions by the platform: pauses of tapes, void tickets, and freezes of payouts and new trades.
 */

export type HaltEntry =
  | {
      readonly kind: 'pause';
      readonly symbol: string;
      readonly seq: number;
      readonly timeMs: number;
      readonly cause: string;
      /** Null for a silent feed. */
      readonly reason: string | null;
    }
  /** The first quote after a pause. */
  | { readonly kind: 'resume'; readonly symbol: string; readonly seq: number; readonly timeMs: number }
  | {
      readonly kind: 'void';
      readonly symbol: string;
      readonly instant: string;
      /** The last entry before the gap. */
      readonly beforeSeq: number;
      readonly atMs: number;
    }
  | {
      readonly kind: 'freeze';
      readonly number: number;
      readonly sinceMs: number;
      /** Null while it lasts. */
      readonly untilMs: number | null;
      readonly reason: string;
    };

const PART = '([^|]+)';
const WHOLE = '(0|[1-9]\\d{0,15})';
const forms = {
  pause: new RegExp(
    `^candor-pause-v1\\|${PART}\\|${WHOLE}\\|${WHOLE}\\|(gap|halt|reject)\\|(-|[a-z][a-z_]*)$`,
  ),
  resume: new RegExp(`^candor-resume-v1\\|${PART}\\|${WHOLE}\\|${WHOLE}$`),
  void: new RegExp(`^candor-void-v1\\|${PART}\\|(strike|expiry)\\|${WHOLE}\\|${WHOLE}$`),
  freeze: new RegExp(`^candor-freeze-v1\\|${WHOLE}\\|${WHOLE}\\|(-|[1-9]\\d{0,15})\\|(L\\d{1,3}|silence)$`),
};

/** Reads such an entry; undefined if it has none of their forms. */
export function readHaltEntry(text: string): HaltEntry | undefined {
  const pause = forms.pause.exec(text);
  if (pause !== null) {
    const [, symbol = '', seq, timeMs, cause = '', reason = ''] = pause;
    return {
      ...{ kind: 'pause', symbol, seq: Number(seq), timeMs: Number(timeMs), cause },
      reason: reason === '-' ? null : reason,
    };
  }
  const resume = forms.resume.exec(text);
  if (resume !== null) {
    const [, symbol = '', seq, timeMs] = resume;
    return { kind: 'resume', symbol, seq: Number(seq), timeMs: Number(timeMs) };
  }
  const made = forms.void.exec(text);
  if (made !== null) {
    const [, symbol = '', instant = '', beforeSeq, atMs] = made;
    return { kind: 'void', symbol, instant, beforeSeq: Number(beforeSeq), atMs: Number(atMs) };
  }
  const freeze = forms.freeze.exec(text);
  if (freeze === null) return undefined;
  const [, number, sinceMs, untilMs, reason = ''] = freeze;
  return {
    ...{ kind: 'freeze', number: Number(number), sinceMs: Number(sinceMs), reason },
    untilMs: untilMs === '-' ? null : Number(untilMs),
  };
}
