/**
 * A demo's own three witnesses: the program that strangers run, started beside the server so that everything works from the
 * first minute. They protect nobody from the platform that runs them, and the policy says so.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readWitnessKey } from './note.ts';
import type { LogWitness } from './witnesses.ts';

// A program of its own, which shares no code with the server.
const PROGRAM = join(import.meta.dirname, '../../../verifier/bin/candor-witness.mjs');
const NAMES = ['w1', 'w2', 'w3'];

export type OwnWitnesses = { readonly witnesses: readonly LogWitness[]; stop(): Promise<void> };

/** Starts them; resolves once they listen. */
export async function startOwnWitnesses(
  folder: string,
  log: { readonly name: string; readonly vkey: string },
): Promise<OwnWitnesses> {
  const names = NAMES.flatMap((name) => ['--name', `${log.name}/${name}`]);
  const args = [
    PROGRAM,
    '--data',
    join(folder, 'witnesses'),
    '--log',
    log.vkey,
    '--port',
    '0',
    '--follow-stdin',
    ...names,
  ];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const witnesses: LogWitness[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    witnesses.push(witnessOf(line));
    if (witnesses.length === NAMES.length) break;
  }
  if (witnesses.length < NAMES.length)
    throw new Error(`expected ${NAMES.length} witnesses, found ${witnesses.length}`);
  return { witnesses, stop: () => ended(child) };
}

function witnessOf(line: string): LogWitness {
  const [vkey = '', url = ''] = line.split(' ');
  const key = readWitnessKey(vkey);
  if (key === undefined) throw new Error(`expected a witness's key and address, found "${line}"`);
  return { key, vkey, url };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
