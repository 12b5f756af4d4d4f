/** Handlers of the calls for self-imposed limits, pauses, and country policies. */
import { parseAmount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { PROFILES } from '@candor/domain/policy/jurisdiction.ts';
import type { JurisdictionMode, Profile } from '@candor/domain/policy/jurisdiction.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { command, of } from '../../commands/command.ts';
import type { SubmissionOutcome } from '../../commands/command.ts';
import type { Submit } from '../../calls/submit.ts';
import type { Pool } from '../../db/pool.ts';
import type { Handlers } from '../../calls/handler.ts';
import { gateNeed } from '../../identity/gates.ts';
import { OWN_HISTORY_ID, ownHistories, ownLimits } from '../../identity/own-limits.ts';
import { decideLimit, decidePause, limitId, limitsView } from './rules.ts';
import type { LimitOrder, PauseOrder } from './rules.ts';
import { readOwn } from './store.ts';

export const setLimit = command({
  name: 'own_limits.set',
  gather: (order: LimitOrder) => ({
    rows: [
      { table: of(ownLimits), id: limitId(order) },
      { table: of(ownHistories), id: OWN_HISTORY_ID },
    ],
  }),
  decide: decideLimit,
});

export const pause = command({
  name: 'own_limits.pause',
  gather: (_: PauseOrder) => ({ rows: [gateNeed] }),
  decide: decidePause,
});

export type OwnLimitsDeps = {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly jurisdictions: JurisdictionMode;
  readonly now: () => number;
};

type OwnLimitsCall =
  | 'GET user/limits'
  | 'POST user/limit_set'
  | 'POST user/time_out'
  | 'POST user/self_exclude'
  | 'GET jurisdictions';

/**
 * Maximum number of attempts to change a limit. An attempt fails if its batch contains an earlier change by the same customer.
 */
const TRIES = 4;

export function ownLimitsHandlers(deps: OwnLimitsDeps): Pick<Handlers, OwnLimitsCall> {
  const { pool, submit, now } = deps;
  return {
    'GET user/limits': async (_, { customer }) => ok(limitsView(await readOwn(pool, customer), now())),
    'POST user/limit_set': async (body, context) => {
      const { kind, period } = body;
      const order: LimitOrder = {
        kind,
        period,
        amount: body.amount === '' ? null : (parseAmount(body.amount) ?? 0n),
      };
      const set = () => submit({ command: setLimit, input: order, body, context });
      return again(set);
    },
    'POST user/time_out': (body, context) => {
      const input: PauseOrder = { kind: 'time_out', length: body.hours };
      return submit({ command: pause, input, body, context });
    },
    'POST user/self_exclude': (body, context) => {
      const input: PauseOrder = { kind: 'self_exclusion', length: body.months };
      return submit({ command: pause, input, body, context });
    },
    'GET jurisdictions': async () => ok({ mode: deps.jurisdictions, profiles: PROFILES.map(profileView) }),
  };
}

async function again<Answer, Code extends string>(
  submitted: () => Promise<SubmissionOutcome<Answer, Code>>,
): Promise<SubmissionOutcome<Answer, Code>> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await submitted();
    if (outcome.ok || outcome.refusal.code !== 'busy' || attempt === TRIES) return outcome;
  }
}

function profileView(profile: Profile): CallOutput<'GET jurisdictions'>['profiles'][number] {
  const { countries, products, warnings, leverageMax, sources } = profile;
  return {
    profile: profile.name,
    countries: [...countries],
    products: [...products],
    warnings: [...warnings],
    leverage_max: Object.entries(leverageMax).map(([name, max]) => ({ class: name, max })),
    sources: sources.map((source) => ({ ...source })),
  };
}
