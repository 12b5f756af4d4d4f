/**
 * The row of a customer's dead man's switch, as the executor reads and writes it, and its trigger. A customer has at most one.
 */
import type { Arming } from '../../commands/command.ts';
import { bigint, key, text, whole } from '../../commands/fields.ts';
import { table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

export const DEAD_MANS_SWITCH = 'dead_mans_switch';
/** The row id of a book's only switch. */
export const SWITCH_ID = 1n;
/** The switch uses the clock of this market, which never closes. Gaps in the market's feed are recorded as entries, too. */
export const SWITCH_SYMBOL = 'BTC/USDT';

export const deadMansSwitches = table(
  'dead_mans_switch',
  {
    ...key,
    status: text<'armed' | 'disarmed' | 'fired'>(),
    seconds: whole(),
    /** When the switch was last armed and when it is due, in milliseconds of the market clock. */
    setMs: whole(),
    dueMs: whole(),
    armedSeq: bigint(),
    version: whole(),
    firedSeq: bigint().orNull(),
  },
  // `updatedFirst`: the database lets a switch cancel orders only after the switch's row says that it has fired.
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
