/** A platform that publishes content given by a test, without a socket. */
import type { TapeEntry } from '../chain.ts';
import type { Checkpoint } from '../checkpoints.ts';
import type { TapeServer } from '../cli/server.ts';
import type { KeyChange } from '../keys/follow-keys.ts';

export type Shown = {
  readonly entries: readonly TapeEntry[];
  readonly checkpoints: readonly Checkpoint[];
  readonly publicKey: string;
  readonly changes?: readonly KeyChange[];
};

/** `shown` is called for every request, so that a test can extend the tape during a check. */
export function madeServer(shown: () => Shown): TapeServer {
  const from = <Item extends { readonly seq: number }>(items: readonly Item[], seq: number, limit: number) =>
    Promise.resolve(items.filter((item) => item.seq >= seq).slice(0, limit));
  return {
    entries: (seq, limit) => from(shown().entries, seq, limit),
    checkpoints: (seq, limit) => from(shown().checkpoints, seq, limit),
    head: () => {
      const head = shown().entries.at(-1);
      return head === undefined
        ? Promise.reject(new Error('expected an entry on the tape, found none'))
        : Promise.resolve(head);
    },
    keyChanges: () => Promise.resolve(shown().changes ?? []),
    publicKey: () => Promise.resolve(shown().publicKey),
  };
}
