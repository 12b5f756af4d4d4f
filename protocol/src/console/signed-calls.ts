/**
 * Which of the operators' calls are signed, and what about whom each of them is then on record as: their rows say it. Whatever moves or releases
 * money, or says who may, is one of them; what the log takes without a signature the database says (`action_is_signed`).
 */
import { consoleCalls } from '../features.ts';
import { operatorSubject } from './approval.ts';
import type { SignedAct } from './approval.ts';
import type { ConsoleRow } from './console-call.ts';
import type { ConsoleCallName } from './console-calls.ts';

/** What a key signs for `POST confirm`, which proves that its owner is there and decides nothing. */
export function confirmationOf(account: string): SignedAct {
  return { action: 'session.confirm', subject: operatorSubject(account) };
}

export function isSignedCall(name: ConsoleCallName): boolean {
  const row: ConsoleRow = consoleCalls[name];
  return row.signs !== undefined;
}

/** What a call says when it is signed; undefined where none is asked for, or where what is sent is no such call. */
export function signedActOf(
  name: ConsoleCallName,
  sent: Readonly<Record<string, unknown>>,
): SignedAct | undefined {
  const row: ConsoleRow = consoleCalls[name];
  const signs = row.signs as ((given: unknown) => SignedAct) | undefined;
  return signs?.(sent);
}
