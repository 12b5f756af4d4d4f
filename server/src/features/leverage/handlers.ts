/** Customer calls for the leverage permission: its state with the questionnaire, and the application. */
import { ok } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { questionCodes, questionnaire } from '@candor/protocol/leverage/questionnaire.ts';
import { command, of } from '../../commands/command.ts';
import type { Submit } from '../../calls/submit.ts';
import type { Pool } from '../../db/pool.ts';
import type { Handlers } from '../../calls/handler.ts';
import { gateNeed } from '../../identity/gates.ts';
import { applicationView, decideApplication } from './rules.ts';
import type { Application } from './rules.ts';
import { permissionOf } from './store.ts';
import { leverApplications } from './tables.ts';

export type LeverageDeps = {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly jurisdictions: JurisdictionMode;
  readonly now: () => number;
};

const applyForLeverage = command({
  name: 'leverage.apply',
  gather: (_: Application) => ({
    rows: [gateNeed],
    open: [of(leverApplications)],
  }),
  decide: decideApplication,
});

const questions = questionCodes.map((code) => ({ code, answers: [...questionnaire[code]] }));

export function leverageHandlers({
  pool,
  submit,
  jurisdictions,
  now,
}: LeverageDeps): Pick<Handlers, 'GET lever/questionnaire' | 'POST lever/apply'> {
  return {
    'GET lever/questionnaire': async (_, { customer }) => {
      const permission = await permissionOf(pool, customer);
      if (permission === undefined)
        throw new Error(`expected a row for customer ${customer} with a session, found none`);
      return ok({
        ...applicationView(permission.newest),
        lever_enabled: permission.leverEnabled,
        questions,
      });
    },
    'POST lever/apply': (answers, context) =>
      submit({
        command: applyForLeverage,
        input: { answers, jurisdictions, nowMs: now() },
        body: answers,
        context,
      }),
  };
}
