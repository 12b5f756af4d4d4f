/**
 * One life of the real server inside the simulation: the server is started, called without sockets, and stopped or
 * killed.
 */
import type { Serving } from '../../server/src/app/serve.ts';
import type { Config } from '../../server/src/config/config.ts';
import { PRIVATE_NETWORKS, networksOf } from '../../server/src/config/networks.ts';
import { KNOWN_PUSH_SERVICES, pushServicesOf } from '../../server/src/config/push.ts';
import type { Guard } from '../../server/src/guard/guard.ts';
import type { Urls } from '../database/simulated-database.ts';
import { FeedLine } from './feed-line.ts';

export const FEED_TOKEN = 'simulated-feed';

export type Answer = {
  readonly status: number;
  readonly type: string;
  readonly error?: string;
  readonly message: unknown;
};
export type Asked = {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly token?: string | undefined;
  readonly key?: string | undefined;
  readonly device?: string | undefined;
  readonly raw?: Buffer | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address from which the call is made. */
  readonly from?: string;
};

export type World = {
  readonly feed: FeedLine;
  /** A call of the customers' table, such as "POST coin/trade". */
  call(name: string, asked?: Asked): Promise<Answer & { readonly device: string | undefined }>;
  /** A call of the operators' table. */
  console(name: string, asked?: Asked): Promise<Answer & { readonly device: string | undefined }>;
  stop(): Promise<void>;
};

export type Server = Awaited<ReturnType<typeof loadServer>>;

/** Loads the server's code, after time and random numbers have been replaced. */
export async function loadServer() {
  const { serve } = await import('../../server/src/app/serve.ts');
  const { startGuard } = await import('../../server/src/guard/guard.ts');
  const { guardedInvariants, breaches } = await import('../../server/src/app/breaches.ts');
  return { serve, startGuard, guardedInvariants, breaches };
}

export async function openWorld(
  { serve, startGuard, guardedInvariants }: Server,
  parts: {
    readonly urls: Urls;
    readonly dataFolder: string;
    readonly log: (text: string) => void;
    /** Everything, if absent. A second server of one platform answers only. */
    readonly role?: Config['role'];
  },
): Promise<World> {
  const { urls, dataFolder, role = 'all' } = parts;
  const log = (text: string, error?: unknown): void =>
    parts.log(error instanceof Error ? `${text}: ${error.stack ?? error.message}` : text);
  const serving: Serving = await serve({ ...configOf(urls, dataFolder), role }, log, {
    apart: false,
    listens: false,
  });
  const guard: Guard | undefined =
    role === 'all'
      ? startGuard({
          ...{ url: urls.guardUrl, invariants: guardedInvariants, tell: log },
          now: () => performance.now(),
        })
      : undefined;
  const { customers, operators } = serving.doors ?? {};
  if (customers === undefined || operators === undefined)
    throw new Error('expected the server to have started with its doors, found none');
  return {
    feed: new FeedLine(customers.server, FEED_TOKEN),
    call: (name, asked) => ask(customers, 'api', name, asked),
    console: (name, asked) => ask(operators, 'api/console', name, asked),
    stop: async () => {
      await guard?.stop();
      await serving.stop();
    },
  };
}

type Door = NonNullable<Serving['doors']>['customers'];

async function ask(door: Door, base: string, name: string, asked: Asked = {}) {
  const [method = 'GET', path = ''] = name.split(' ');
  const { fields = {}, token, key, device, raw, from = '127.0.0.1' } = asked;
  const isGet = method === 'GET';
  const query = isGet ? `?${new URLSearchParams(fields as Record<string, string>)}` : '';
  const response = await door.inject({
    ...{ method: method as 'GET', url: `/${base}/${path}${query}`, remoteAddress: from },
    headers: {
      host: 'localhost',
      ...(!isGet && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: token }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(device !== undefined && { cookie: device }),
      ...asked.headers,
    },
    ...(!isGet && { payload: raw ?? JSON.stringify(fields) }),
  });
  const cookie = [response.headers['set-cookie'] ?? []].flat()[0];
  const envelope = envelopeOf(response.body);
  return { ...envelope, status: response.statusCode, device: cookie?.split(';')[0] };
}

function envelopeOf(text: string): Omit<Answer, 'status'> {
  try {
    return JSON.parse(text) as Omit<Answer, 'status'>;
  } catch {
    return { type: 'not_json', message: text.slice(0, 200) };
  }
}

function configOf(urls: Urls, data: string): Config {
  return {
    ...{
      mode: 'demo',
      house: undefined,
      port: 0,
      host: '127.0.0.1',
      data,
      role: 'all',
      walArchive: undefined,
    },
    ...{ jurisdictions: 'demo', records: true, demoHistory: false, logFormat: 'text', metrics: undefined },
    ...{ tlog: { origin: undefined, witnesses: [], quorum: 0 }, appRollback: undefined },
    timeStamps: { authorities: [], everyMs: 3_600_000, anchors: '' },
    liabilitiesEveryMs: 3_600_000,
    feed: { kind: 'external', token: FEED_TOKEN },
    database: { kind: 'given', ...urls },
    vaultKey: Buffer.alloc(32, 'simulated vault'),
    ...{ mail: undefined, textMessages: undefined, payout: undefined, origin: undefined },
    ...{ publicOrigins: [], trustedProxies: [] },
    console: {
      port: 0,
      host: '127.0.0.1',
      origins: [],
      networks: networksOf('console-networks', PRIVATE_NETWORKS),
    },
    pushServices: pushServicesOf(KNOWN_PUSH_SERVICES),
  };
}
