/**
 * The operators' table of calls: a row for every one, at `/api/console/…`. The server supplies a handler for exactly these,
 * the console's client is derived from them, and a test tries every one with every role, with a customer's token and
 * without any. The key is method and path behind `console/`.
 */
import type * as v from 'valibot';
import type { ConsoleRow } from './console-call.ts';
import { accessRows } from './access.ts';
import { chatRows } from './chat.ts';
import { clockRows } from './clock.ts';
import { contentRows } from './content.ts';
import { customerRows } from './customers.ts';
import { deskRows } from './desk.ts';
import { depositRows } from './deposits.ts';
import { fundRows, loanRows } from './fund.ts';
import { houseRows } from './house.ts';
import { leverageRows } from './leverage.ts';
import { oversightRows } from './oversight.ts';
import { recurringRows } from '../recurring/console.ts';
import { verificationRows } from './verification.ts';
import { withdrawalRows } from './withdrawals.ts';

export const consoleCalls = {
  ...deskRows,
  ...accessRows,
  ...verificationRows,
  ...leverageRows,
  ...depositRows,
  ...withdrawalRows,
  ...fundRows,
  ...loanRows,
  ...customerRows,
  ...recurringRows,
  ...houseRows,
  ...clockRows,
  ...chatRows,
  ...contentRows,
  ...oversightRows,
} satisfies Record<`${'GET' | 'POST'} ${string}`, ConsoleRow>;

type ConsoleCalls = typeof consoleCalls;
export type ConsoleCallName = keyof ConsoleCalls;
export type ConsoleInput<Name extends ConsoleCallName> = v.InferOutput<ConsoleCalls[Name]['input']>;
/** What a caller passes, before defaults and transforms. */
export type ConsoleRequest<Name extends ConsoleCallName> = v.InferInput<ConsoleCalls[Name]['input']>;
export type ConsoleOutput<Name extends ConsoleCallName> = v.InferOutput<ConsoleCalls[Name]['output']>;
export type ConsoleRefusal<Name extends ConsoleCallName> = ConsoleCalls[Name]['refusals'][number];
