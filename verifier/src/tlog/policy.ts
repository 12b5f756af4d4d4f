/**
 * Trust policies (c2sp.org/tlog-policy): the log's key, the witnesses' keys, and which of them must have cosigned a checkpoint
 * before it is accepted.
 */
import type { SignatureCheck } from '../crypto.ts';
import type { LogCheckpoint } from './checkpoint.ts';
import { isSignedByLog } from './checkpoint.ts';
import { readKey, signedBy } from './note.ts';
import type { NoteKey } from './note.ts';

export type Policy = {
  readonly logs: readonly NamedKey[];
  readonly witnesses: ReadonlyMap<string, NamedKey>;
  readonly groups: ReadonlyMap<string, { readonly least: number; readonly members: readonly string[] }>;
  /** A witness or a group, or `none`. */
  readonly quorum: string;
};

export type NamedKey = NoteKey & { readonly url?: string };

export const NONE = 'none';
const COUNT = /^[1-9]\d*$/;

/** Reads a policy, or returns in one sentence why it is invalid. */
export function readPolicy(text: string): Policy | { readonly violation: string } {
  const logs: NamedKey[] = [];
  const witnesses = new Map<string, NamedKey>();
  const groups = new Map<string, { least: number; members: string[] }>();
  const grouped = new Set<string>();
  const keys = new Set<string>();
  let quorum: string | undefined;
  const isKnown = (name: string): boolean => witnesses.has(name) || groups.has(name);
  for (const [at, line] of text.split('\n').entries()) {
    const [word, ...items] = line.split(/[\t ]+/).filter((item) => item !== '');
    const wrong = (why: string) => ({ violation: `line ${at + 1}: ${why}` });
    if (word === undefined || word.startsWith('#')) continue;
    if (word === 'log' || word === 'witness') {
      const name = word === 'witness' ? items.shift() : '';
      const [vkey, url, ...rest] = items;
      const key = readKey(vkey ?? '');
      if (key?.type !== word || rest.length > 0) return wrong(`expected the key of a ${word}`);
      if (keys.has(key.publicKey)) return wrong('the key is listed twice');
      keys.add(key.publicKey);
      const named = url === undefined ? key : { ...key, url };
      if (word === 'log') {
        logs.push(named);
      } else {
        if (name === undefined || name === NONE || isKnown(name)) return wrong('the name is taken');
        witnesses.set(name, named);
      }
    } else if (word === 'group') {
      const [name, count, ...members] = items;
      if (name === undefined || name === NONE || isKnown(name)) return wrong('the name is taken');
      const least = count === 'all' ? members.length : count === 'any' ? 1 : readCount(count);
      if (least < 1 || least > members.length) return wrong('expected all, any or a number of its members');
      for (const member of members) {
        if (!isKnown(member) || grouped.has(member)) return wrong(`${member} is unknown or in two groups`);
        grouped.add(member);
      }
      groups.set(name, { least, members });
    } else if (word === 'quorum') {
      const [name, ...rest] = items;
      if (quorum !== undefined || name === undefined || rest.length > 0) return wrong('expected one quorum');
      if (name !== NONE && !isKnown(name)) return wrong(`${name} is unknown`);
      quorum = name;
    } else {
      return wrong(`unknown word ${word}`);
    }
  }
  return quorum === undefined ? { violation: 'no quorum' } : { logs, witnesses, groups, quorum };
}

const readCount = (count: string | undefined): number =>
  count !== undefined && COUNT.test(count) ? Number(count) : 0;

export type Met = {
  /** Whether a log of the policy signed the checkpoint and its quorum of witnesses cosigned it. */
  readonly met: boolean;
  readonly signed: boolean;
  /** The names of the witnesses whose cosignature is valid, with their times in seconds. */
  readonly cosigned: ReadonlyMap<string, number>;
};

/** Checks a checkpoint against a policy; `counts` decides whether a cosignature made at a time in seconds is accepted. */
export function meets(
  checkpoint: LogCheckpoint,
  policy: Policy,
  verify: SignatureCheck,
  counts: (seconds: number) => boolean = () => true,
): Met {
  const signed = policy.logs.some((log) => isSignedByLog(checkpoint, log, verify));
  const cosigned = new Map<string, number>();
  for (const [name, key] of policy.witnesses) {
    const { state, seconds } = signedBy(checkpoint.note, key, verify);
    if (state === 'valid' && counts(seconds)) cosigned.set(name, seconds);
  }
  const holds = (name: string): boolean => {
    const group = policy.groups.get(name);
    if (group === undefined) return name === NONE || cosigned.has(name);
    return group.members.filter(holds).length >= group.least;
  };
  return { met: signed && holds(policy.quorum), signed, cosigned };
}
