/** Counts each quote that the gate rejects, and reports rejections at intervals. */

/** The interval between reports per symbol and reason, so that a feed that sends only invalid quotes does not flood the log. */
const REPORT_EVERY_MS = 10_000;

export type Rejections = ReadonlyMap<string, ReadonlyMap<string, number>>;

export type ComplaintsOptions = {
  readonly wallNow: () => number;
  readonly report: (text: string) => void;
};

export type Complaints = {
  count(why: string, symbol: string): void;
  /** Counts a rejection, and reports it unless the same rejection was reported recently. */
  note(why: string, symbol: string, details: string): void;
  counts(): Rejections;
};

export function createComplaints({ wallNow, report }: ComplaintsOptions): Complaints {
  const counts = new Map<string, Map<string, number>>();
  const reportedAt = new Map<string, number>();

  const count = (why: string, symbol: string): void => {
    const ofSymbol = counts.get(symbol) ?? new Map<string, number>();
    counts.set(symbol, ofSymbol.set(why, (ofSymbol.get(why) ?? 0) + 1));
  };
  return {
    count,
    note: (why, symbol, details) => {
      count(why, symbol);
      const key = `${symbol} ${why}`;
      const now = wallNow();
      if (now - (reportedAt.get(key) ?? -Infinity) < REPORT_EVERY_MS) return;
      reportedAt.set(key, now);
      report(`gate: rejected a quote of ${symbol || 'an unknown symbol'}: ${why}${details}`);
    },
    counts: () => counts,
  };
}
