/** Verifies that the simulation's trades are exactly those that follow, for each slot, from the tape and the rule in `domain`. */
import { SLOT_MS, strategySymbols, tradesOfSlot } from '@candor/domain/fund/strategy.ts';
import type { StrategyTrade } from '@candor/domain/fund/strategy.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Pool } from '../../db/pool.ts';
import type { Breach } from '../../ledger/invariants.ts';
import { readReferences, readStrategy } from './store.ts';
import { asText } from '../../db/as-text.ts';

/** The number of slots in a day. */
const PAGE = 144;

/** Returns a violation for every slot whose booked trades differ from those that follow from the tape. */
export async function misbookedSlots(pool: Pick<Pool, 'query'>): Promise<Breach[]> {
  const row = await readStrategy(pool);
  const { firstSlotMs = null, nextSlotMs = null } = row ?? {};
  if (firstSlotMs === null || nextSlotMs === null) return [];
  const found: Breach[] = [];
  for (let fromMs = firstSlotMs; fromMs < nextSlotMs; fromMs += PAGE * SLOT_MS) {
    const count = Math.min(PAGE, (nextSlotMs - fromMs) / SLOT_MS);
    const slots = Array.from({ length: count }, (_, at) => fromMs + at * SLOT_MS);
    const references = await readReferences(pool, { slots, symbols: strategySymbols });
    const booked = await readBooked(pool, { fromMs, toMs: fromMs + count * SLOT_MS });
    for (const slotMs of slots) {
      const said = (booked.get(slotMs) ?? []).map(lineOf).toSorted();
      const due = tradesOfSlot(slotMs, references.get(slotMs) ?? [])
        .map(lineOf)
        .toSorted();
      if (said.join('\n') === due.join('\n')) continue;
      const detail = `slot ${new Date(slotMs).toISOString()}: booked [${said.join('; ')}], the tape says [${due.join('; ')}]`;
      found.push({ invariant: 'L12: each trade of the strategy follows from the tape', detail });
    }
  }
  // A single statement reads both tables, because slots may be booked at the same time.
  const { rows } = await pool.query<{ slot_ms: string }>(
    `select distinct t.slot_ms from strategy_trade t, strategy_clock c
      where t.slot_ms < c.first_slot_ms or t.slot_ms >= c.next_slot_ms`,
  );
  const stray = rows.map(({ slot_ms }) => ({
    invariant: 'L12: each trade of the strategy follows from the tape',
    detail: `slot ${slot_ms} was never booked`,
  }));
  return [...found, ...stray];
}

function lineOf({ symbol, quantity, buy, sell, result, tapeSeq }: StrategyTrade): string {
  const leg = (of: StrategyTrade['buy']) => `${of.venue} ${of.price} ${of.fee}`;
  return `${symbol} ${quantity}: ${leg(buy)}, ${leg(sell)} = ${result} at ${tapeSeq}`;
}

async function readBooked(
  pool: Pick<Pool, 'query'>,
  span: { readonly fromMs: number; readonly toMs: number },
): Promise<Map<number, StrategyTrade[]>> {
  const { rows } = await pool.query<Record<string, string>>({
    name: 'strategy-booked',
    text: 'select * from strategy_trade where slot_ms >= $1 and slot_ms < $2',
    values: [span.fromMs, span.toMs],
    types: asText,
  });
  const booked = new Map<number, StrategyTrade[]>();
  for (const row of rows) {
    const text = (name: string) => row[name] as string;
    const leg = (side: 'buy' | 'sell') => ({
      venue: text(`${side}_venue`),
      price: fromNumeric(text(`${side}_price`)),
      fee: fromNumeric(text(`${side}_fee`)),
    });
    const slotMs = Number(text('slot_ms'));
    const trade = {
      ...{ slotMs, symbol: text('symbol'), buy: leg('buy'), sell: leg('sell') },
      quantity: fromNumeric(text('quantity')),
      result: fromNumeric(text('result')),
      tapeSeq: BigInt(text('tape_seq')),
    };
    booked.set(slotMs, [...(booked.get(slotMs) ?? []), trade]);
  }
  return booked;
}
