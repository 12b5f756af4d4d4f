/** Wire form of the published voids: sums by day, and a paginated list of gaps. Each page contains gaps of only one day. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pool } from '../../db/pool.ts';
import { LIMITS } from '../../limits.ts';
import { newestVoidMs, readVoidDays, readVoidGroups } from './voids.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import type { GapSide, VoidEffect, VoidGroup, VoidPlace } from './voids.ts';

type Voids = CallOutput<'GET transparency/voids'>;

/** The number of days whose sums are returned by default. */
const DAYS_SHOWN = 31;

/** The position at which a list continues: after a gap of its day, or at the newest day before a given time. */
export type VoidCursor = VoidPlace | { readonly beforeMs: number };

const PLACE = /^(\d{1,15})~([A-Z]{3,5}\/[A-Z]{3,5})~(strike|expiry)~(\d{1,18})$/;
const BEFORE = /^(\d{1,15})$/;

/** Parses a cursor returned as `next`. Returns undefined if the text is malformed. */
export function readCursor(text: string): VoidCursor | undefined {
  const before = BEFORE.exec(text);
  if (before !== null) return { beforeMs: Number(text) };
  const [, atMs, symbol, instant, beforeSeq] = PLACE.exec(text) ?? [];
  if (atMs === undefined || symbol === undefined || beforeSeq === undefined) return undefined;
  return {
    atMs: Number(atMs),
    symbol,
    instant: instant === 'strike' ? 'strike' : 'expiry',
    beforeSeq: BigInt(beforeSeq),
  };
}

const writePlace = ({ atMs, symbol, instant, before }: VoidGroup): string =>
  `${atMs}~${symbol}~${instant}~${before.seq}`;

export type VoidsRequest = {
  /** The start of the requested day, if any. */
  readonly dayMs: number | undefined;
  readonly cursor: VoidCursor | undefined;
  readonly marketNowMs: number;
};

export async function readVoidPage(pool: Pool, request: VoidsRequest): Promise<Voids> {
  const { dayMs } = request;
  const span =
    dayMs === undefined
      ? { fromMs: request.marketNowMs - DAYS_SHOWN * DAY_MS, toMs: LATER_THAN_ALL_MS }
      : { fromMs: dayMs, toMs: dayMs + DAY_MS };
  const [days, page] = await Promise.all([readVoidDays(pool, span), readGroups(pool, request)]);
  return {
    days: days.map(({ dayMs: ofDayMs, ...effect }) => ({ day: dayText(ofDayMs), ...effectView(effect) })),
    voids: page.groups.map((group) => ({
      symbol: group.symbol,
      instant: group.instant,
      before: sideView(group.before),
      after: sideView(group.after),
      at: Math.floor(group.atMs / 1000),
      ...effectView(group),
    })),
    next: page.next,
  };
}

/** The latest time that a JavaScript date can represent. */
const LATER_THAN_ALL_MS = 8_640_000_000_000_000;

async function readGroups(
  pool: Pool,
  { dayMs, cursor }: VoidsRequest,
): Promise<{ readonly groups: readonly VoidGroup[]; readonly next: string | null }> {
  const after = cursor !== undefined && 'symbol' in cursor ? cursor : undefined;
  const beforeMs = cursor !== undefined && 'beforeMs' in cursor ? cursor.beforeMs : LATER_THAN_ALL_MS;
  const inDayMs = dayMs ?? after?.atMs ?? (await newestVoidMs(pool, beforeMs));
  if (inDayMs === undefined) return { groups: [], next: null };
  const fromMs = startOfDay(inDayMs);
  const limit = LIMITS.http.pageRowsUsual;
  const found = await readVoidGroups(pool, { fromMs, toMs: fromMs + DAY_MS, after, limit: limit + 1 });
  const groups = found.slice(0, limit);
  const last = groups.at(-1);
  if (found.length > limit && last !== undefined) return { groups, next: writePlace(last) };
  const older = dayMs === undefined ? await newestVoidMs(pool, fromMs) : undefined;
  return { groups, next: older === undefined ? null : `${fromMs}` };
}

const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;
const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const sideView = ({ seq, timeMs, gap }: GapSide) => ({ seq: Number(seq), time_ms: timeMs, gap });

const effectView = ({ tickets, saved, cost, undecided }: VoidEffect) => ({
  tickets,
  saved_usdt: formatAmount(saved),
  cost_usdt: formatAmount(cost),
  undecided,
});
