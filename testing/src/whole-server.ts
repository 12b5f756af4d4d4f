/** The complete server in this process, on a separate database and without a browser. */
import { DAY_MS } from '@candor/domain/time.ts';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Envelope } from '@candor/protocol/envelope.ts';
import type { Config } from '../../server/src/config/config.ts';
import { PRIVATE_NETWORKS, networksOf } from '../../server/src/config/networks.ts';
import { KNOWN_PUSH_SERVICES, pushServicesOf } from '../../server/src/config/push.ts';
import type { FeedConfig } from '../../server/src/quotes/feeds/make-feed.ts';
import { demoCustomers } from '../../server/src/features/demo/seed.ts';
import { serve } from '../../server/src/app/serve.ts';
import { beginInThePast } from '../../server/src/quotes/clock.ts';
import { askForSessions } from './acting-as.ts';
import { doorOf, noteConsole } from './console-origin.ts';
import { freshDatabase } from './database.ts';

export type WholeCall = {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly token?: string;
  readonly key?: string;
  /** Sent as is instead of `fields`, for requests that no client would send. */
  readonly raw?: string;
};

export type WholeServer = {
  readonly origin: string;
  /** The address of the operators' server. */
  readonly consoleOrigin: string;
  /** The address from which Prometheus reads the metrics. */
  readonly metricsUrl: string;
  readonly url: string;
  /** Connections with the role that accepts orders. */
  readonly appUrl: string;
  /** Connections with the role that creates sessions and notifies customers. */
  readonly doorUrl: string;
  /** Connections with the role that checks the books. */
  readonly guardUrl: string;
  readonly ownerUrl: string;
  /** The vault key in the form in which the environment passes it. */
  readonly vaultKey: string;
  /** The server's reports to its operator. */
  readonly logLines: string[];
  call(name: string, options?: WholeCall): Promise<{ status: number; body: Envelope<unknown> }>;
  /** The token of an example customer of the demo. */
  login(at?: 0 | 1): Promise<string>;
  stop(): Promise<void>;
};

export type WholeServerOptions = {
  /** Sets the market clock forward to noon on a Wednesday, so that every session is open whatever day it is. */
  readonly midweek?: boolean;
  /** Sets the market clock forward to noon on a Saturday, when only crypto trades. */
  readonly weekend?: boolean;
  /**
   * Sets the market clock forward to a minute before midnight on a Wednesday, and runs it four times as fast, so that a test sees
   * two days.
   */
  readonly evening?: boolean;
  /** Lets the demo begin this long ago, in milliseconds. */
  readonly agoMs?: number;
  /** Leads the market in a separate process, as the program does. */
  readonly apart?: boolean;
  /** The simulated market if absent. */
  readonly feed?: FeedConfig;
  /**
   * Gives the simulated market's charts a history, as every demo has one. This takes three seconds, and most tests don't need it.
   */
  readonly past?: boolean;
  /** The provider that pays approved withdrawals; only treasurers pay if absent. */
  readonly payout?: Config['payout'];
  /** The push services that browsers may name; the usual ones if absent. */
  readonly pushServices?: string;
  /** The proxies that may report a client's address; none if absent. */
  readonly trustedProxies?: string;
  /** Host names that the server accepts in addition to those of this machine and its network. */
  readonly publicOrigins?: readonly string[];
  readonly consoleOrigins?: readonly string[];
  /** The jurisdiction policy; if absent, every product is offered to all customers. */
  readonly jurisdictions?: Config['jurisdictions'];
  /** The log's witnesses; none if absent. */
  readonly tlog?: Config['tlog'];
  readonly timeStamps?: Config['timeStamps'];
  /** The interval of the statements of liabilities; an hour if absent. */
  readonly liabilitiesEveryMs?: number;
  /** Whether the demo begins three weeks ago and is filled with its history. */
  readonly demoHistory?: boolean;
};

