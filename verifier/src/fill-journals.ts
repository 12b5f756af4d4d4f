/**
 * The journals of a fill, if the evidence file has them. Each must sum to zero in every currency, and the customer's part must
 * follow from price, fee and profit. Only the consistency of journals is checked, because they are not signed.
 */
import { divideUp, printDecimal, readDecimal } from './decimal.ts';
import type { ClosingFill, Fill, OpeningFill, SpotFill } from './fill.ts';
import type { Finding } from './findings.ts';
import { finding } from './findings.ts';
import type { Journal, Posting } from './journals.ts';
import { readJournals } from './journals.ts';
import type { Waited } from './waited.ts';

/** The journals of each kind of fill, oldest first. A closing also needs the journals of the opening and of added margin. */
const BOOKED: Readonly<Record<Fill['kind'], RegExp>> = {
  spot: /^(?:spot_buy|spot_sell|(?:spot_hold )?spot_convert|(?:spot_hold (?:spot_hold |spot_release )*)?spot_fill)$/,
  open: /^(?:contract_open|contract_hold (?:contract_hold |contract_release )*contract_fill)$/,
  close:
    /^(?:contract_open|contract_hold (?:contract_hold |contract_release )*contract_fill)(?: contract_margin| contract_close)* contract_close$/,
};
const OWN: ReadonlySet<string> = new Set([
  ...['spot', 'spot_frozen', 'contract', 'contract_frozen', 'promo', 'promo_frozen'],
]);
const FROZEN: ReadonlySet<string> = new Set(['contract_frozen', 'promo_frozen']);

type Compared = { readonly field: string; readonly derived: bigint; readonly found: bigint };

/** Returns findings about mismatches, with the number of the fill's entry. */
export function fillJournalViolations(given: unknown, fill: Fill, waited: Waited | undefined): Finding[] {
  const journals = readJournals(given);
  if (journals === undefined) return [finding('record_unreadable', null, { field: 'journals' })];
  const kinds = journals.map(({ kind }) => kind).join(' ');
  if (!BOOKED[fill.kind].test(kinds)) {
    const params = { field: 'journals', derived: fill.kind, found: kinds };
    return [finding('amount_differs', fill.tape_seq, params)];
  }
  const figures = [...sums(journals), ...figuresOf(journals, fill, waited)];
  return figures
    .filter(({ derived, found }) => derived !== found)
    .map(({ field, derived, found }) =>
      finding('amount_differs', fill.tape_seq, {
        field,
        derived: printDecimal(derived),
        found: printDecimal(found),
      }),
    );
}

function sums(journals: readonly Journal[]): Compared[] {
  return journals.flatMap(({ kind, postings }) =>
    [...new Set(postings.map(({ currency }) => currency))].map((currency) => ({
      field: `sum of ${kind} in ${currency}`,
      derived: 0n,
      found: total(postings.filter((one) => one.currency === currency)),
    })),
  );
}

function figuresOf(journals: readonly Journal[], fill: Fill, waited: Waited | undefined): Compared[] {
  switch (fill.kind) {
    case 'spot':
      return ofSpot(journals, fill);
    case 'open':
      return ofOpening(journals, fill);
    case 'close':
      return ofClosing(journals, fill, waited);
  }
}

/** Checks a spot fill, in which a coin is traded for USDT. For coin to coin, only the coin of the fill's leg is checked. */
function ofSpot(journals: readonly Journal[], fill: SpotFill): Compared[] {
  const [base, quote] = fill.symbol.split('/') as [string, string];
  const own = journals.flatMap(({ postings }) => postings).filter(({ account }) => OWN.has(account));
  const inCurrency = (currency: string): bigint => total(own.filter((one) => one.currency === currency));
  const sign = fill.side === 'buy' ? 1n : -1n;
  const coin = {
    field: `${base} of the customer`,
    derived: sign * of(fill.quantity),
    found: inCurrency(base),
  };
  const value = readDecimal(fill.value);
  const fee = readDecimal(fill.fee);
  const isConversion = journals.at(-1)?.kind === 'spot_convert';
  if (isConversion || value === undefined || fee === undefined) return [coin];
  return [
    coin,
    { field: `${quote} of the customer`, derived: -sign * value - fee, found: inCurrency(quote) },
  ];
}

