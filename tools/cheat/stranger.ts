/** The stranger: candor-watch as a separate process, which reaches the platform over HTTP only. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { NODE, ROOT } from '../install.mjs';
import { stopped } from './copy.ts';

export type Alarm = { readonly atMs: number; readonly kind: string; readonly detail: string };

/** A trade of the stranger's shopper, as it saw it last. */
export type SeenTrade = {
  readonly product: string;
  readonly id: string;
  readonly seen: Readonly<Record<string, unknown>>;
};

export type Stranger = {
  readonly alarms: readonly Alarm[];
  /** The number of rounds, and the number of entries of the log that the stranger had followed by the last round. */
  readonly rounds: () => number;
  readonly size: () => number;
  /** The trades of a shopper, by its account. */
  readonly trades: (account: string) => readonly SeenTrade[];
  readonly onAlarm: (listener: (alarm: Alarm) => void) => void;
  readonly ended: () => boolean;
  /** The memory that its process uses, in MB; 0 if the system does not report it. */
  readonly memoryMb: () => number;
  stop(): Promise<void>;
};

export type Pace = {
  readonly everySeconds: number;
  readonly lateSeconds: number;
  readonly tradeEverySeconds: number;
};

const ALARM = /^ALARM (\w+): (.*)$/;
const ROUND = / watch: (\d+) entries, \d+ alarms$/;

export function startStranger(
  origin: string,
  keep: string,
  { accounts, pace }: { readonly accounts: readonly string[]; readonly pace: Pace },
): Stranger {
  const options = ['--url', origin, '--keep', keep, ...accounts.flatMap((account) => ['--account', account])];
  const times = ['--every', String(pace.everySeconds), '--late', String(pace.lateSeconds)];
  const program = join(ROOT, 'verifier/bin/candor-watch.mjs');
  const child = spawn(
    NODE,
    [program, ...options, ...times, '--trade-every', String(pace.tradeEverySeconds)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const alarms: Alarm[] = [];
  const listeners: ((alarm: Alarm) => void)[] = [];
  let [rounds, size] = [0, 0];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, kind, detail] = ALARM.exec(line) ?? [];
    const entries = ROUND.exec(line)?.[1];
    if (entries !== undefined) [rounds, size] = [rounds + 1, Number(entries)];
    if (kind === undefined || detail === undefined) return;
    const alarm = { atMs: Date.now(), kind, detail };
    alarms.push(alarm);
    for (const listener of listeners) listener(alarm);
  });
  return {
    alarms,
    rounds: () => rounds,
    size: () => size,
    trades: (account) => tradesOf(join(keep, 'shop', account, 'notebook.json')),
    onAlarm: (listener) => void listeners.push(listener),
    ended: () => hasEnded(child),
    memoryMb: () => memoryOf(child.pid),
    stop: () => stopped(child),
  };
}

function memoryOf(pid: number | undefined): number {
  const path = `/proc/${pid}/status`;
  const [, kilobytes] = existsSync(path) ? (/VmRSS:\s+(\d+)/.exec(readFileSync(path, 'utf8')) ?? []) : [];
  return Math.round(Number(kilobytes ?? 0) / 1024);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

function tradesOf(path: string): readonly SeenTrade[] {
  if (!existsSync(path)) return [];
  const { trades } = JSON.parse(readFileSync(path, 'utf8')) as { readonly trades: Record<string, SeenTrade> };
  return Object.values(trades);
}
