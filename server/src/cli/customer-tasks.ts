/** Executes the commands for a customer's verification, standing and credit score, and formats their output. */
import { writeFile } from 'node:fs/promises';
import { resetFactor } from '../features/security/operator-commands.ts';
import { changeScore, changeStanding } from '../features/standing/operator-commands.ts';
import { givenOf } from '../features/verification/handlers.ts';
import { decideVerification, lookAt, seenNow } from '../features/verification/operator-commands.ts';
import type { Shown } from '../features/verification/operator-commands.ts';
import type { Given } from '../features/verification/rules.ts';
import { waitingApplications } from '../features/verification/store.ts';
import { openPicture } from '../identity/documents/files.ts';
import { FailedAttempts } from '../identity/secrets/failed-attempts.ts';
import type { OperatorTask } from './line.ts';
import { said, when } from './sayings.ts';
import type { TaskDeps, TaskResult } from './sayings.ts';
import { act } from '../operators/act.ts';

type Kind = 'kyc show' | 'kyc document' | 'kyc verdict' | 'customer standing' | 'factor reset' | 'credit set';
export type CustomerTask = Extract<OperatorTask, { kind: Kind }>;

export async function runCustomerTask(
  deps: TaskDeps,
  task: CustomerTask,
  customer: bigint,
): Promise<TaskResult> {
  if (task.kind === 'kyc document') return writeDocument(deps, task, customer);
  if (task.kind === 'kyc show') {
    const { note } = task;
    const outcome = await act(deps, lookAt, { customer, what: 'answers', note });
    return said(outcome, (shown) => describe(shown, givenOf(deps.vault, shown.application)));
  }
  if (task.kind === 'kyc verdict') {
    const { verdict } = task;
    const seen = await seenNow(deps.pool, customer);
    const outcome = await act(deps, decideVerification, { customer, verdict, seen });
    const became = { approve: 'approved', reject: 'rejected' }[verdict.kind];
    return said(outcome, () => `Verification of ${customer}: ${became}.`);
  }
  if (task.kind === 'credit set') {
    const { score, reason, note } = task;
    const outcome = await act(deps, changeScore, { customer, score, reason, note });
    return said(
      outcome,
      ({ account, before, after }) => `Credit score of ${account} (${customer}): ${before} → ${after}.`,
    );
  }
  if (task.kind === 'factor reset') {
    const { reason, note } = task;
    const input = { customer, reason, note, by: deps.operator };
    const outcome = await act(deps, resetFactor(new FailedAttempts(deps)), input);
    return said(outcome, ({ account, removed, waits }) =>
      waits
        ? `Second factors of ${account} (${customer}): a second person must confirm the removal within a day.`
        : `Second factors of ${account} (${customer}): ${removed ? 'removed' : 'kept'}, count of wrong codes reset.`,
    );
  }
  const { change, reason, note } = task;
  const { person } = deps.operator;
  const outcome = await act(deps, changeStanding, { customer, change, reason, note, person });
  return said(outcome, ({ account, status }) => `${account} (${customer}) is ${status}.`);
}

export async function listVerifications({ pool }: Pick<TaskDeps, 'pool'>): Promise<string> {
  const waiting = await waitingApplications(pool);
  if (waiting.length === 0) return 'No verification is pending.';
  return waiting
    .map(
      ({ customer, account, country, submittedMs }) =>
        `${customer}  ${account}  ${country}  ${when(submittedMs)}`,
    )
    .join('\n');
}

/** The audit record is committed before the image is opened. An existing file is never overwritten. */
async function writeDocument(
  deps: TaskDeps,
  { side, out, note }: Extract<CustomerTask, { kind: 'kyc document' }>,
  customer: bigint,
): Promise<TaskResult> {
  const outcome = await act(deps, lookAt, { customer, what: side, note });
  if (!outcome.ok) return said(outcome, () => '');
  const { application } = outcome.value;
  const file = { id: application[side], customer };
  const { bytes } = await openPicture({ db: deps.pool, vault: deps.vault }, file);
  await writeFile(out, bytes, { flag: 'wx', mode: 0o600 });
  return { done: true, text: `The ${side} is in ${out}; delete it after you have viewed it.` };
}

function describe({ application, registeredBirthDate }: Shown, given: Given): string {
  const { book, status, reason, country, certificateType, submittedMs, decidedMs } = application;
  return [
    `customer ${book}, ${status}${reason === null ? '' : ` (${reason})`}`,
    `submitted ${when(submittedMs)}, decided ${when(decidedMs)}`,
    `  first name: ${given.first_name}`,
    `  last name: ${given.last_name}`,
    `  birth date: ${given.birth_date}; at registration: ${registeredBirthDate ?? '–'}`,
    `  document: ${certificateType} of ${country}, ${given.certificate_number}`,
  ].join('\n');
}
