/** The customer's view of an operator's action: the time, the role, the action and the reason code, without the note. */
import { creditSetReasons } from '@candor/protocol/standing/console.ts';
import { factorResetReasons } from '@candor/protocol/security/console.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { depositReasons } from '@candor/protocol/deposits/schemas.ts';
import { leverReasons } from '@candor/protocol/leverage/schemas.ts';
import { standingReasons } from '@candor/protocol/standing/schemas.ts';
import { verificationReasons } from '@candor/protocol/verification/schemas.ts';
import { holdReasons, withdrawalReasons } from '@candor/protocol/withdrawals/schemas.ts';

export type LoggedAct = {
  readonly seq: bigint;
  readonly timeMs: number;
  readonly role: string;
  readonly action: string;
  /** The reason as logged: a code, "code: note", or only a note. */
  readonly reason: string | null;
};

const codes: ReadonlySet<string> = new Set([
  ...creditSetReasons,
  ...factorResetReasons,
  ...depositReasons,
  ...leverReasons,
  ...standingReasons,
  ...verificationReasons,
  ...holdReasons,
  ...withdrawalReasons,
]);

/** Returns the code at the start of a logged reason, or null if there is only a note. */
export function reasonCode(reason: string | null): string | null {
  const first = reason?.split(':', 1)[0] ?? '';
  return codes.has(first) ? first : null;
}

export function actView({
  timeMs,
  role,
  action,
  reason,
}: LoggedAct): CallOutput<'GET user/acts'>['items'][number] {
  return { time: Math.floor(timeMs / 1000), role, action, reason: reasonCode(reason) };
}
