/** A tape for tests that answers like the server's calls: by page, starting at an entry or ending with the newest. */
import type { TapeEntry } from '@candor/verifier/chain.ts';
import type { Checkpoint } from '@candor/verifier/checkpoints.ts';
import type { KeyChange } from '@candor/verifier/keys/follow-keys.ts';
import type { TapeReader } from '../tape-reader.ts';

export type MadeTape = {
  readonly publicKey: string;
  readonly entries: readonly TapeEntry[];
  readonly checkpoints: readonly Checkpoint[];
  readonly changes?: readonly KeyChange[];
};

export function madeReader(tape: MadeTape): TapeReader {
  const page = <Row extends { readonly seq: number }>(
    rows: readonly Row[],
    from: number | undefined,
    limit: number,
  ) => (from === undefined ? rows.slice(-limit) : rows.filter(({ seq }) => seq >= from).slice(0, limit));
  return {
    changes: async () => tape.changes ?? [],
    entries: async (from, limit) => page(tape.entries, from, limit),
    checkpoints: async (from, limit) => ({
      public_key: tape.publicKey,
      checkpoints: page(tape.checkpoints, from, limit),
    }),
  };
}
