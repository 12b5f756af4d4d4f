/**
 * The operators' call table: a row for every call at `/api/console/…`. The server supplies a handler for exactly these, the
 * console's client is derived from them, and a test tries each with every role, with a customer's token and without one. The key
 * is method and path after `console/`.
 */
import type * as v from 'valibot';
import type { consoleCalls } from '../features.ts';

type ConsoleCalls = typeof consoleCalls;
export type ConsoleCallName = keyof ConsoleCalls;
export type ConsoleInput<Name extends ConsoleCallName> = v.InferOutput<ConsoleCalls[Name]['input']>;
/** The caller's input, before defaults and transforms. */
export type ConsoleRequest<Name extends ConsoleCallName> = v.InferInput<ConsoleCalls[Name]['input']>;
export type ConsoleOutput<Name extends ConsoleCallName> = v.InferOutput<ConsoleCalls[Name]['output']>;
export type ConsoleRefusal<Name extends ConsoleCallName> = ConsoleCalls[Name]['refusals'][number];