/** Checks an opening. The frozen margin still belongs to the customer, so only the fee leaves the customer's accounts. */
function ofOpening(journals: readonly Journal[], fill: OpeningFill): Compared[] {
  const postings = journals.flatMap((journal) => journal.postings);
  const fee = readDecimal(fill.fee);
  const margin = readDecimal(fill.margin);
  return [
    ...(fee === undefined
      ? []
      : [{ field: 'fee that left the customer', derived: -fee, found: ownOf(postings) }]),
    ...(margin === undefined ? [] : [{ field: 'frozen margin', derived: margin, found: frozenOf(postings) }]),
  ];
}

/** Checks a closing, in which the customer loses at most the margin of the position. */
function ofClosing(journals: readonly Journal[], fill: ClosingFill, waited: Waited | undefined): Compared[] {
  const postings = journals.at(-1)?.postings ?? [];
  const released = -frozenOf(postings);
  const pnl = readDecimal(fill.pnl);
  const fee = readDecimal(fill.fee);
  const financing = readDecimal(fill.financing);
  const settled: Compared[] = [restOf(journals, fill)];
  if (pnl !== undefined && fee !== undefined && financing !== undefined) {
    const brought = pnl - fee - financing - of(fill.charge);
    const left = brought > -released ? brought : -released;
    const derived = left - of(fill.offset) - of(fill.owed);
    settled.push({ field: 'postings of the customer', derived, found: ownOf(postings) });
    const interest = total(postings.filter(({ account }) => account === 'interest'));
    if (!isShort(postings, pnl, left - brought)) {
      settled.push({ field: 'financing', derived: financing, found: interest });
    }
  }
  if (waited?.for !== 'close_out') return settled;
  return [...settled, ...ofCloseOut(journals, fill, { waited, released })];
}

/**
 * Whether the house paid this closing from more than its first account, in which case charges for the opposite side may be
 * included.
 */
function isShort(postings: readonly Posting[], pnl: bigint, shortfall: bigint): boolean {
  const gain = (account: string): bigint => total(postings.filter((one) => one.account === account));
  return (pnl > 0n && gain('trading') > -pnl) || (shortfall > 0n && gain('insurance') > -shortfall);
}

/**
 * Checks the frozen amount: what stays frozen belongs to the open part of the position, and is zero once everything is closed;
 * no more is released than was frozen.
 */
function restOf(journals: readonly Journal[], fill: ClosingFill): Compared {
  const found = frozenOf(journals.flatMap(({ postings }) => postings));
  const before = (fill.closed_before ?? []).reduce((sum, part) => sum + of(part), 0n);
  const isWhole =
    fill.opened_quantity !== undefined && of(fill.opened_quantity) === before + of(fill.quantity);
  return { field: 'rest of what was frozen', derived: isWhole || found < 0n ? 0n : found, found };
}

/** Returns the inputs of the liquidation trigger: the frozen margin, and the initial margin without the closed parts. */
function ofCloseOut(
  journals: readonly Journal[],
  fill: ClosingFill,
  { waited, released }: { readonly waited: Waited; readonly released: bigint },
): Compared[] {
  const opening = journals.filter(({ kind }) => kind !== 'contract_margin' && kind !== 'contract_close');
  let initial = frozenOf(opening.flatMap(({ postings }) => postings));
  let open = of(fill.opened_quantity ?? fill.quantity);
  for (const part of fill.closed_before ?? []) {
    if (open <= 0n) break;
    initial = divideUp(initial * (open - of(part)), open);
    open -= of(part);
  }
  const added = journals.findLast(({ kind }) => kind === 'contract_margin');
  const waiting = waited.waiting_margin;
  return [
    // Margin that is not in effect yet is the last addition, made by the pending change.
    ...(waiting === undefined
      ? []
      : [{ field: 'waiting margin', derived: frozenOf(added?.postings ?? []), found: of(waiting) }]),
    { field: 'open quantity', derived: open, found: of(fill.quantity) },
    { field: 'margin', derived: released, found: of(waited.margin) },
    { field: 'initial margin', derived: initial, found: of(waited.initial_margin) },
    {
      field: 'financing of the trigger',
      derived: of(fill.financing) + of(fill.charge),
      found: of(waited.financing),
    },
  ];
}

function of(text: string | undefined): bigint {
  return readDecimal(text) ?? 0n;
}

function total(postings: readonly Posting[]): bigint {
  return postings.reduce((sum, { amount }) => sum + amount, 0n);
}

function ownOf(postings: readonly Posting[]): bigint {
  return total(postings.filter(({ account }) => OWN.has(account)));
}

function frozenOf(postings: readonly Posting[]): bigint {
  return total(postings.filter(({ account }) => FROZEN.has(account)));
}
