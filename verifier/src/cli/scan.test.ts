/** Scans of valid and edited tapes. */
import { describe, expect, it } from 'vitest';
import type { TapeEntry } from '../chain.ts';
import type { Checkpoint } from '../checkpoints.ts';
import { isSignedBy } from '../crypto.ts';
import { EDITS, editTape, randomFrom } from '../testing/edits.ts';
import { madeServer } from '../testing/made-server.ts';
import { SYMBOL, madeCheckpoints, madeEntries, signer } from '../testing/made-tape.ts';
import { nodeSignatures } from './node-signatures.ts';
import type { Scan, Stretch } from './scan.ts';
import { scanTape } from './scan.ts';

const START_MS = 1_700_000_000_000;
const ENTRIES = 2400;
const key = signer();

/** Four entries a second, every 37th of them a gap, and a checkpoint every ten seconds. */
function tape(): { entries: TapeEntry[]; checkpoints: Checkpoint[] } {
  const random = randomFrom(20_240_501);
  const entries = madeEntries(
    Array.from({ length: ENTRIES }, (_, at) => ({
      time_ms: START_MS + at * 250,
      last: String(100 + random(50)),
      ...(at % 37 === 36 ? { gap: true as const } : {}),
    })),
  );
  const seqs = Array.from({ length: ENTRIES / 40 }, (_, at) => (at + 1) * 40);
  return { entries, checkpoints: madeCheckpoints(entries, seqs, { key }) };
}

function scan(made: ReturnType<typeof tape>, changes: Partial<Stretch> = {}): Promise<Scan> {
  const isSigned = nodeSignatures();
  const stretch = {
    symbol: SYMBOL,
    from: 1,
    to: ENTRIES,
    publicKey: key.publicKey,
    kept: undefined,
    isSigned,
  };
  return scanTape(
    madeServer(() => ({ ...made, publicKey: key.publicKey })),
    { ...stretch, ...changes },
  );
}

describe('scanning a tape', () => {
  const whole = tape();

  it('accepts a valid tape from any starting entry, with either implementation of Ed25519', async () => {
    expect(await scan(whole)).toMatchObject({ findings: [], entries: ENTRIES, checkpoints: 60 });
    expect(await scan(whole, { from: 1031, to: 2311 })).toMatchObject({
      findings: [],
      entries: 1281,
      checkpoints: 32,
    });
    expect(await scan(whole, { to: 200, isSigned: isSignedBy })).toMatchObject({
      findings: [],
      checkpoints: 5,
    });
  });

  it('detects each of a hundred random edits at the first changed entry or failing checkpoint', async () => {
    const random = randomFrom(7);
    const missed: unknown[] = [];
    for (let at = 0; at < 100; at += 1) {
      const kind = EDITS[at % EDITS.length] ?? 'replace';
      const edited = editTape(kind, whole, random);
      const { findings } = await scan({ ...whole, entries: [...edited.entries] });
      const [first] = findings;
      const code = kind === 're-chain' ? 'checkpoint_hash_differs' : undefined;
      if (first?.seq !== edited.found || (code ?? first.code) !== first.code) {
        missed.push({ at, kind, expected: edited.found, first });
      }
    }
    expect(missed).toEqual([]);
  }, 60_000);

  it('reports a deleted entry with the number of the entry found in its place', async () => {
    const without = { ...whole, entries: whole.entries.toSpliced(1499, 1) };
    expect((await scan(without)).findings).toEqual([
      { code: 'seq_not_next', seq: 1500, params: { found: '1501' } },
    ]);
  });

  it('reports missing entries at the end of the tape', async () => {
    const cut = { ...whole, entries: whole.entries.slice(0, 1800) };
    expect((await scan(cut)).findings).toEqual([
      { code: 'entries_missing', seq: null, params: { from: '1801', to: '2400' } },
    ]);
  });

  it('rejects checkpoints signed with a different key, and a tape that differs from kept checkpoints', async () => {
    const resigned = { ...whole, checkpoints: madeCheckpoints(whole.entries, [40, 80], { key: signer(9) }) };
    expect((await scan(resigned)).findings.map(({ code, seq }) => [code, seq])).toEqual([
      ['checkpoint_key_differs', 40],
      ['checkpoint_key_differs', 80],
    ]);
    const { entries } = editTape('re-chain', whole, () => 50);
    const forged = { entries: [...entries], checkpoints: madeCheckpoints(entries, [40, 80, 120], { key }) };
    expect((await scan(forged)).findings).toEqual([]);
    const kept = {
      publicKey: key.publicKey,
      checkpoints: whole.checkpoints.map((one) => ({ symbol: SYMBOL, ...one })),
    };
    expect((await scan(forged, { kept })).findings[0]).toMatchObject({ code: 'kept_hash_differs', seq: 80 });
  });
});
