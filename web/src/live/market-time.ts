/**
 * Notices that a demo's clock was set forward. Prices follow by themselves; what else hangs on the market's time, which
 * sessions are open, when the next night is charged, what a chart begins with, is then asked for anew.
 */
import type { QuoteTick } from '@candor/protocol/channels.ts';

/** The clock is set forward by an hour at least; ticks that come this far after one another were not merely late. */
const JUMP_MS = 30 * 60_000;
/** What trades again after the jump is quoted by then, so that one answer tells of all. */
const SETTLE_MS = 2000;

export type MarketTimeOptions = {
  readonly wallNow: () => number;
  readonly after: (waitMs: number, then: () => void) => void;
  readonly onJump: () => void;
};

/** Answers what is to be told of every batch of ticks. */
export function watchMarketTime({
  wallNow,
  after,
  onJump,
}: MarketTimeOptions): (ticks: readonly QuoteTick[]) => void {
  let newest: { readonly marketMs: number; readonly wallMs: number } | undefined;
  let settling = false;
  return (ticks) => {
    const wallMs = wallNow();
    const marketMs = ticks.reduce((latest, tick) => Math.max(latest, tick[5]), newest?.marketMs ?? 0);
    const ahead = newest === undefined ? 0 : marketMs - newest.marketMs - (wallMs - newest.wallMs);
    newest = { marketMs, wallMs };
    if (ahead < JUMP_MS || settling) return;
    settling = true;
    after(SETTLE_MS, () => {
      settling = false;
      onJump();
    });
  };
}
