/** The types that server and client derive from the call table. */
import type * as v from 'valibot';
import type { calls } from './features.ts';

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type CallInput<Name extends CallName> = v.InferOutput<Calls[Name]['input']>;
/** The input as the caller sends it, before defaults and transforms. */
export type CallRequest<Name extends CallName> = v.InferInput<Calls[Name]['input']>;
export type CallOutput<Name extends CallName> = v.InferOutput<Calls[Name]['output']>;
export type CallRefusal<Name extends CallName> = Calls[Name]['refusals'][number];

/** Splits the key of a row, such as "GET user/info", into HTTP method and path. */
export function methodAndPath(name: `${'GET' | 'POST'} ${string}`): { method: string; path: string } {
  const space = name.indexOf(' ');
  return { method: name.slice(0, space), path: name.slice(space + 1) };
}
