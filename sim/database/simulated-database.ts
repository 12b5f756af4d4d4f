/**
 * A PostgreSQL for the simulation alone, and a template whose functions, defaults and views read time and random numbers
 * from the simulation. Nobody else may use the cluster, because that would change the numbers of its transactions.
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../server/src/db/migrate.ts';
import { startPostgres } from '../../server/src/db/postgres.ts';
import { quickFolder } from '../../testing/src/quick-folder.ts';
import { simulatedSql } from '../wire/frames.ts';

const TEMPLATE = 'candor_sim_template';
/** No background work: no vacuum, and no statistics that would change a plan. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

export type Urls = Readonly<Record<'url' | 'tapeUrl' | 'doorUrl' | 'guardUrl' | 'ownerUrl', string>>;

export type SimulatedCluster = {
  /** Creates a database of this name, in place of an existing one. */
  fresh(name: string): Promise<Urls>;
  stop(): Promise<void>;
};

/** With the machine's time and chance if it is `real`. */
export async function startCluster({ real = false } = {}): Promise<SimulatedCluster> {
  const directory = await mkdtemp(join(quickFolder(), 'candor-sim-'));
  await chmod(directory, 0o755);
  const postgres = await startPostgres({ directory, settings: SETTINGS, log: console.error });
  const { ownerUrl } = postgres;
  await asOwner(ownerUrl, trustEverybody);
  await asOwner(ownerUrl, (client) => client.query(`create database ${TEMPLATE}`));
  await migrate(named(ownerUrl, TEMPLATE));
  if (!real) await asOwner(named(ownerUrl, TEMPLATE), simulate);
  return {
    fresh: async (name) => {
      await asOwner(ownerUrl, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
        await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
        await client.query(`revoke temporary, create on database ${name} from public`);
      });
      const { url, tapeUrl, doorUrl, guardUrl } = postgres;
      const urls = { url, tapeUrl, doorUrl, guardUrl, ownerUrl };
      return Object.fromEntries(Object.entries(urls).map(([key, one]) => [key, named(one, name)])) as Urls;
    },
    stop: async () => {
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Checking a password takes hashes that other threads compute, and there is nothing to protect here. */
async function trustEverybody(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ hba_file: string }>('show hba_file');
  await writeFile(rows[0]?.hba_file ?? '', 'host all all 127.0.0.1/32 trust\n');
  await client.query('select pg_reload_conf()');
}

function named(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function asOwner(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * The time is the value of a sequence, because every transaction sees its newest value immediately. Random numbers are hashes
 * of the values of another sequence.
 */
const SIM = `
  create schema sim;
  create sequence sim.now_ms;
  create sequence sim.draws;
  create table sim.seed (seed text not null);
  create function sim.now() returns timestamptz language sql volatile as
    $$ select to_timestamp(last_value / 1000.0) from sim.now_ms $$;
  create function sim.random_uuid() returns uuid language sql volatile security definer set search_path = sim, pg_temp as
    $$ select md5(s.seed || nextval('sim.draws'))::uuid from seed s $$;
  grant usage on schema sim to public;
  grant select on sequence sim.now_ms to public;
  grant execute on all functions in schema sim to public;
`;

async function simulate(client: pg.Client): Promise<void> {
  await client.query(SIM);
  const changes = await client.query<{ sql: string }>(`
    select pg_get_functiondef(p.oid) as sql from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
    union all
    select format('alter table %s alter column %I set default %s', d.adrelid::regclass, a.attname, pg_get_expr(d.adbin, d.adrelid))
      from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      where a.attgenerated = ''
    union all
    select format('create or replace view %s as %s', c.oid::regclass, pg_get_viewdef(c.oid)) from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'`);
  await client.query('set check_function_bodies = off');
  for (const { sql } of changes.rows) {
    const changed = simulatedSql(sql);
    if (changed !== sql) await client.query(changed);
  }
}
