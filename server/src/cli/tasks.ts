/** Executes each command of the operators' command line for an operator who is logged in, and returns the text to print. */
import { texts } from '@candor/protocol/texts/en.ts';
import type { Pool } from '../db/pool.ts';
import { clockForward, showClock } from '../features/demo/clock.ts';
import { decideLeverage } from '../features/leverage/operator-commands.ts';
import { assess } from '../features/leverage/rules.ts';
import { openLeveragedTrades, permissionOf, waitingApplications } from '../features/leverage/store.ts';
import type { LeverApplicationRow } from '../features/leverage/tables.ts';
import { FailedAttempts } from '../identity/secrets/failed-attempts.ts';
import { foldName } from '../identity/names.ts';
import { listVerifications, runCustomerTask } from './customer-tasks.ts';
import type { OperatorTask } from './line.ts';
import { said, when } from './sayings.ts';
import type { TaskDeps, TaskResult } from './sayings.ts';
import { act } from '../operators/act.ts';
import { newestRecords } from '../operators/audit.ts';
import { unlockOperator } from '../operators/unlocking.ts';

/**
 * Executes a task. The caller itself executes adding and confirming an operator, because these also need the vault and a
 * password.
 */
export async function runTask(
  deps: TaskDeps,
  task: Exclude<
    OperatorTask,
    { kind: 'operator add' | 'operator confirm' | 'operator key' | 'operator keys' | 'key rotate' }
  >,
): Promise<TaskResult> {
  if (task.kind === 'lever list') return { done: true, text: await listWaiting(deps.pool) };
  if (task.kind === 'log') return { done: true, text: await listLog(deps.pool, task.limit) };
  if (task.kind === 'kyc list') return { done: true, text: await listVerifications(deps) };
  if (task.kind === 'clock show') return { done: true, text: await tellClock(deps) };
  if (task.kind === 'clock forward') {
    const outcome = await act(deps, clockForward, task.forward);
    return said(outcome, ({ marketMs }) => `The market time is now ${when(marketMs)}.`);
  }
  if (task.kind === 'operator unlock') {
    const outcome = await act(deps, unlockOperator(new FailedAttempts(deps)), task.unlocking);
    return said(outcome, ({ account }) => `The operator ${account} can try again.`);
  }
  const customer = await customerOf(deps.pool, task.customer);
  if (customer === undefined) return { done: false, text: texts.user_not_found };
  if (task.kind === 'lever show') return { done: true, text: await show(deps.pool, customer) };
  if (task.kind !== 'lever verdict') return runCustomerTask(deps, task, customer);

  const { verdict } = task;
  const id = (await permissionOf(deps.pool, customer))?.newest?.id.toString();
  const outcome = await act(deps, decideLeverage(openLeveragedTrades), { customer, id, verdict });
  const became = { approve: 'approved', reject: 'rejected', off: 'switched off' }[verdict.kind];
  return said(outcome, ({ account }) => `Leverage of ${account} (${customer}): ${became}.`);
}

/** Digits are a customer's number; any other text is an account name. */
async function customerOf(pool: Pool, text: string): Promise<bigint | undefined> {
  if (/^\d{1,18}$/.test(text)) return BigInt(text);
  const found = await pool.query<{ id: string }>('select c.id from customer c where c.account_key = $1', [
    foldName(text),
  ]);
  const id = found.rows[0]?.id;
  return id === undefined ? undefined : BigInt(id);
}

async function listWaiting(pool: Pool): Promise<string> {
  const waiting = await waitingApplications(pool);
  if (waiting.length === 0) return 'No application is pending.';
  return waiting
    .map(
      ({ account, application }) =>
        `${application.book}  ${account}  ${when(application.submittedMs)}  ${judged(application)}`,
    )
    .join('\n');
}

async function show(pool: Pool, customer: bigint): Promise<string> {
  const permission = await permissionOf(pool, customer);
  if (permission === undefined) return texts.user_not_found;
  const { account, leverEnabled, newest } = permission;
  const lines = [
    `${account} (${customer}), leverage ${leverEnabled ? 'on' : 'off'}`,
    `open leveraged trades: ${await openLeveragedTrades(pool, customer)}`,
  ];
  if (newest === undefined) return [...lines, 'never applied'].join('\n');
  lines.push(`${newest.status}${newest.reason === null ? '' : ` (${newest.reason})`}`);
  lines.push(`applied ${when(newest.submittedMs)}, decided ${when(newest.decidedMs)}`);
  for (const [code, answer] of Object.entries(newest.answers ?? {})) lines.push(`  ${code}: ${answer}`);
  if (newest.answers !== null) lines.push(judged(newest));
  return lines.join('\n');
}

function judged({ answers }: LeverApplicationRow): string {
  if (answers === null) return 'no questionnaire';
  const { quizRight, concerns } = assess(answers);
  const against = concerns.length === 0 ? 'no concerns' : concerns.join(', ');
  return `quiz ${quizRight} of 4 right; ${against}`;
}

async function tellClock({ pool }: TaskDeps): Promise<string> {
  const { marketMs, houseMs, realMs, feed } = await showClock(pool);
  const runs = feed === undefined ? 'no feed runs' : `the feed is ${feed}`;
  return `Market time ${when(marketMs)}, time of everything else ${when(houseMs)}, real time ${when(realMs)}; ${runs}.`;
}

async function listLog(pool: Pool, limit: number): Promise<string> {
  const records = await newestRecords(pool, limit);
  if (records.length === 0) return 'The log is empty.';
  return records
    .map(
      ({ seq, timeMs, operator, role, action, subject, before, after, reason }) =>
        `${seq}  ${when(timeMs)}  ${operator} (${role})  ${action}  ${subject}  ${before} → ${after}` +
        (reason === null ? '' : `  ${reason}`),
    )
    .join('\n');
}
