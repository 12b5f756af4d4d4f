/**
 * The first report that the payment of a large withdrawal has failed. A second operator must confirm it with a second report.
 */
import { key, text, whole } from '../../commands/fields.ts';
import { table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

export const failings = table('withdrawal_failing', {
  ...key,
  by: text().as('said_by').personal(),
  person: text().personal(),
  saidMs: whole(),
});

export type FailingRow = RowOf<typeof failings>;
