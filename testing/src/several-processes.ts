/** A platform of several processes on one database, with nginx in front of those that serve, for tests that stop and kill them. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Role } from '../../server/src/config/roles.ts';
import { startPostgres } from '../../server/src/db/postgres.ts';
import type { Postgres } from '../../server/src/db/postgres.ts';
import { freePort, makeDataFolder, startServer } from './running-server.ts';
import type { RunningServer } from './running-server.ts';

const NGINX_CONF = fileURLToPath(new URL('../../docs/nginx.conf', import.meta.url));
/** Keys that the first process to lead creates, and that every process needs that leads or signs receipts. */
const SHARED_KEYS = ['tape-signing-key.pem', 'market-seed'];
const ANSWERS_WITHIN_MS = 30_000;
const RELOADS_WITHIN_MS = 1_000;

type Process = {
  readonly name: string;
  readonly role: Role;
  readonly port: number;
  running: RunningServer;
};

export class SeveralProcesses {
  readonly #folder = makeDataFolder();
  readonly #vaultKey = randomBytes(32).toString('base64');
  readonly #processes = new Map<string, Process>();
  #postgres!: Postgres;
  #nginx: ChildProcess | undefined;
  #conf: ProxyConf | undefined;
  #proxyFolder = '';
  /** The address of nginx. */
  origin = '';

  get ownerUrl(): string {
    return this.#postgres.ownerUrl;
  }

  async openDatabase(): Promise<void> {
    mkdirSync(this.#folder.path, { recursive: true });
    this.#postgres = await startPostgres({ directory: join(this.#folder.path, 'database') });
  }

  /** Starts a process, or restarts one that has ended, on the same port and data folder. */
  async start(name: string, role: Role): Promise<Process> {
    const known = this.#processes.get(name);
    const data = join(this.#folder.path, name);
    if (known === undefined) this.#handKeys(data);
    const port = known?.port ?? (await freePort());
    const { url, ownerUrl, tapeUrl, doorUrl, guardUrl } = this.#postgres;
    const running = await startServer({
      ...{ data, port },
      more: ['--role', role, '--metrics-port', 'none', '--witness', 'none', '--trusted-proxies', '127.0.0.1'],
      env: {
        DATABASE_URL: url,
        DATABASE_OWNER_URL: ownerUrl,
        DATABASE_TAPE_URL: tapeUrl,
        DATABASE_DOOR_URL: doorUrl,
        DATABASE_GUARD_URL: guardUrl,
        VAULT_KEY: this.#vaultKey,
      },
    });
    const process = { name, role, port, running };
    this.#processes.set(name, process);
    return process;
  }

  /** Sends the signal, waits for the end, and starts the process again. */
  async restart(name: string, signal: NodeJS.Signals): Promise<void> {
    const { running, role } = this.of(name);
    running.process.kill(signal);
    await running.ended;
    await this.start(name, role);
  }

  of(name: string): Process {
    const found = this.#processes.get(name);
    if (found === undefined) throw new Error(`expected a process ${name}, found none`);
    return found;
  }

  /** Starts nginx with docs/nginx.conf, except that one client reaches every process instead of staying with one. */
  async openProxy(program: string, names: readonly string[]): Promise<void> {
    const port = await freePort();
    // A path in nginx's configuration must not contain spaces.
    const folder = mkdtempSync(join(tmpdir(), 'candor-nginx-'));
    chmodSync(folder, 0o777);
    this.#proxyFolder = folder;
    const servers = names.map((name) => this.of(name).port);
    this.#conf = { port, servers, folder, spare: await freePort() };
    writeFileSync(join(folder, 'nginx.conf'), proxyConf(this.#conf));
    const nginx = spawn(program, [
      '-c',
      join(folder, 'nginx.conf'),
      '-p',
      folder,
      '-e',
      join(folder, 'error.log'),
    ]);
    let printed = '';
    nginx.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    this.#nginx = nginx;
    this.origin = `http://127.0.0.1:${port}`;
    const untilMs = performance.now() + ANSWERS_WITHIN_MS;
    const answers = () =>
      fetch(`${this.origin}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      );
    // oxlint-disable-next-line no-await-in-loop -- asks again until it answers
    while (!(await answers())) {
      if (nginx.exitCode !== null || performance.now() > untilMs)
        throw new Error(`expected nginx to answer, but it printed: ${printed}`);
      // oxlint-disable-next-line no-await-in-loop
      await delay(50);
    }
  }

  /** Marks a process as `down` in nginx, as is done before it is stopped. Without a name, no process is marked. */
  async passOver(name?: string): Promise<void> {
    if (this.#conf === undefined) throw new Error('expected nginx to run');
    const down = name === undefined ? undefined : this.of(name).port;
    writeFileSync(join(this.#conf.folder, 'nginx.conf'), proxyConf({ ...this.#conf, down }));
    this.#nginx?.kill('SIGHUP');
    await delay(RELOADS_WITHIN_MS);
  }

  async close(): Promise<void> {
    const running = [...this.#processes.values()].map((one) => one.running);
    for (const { process } of running) process.kill('SIGTERM');
    await Promise.all(running.map(({ ended }) => ended));
    if (this.#nginx !== undefined && this.#nginx.exitCode === null) {
      const ended = once(this.#nginx, 'exit');
      this.#nginx.kill('SIGTERM');
      await ended;
    }
    if (this.#proxyFolder !== '') rmSync(this.#proxyFolder, { recursive: true });
    await this.#postgres.stop();
    this.#folder.remove();
  }

  #handKeys(data: string): void {
    mkdirSync(data, { recursive: true });
    const first = [...this.#processes.values()].find(({ role }) => role === 'market');
    if (first === undefined) return;
    for (const file of SHARED_KEYS) cpSync(join(this.#folder.path, first.name, file), join(data, file));
  }
}

export type ProxyConf = {
  readonly port: number;
  readonly spare: number;
  readonly servers: readonly number[];
  readonly folder: string;
  /** The port of a process to which the proxy sends no requests, because it is about to stop. */
  readonly down?: number | undefined;
};

/** docs/nginx.conf for a machine of tests, without TLS and without staying with one process. */
export function proxyConf({ port, spare, servers, folder, down }: ProxyConf): string {
  const replaced = (text: string, from: RegExp, to: string): string => {
    if (!from.test(text)) throw new Error(`expected ${from} in docs/nginx.conf, found none`);
    return text.replaceAll(from, to);
  };
  const lineOf = (at: number): string => `server 127.0.0.1:${at} max_fails=0${at === down ? ' down' : ''};`;
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  const changes: readonly (readonly [RegExp, string])[] = [
    [/hash \$line consistent;/g, ''],
    [/server 127\.0\.0\.1:8080 [^;]*;/g, servers.map(lineOf).join('\n')],
    [/listen 10\.0\.0\.1:443 ssl http2/g, `listen 127.0.0.1:${spare}`],
    [/listen 443 ssl http2/g, `listen 127.0.0.1:${port}`],
    [/server_name candor\.example;/g, 'server_name 127.0.0.1;'],
    [/^.*ssl_certificate.*$/gm, ''],
    [/worker_processes auto;/g, `daemon off; worker_processes 1; pid ${folder}/pid;`],
    [/include \/etc\/nginx\/mime\.types;/g, paths.join('\n')],
  ];
  return changes.reduce((text, [from, to]) => replaced(text, from, to), readFileSync(NGINX_CONF, 'utf8'));
}
