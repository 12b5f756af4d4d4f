/** Console calls for leverage: the application with its concerns, and the verdict. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { ConsoleInput, ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Pool } from '../../db/pool.ts';
import type { ConsoleHandlers } from '../../calls/console-handler.ts';
import { actOnce } from '../../operators/act.ts';
import { decideLeverage } from './operator-commands.ts';
import { assess } from './rules.ts';
import type { Verdict } from './rules.ts';
import { openLeveragedTrades, permissionOf } from './store.ts';
import type { LeverApplicationRow } from './tables.ts';

export type LeverageConsoleDeps = { readonly pool: Pool; readonly now: () => number };

export function leverageConsoleHandlers({
  pool,
  now,
}: LeverageConsoleDeps): Pick<ConsoleHandlers, 'GET leverage' | 'POST leverage_decide'> {
  const decide = decideLeverage(openLeveragedTrades);
  return {
    'GET leverage': async ({ customer: id }) => {
      const customer = BigInt(id);
      const permission = await permissionOf(pool, customer);
      if (permission === undefined) return refuse('user_not_found');
      const { account, leverEnabled, newest } = permission;
      return ok({
        account,
        enabled: leverEnabled,
        open_trades: await openLeveragedTrades(pool, customer),
        application: newest === undefined ? null : applicationView(newest),
      });
    },

    'POST leverage_decide': async (body, { operator, idempotencyKey }) => {
      const verdict = verdictOf(body);
      if (verdict === undefined)
        return refuse('parameter_missing', { field: 'reason', params: { field: 'reason' } });
      const customer = BigInt(body.customer);
      const sent = { call: 'leverage_decide', book: customer, body, idempotencyKey };
      return actOnce({ pool, operator, now, sent }, decide, { customer, id: body.id, verdict });
    },
  };
}

/** Returns undefined if a reason is required and missing. */
function verdictOf({ verdict, reason, note }: ConsoleInput<'POST leverage_decide'>): Verdict | undefined {
  if (verdict === 'approve') return { kind: 'approve', note };
  return reason === undefined ? undefined : { kind: verdict, reason, note };
}

function applicationView(
  newest: LeverApplicationRow,
): NonNullable<ConsoleOutput<'GET leverage'>['application']> {
  const { id, status, reason, submittedMs, decidedMs, answers } = newest;
  const judged = answers === null ? undefined : assess(answers);
  return {
    id: id.toString(),
    status,
    reason,
    submitted_at: secondsOf(submittedMs),
    decided_at: secondsOf(decidedMs),
    answers,
    quiz_right: judged?.quizRight ?? null,
    concerns: judged === undefined ? [] : [...judged.concerns],
  };
}

const secondsOf = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms / 1000));
