/** A platform that publishes what a test gives it, without a socket. */
import type { TapeEntry } from '../chain.ts';
import type { Checkpoint } from '../checkpoints.ts';
import type { TapeServer } from '../cli/server.ts';

export type Shown = {
  readonly entries: readonly TapeEntry[];
  readonly checkpoints: readonly Checkpoint[];
  readonly publicKey: string;
};

/** `shown` is read at every call, so that a test may extend the tape meanwhile. */
export function madeServer(shown: () => Shown): TapeServer {
  const from = <Item extends { readonly seq: number }>(items: readonly Item[], seq: number, limit: number) =>
    Promise.resolve(items.filter((item) => item.seq >= seq).slice(0, limit));
  return {
    entries: (seq, limit) => from(shown().entries, seq, limit),
    checkpoints: (seq, limit) => from(shown().checkpoints, seq, limit),
    head: () => {
      const head = shown().entries.at(-1);
      return head === undefined ? Promise.reject(new Error('the tape is empty')) : Promise.resolve(head);
    },
    publicKey: () => Promise.resolve(shown().publicKey),
  };
}
