/** Dependencies of the operators' tasks, and the wording of their outcomes. */
import type { Outcome } from '@candor/domain/outcome.ts';
import { fill } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { texts } from '@candor/protocol/texts/en.ts';
import type { Pool } from '../db/pool.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import type { Signing } from '../operators/act.ts';
import type { Operator } from '../operators/operators.ts';

export type TaskDeps = {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly operator: Operator;
  readonly now: () => number;
  /** Records an attempt at an action that the operator's role does not permit. */
  readonly denied: (operator: Operator) => Promise<void>;
  readonly sign: Signing;
};

export type TaskResult = { readonly done: boolean; readonly text: string };

export function said<Answer>(
  outcome: Outcome<Answer, RefusalCode>,
  sentence: (answer: Answer) => string,
): TaskResult {
  if (outcome.ok) return { done: true, text: sentence(outcome.value) };
  const { code, params = {} } = outcome.refusal;
  return { done: false, text: fill(texts[code], params) };
}

export function when(ms: number | null): string {
  return ms === null ? '–' : new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
