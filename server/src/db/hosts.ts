/**
 * Finds the primary among several hosts of one database: `postgres://login:password@one:5432,two:5432/candor`. After a failover,
 * the next connection reaches the promoted standby.
 *
 * A primary that comes back after its standby was promoted would accept writes that nobody else sees. It is recognised by its
 * timeline, which every promotion increases. If several hosts accept writes, the one with the newest timeline is used, and a
 * process never goes back to an older one. If two hosts have the same timeline, neither is used.
 */
import pg from 'pg';

const PROBE_MAX_MS = 2000;
const HOSTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]+)(.*)$/;

/** Returns one URL per host. */
export function hostsOf(url: string): readonly string[] {
  const [, login = '', hosts, rest = ''] = HOSTS.exec(url) ?? [];
  return hosts === undefined ? [url] : hosts.split(',').map((host) => `${login}${host}${rest}`);
}

type Probed =
  | { readonly url: string; readonly timeline: number }
  | { readonly url: string; readonly why: string };

export class Hosts {
  readonly #urls: readonly string[];
  #known: string | undefined;
  #finding: Promise<string> | undefined;
  #timeline = 0;

  constructor(url: string) {
    this.#urls = hostsOf(url);
    if (this.#urls.length === 1) this.#known = url;
  }

  /** Returns the URL of the primary. Throws if no host accepts writes; the message names every host and the reason. */
  async primary(): Promise<string> {
    if (this.#known !== undefined) return this.#known;
    this.#finding ??= this.#find().finally(() => (this.#finding = undefined));
    this.#known = await this.#finding;
    return this.#known;
  }

  /** Makes the next connection look for the primary again. */
  lost(): void {
    if (this.#urls.length > 1) this.#known = undefined;
  }

  async #find(): Promise<string> {
    const probed = await Promise.all(this.#urls.map(probe));
    const writable = probed.filter((one) => 'timeline' in one);
    const newest = Math.max(...writable.map(({ timeline }) => timeline));
    const chosen = writable.filter(({ timeline }) => timeline === newest);
    const [only] = chosen;
    if (chosen.length > 1)
      throw new Error(
        `more than one primary on timeline ${newest}: ${chosen.map(nameOf).join(', ')}; stop all but one`,
      );
    if (only === undefined)
      throw new Error(`no primary among the hosts of the database: ${probed.map(said).join('; ')}`);
    if (newest < this.#timeline)
      throw new Error(
        `${nameOf(only)} is on timeline ${newest}, older than ${this.#timeline}, which this process has written to`,
      );
    this.#timeline = newest;
    return only.url;
  }
}

const nameOf = ({ url }: { readonly url: string }): string => URL.parse(url)?.host ?? '';
const said = (one: Probed): string => `${nameOf(one)} ${'why' in one ? one.why : 'accepts writes'}`;

async function probe(url: string): Promise<Probed> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_MAX_MS,
    query_timeout: PROBE_MAX_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ segment: string | null }>(
      `select case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as segment`,
    );
    const segment = rows[0]?.segment ?? null;
    if (segment === null) return { url, why: 'is a standby' };
    // The first eight digits of a WAL segment's name are the timeline.
    return { url, timeline: parseInt(segment.slice(0, 8), 16) };
  } catch (error) {
    return { url, why: (error as Error).message };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns a class of clients that connect to whichever host is the primary when they connect. */
export function clientOfPrimary(Base: typeof pg.Client, hosts: Hosts): typeof pg.Client {
  return class extends Base {
    override connect = ((callback: (error?: Error) => void) => {
      const fail = (error: Error): void => {
        hosts.lost();
        callback(error);
      };
      hosts.primary().then((url) => {
        const { hostname, port } = new URL(url);
        Object.assign(this, { host: hostname, port: Number(port || '5432') });
        this.once('end', () => hosts.lost());
        super.connect((error?: Error) => (error ? fail(error) : callback()));
      }, fail);
    }) as pg.Client['connect'];
  };
}

/** Returns a client, not yet connected, for the host that is currently the primary. */
export async function clientOf(url: string): Promise<pg.Client> {
  return new pg.Client({ connectionString: await new Hosts(url).primary() });
}
