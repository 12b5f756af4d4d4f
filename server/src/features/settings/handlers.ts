/** Handlers of the settings calls: credit score, notifications, closing the account, and the data export. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import type { Submit } from '../../calls/submit.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CallAnswer, CallContext, Handlers } from '../../calls/handler.ts';
import type { Confirmation } from '../../identity/factors/confirmation.ts';
import { choicesView, isChoosable, isTopic } from '../../identity/mail/choices.ts';
import { foldName } from '../../identity/names.ts';
import { noteEvent } from '../../identity/security-events.ts';
import type { Sessions } from '../../identity/sessions/sessions.ts';
import type { ExportSection } from '../../platform/feature.ts';
import { closeAccount } from './closing.ts';
import type { ClosingTerms } from './closing.ts';
import { creditView } from './credit.ts';
import { exportOf } from './export.ts';
import { creditOf, isOwnName, keepNoticeChoice, noticeChoicesOf } from './store.ts';

export type SettingsDeps = {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly sessions: Pick<Sessions, 'end' | 'forget'>;
  readonly confirmation: Pick<Confirmation, 'check'>;
  readonly now: () => number;
  readonly closing: ClosingTerms;
  readonly exportParts: readonly ExportSection[];
  /** The account names of the example customers. Their accounts can't be closed, because all visitors share them. */
  readonly examples: readonly string[];
};

type SettingsCalls =
  | 'GET user/credit'
  | 'GET user/notice_choices'
  | 'POST user/notice_choice'
  | 'POST user/close'
  | 'POST user/export';

export function settingsHandlers(deps: SettingsDeps): Pick<Handlers, SettingsCalls> {
  const { pool } = deps;
  const close = closeAccount(deps.closing);
  return {
    'GET user/credit': async (_, { customer }) => ok(creditView(await creditOf(pool, customer))),
    'GET user/notice_choices': async (_, { customer }) =>
      ok(choicesView(await noticeChoicesOf(pool, customer))),
    'POST user/notice_choice': async (choice, { customer }) => {
      if (!isTopic(choice.topic)) return refuse('parameter_wrong', { field: 'topic' });
      const before = await noticeChoicesOf(pool, customer);
      if (!isChoosable(choice, before)) return refuse('state_abnormal', { field: 'topic' });
      await keepNoticeChoice(pool, { customer, choice });
      return ok(choicesView(await noticeChoicesOf(pool, customer)));
    },
    'POST user/close': (input, context) => closing(deps, close, { input, context }),
    'POST user/export': (input, context) => exporting(deps, input, context),
  };
}

/**
 * Checks the account's name and the confirmation before it executes the command. Sessions are ended in a later transaction. If
 * the process crashes in between, the sessions are refused anyway because the account is closed.
 */
async function closing(
  deps: SettingsDeps,
  command: ReturnType<typeof closeAccount>,
  { input, context }: { readonly input: CallInput<'POST user/close'>; readonly context: CallContext },
): Promise<CallAnswer<'POST user/close'>> {
  const { pool, confirmation, sessions } = deps;
  const { customer } = context;
  const { account, ...given } = input;
  if (!(await isOwnName(pool, { customer, account }))) {
    return refuse('parameter_wrong', { field: 'account' });
  }
  if (deps.examples.includes(foldName(account))) return refuse('feature_off');
  const violation = await confirmation.check(customer, given, context);
  if (violation !== undefined) return violation;
  const nowMs = deps.now();
  const closed = await deps.submit({ command, input: { nowMs }, body: { account }, context });
  if (!closed.ok) return closed;
  const ended = await inTransaction(pool, (connection) => sessions.end(connection, { customer }));
  sessions.forget(ended);
  return ok({});
}

async function exporting(
  deps: SettingsDeps,
  given: CallInput<'POST user/export'>,
  context: CallContext,
): Promise<CallAnswer<'POST user/export'>> {
  const { customer, agent, address } = context;
  const violation = await deps.confirmation.check(customer, given, context);
  if (violation !== undefined) return violation;
  const nowMs = deps.now();
  const made = await exportOf(deps.pool, { customer, nowMs, parts: deps.exportParts });
  await noteEvent(deps.pool, { customer, kind: 'data_exported', nowMs, agent, address });
  return ok(made);
}
