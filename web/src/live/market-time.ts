/**
 * Detects that a demo's clock was set forward. Prices follow automatically. All other data that depends on the market's time is
 * refetched: sessions, the time of the next overnight charge, and the start of a chart.
 */
import type { QuoteTick } from '@candor/protocol/channels.ts';

/** The clock is set forward by at least an hour. A smaller distance between ticks may be due to latency. */
const JUMP_MS = 30 * 60_000;
/** The delay of the refetch, after which instruments whose trading resumed with the jump are quoted. */
const SETTLE_MS = 2000;

export type MarketTimeOptions = {
  readonly wallNow: () => number;
  readonly after: (waitMs: number, then: () => void) => void;
  readonly onJump: () => void;
};

/** Returns a function that must be called with every batch of ticks. */
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
