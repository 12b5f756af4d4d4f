/**
 * Which operators' calls are signed, and the action and subject under which each is recorded, as given by their rows. Whatever
 * moves or releases money, or grants permission to, is signed. The database lists what the audit log accepts without a signature
 * (`action_is_signed`).
 */
import { consoleCalls } from '../features.ts';
import { operatorSubject } from './approval.ts';
import type { SignedAct } from './approval.ts';
import type { ConsoleRow } from './console-call.ts';
import type { ConsoleCallName } from './console-calls.ts';

/** What a key signs for `POST confirm`, which proves that its owner is present and decides nothing. */
export function confirmationOf(account: string): SignedAct {
  return { action: 'session.confirm', subject: operatorSubject(account) };
}

export function isSignedCall(name: ConsoleCallName): boolean {
  const row: ConsoleRow = consoleCalls[name];
  return row.signs !== undefined;
}

/** The signed content of a call; undefined if the call needs no signature or the input is invalid. */
export function signedActOf(
  name: ConsoleCallName,
  sent: Readonly<Record<string, unknown>>,
): SignedAct | undefined {
  const row: ConsoleRow = consoleCalls[name];
  const signs = row.signs as ((given: unknown) => SignedAct) | undefined;
  return signs?.(sent);
}
