/** Commands of recurring purchases, each with the facts that it needs and the rule that decides it. */
import { command, of } from '../../commands/command.ts';
import type { Pseudonym } from '../../commands/fields.ts';
import { standingNeed } from '../../identity/account-standing.ts';
import { gateNeed } from '../../identity/gates.ts';
import { tieNeed } from '../../operators/conflicts-of-interest.ts';
import { keptOperator } from '../../operators/recording.ts';
import { decideDue, purchaseOf } from './due.ts';
import type { BuyAtMarket, PlanFiring } from './due.ts';
import { decideHousePause } from './pausing.ts';
import type { HousePause } from './pausing.ts';
import { decideChange, decideDelete, decidePause, decidePlan, decideResume } from './rules.ts';
import type { NewPlan, PlanRef } from './rules.ts';
import { decideSettling } from './settling.ts';
import type { PurchaseFiring } from './settling.ts';
import { recurringPlans, recurringPurchases } from './tables.ts';

const planNeed = ({ id }: PlanRef) => ({ table: of(recurringPlans), id });

export const createPlan = command({
  name: 'recurring.create',
  gather: (_: NewPlan) => ({ rows: [gateNeed], openCounts: [of(recurringPlans)] }),
  decide: decidePlan,
});

export const changePlan = command({
  name: 'recurring.change',
  gather: (ref: PlanRef) => ({ rows: [planNeed(ref)] }),
  decide: decideChange,
});

export const pausePlan = command({
  name: 'recurring.pause',
  gather: (ref: PlanRef) => ({ rows: [planNeed(ref)] }),
  decide: decidePause,
});

export const resumePlan = command({
  name: 'recurring.resume',
  gather: (ref: PlanRef) => ({ rows: [planNeed(ref), gateNeed] }),
  decide: decideResume,
});

export const deletePlan = command({
  name: 'recurring.delete',
  gather: (ref: PlanRef) => ({ rows: [planNeed(ref)] }),
  decide: decideDelete,
});

export const pauseForHouse = command({
  name: 'recurring.house_pause',
  gather: (pause: HousePause) => ({ rows: [planNeed(pause), tieNeed] }),
  decide: decideHousePause,
  recording: {
    keep: ({ id, reason, operator }: HousePause, pseudonym: Pseudonym) => ({
      ...{ id, reason },
      operator: keptOperator(operator, pseudonym),
    }),
    read: (kept) => kept,
  },
});

/** The amount to spend is known only from the plan's row, but the facts that an order needs don't depend on the amount. */
export function fireWith(buy: BuyAtMarket) {
  return command({
    name: 'recurring.fire',
    gather: (firing: PlanFiring) => {
      const { rows = [], ...needs } = buy.gather(
        purchaseOf({ symbol: firing.entry.symbol, amount: 0n }, firing),
      );
      return { ...needs, rows: [...rows, planNeed(firing), standingNeed] };
    },
    decide: decideDue(buy),
  });
}

export function settleWith(buy: BuyAtMarket) {
  return command({
    name: 'recurring.settle',
    gather: ({ id }: PurchaseFiring) => ({ rows: [{ table: of(recurringPurchases), id }, buy.needOf(id)] }),
    decide: decideSettling(buy),
  });
}
