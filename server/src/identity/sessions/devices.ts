/**
 * A customer's devices. A device is identified by a random cookie that grants no rights: a thief of the cookie still needs all
 * credentials, and can only use up the attempts of that device. Of the user agent, only the browser and the system are shown.
 */
import { createHash } from 'node:crypto';
import { BROWSER_MAP, OS_MAP, getParser } from 'bowser';
import type { Connection, Pool } from '../../db/pool.ts';

/** Returns the hash of a device's cookie, under which the device is stored. */
export function deviceHash(device: string): Buffer {
  return createHash('sha256').update(device).digest();
}

/**
 * The names of browsers that may be shown. The library returns the name of an unknown browser unchanged, so it could be any text
 * and would appear in our mail.
 */
const BROWSERS: ReadonlySet<string> = new Set(Object.values(BROWSER_MAP));
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(OS_MAP));
const AGENT_CHARS_READ = 1000;

/** Returns the browser and the system, such as "Firefox 144" and "Windows"; empty if unknown. */
export function describeAgent(agent: string): { browser: string; system: string } {
  // The library throws on an empty user agent.
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

/** The data that identifies the origin of a call. */
export type CalledFrom = { readonly device: string | undefined; readonly address: string };

/**
 * Returns the origin of an attempt: a device on which the customer has logged in, or '' for an unknown device. The same statement
 * runs whether or not the customer exists, so that both cases take equally long.
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

/** Like `deviceOrigin`, but an address from which the customer has logged in counts as known too; used for passwords. */
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
