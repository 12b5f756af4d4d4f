/**
 * The operators' call table, with a row for every call at `/api/console/…`. The server must have a handler for each row and no
 * others, the console's client is derived from the table, and a test makes each call with every role, with a customer's token
 * and without a token. The key of a row is the method and the path after `console/`.
 */
import type * as v from 'valibot';
import type { consoleCalls } from '../features.ts';

type ConsoleCalls = typeof consoleCalls;
export type ConsoleCallName = keyof ConsoleCalls;
export type ConsoleInput<Name extends ConsoleCallName> = v.InferOutput<ConsoleCalls[Name]['input']>;
/** The input as the caller sends it, before defaults and transforms. */
export type ConsoleRequest<Name extends ConsoleCallName> = v.InferInput<ConsoleCalls[Name]['input']>;
export type ConsoleOutput<Name extends ConsoleCallName> = v.InferOutput<ConsoleCalls[Name]['output']>;
export type ConsoleRefusal<Name extends ConsoleCallName> = ConsoleCalls[Name]['refusals'][number];
