/**
 * The operators' calls that are signed, and the action and subject under which each is recorded, as declared in the call's
 * row. A call is signed if it moves or releases money, or grants permission to do so. The log accepts an action without a signature
 * only if a call's row names it (`unsigned`).
 */
import { consoleCalls } from '../features.ts';
import { operatorSubject } from './approval.ts';
import type { SignedAct } from './approval.ts';
import type { ConsoleRow } from './console-call.ts';
import type { ConsoleCallName } from './console-calls.ts';

/** The statement that a key signs for `POST confirm`. It proves that the owner of the key is present, and decides nothing. */
export function confirmationOf(account: string): SignedAct {
  return { action: 'session.confirm', subject: operatorSubject(account) };
}

export function isSignedCall(name: ConsoleCallName): boolean {
  const row: ConsoleRow = consoleCalls[name];
  return row.signs !== undefined;
}

/** Returns the content to sign for a call; undefined if the call needs no signature or the input is invalid. */
export function signedActOf(
  name: ConsoleCallName,
  sent: Readonly<Record<string, unknown>>,
): SignedAct | undefined {
  const row: ConsoleRow = consoleCalls[name];
  const signs = row.signs as ((given: unknown) => SignedAct) | undefined;
  return signs?.(sent);
}

/** Recorded by any call: that it was refused to a role, and that an operator has read about many customers. */
const OF_ANY_CALL = ['denied', 'customers.read'];

export const unsignedActions: ReadonlySet<string> = new Set([
  ...OF_ANY_CALL,
  ...Object.values<ConsoleRow>(consoleCalls).flatMap(({ unsigned }) => unsigned ?? []),
]);

export function isSignedAction(action: string): boolean {
  return !unsignedActions.has(action);
}
