/** Options of the two servers: their public names, the proxies they trust, and the console's port and networks. */
import type { Network } from '../callers/addresses.ts';
import { Mistake } from './environment.ts';

export type ConsoleDoorConfig = {
  readonly port: number;
  readonly host: string;
  /** Origins in addition to the addresses of this machine and its network, such as "https://console.candor.example". */
  readonly origins: readonly string[];
  readonly networks: readonly Network[];
};

/** Added to the customers' port if no port is given for the console: 8082 next to 8080. */
const CONSOLE_AFTER = 2;
const PORT_MAX = 65_535;

/** If the customers' port is "0" (any free port), the console's is "0" too. */
export function consolePortOf(text: string | undefined, customersPort: number): number {
  if (text === undefined) {
    if (customersPort === 0) return 0;
    return customersPort + CONSOLE_AFTER > PORT_MAX
      ? customersPort - CONSOLE_AFTER
      : customersPort + CONSOLE_AFTER;
  }
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= PORT_MAX))
    throw new Mistake(`--console-port must be a whole number from 0 to ${PORT_MAX}, not "${text}".`);
  if (port !== 0 && port === customersPort)
    throw new Mistake('--console-port must differ from --port: the console has its own port.');
  return port;
}

export type MetricsConfig = { readonly host: string; readonly port: number };

/** Added to the customers' port if no port is given for the metrics: 8083 next to 8080. */
const METRICS_AFTER = 3;

/** If no port is given, there is no listener. If the customers' port is "0" (any free port), so is this one. */
export function metricsOf(
  text: string | undefined,
  { host, customersPort }: { readonly host: string; readonly customersPort: number },
): MetricsConfig | undefined {
  if (text === 'none') return undefined;
  if (text === undefined) {
    const after = customersPort + METRICS_AFTER;
    return { host, port: customersPort === 0 ? 0 : after > PORT_MAX ? customersPort - METRICS_AFTER : after };
  }
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= PORT_MAX))
    throw new Mistake(`--metrics-port must be a whole number from 0 to ${PORT_MAX}, or none, not "${text}".`);
  return { host, port };
}

/** Origins as browsers write them: "https://candor.example", with the port if it is not the default. */
export function originsOf(option: string, text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  return text.split(',').map((part) => {
    const url = URL.parse(part.trim());
    if (url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href) return url.origin;
    throw new Mistake(
      `--${option} must list addresses such as https://candor.example, and "${text}" has something else.`,
    );
  });
}
