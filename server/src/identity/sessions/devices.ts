/**
 * The devices of a customer. A device is known by a random cookie that carries no right: who steals it is still asked for
 * everything, but guesses on the customer's own tries. Of the browser's name for itself only browser and system are shown.
 */
import { createHash } from 'node:crypto';
import { BROWSER_MAP, OS_MAP, getParser } from 'bowser';
import type { Connection, Pool } from '../../db/pool.ts';

/** Under which hash a device stands in the database. */
export function deviceHash(device: string): Buffer {
  return createHash('sha256').update(device).digest();
}

/** Of a browser that it does not know the library repeats the words, which may be anybody's: they would stand in our mail. */
const BROWSERS: ReadonlySet<string> = new Set(Object.values(BROWSER_MAP));
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(OS_MAP));
const AGENT_CHARS_READ = 1000;

/** Browser and system, "Firefox 144" and "Windows"; empty where the name says nothing of them. */
export function describeAgent(agent: string): { browser: string; system: string } {
  // The library throws at an empty name.
  if (agent === '') return { browser: '', system: '' };
  const parser = getParser(agent.slice(0, AGENT_CHARS_READ));
  const { name = '', version = '' } = parser.getBrowser();
  const number = /^\d{1,4}/.exec(version)?.[0] ?? '';
  const system = parser.getOSName();
  return {
    browser: BROWSERS.has(name) ? `${name} ${number}`.trim() : '',
    system: SYSTEMS.has(system) ? system : '',
  };
}

/** What of a call tells where it came from. */
export type CalledFrom = { readonly device: string | undefined; readonly address: string };

/**
 * Where a guess comes from: a device that this customer was signed in on, or '', a stranger. One statement whether there
 * is such a customer or not, so that both take as long.
 */
export async function deviceOrigin(
  db: Pool | Connection,
  at: { readonly customer: bigint; readonly from: CalledFrom },
): Promise<string> {
  const hash = deviceHash(at.from.device ?? '');
  const found = await db.query('select 1 from session s where s.customer = $1 and s.device = $2 limit 1', [
    at.customer,
    hash,
  ]);
  return found.rows.length === 0 ? '' : `device:${hash.toString('hex')}`;
}

/** The same for a guess at a password, where an address that this customer was signed in from is no stranger's either. */
export async function passwordOrigin(
  db: Pool | Connection,
  at: { readonly customer: bigint; readonly from: CalledFrom },
): Promise<string> {
  const hash = deviceHash(at.from.device ?? '');
  const found = await db.query<{ device: boolean; address: boolean }>(
    `select exists (select from session s where s.customer = $1 and s.device = $2) as device,
      exists (select from session s where s.customer = $1 and s.address = $3) as address`,
    [at.customer, hash, at.from.address],
  );
  const known = found.rows[0];
  if (known?.device === true) return `device:${hash.toString('hex')}`;
  return known?.address === true ? `address:${at.from.address}` : '';
}
