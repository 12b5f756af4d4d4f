/**
 * Checks the conversion rates and the overnight financing of a position against the published entries that they name. A rate
 * is the `last` of the entry that was the newest of the rate's tape at the time. Financing is charged at the first entry after
 * midnight, on the quantity that was open.
 */
import type { Lookup } from './beside.ts';
import type { TapeEntry } from './chain.ts';
import { ONE, divideUp, printDecimal, readDecimal } from './decimal.ts';
import type { ClosingFill, Fill, Night } from './fill.ts';
import type { Finding } from './findings.ts';
import { finding } from './findings.ts';
import { DAY_MS, HOUR_MS } from './time.ts';

/** Currencies whose unit is treated as one USDT. */
const AT_PAR: ReadonlySet<string> = new Set(['USDT', 'USD']);
/** The maximum difference between the clocks of two machines, in milliseconds. */
const CLOCKS_DIFFER_MS = 2000;
/**
 * The time in milliseconds, from the start of an hour, within which the previous rate is accepted even if no entry follows it.
 * A rate is published with the first entry of an hour.
 */
const LATE_MS = 60_000;

/** Returns the symbol of an instrument's conversion rate; undefined if the quote currency needs none. */
export function rateSymbolOf(symbol: string): string | undefined {
  const currency = symbol.split('/')[1] ?? '';
  return AT_PAR.has(currency) ? undefined : `${currency}/USDT`;
}

type Named = { readonly rate?: string | undefined; readonly rate_seq?: number | null | undefined };

/** Returns every conversion rate that a fill names. */
function ratesNamed(fill: Fill): readonly Named[] {
  if (fill.kind === 'spot') return [];
  const placed = fill.kind === 'open' ? { rate: fill.placed_rate, rate_seq: fill.placed_rate_seq } : {};
  const nights = fill.kind === 'close' ? (fill.nights ?? []) : [];
  return [fill, placed, ...nights].filter(({ rate_seq: seq }) => typeof seq === 'number');
}

/**
 * Returns the additional entries on which a fill depends. The entry after the newest rate proves that there was no newer rate.
 */
export function entriesBeside(
  fill: Fill,
): readonly { readonly symbol: string; readonly first: number; readonly last: number }[] {
  const rates = ratesNamed(fill).map(({ rate_seq: seq }) => Number(seq));
  const rateSymbol = rateSymbolOf(fill.symbol);
  const own = fill.kind === 'close' ? [...(fill.nights ?? []).map(({ seq }) => seq), fill.entry_seq] : [];
  const elsewhere = own.filter((seq): seq is number => seq !== undefined && seq !== fill.tape_seq);
  return [
    ...(rateSymbol === undefined || rates.length === 0
      ? []
      : [{ symbol: rateSymbol, first: Math.min(...rates), last: Math.max(...rates) + 1 }]),
    ...[...new Set(elsewhere)].map((seq) => ({ symbol: fill.symbol, first: seq, last: seq })),
  ];
}

/** Returns the violations in the rates, financing and opening that a fill names. */
export function rateViolations(fill: Fill, entry: TapeEntry, lookup: Lookup): Finding[] {
  if (fill.kind === 'spot') return [];
  const accepted = fill.accepted_ms ?? entry.time_ms;
  const during = { from: entry.time_ms, to: Math.max(entry.time_ms, accepted) };
  const own = rateViolation(fill, fill, { during, lookup });
  if (fill.kind === 'close')
    return [...own, ...openingViolations(fill, lookup), ...nightViolations(fill, entry, lookup)];
  if (fill.placed_rate === undefined) return own;
  const placed = { rate: fill.placed_rate, rate_seq: fill.placed_rate_seq };
  return [...own, ...rateViolation(fill, placed, { during: { from: accepted, to: accepted }, lookup })];
}

/** Checks that a rate matches its entry, and that this entry was the newest of its tape at some time within a range. */
function rateViolation(
  { symbol, tape_seq: tapeSeq }: Fill,
  { rate, rate_seq: rateSeq }: Named,
  {
    during,
    lookup,
  }: { readonly during: { readonly from: number; readonly to: number }; readonly lookup: Lookup },
): Finding[] {
  const rateSymbol = rateSymbolOf(symbol);
  if (rateSymbol === undefined) {
    return rate === undefined || rate === '1' ? [] : [differs(tapeSeq, { derived: '1', found: rate })];
  }
  if (rate === undefined || typeof rateSeq !== 'number')
    return [finding('rate_missing', tapeSeq, { symbol: rateSymbol })];
  const published = lookup.entry(rateSymbol, rateSeq);
  if (published === undefined) return [];
  const value = published.last === rate ? [] : [differs(rateSeq, { derived: published.last, found: rate })];
  const next = lookup.optional(rateSymbol, rateSeq + 1);
  const endMs = next?.time_ms ?? (Math.floor(published.time_ms / HOUR_MS) + 1) * HOUR_MS + LATE_MS;
  const counted = published.time_ms <= during.to + CLOCKS_DIFFER_MS && endMs > during.from - CLOCKS_DIFFER_MS;
  if (!counted && next === undefined && published.time_ms <= during.to + CLOCKS_DIFFER_MS) {
    lookup.lacking.push(finding('rate_not_closed', rateSeq, { symbol: rateSymbol }));
    return value;
  }
  return counted ? value : [...value, finding('rate_not_current', rateSeq, { symbol: rateSymbol })];
}

