/**
 * Keeps the house accounts from promising more than they can pay. Counters hold the loss that open positions would cause under
 * stress, and each new position is checked against limits on those counters.
 */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { refuse } from '@candor/domain/outcome.ts';
import {
  coverBounds,
  coveredQuantity,
  coverLeft,
  isRoomy,
  stressLoss,
} from '@candor/domain/trading/cover.ts';
import type { PositionSide } from '@candor/domain/trading/contract.ts';
import { amount, key } from '../commands/fields.ts';
import { of } from '../commands/command.ts';
import type { Command, Count, Decision, Effects, Facts, Needs } from '../commands/command.ts';
import { view } from '../commands/table.ts';
import { factoredSymbols, listingOf } from '../quotes/catalogue.ts';
import { PAYERS } from './payer.ts';
import { positions } from './tables.ts';
import type { PositionRow } from './tables.ts';

function coverCounter(symbol: string, side: PositionSide): string {
  return `cover:${symbol}:${side}`;
}

/** The house accounts' funds for paying positions, and how much of them is committed. The view is only read. */
export const houseCovers = view('house_cover', {
  ...key,
  funds: amount(),
  owed: amount(),
  openProfit: amount(),
});

const COVER_ID = 0n;
const SIDES: readonly PositionSide[] = ['long', 'short'];

/** Facts that commands need in addition if they open a position. */
export const coverRow: NonNullable<Needs['rows']>[number] = { table: of(houseCovers), id: COVER_ID };
export const coverTallies: readonly string[] = factoredSymbols.flatMap(({ symbol }) =>
  SIDES.map((side) => coverCounter(symbol, side)),
);

/**
 * Returns undefined if a position of this size is covered. Otherwise returns a refusal with the largest quantity that would be
 * accepted.
 */
export function coverViolation(
  instrument: ContractInstrument,
  wanted: {
    readonly side: PositionSide;
    readonly quantity: Amount;
    readonly price: Amount;
    readonly rate: Amount;
  },
  facts: Facts,
) {
  const house = facts.row(houseCovers, COVER_ID);
  if (house === undefined) throw new Error('expected the cover to be gathered, found none');
  const short = (max: Amount) =>
    refuse('liquidity_insufficient', { field: 'quantity', params: { max: formatAmount(max) } });
  if (house.owed > 0n) return short(0n);
  const { symbol } = instrument;
  const bounds = coverBounds(
    { symbol, side: wanted.side },
    {
      cover: house.funds - house.openProfit,
      symbols: factoredSymbols,
      counted: (counted, side) => facts.tally(coverCounter(counted, side)),
    },
  );
  const adding = stressLoss(instrument, wanted);
  if (isRoomy(bounds, adding)) return undefined;
  facts.countAlone();
  const left = coverLeft(bounds);
  if (adding <= left) return undefined;
  const most = coveredQuantity(instrument, { price: wanted.price, rate: wanted.rate, left });
  return short(most < instrument.contractMin ? 0n : most);
}

/** The amount promised at the current heads, and the funds to pay it with. The view is only read. */
const housePromised = view('house_promised', { ...key, funds: amount(), promised: amount() });

/**
 * The fact that commands need if they take money out of the house accounts that pay positions. The row is in the house's book.
 */
export const promisedRow: NonNullable<Needs['rows']>[number] = { table: of(housePromised), id: COVER_ID };

/** Whether the accounts that pay positions can still keep their promises after this amount is paid out. */
export function keepsPromises(leaving: Amount, facts: Facts): boolean {
  const house = facts.row(housePromised, COVER_ID);
  return house !== undefined && house.funds - leaving >= house.promised;
}

/** Whether a house account pays positions in the given currency. */
export function paysPositions(account: string, currency: string): boolean {
  return currency === 'USDT' && PAYERS.some((payer) => payer === account);
}

/** Returns the stress loss of a row, which is zero if the row isn't open. */
function stressOf(row: PositionRow | undefined): Amount {
  if (row === undefined || row.entryPrice === null || row.openQuantity === 0n) return 0n;
  const listing = listingOf(row.symbol);
  if (listing === undefined) throw new Error(`expected a listing of ${row.symbol}, found none`);
  const { openQuantity: quantity, entryPrice: price, rate } = row;
  return stressLoss(listing.instrument, { quantity, price, rate });
}

/** Adds to the effects the counter changes for the position rows that they write. */
export function withCover<Written extends Pick<Effects<unknown>, 'puts' | 'counts'>>(
  effects: Written,
  facts: Facts,
): Written {
  const counts: Count[] = [];
  for (const { table, row } of effects.puts ?? []) {
    if (table !== of(positions)) continue;
    const after = row as PositionRow;
    const by = stressOf(after) - stressOf(facts.row(positions, after.id));
    if (by !== 0n) counts.push({ counter: coverCounter(after.symbol, after.side), by });
  }
  return counts.length === 0 ? effects : { ...effects, counts: [...(effects.counts ?? []), ...counts] };
}

/** Wraps a rule so that the position rows that it writes are counted. */
export function countingCover<Input, Answer, Code extends string>(
  decide: Command<Input, Answer, Code>['decide'],
): Command<Input, Answer, Code>['decide'] {
  return (input, facts): Decision<Answer, Code> => {
    const decided = decide(input, facts);
    return decided.ok ? { ok: true, value: withCover(decided.value, facts) } : decided;
  };
}
