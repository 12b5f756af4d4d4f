/**
 * The statements of liabilities that a shopper is shown must appear in the log. Otherwise, a platform could show one with
 * any leaves that never appears there, and the shopper would wait forever.
 */
import type { OwnLiability } from '../liabilities/own-leaf.ts';
import { readStatement } from '../liabilities/statement.ts';
import { alarm } from '../watch/alarms.ts';
import type { Alarm } from '../watch/alarms.ts';
import type { Notebook } from './notebook.ts';

/** A statement is in the log at most two minutes after its snapshot; the watch allows the same time again. */
const LATE_MS = 240_000;
const PREFIX = 'statement ';
const NONE = `${PREFIX}none`;

/** Records when each statement was first shown, until the log has it. `own` is undefined if none was shown. */
export function lateStatements(
  { since }: Pick<Notebook, 'since'>,
  own: OwnLiability | undefined,
  { rootOf, nowMs }: { readonly rootOf: (statement: number) => string | undefined; readonly nowMs: number },
): readonly Alarm[] {
  const hasStated = rootOf(1) !== undefined;
  const shown = own && readStatement(own.statement)?.number;
  // Another check reports a malformed statement.
  if (shown !== undefined) since[`${PREFIX}${shown}`] ??= nowMs;
  if (own === undefined && hasStated) since[NONE] ??= nowMs;
  else delete since[NONE];
  const found: Alarm[] = [];
  for (const [name, sinceMs] of Object.entries(since)) {
    if (!name.startsWith(PREFIX)) continue;
    const isLate = nowMs - sinceMs >= LATE_MS;
    if (name === NONE) {
      const detail = 'The log has statements of liabilities, and the platform shows this customer none.';
      if (isLate) found.push(alarm('liability_missing', detail));
      continue;
    }
    const number = Number(name.slice(PREFIX.length));
    if (rootOf(number) !== undefined) delete since[name];
    else if (isLate) {
      const detail = `The platform shows statement ${number} of liabilities, which is not in the log.`;
      found.push(alarm('liability_differs', detail, ...(shown === number && own ? [own.statement] : [])));
    }
  }
  return found;
}
