/** The statistics of fills, from the lines of the public list alone, to compare with those that a platform publishes. */
import { printDecimal } from '../decimal.ts';
import type { FillLine, PublicLine } from './lines.ts';

/** A row as `GET transparency/fill_quality` returns it. */
export type QualityRow = {
  readonly product: string;
  readonly symbol: string;
  readonly against: 'market' | 'level';
  readonly fills: number;
  readonly waited: number;
  readonly at: number;
  readonly better: Slips;
  readonly worse: Slips;
  readonly favour: Moves;
  readonly disfavour: Moves;
  readonly wait_p50_ms: number | null;
  readonly wait_p99_ms: number | null;
};
type Slips = {
  readonly count: number;
  readonly sum_bp: string;
  readonly mean_bp: string | null;
  readonly p99_bp: string | null;
};
type Moves = { readonly orders: number; readonly waited: number; readonly sum_bp: string };

const LEVELS = ['limit', 'take_profit', 'stop_loss', 'profit_lock'];

/** The UTC day of a line, like "2026-11-27". */
export const dayOf = ({ bookedMs }: PublicLine): string => new Date(bookedMs).toISOString().slice(0, 10);

/** Returns the rows of a day, by product, symbol and kind. */
export function qualityRows(lines: readonly PublicLine[]): QualityRow[] {
  const groups = new Map<string, FillLine[]>();
  for (const line of lines) {
    if (line.kind !== 'fill') continue;
    const kind = line.how === 'market' ? 'market' : LEVELS.includes(line.how) ? 'level' : undefined;
    if (kind === undefined || comparedWith(line) === undefined) continue;
    const key = `${line.product} ${line.symbol} ${kind}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, fills]) => rowOf(fills, key.endsWith('market') ? 'market' : 'level'));
}

function comparedWith({ how, quoted, level }: FillLine): bigint | undefined {
  const price = how === 'market' ? quoted : level;
  return price === null || price <= 0n ? undefined : price;
}

/** Positive if worse for the customer; a fraction of the price compared with, in units of 10⁻⁸, truncated towards zero. */
function slipOf(fill: FillLine): bigint {
  const against = comparedWith(fill) ?? 1n;
  const more = fill.side === 'buy' ? fill.price - against : against - fill.price;
  return (more * 100_000_000n) / against;
}

const hasWaited = ({ accepted, filled }: FillLine): boolean => accepted !== null && filled > accepted;

function rowOf(fills: readonly FillLine[], against: 'market' | 'level'): QualityRow {
  const slips = fills.map(slipOf);
  const isMarket = against === 'market';
  const delays = fills
    .filter(({ acceptedMs, entryMs }) => isMarket && acceptedMs !== null && entryMs !== null)
    .map((fill) => (hasWaited(fill) ? Math.max(0, (fill.entryMs ?? 0) - (fill.acceptedMs ?? 0)) : 0))
    .toSorted((one, other) => one - other);
  const moved = (towards: 'favour' | 'disfavour'): Moves => {
    const found = fills.filter((fill) => isMarket && moveOf(fill) === towards);
    const late = found.filter(hasWaited);
    return {
      orders: found.length,
      waited: late.length,
      sum_bp: bp(late.reduce((sum, fill) => sum + slipOf(fill), 0n)),
    };
  };
  return {
    ...{ product: fills[0]?.product ?? '', symbol: fills[0]?.symbol ?? '', against },
    ...{
      fills: fills.length,
      waited: fills.filter(hasWaited).length,
      at: slips.filter((slip) => slip === 0n).length,
    },
    better: slipsOf(slips.filter((slip) => slip < 0n).map((slip) => -slip)),
    worse: slipsOf(slips.filter((slip) => slip > 0n)),
    ...{ favour: moved('favour'), disfavour: moved('disfavour') },
    ...{ wait_p50_ms: ranked(delays, 50), wait_p99_ms: ranked(delays, 99) },
  };
}

function moveOf(fill: FillLine): 'favour' | 'disfavour' | undefined {
  const quoted = comparedWith(fill);
  if (fill.next === null || quoted === undefined || fill.next === quoted) return undefined;
  return fill.next < quoted === (fill.side === 'buy') ? 'favour' : 'disfavour';
}

function slipsOf(slips: readonly bigint[]): Slips {
  const sum = slips.reduce((total, slip) => total + slip, 0n);
  const p99 = ranked(
    slips.toSorted((one, other) => Number(one - other)),
    99,
  );
  return {
    ...{ count: slips.length, sum_bp: bp(sum) },
    mean_bp: slips.length === 0 ? null : bp(sum / BigInt(slips.length)),
    p99_bp: p99 === null ? null : bp(p99),
  };
}

/** The smallest value that at least this percentage of the values do not exceed. */
function ranked<Value>(sorted: readonly Value[], percent: number): Value | null {
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? null;
}

/** A unit is 10⁻⁴ of a basis point. */
const bp = (units: bigint): string => printDecimal(units * 10_000n);
