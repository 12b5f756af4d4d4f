/** Checks a call's fields against its schema, and names the invalid field in terms that a form can use. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import * as v from 'valibot';
import type { Fields } from './body.ts';

export type InputOutcome = Outcome<unknown, 'parameter_wrong' | 'parameter_missing'>;

/** Builds the check of a row's input, once per row. */
export function inputCheck(schema: CallRow['input']): (fields: Fields) => InputOutcome {
  const parse = v.safeParser(schema, { abortEarly: true });
  return (fields) => {
    const parsed = parse(fields);
    return parsed.success ? ok(parsed.output) : violation(parsed.issues[0]);
  };
}

function violation(issue: v.BaseIssue<unknown>): InputOutcome {
  const field = fieldOf(issue) ?? 'body';
  const missing = issue.received === 'undefined' || issue.input === '';
  return refuse(missing ? 'parameter_missing' : 'parameter_wrong', { field });
}

function fieldOf(issue: v.BaseIssue<unknown>): string | undefined {
  const key = issue.path?.[0].key;
  return typeof key === 'string' ? key.slice(0, 40) : undefined;
}
