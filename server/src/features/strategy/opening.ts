/**
 * Creates the strategy's row at a platform's first start. The row begins with the next slot, so that no slot before the start is
 * booked. Pure.
 */
import { slotFrom } from '@candor/domain/fund/strategy.ts';
import { ok } from '@candor/domain/outcome.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import { put } from '../../commands/command.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { clockSeq, marketMs } from '../../commands/market-time.ts';
import { dueOf } from './booking.ts';
import { STRATEGY_ROW, strategyArming, strategyClocks } from './tables.ts';
import type { StrategyClock } from './tables.ts';

export type Opening = {
  /** Whether the strategy is simulated. Otherwise its results are reported under dual approval. */
  readonly simulated: boolean;
};

/** The day of the start is published too, with the result of what is left of it. */
export function decideOpening({ simulated }: Opening, facts: Facts): Decision<{ opened: boolean }, never> {
  if (facts.row(strategyClocks, STRATEGY_ROW) !== undefined) return ok({ answer: { opened: false } });
  const nowMs = marketMs(facts);
  const firstSlotMs = simulated ? slotFrom(nowMs) : null;
  const begun = { firstSlotMs, nextSlotMs: firstSlotMs, day: dayOf(nowMs) };
  const row: StrategyClock = {
    ...begun,
    result: 0n,
    balance: 0n,
    dueMs: dueOf(begun),
    version: 1,
    armedSeq: clockSeq(facts),
  };
  return ok({
    answer: { opened: true },
    puts: [put(strategyClocks, row)],
    armings: [strategyArming(row)],
  });
}
