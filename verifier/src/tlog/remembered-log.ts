/**
 * The data that a device keeps of a log between two checks, and the contradictions to it. A device reads no entries: if a
 * signed root continues the kept one and witnesses cosigned it, it belongs to the history that everybody sees.
 */
import type { SignatureCheck } from '../crypto.ts';
import { finding } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { followedPolicy } from '../keys/followed-policy.ts';
import type { KeyChange } from '../keys/follow-keys.ts';
import { readCheckpoint } from './checkpoint.ts';
import type { LogCheckpoint } from './checkpoint.ts';
import { isConsistent, sameHash } from './merkle.ts';
import { meets, readPolicy } from './policy.ts';
import type { Met, Policy } from './policy.ts';
import { TileTree } from './tiles.ts';

export type KeptLog = {
  /** The policy of the first check. A platform must not replace its log's key or its witnesses later. */
  readonly policy: string;
  /** The newest checkpoint that was accepted, with its signatures. */
  readonly note: string;
};

export type RememberedLog = {
  /** The data to keep; unchanged if the log contradicts it, undefined if nothing was accepted yet. */
  readonly kept: KeptLog | undefined;
  /** Contradictions; none if the log continues the kept data. */
  readonly findings: readonly Finding[];
};

export type LogFiles = {
  /** Reads a file of the log by its path below `/log/`. */
  readonly read: (path: string) => Promise<Uint8Array>;
  readonly verify: SignatureCheck;
  /** The platform's statements about its keys, read if the kept key did not sign. Without them, no other key is accepted. */
  readonly keyChanges?: () => Promise<readonly KeyChange[]>;
};

/** The number of entries of a kept log, its witnesses, and when each cosigned last, in seconds by the witness's clock. */
export type LogState = {
  readonly size: number;
  readonly witnesses: number;
  readonly cosigned: ReadonlyMap<string, number>;
};

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Compares the newest checkpoint of a log with the kept one. Throws what `read` throws. */
export async function rememberLog(files: LogFiles, kept: KeptLog | undefined): Promise<RememberedLog> {
  const contradicted = (code: Finding['code'], params: Finding['params'] = {}): RememberedLog => ({
    kept,
    findings: [finding(code, null, params)],
  });
  const policyText = kept?.policy ?? UTF8.decode(await files.read('policy'));
  const policy = readPolicy(policyText);
  const note = UTF8.decode(await files.read('checkpoint'));
  const checkpoint = readCheckpoint(note);
  if ('violation' in policy || checkpoint === undefined) return contradicted('log_unreadable');
  const { met, signed } = await signersOf(checkpoint, policy, files);
  if (!signed) return contradicted('log_unsigned');
  if (!met) return contradicted('log_unwitnessed');
  const before = kept === undefined ? undefined : readCheckpoint(kept.note);
  if (before !== undefined && checkpoint.size < before.size) {
    return contradicted('log_shrunk', { kept: String(before.size), found: String(checkpoint.size) });
  }
  if (before !== undefined && !(await continues(files, before, checkpoint)))
    return contradicted('log_forked');
  return { kept: { policy: policyText, note }, findings: [] };
}

async function signersOf(
  checkpoint: LogCheckpoint,
  policy: Policy,
  { verify, keyChanges }: LogFiles,
): Promise<Met> {
  const found = meets(checkpoint, policy, verify);
  if (found.signed || keyChanges === undefined) return found;
  return meets(checkpoint, followedPolicy(policy, await keyChanges(), verify), verify);
}

/** Reads kept data; undefined if it is malformed. */
export function stateOf({ policy, note }: KeptLog, verify: SignatureCheck): LogState | undefined {
  const read = readPolicy(policy);
  const checkpoint = readCheckpoint(note);
  if ('violation' in read || checkpoint === undefined) return undefined;
  const { cosigned } = meets(checkpoint, read, verify);
  return { size: checkpoint.size, witnesses: read.witnesses.size, cosigned };
}

async function continues(
  { read }: LogFiles,
  before: LogCheckpoint,
  { size, root }: LogCheckpoint,
): Promise<boolean> {
  if (before.size === size) return sameHash(before.root, root);
  const proof = await new TileTree(read, size).consistency(before.size);
  return isConsistent({ oldSize: before.size, oldRoot: before.root, size, root, proof });
}
