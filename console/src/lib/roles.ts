/** The permissions of a role, from the call table. Actions that are not permitted are not shown. */
import { consoleCalls } from '@candor/protocol/features.ts';
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import type { ConsoleRow, OperatorRole } from '@candor/protocol/console/console-call.ts';

export function mayCall(role: OperatorRole, name: ConsoleCallName): boolean {
  const row: ConsoleRow = consoleCalls[name];
  return row.roles === 'visitor' || row.roles.includes(role);
}
