/** Three PostgreSQL nodes under Patroni with etcd, configured by the file that is shipped in `deploy/patroni`. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { freePort } from '@candor/testing/running-server.ts';
import { binariesIn } from '@candor/testing/own-binaries.ts';
import { giveTo, plainEnvironment, settleHome } from '../../server/src/db/postgres-home.ts';
import { ROOT } from '../install.mjs';
import { killAll } from './standby.ts';

const SHIPPED = join(ROOT, 'deploy/patroni/patroni.yml');
const HERE = '127.0.0.1';
const PASSWORD = 'only-on-loopback';
const NAMES = ['one', 'two', 'three'] as const;
const READY_MS = 120_000;

export type NodeName = (typeof NAMES)[number];
export type PatroniCluster = {
  /** PostgreSQL's addresses, for the URLs of a server. */
  readonly hosts: string;
  portOf(name: NodeName): number;
  superUrl(name: NodeName): string;
  /** The node that Patroni's own interface reports as the primary; undefined if none does. */
  primary(): Promise<NodeName | undefined>;
  /** Resolves once the cluster has its primary, and all other nodes follow it, one of them synchronously. */
  settled(): Promise<NodeName>;
  /** Kills Patroni and PostgreSQL as the failure of a machine would. */
  kill(name: NodeName): void;
  start(name: NodeName): void;
  printed(): string;
  stop(): Promise<void>;
};

type Member = { readonly name: string; readonly role: string; readonly state: string };
type Node = {
  readonly name: NodeName;
  readonly port: number;
  readonly restPort: number;
  readonly file: string;
  readonly data: string;
  patroni?: ChildProcess;
};
type Programs = { readonly bin: string; readonly patroni: string; readonly etcd: string };

export async function startPatroniCluster(programs: Programs): Promise<PatroniCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-patroni-'));
  await chmod(folder, 0o755);
  const { account } = await settleHome(folder, () => undefined, binariesIn(programs.bin));
  const lines: string[] = [];
  const start = (program: string, args: readonly string[]): ChildProcess => {
    const child = spawn(program, args, { ...account, cwd: '/', env: plainEnvironment });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => lines.push(piece.toString()));
    return child;
  };
  const etcdPort = await freePort();
  const nodes = await Promise.all(
    NAMES.map((name) => makeNode(name, { folder, etcdPort, bin: programs.bin })),
  );
  for (const one of [folder, ...NAMES.map((name) => join(folder, name))]) await giveTo(one, account);
  const etcd = start(programs.etcd, await etcdArguments(folder, etcdPort));
  const nodeOf = (name: NodeName): Node => nodes.find((node) => node.name === name) as Node;
  const run = (name: NodeName): void => {
    nodeOf(name).patroni = start(programs.patroni, [nodeOf(name).file]);
  };
  for (const name of NAMES) run(name);
  return {
    hosts: nodes.map(({ port }) => `${HERE}:${port}`).join(','),
    portOf: (name) => nodeOf(name).port,
    superUrl: (name) => `postgres://postgres:${PASSWORD}@${HERE}:${nodeOf(name).port}/postgres`,
    primary: () => primaryOf(nodes),
    settled: () => settledOn(nodes),
    kill: (name) => killNode(nodeOf(name)),
    start: run,
    printed: () => lines.join(''),
    stop: async () => {
      for (const { patroni } of nodes) await ended(patroni, 'SIGTERM');
      await ended(etcd, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function etcdArguments(folder: string, clientPort: number): Promise<string[]> {
  const peer = `http://${HERE}:${await freePort()}`;
  const client = `http://${HERE}:${clientPort}`;
  return [
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `default=${peer}`, '--logger', 'zap', '--log-level', 'warn'],
    ...['--data-dir', join(folder, 'etcd')],
  ];
}

/** Writes the shipped file with a node's addresses, without TLS and with a password of the test. */
async function makeNode(
  name: NodeName,
  { folder, etcdPort, bin }: { folder: string; etcdPort: number; bin: string },
): Promise<Node> {
  const [port, restPort] = [await freePort(), await freePort()];
  const own = join(folder, name);
  const data = join(own, 'data');
  await mkdir(own);
  const replaced: readonly (readonly [RegExp, string])[] = [
    [/^name: one$/m, `name: ${name}`],
    [/10\.0\.0\.1:8008/g, `${HERE}:${restPort}`],
    [/10\.0\.0\.1:5432/g, `${HERE}:${port}`],
    [/hosts: 10\.0\.0\.11:2379,.*$/m, `hosts: ${HERE}:${etcdPort}`],
    [/data_dir: .*$/m, `data_dir: ${data}`],
    [/bin_dir: .*$/m, `bin_dir: ${bin}`],
    [/password: PASSWORD/g, `password: ${PASSWORD}`],
    [/hostssl (\w+) (\w+) 10\.0\.0\.0\/24/g, `host $1 $2 ${HERE}/32`],
    [/mode: automatic/, 'mode: off'],
    // By default, sockets and passwords are in folders of the account postgres, which does not run this cluster.
    [
      /^ {2}pg_hba:$/m,
      `  pgpass: ${join(own, 'pgpass')}\n  parameters:\n    unix_socket_directories: ${own}\n    fsync: 'off'\n  pg_hba:`,
    ],
  ];
  let text = await readFile(SHIPPED, 'utf8');
  for (const [from, to] of replaced) {
    if (text.search(from) < 0)
      throw new Error(`expected ${SHIPPED} to contain ${from.source}, but it does not`);
    text = text.replace(from, to);
  }
  const file = join(own, 'patroni.yml');
  await writeFile(file, text);
  return { name, port, restPort, file, data };
}

async function primaryOf(nodes: readonly Node[]): Promise<NodeName | undefined> {
  for (const { name, restPort } of nodes) {
    if ((await answerOf(restPort, 'primary'))?.ok === true) return name;
  }
  return undefined;
}

async function settledOn(nodes: readonly Node[]): Promise<NodeName> {
  let found: NodeName | undefined;
  const roles = async (): Promise<string[]> => {
    found = await primaryOf(nodes);
    const asked = nodes.find(({ name }) => name === found);
    const answer = asked === undefined ? undefined : await answerOf(asked.restPort, 'cluster');
    const { members } = ((await answer?.json()) ?? { members: [] }) as { members: readonly Member[] };
    return members
      .filter(({ state }) => state === 'running' || state === 'streaming')
      .map(({ role }) => role)
      .toSorted();
  };
  await vi.waitFor(async () => expect(await roles()).toEqual(['leader', 'replica', 'sync_standby']), {
    timeout: READY_MS,
    interval: 500,
  });
  return found as NodeName;
}

function answerOf(port: number, path: string): Promise<Response | undefined> {
  return fetch(`http://${HERE}:${port}/${path}`, { signal: AbortSignal.timeout(2000) }).catch(
    () => undefined,
  );
}

function killNode({ patroni, data }: Node): void {
  patroni?.kill('SIGKILL');
  killAll(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]));
}

async function ended(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}