function differs(seq: number, figures: { readonly derived: string; readonly found: string }): Finding {
  return finding('price_differs', seq, { field: 'rate', ...figures });
}

/** Checks that the price from which the profit is computed is that of the opening entry. */
function openingViolations(fill: ClosingFill, lookup: Lookup): Finding[] {
  const { entry_seq: seq, entry_price: found, opened_ms: openedMs } = fill;
  if (seq === undefined || found === undefined) return [];
  const opened = lookup.entry(fill.symbol, seq);
  if (opened === undefined) return [];
  const derived = fill.side === 'long' ? opened.ask : opened.bid;
  return [
    ...(opened.gap === true ? [finding('fill_on_gap', seq)] : []),
    ...(derived === found ? [] : [finding('price_differs', seq, { field: 'entry_price', derived, found })]),
    ...(openedMs === undefined || openedMs >= opened.time_ms - CLOCKS_DIFFER_MS
      ? []
      : [wrong(seq, 'opened_ms', [String(opened.time_ms), String(openedMs)])]),
  ];
}

/**
 * Checks that every midnight between the opening and the fill was charged, each at the rate and on the open quantity of that
 * time, and recomputes the part settled by the fill.
 */
function nightViolations(fill: ClosingFill, entry: TapeEntry, lookup: Lookup): Finding[] {
  const { nights, financing, opened_ms: openedMs } = fill;
  if (financing === undefined) return [];
  if (nights === undefined || openedMs === undefined) {
    return financing === '0' ? [] : [wrong(fill.tape_seq, 'nights', ['every night', 'none'])];
  }
  const findings: Finding[] = [];
  let due = 0n;
  let open = of(fill.opened_quantity ?? fill.quantity);
  let chargedMs = openedMs;
  const before = (fill.closed_before ?? []).map((quantity, at) => ({
    quantity: of(quantity),
    seq: fill.closed_before_seq?.[at] ?? 0,
  }));
  const settle = (upTo: number): void => {
    for (let first = before[0]; first !== undefined && first.seq < upTo; first = before[0]) {
      before.shift();
      if (open > 0n) due -= divideUp(due * first.quantity, open);
      open -= first.quantity;
    }
  };
  for (const night of nights) {
    settle(night.seq);
    findings.push(...nightViolation(fill, night, { open, chargedMs, lookup }));
    due += of(night.amount);
    chargedMs = Math.max(chargedMs, night.time_ms);
  }
  settle(Infinity);
  if (dayOf(entry.time_ms) > dayOf(chargedMs)) {
    findings.push(wrong(entry.seq, 'nights', [String(dayOf(entry.time_ms)), String(dayOf(chargedMs))]));
  }
  const derived = open <= 0n ? 0n : divideUp(due * of(fill.quantity), open);
  if (derived !== of(financing)) {
    findings.push(wrong(entry.seq, 'financing', [printDecimal(derived), financing]));
  }
  return findings;
}

function nightViolation(
  fill: ClosingFill,
  night: Night,
  now: { readonly open: bigint; readonly chargedMs: number; readonly lookup: Lookup },
): Finding[] {
  const { open, chargedMs, lookup } = now;
  const entry = lookup.entry(fill.symbol, night.seq);
  if (entry === undefined) return [];
  const passed = dayOf(entry.time_ms) - dayOf(chargedMs);
  const during = {
    from: entry.time_ms,
    to: Math.max(entry.time_ms, night.seq === fill.tape_seq ? (fill.accepted_ms ?? 0) : 0),
  };
  const size = of(fill.contract_size) * of(fill.entry_price) * of(night.rate);
  const notional = divideUp(open * size, ONE ** 3n);
  const amount = BigInt(Math.max(0, passed)) * divideUp(notional * of(fill.financing_rate), ONE);
  const figures: readonly (readonly [string, string, string])[] = [
    ['time_ms', String(entry.time_ms), String(night.time_ms)],
    ['nights', String(passed), String(night.nights)],
    ['quantity', printDecimal(open), night.quantity],
    ['amount', printDecimal(amount), night.amount],
  ];
  return [
    ...(entry.gap === true ? [finding('fill_on_gap', night.seq)] : []),
    ...rateViolation(fill, night, { during, lookup }),
    ...figures
      .filter(([, derived, found]) => derived !== found)
      .map(([field, derived, found]) => wrong(night.seq, `${field} of a night`, [derived, found])),
  ];
}

function wrong(seq: number, field: string, [derived, found]: readonly [string, string]): Finding {
  return finding('amount_differs', seq, { field, derived, found });
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}

function of(text: string | undefined): bigint {
  return readDecimal(text) ?? 0n;
}
