/** The rows of pauses, as the command executor writes them. They are never changed or deleted. */
import { key, text, whole } from '../../commands/fields.ts';
import { log } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

export const ownPauses = log('own_pause', {
  ...key,
  kind: text<'time_out' | 'self_exclusion'>(),
  /** Wall clock, milliseconds. */
  fromMs: whole(),
  untilMs: whole(),
});

export type OwnPauseRow = RowOf<typeof ownPauses>;
