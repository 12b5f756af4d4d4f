/** Handlers of the calls for recurring purchases. They turn requests into commands, and return plans with their purchases. */
import type { ContractInstrument, InstrumentAt } from '@candor/domain/market/instrument.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { CallContext, Handlers } from '../../calls/handler.ts';
import type { Submit } from '../../calls/submit.ts';
import { cursorOf, noCursor, pageOf, placeOf, shownOf } from '../../calls/paging.ts';
import { periodOf } from '../../calls/period.ts';
import type { Pool } from '../../db/pool.ts';
import { changePlan, createPlan, deletePlan, pausePlan, resumePlan } from './commands.ts';
import { readFirstDay, readTerms } from './rules.ts';
import type { PlanAnswer } from './rules.ts';
import { plansOf, purchasesOf } from './store.ts';
import { planView, purchaseView } from './view.ts';
import { limits } from './limits.ts';

export type RecurringDeps = {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly instruments: ReadonlyMap<string, ContractInstrument>;
  readonly termsAt: InstrumentAt;
  readonly jurisdictions: JurisdictionMode;
  readonly marketNow: () => number;
};

type RecurringList = 'GET recurring/plans' | 'GET recurring/purchases';
type RecurringCommand =
  | 'POST recurring/create'
  | 'POST recurring/change'
  | 'POST recurring/pause'
  | 'POST recurring/resume'
  | 'POST recurring/delete';

const nobodys = refuse('not_found', { field: 'id' });
const isId = (id: string): boolean => /^\d{1,18}$/.test(id);

export function recurringHandlers(deps: RecurringDeps): Pick<Handlers, RecurringList | RecurringCommand> {
  const { submit, instruments, termsAt, jurisdictions, marketNow } = deps;
  return {
    ...listHandlers(deps),

    'POST recurring/create': async (body, context) => {
      const instrument = instruments.get(body.symbol);
      if (instrument === undefined || !instrument.spot || instrument.quote !== 'USDT')
        return refuse('pair_not_found', { field: 'symbol' });
      const wanted = readTerms(body);
      if (!wanted.ok) return wanted;
      const firstDay = readFirstDay(body.first_day, marketNow());
      if (!firstDay.ok) return firstDay;
      const input = { ...wanted.value, instrument, termsAt, jurisdictions, firstDayMs: firstDay.value };
      return shownAfter(deps, context, await submit({ command: createPlan, input, body, context }));
    },

    'POST recurring/change': async (body, context) => {
      if (!isId(body.id)) return nobodys;
      const wanted = readTerms(body);
      if (!wanted.ok) return wanted;
      const input = { ...wanted.value, id: BigInt(body.id), instruments, termsAt };
      return shownAfter(deps, context, await submit({ command: changePlan, input, body, context }));
    },

    'POST recurring/pause': async (body, context) => {
      if (!isId(body.id)) return nobodys;
      const input = { id: BigInt(body.id) };
      return shownAfter(deps, context, await submit({ command: pausePlan, input, body, context }));
    },

    'POST recurring/resume': async (body, context) => {
      if (!isId(body.id)) return nobodys;
      const input = { id: BigInt(body.id), jurisdictions };
      return shownAfter(deps, context, await submit({ command: resumePlan, input, body, context }));
    },

    'POST recurring/delete': async (body, context) => {
      if (!isId(body.id)) return nobodys;
      const done = await submit({ command: deletePlan, input: { id: BigInt(body.id) }, body, context });
      return done.ok ? ok({}) : done;
    },
  };
}

function listHandlers({
  pool,
  marketNow,
}: Pick<RecurringDeps, 'pool' | 'marketNow'>): Pick<Handlers, RecurringList> {
  return {
    'GET recurring/plans': async (_, { customer }) =>
      ok({
        items: (await plansOf(pool, { book: customer })).map(planView),
        max: limits.plansMax,
        late_seconds: limits.lateMs / 1000,
        now: Math.floor(marketNow() / 1000),
      }),

    'GET recurring/purchases': async ({ id, symbol, kind, ...asked }, { customer }) => {
      if (id !== undefined && !isId(id)) return nobodys;
      const period = periodOf(asked);
      if (!period.ok) return period;
      const place = placeOf(asked.cursor, 2);
      if (place === null) return noCursor;
      const shown = shownOf(asked.limit);
      const found = await purchasesOf(pool, {
        ...{ book: customer, plan: id === undefined ? undefined : BigInt(id), symbol, kind },
        ...{ period: period.value, below: place, limit: shown },
      });
      const { rows, next } = pageOf(found, {
        shown,
        place: ({ purchase }) => cursorOf(BigInt(purchase.dueMs), purchase.id),
      });
      return ok({ items: rows.map(purchaseView), next });
    },
  };
}

/** Returns the plan after a command, or "not found" if it was deleted in the meantime. */
async function shownAfter<Code extends string>(
  { pool }: Pick<RecurringDeps, 'pool'>,
  { customer }: Pick<CallContext, 'customer'>,
  done: Outcome<PlanAnswer, Code>,
) {
  if (!done.ok) return done;
  const [found] = await plansOf(pool, { book: customer, id: BigInt(done.value.id) });
  return found === undefined ? nobodys : ok(planView(found));
}
