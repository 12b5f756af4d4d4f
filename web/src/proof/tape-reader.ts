/** Reads the public price record in the background. Throws failures, so that the caller can report them. */
import { RefusedError } from '@candor/client/answers.ts';
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { TapeEntry } from '@candor/verifier/chain.ts';
import type { Checkpoint } from '@candor/verifier/checkpoints.ts';
import type { KeyChange } from '@candor/verifier/keys/follow-keys.ts';
import type { Client } from '../lib/client.ts';

export type Checkpoints = { readonly public_key: string; readonly checkpoints: readonly Checkpoint[] };

export type TapeReader = {
  /** Returns a page in ascending order that begins with the entry `from` or, without `from`, ends with the newest entry. */
  readonly entries: (from: number | undefined, limit: number) => Promise<readonly TapeEntry[]>;
  /** Returns a page in ascending order that begins at the entry `from` or, without `from`, ends with the newest checkpoint. */
  readonly checkpoints: (from: number | undefined, limit: number) => Promise<Checkpoints>;
  /** The statements that link each key to the next. */
  readonly changes: () => Promise<readonly KeyChange[]>;
};

async function read<Name extends CallName>(
  api: Client,
  name: Name,
  { input, signal }: { readonly input: CallRequest<Name>; readonly signal?: AbortSignal | undefined },
): Promise<CallOutput<Name>> {
  const answer = await api(name, input, { quiet: true, ...(signal && { signal }) });
  if (answer.type !== 'ok') throw new RefusedError(answer);
  return answer.message;
}

export function tapeReader(api: Client, symbol: string, signal?: AbortSignal): TapeReader {
  const range = (from: number | undefined, limit: number) => ({
    symbol,
    limit,
    ...(from === undefined ? {} : { from_seq: from }),
  });
  return {
    entries: (from, limit) => read(api, 'GET tape', { input: range(from, limit), signal }),
    checkpoints: (from, limit) => read(api, 'GET tape/checkpoints', { input: range(from, limit), signal }),
    changes: () => readKeyChanges(api, signal),
  };
}

/** Reads the platform's statements about the keys with which it signs. */
export async function readKeyChanges(api: Client, signal?: AbortSignal): Promise<readonly KeyChange[]> {
  const { changes } = await read(api, 'GET transparency/keys', { input: {}, signal });
  return changes.map((one) => ({
    ...{ purpose: one.purpose, number: one.number, before: one.before, publicKey: one.public_key },
    ...{ sinceMs: one.since_ms, signedBefore: one.signed_before, signed: one.signed },
  }));
}

export function readNewestCheckpoints(api: Client): Promise<CallOutput<'GET transparency/checkpoints'>> {
  return read(api, 'GET transparency/checkpoints', { input: {} });
}