export async function openWholeServer({
  midweek = false,
  weekend = false,
  evening = false,
  agoMs = 0,
  past = false,
  apart = false,
  // On a busy machine, quotes may be late; other tests cover waiting for a price.
  feed = { kind: 'simulated', seed: 'walk', history: past, fillAgeMs: 4_000 },
  jurisdictions = 'demo',
  payout,
  pushServices = KNOWN_PUSH_SERVICES,
  trustedProxies,
  publicOrigins = [],
  consoleOrigins = [],
  tlog = { origin: undefined, witnesses: [], quorum: 0 },
  timeStamps = { authorities: [], everyMs: 3_600_000, anchors: '' },
  liabilitiesEveryMs = 3_600_000,
  demoHistory = false,
}: WholeServerOptions = {}): Promise<WholeServer> {
  const database = await freshDatabase();
  await askForSessions(database.ownerUrl);
  if (midweek) await setNoonOf(WEDNESDAY, database.ownerUrl);
  if (weekend) await setNoonOf(SATURDAY, database.ownerUrl);
  if (evening) await setNoonOf(WEDNESDAY, database.ownerUrl, { laterMs: DAY_MS / 2 - 60_000, speed: 4 });
  if (agoMs > 0) await began(database.ownerUrl, agoMs);
  const data = mkdtempSync(join(tmpdir(), 'candor whole-'));
  const logLines: string[] = [];
  const { url, ownerUrl } = database;
  const vaultKey = randomBytes(32);
  const serving = await serve(
    {
      mode: 'demo',
      house: undefined,
      port: 0,
      host: '127.0.0.1',
      data,
      role: 'all',
      walArchive: undefined,
      jurisdictions,
      records: true,
      demoHistory,
      logFormat: 'text',
      metrics: { host: '127.0.0.1', port: 0 },
      tlog,
      appRollback: undefined,
      timeStamps,
      liabilitiesEveryMs,
      feed,
      database: {
        kind: 'given',
        url: database.appUrl,
        tapeUrl: database.tapeUrl,
        doorUrl: database.doorUrl,
        guardUrl: database.guardUrl,
        ownerUrl,
      },
      vaultKey,
      mail: undefined,
      textMessages: undefined,
      payout,
      origin: undefined,
      ...{
        publicOrigins,
        trustedProxies: trustedProxies === undefined ? [] : networksOf('trusted-proxies', trustedProxies),
      },
      console: {
        ...{ port: 0, host: '127.0.0.1', origins: consoleOrigins },
        networks: networksOf('console-networks', PRIVATE_NETWORKS),
      },
      pushServices: pushServicesOf(pushServices),
    },
    (text, error) =>
      logLines.push(error instanceof Error ? `${text}: ${error.stack ?? error.message}` : text),
    { apart },
  );
  const origin = `http://127.0.0.1:${serving.port}`;
  const consoleOrigin = `http://127.0.0.1:${serving.consolePort}`;
  noteConsole(origin, consoleOrigin);
  const call: WholeServer['call'] = (name, options) => callOver(origin, name, options);
  return {
    origin,
    consoleOrigin,
    metricsUrl: `http://127.0.0.1:${serving.metricsPort}/metrics`,
    url,
    appUrl: database.appUrl,
    doorUrl: database.doorUrl,
    guardUrl: database.guardUrl,
    ownerUrl,
    vaultKey: vaultKey.toString('base64'),
    logLines,
    call,
    login: async (at = 0) => {
      const customer = demoCustomers[at] ?? demoCustomers[0];
      const { body } = await call('POST user/login', {
        fields: { account: customer?.account, password: customer?.password },
      });
      if (body.type !== 'ok') throw new Error(JSON.stringify(body));
      return body.message as string;
    },
    stop: async () => {
      await serving.stop();
      rmSync(data, { recursive: true, force: true });
      await database.drop();
    },
  };
}

/** 1 January 1970 was a Thursday, so the first Saturday was two days later and the first Wednesday six days later. */
const SATURDAY = 2;
const WEDNESDAY = 6;

async function setNoonOf(
  weekday: number,
  ownerUrl: string,
  { laterMs, speed }: { readonly laterMs: number; readonly speed: number } = { laterMs: 0, speed: 1 },
): Promise<void> {
  const wallMs = Date.now();
  const day = Math.floor(wallMs / DAY_MS) + 1;
  const next = day + ((weekday - (day % 7) + 7) % 7);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query('update clock set base_wall_ms = $1, base_market_ms = $2, speed = $3', [
    wallMs,
    next * DAY_MS + DAY_MS / 2 + laterMs,
    speed,
  ]);
  await client.end();
}

async function began(ownerUrl: string, agoMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await beginInThePast(client, agoMs);
  await client.end();
}

let callers = 0;

/** Each call comes from a different loopback address, so that no test is slowed by another test's requests. */
function callOver(
  origin: string,
  name: string,
  { fields = {}, token, key, raw }: WholeCall = {},
): Promise<{ status: number; body: Envelope<unknown> }> {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string];
  const query = method === 'GET' ? `?${raw ?? new URLSearchParams(fields as Record<string, string>)}` : '';
  callers += 1;
  const options = {
    method,
    localAddress: `127.${1 + (callers % 250)}.${(callers >> 8) % 250}.1`,
    agent: false,
    headers: {
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: token }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${doorOf(origin, path)}/api/${path}${query}`, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Envelope<unknown> });
      });
    });
    sent.on('error', reject);
    sent.end(method === 'GET' ? undefined : (raw ?? JSON.stringify(fields)));
  });
}
