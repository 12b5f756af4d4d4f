/**
 * A customer's dead man's switch, of which there is at most one: its row, as the executor reads and writes it, and its trigger.
 */
import type { Arming } from '../../commands/command.ts';
import { bigint, key, text, whole } from '../../commands/fields.ts';
import { table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

export const DEAD_MANS_SWITCH = 'dead_mans_switch';
/** The row id of a book's only switch. */
export const SWITCH_ID = 1n;
/** The switch runs on the clock of this market because it never closes. Gaps in its feed are recorded as entries, too. */
export const SWITCH_SYMBOL = 'BTC/USDT';

export const deadMansSwitches = table(
  'dead_mans_switch',
  {
    ...key,
    status: text<'armed' | 'disarmed' | 'fired'>(),
    seconds: whole(),
    /** When it was last armed, and when it is due, by the market clock in milliseconds. */
    setMs: whole(),
    dueMs: whole(),
    armedSeq: bigint(),
    version: whole(),
    firedSeq: bigint().orNull(),
  },
  // `updatedFirst`: the database's guards let a switch cancel orders only after its row says that it has fired.
  { open: { status: ['armed'] }, updatedFirst: true },
);
export type SwitchRow = RowOf<typeof deadMansSwitches>;

export function switchArming({ id, status, dueMs, version, armedSeq }: SwitchRow): Arming {
  return {
    symbol: SWITCH_SYMBOL,
    kind: DEAD_MANS_SWITCH,
    row: id,
    version,
    condition: 'clock_at_or_after',
    level: status === 'armed' ? BigInt(dueMs) : null,
    armedSeq,
  };
}
