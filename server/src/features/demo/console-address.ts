/** Where the caller of a demo reaches its operators' console. Pure. */
import { within } from '../../callers/addresses.ts';
import type { Config } from '../../config/config.ts';

export type ConsoleCaller = {
  /** The name by which the caller reached the customers' port, with that port. */
  readonly host: string;
  readonly address: string;
};

/**
 * Returns the console's public address if it has one, and otherwise its port on the name that the caller used. Null if no console
 * runs in this process, or if it would not answer this caller.
 */
export function consoleAddressOf(
  { origins, networks }: Pick<Config['console'], 'origins' | 'networks'>,
  port: number | undefined,
  { host, address }: ConsoleCaller,
): string | null {
  if (port === undefined || !within(networks)(address)) return null;
  const [origin] = origins;
  if (origin !== undefined) return origin;
  const name = host.replace(/:\d+$/, '');
  return name === '' ? null : `http://${name}:${port}`;
}
