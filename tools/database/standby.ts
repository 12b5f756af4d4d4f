/** A synchronous standby of a separate database: copied with `pg_basebackup`, and promoted with `pg_ctl`. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import { binariesIn } from '@candor/testing/own-binaries.ts';
import { freePort } from '@candor/testing/running-server.ts';
import { giveTo, plainEnvironment, settleHome } from '../../server/src/db/postgres-home.ts';
import { running } from '../deploy/fresh-cluster.ts';
import { ask } from './own-database.ts';
import type { OwnDatabase } from './own-database.ts';

const run = promisify(execFile);
const NAME = 'standby';

export type Standby = { readonly port: number; promote(): Promise<void>; stop(): Promise<void> };

/**
 * Resolves once the primary waits for the standby, that is, once it acknowledges a commit only after the standby has it on
 * its disk.
 */
export async function startStandby(bin: string, primary: OwnDatabase): Promise<Standby> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-standby-'));
  await chmod(folder, 0o755);
  const home = await settleHome(folder, () => undefined, binariesIn(bin));
  await giveTo(folder, home.account);
  const how = { ...home.account, cwd: '/', env: plainEnvironment };
  const { hostname, port: from, username } = new URL(primary.superUrl);
  const source = ['--host', hostname, '--port', from, '--username', username, '--no-password'];
  await run(
    join(bin, 'pg_basebackup'),
    [
      ...[
        ...source,
        '--pgdata',
        home.cluster,
        '--wal-method=stream',
        '--checkpoint=fast',
        '--write-recovery-conf',
      ],
    ],
    how,
  );
  const port = await freePort();
  const settings = {
    ...{ port, listen_addresses: '127.0.0.1', unix_socket_directories: '' },
    ...{ primary_conninfo: `host=${hostname} port=${from} user=${username} application_name=${NAME}` },
    // Only processes are killed here and not the machine, so the operating system keeps what they wrote.
    fsync: 'off',
    // Once promoted, this server has no standby to wait for.
    synchronous_standby_names: '',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const cluster = await running({ folder, home, port, flags });
  await ask(primary.superUrl, `alter system set synchronous_standby_names = '${NAME}'`);
  await ask(primary.superUrl, 'select pg_reload_conf()');
  await vi.waitFor(
    async () =>
      expect(
        await ask(primary.superUrl, `select from pg_stat_replication where sync_state = 'sync'`),
      ).toHaveLength(1),
    { timeout: 60_000, interval: 100 },
  );
  return {
    port,
    promote: async () => {
      await run(join(bin, 'pg_ctl'), ['promote', '--wait', '--pgdata', home.cluster], how);
    },
    stop: cluster.stop,
  };
}

/** Kills a postmaster and its sessions as the failure of a machine would: none of them finishes its work. */
export function killAll(pid: number): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  process.kill(pid, 'SIGKILL');
  for (const child of children.filter((one) => one !== '')) killIfThere(Number(child));
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
