/** The row of a dead man's switch, as the executor reads and writes it, and its trigger. A customer has at most one. */
import type { Arming } from '../../commands/command.ts';
import { bigint, key, text, whole } from '../../commands/fields.ts';
import { table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

export const DEAD_MANS_SWITCH = 'dead_mans_switch';
/** The only switch of a book. */
export const SWITCH_ID = 1n;
/** The switch uses the time of this market, because it never closes. A gap in its feed is an entry, too. */
export const SWITCH_SYMBOL = 'BTC/USDT';

export const deadMansSwitches = table(
  'dead_mans_switch',
  {
    ...key,
    status: text<'armed' | 'disarmed' | 'fired'>(),
    seconds: whole(),
    /** Market clock, milliseconds: when it was set last, and when it is due. */
    setMs: whole(),
    dueMs: whole(),
    armedSeq: bigint(),
    version: whole(),
    firedSeq: bigint().orNull(),
  },
  // The guards of orders let a switch cancel them only once it has fired.
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
