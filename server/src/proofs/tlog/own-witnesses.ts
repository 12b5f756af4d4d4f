/**
 * A demo's own three witnesses. They run the same program as independent witnesses do, which is started alongside the server so
 * that everything works from the first minute. They protect nobody from the platform that runs them, as the policy states.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readWitnessKey } from './note.ts';
import type { LogWitness } from './witnesses.ts';

// A separate program, which shares no code with the server.
const PROGRAM = join(import.meta.dirname, '../../../../verifier/bin/candor-witness.mjs');
const NAMES = ['w1', 'w2', 'w3'];
const FOLDER = 'witnesses';
const START_TIMEOUT_MS = 20_000;

export type OwnWitnesses = {
  /** Resolves once the witnesses are listening. */
  readonly listening: Promise<readonly LogWitness[]>;
  /** Stops the program, even if it never listened. */
  stop(): Promise<void>;
};

/** Whether the data folder contains witnesses that were started before. */
export const haveOwnWitnesses = (folder: string): boolean => existsSync(join(folder, FOLDER));

export function startOwnWitnesses(
  folder: string,
  log: { readonly name: string; readonly vkey: string },
): OwnWitnesses {
  const names = NAMES.flatMap((name) => ['--name', `${log.name}/${name}`]);
  const options = ['--data', join(folder, FOLDER), '--log', log.vkey, '--port', '0', '--follow-stdin'];
  const child = spawn(process.execPath, [PROGRAM, ...options, ...names], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`expected the witnesses to keep running, but they exited with ${code}`)),
    );
    setTimeout(
      () => reject(new Error('expected the witnesses to start in time, but they did not')),
      START_TIMEOUT_MS,
    ).unref();
  });
  failed.catch(() => undefined);
  const printed = async (): Promise<readonly LogWitness[]> => {
    const witnesses: LogWitness[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      witnesses.push(witnessOf(line));
      if (witnesses.length === NAMES.length) break;
    }
    return witnesses;
  };
  return {
    listening: Promise.race([printed(), failed]),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

function witnessOf(line: string): LogWitness {
  const [vkey = '', url = ''] = line.split(' ');
  const key = readWitnessKey(vkey);
  if (key === undefined) throw new Error(`expected a witness's key and address, found "${line}"`);
  return { key, vkey, url };
}
