/** Converts a verifier's report to the steps shown to the customer, each with its result. Pure. */
import type { Finding, FindingCode } from '@candor/verifier/findings.ts';
import type { Subject } from './subject.ts';
import type { Report } from './verification.ts';

export type StepName =
  | 'chain'
  | 'signatures'
  | 'terms'
  | 'seen'
  | 'receipt'
  | 'strike'
  | 'exit'
  | 'outcome'
  | 'price'
  | 'kept';
export type Step = {
  readonly name: StepName;
  /** `open`: no verdict yet; `skipped`: no verdict, because an earlier step failed; `none`: no stored data to compare with. */
  readonly state: 'held' | 'failed' | 'open' | 'skipped' | 'none';
  readonly findings: readonly Finding[];
};

const ticketSteps: readonly StepName[] = [
  'chain',
  'signatures',
  'terms',
  'receipt',
  'seen',
  'strike',
  'exit',
  'outcome',
  'kept',
];
const fillSteps: readonly StepName[] = ['chain', 'signatures', 'price', 'receipt', 'kept'];

/** The step to which each finding belongs, for tickets and fills. */
const stepOfCode: Readonly<Partial<Record<FindingCode, StepName>>> = {
  entry_unreadable: 'chain',
  seq_not_next: 'chain',
  time_went_back: 'chain',
  hash_differs: 'chain',
  gap_differs: 'chain',
  entries_missing: 'chain',
  checkpoint_unreadable: 'signatures',
  checkpoint_key_differs: 'signatures',
  checkpoint_signature_wrong: 'signatures',
  checkpoint_hash_differs: 'signatures',
  checkpoint_time_differs: 'signatures',
  checkpoint_before_missing: 'signatures',
  not_signed_in_time: 'signatures',
  not_yet_signed: 'signatures',
  kept_key_differs: 'kept',
  kept_hash_differs: 'kept',
  kept_entry_missing: 'kept',
  accepted_before_seen: 'seen',
  receipt_invalid: 'receipt',
  receipt_unlogged: 'receipt',
  receipt_withheld: 'receipt',
  receipt_backdated: 'receipt',
  receipt_delayed: 'receipt',
  receipt_differs: 'receipt',
};

function stepOf({ code, params }: Finding, kind: Subject['kind']): StepName {
  const always = stepOfCode[code];
  if (always !== undefined) return always;
  if (kind === 'fill') return 'price';
  if (code === 'record_unreadable' || code === 'terms_differ') return 'terms';
  if (code === 'price_differs') return params['field']?.startsWith('strike') === true ? 'strike' : 'exit';
  return code === 'seq_differs' ? 'exit' : 'outcome';
}

const openCodes: ReadonlySet<FindingCode> = new Set([
  'not_yet_signed',
  'rate_not_closed',
  'ticket_open',
  'ended_by_start_over',
]);

/** Steps that depend on valid entries. */
const restOnEntries: ReadonlySet<StepName> = new Set(['strike', 'exit', 'outcome', 'price']);

export function stepsOf(report: Report, kind: Subject['kind']): readonly Step[] {
  const names = kind === 'ticket' ? ticketSteps : fillSteps;
  const findingsOf = (name: StepName) => report.findings.filter((one) => stepOf(one, kind) === name);
  const unreadable = findingsOf('terms').some(isUnreadable);
  const broken = findingsOf('chain').length > 0 || unreadable;
  const { ticket, fill } = report.derived;
  // A ticket that was voided at its strike has no exit.
  const noExit = ticket?.status === 'void' && ticket.settle === undefined;
  const nothingKept = report.compared.count === 0;
  return names
    .filter((name) => !(name === 'exit' && noExit) && !(name === 'seen' && report.seenSeq === undefined))
    .map((name): Step => {
      const findings = findingsOf(name);
      if (findings.some(({ code }) => !openCodes.has(code))) return { name, state: 'failed', findings };
      if (findings.length > 0) return { name, state: 'open', findings };
      if (name === 'receipt') return { name, state: receiptStates[report.receipt.state], findings };
      if (name === 'kept' && nothingKept) return { name, state: 'none', findings };
      if (name === 'seen') return { name, state: unreadable ? 'skipped' : 'held', findings };
      const judged = !restOnEntries.has(name) || (!broken && (ticket ?? fill) !== undefined);
      return { name, state: judged ? 'held' : 'skipped', findings };
    });
}

const receiptStates: Readonly<Record<Report['receipt']['state'], Step['state']>> = {
  logged: 'held',
  waiting: 'open',
  wrong: 'failed',
  unknown: 'none',
  none: 'none',
};

function isUnreadable({ code }: Finding): boolean {
  return code === 'record_unreadable';
}
