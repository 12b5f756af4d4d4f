/** By which names the two doors are called, who may pass on for whom, and where the operators' door is. */
import type { Network } from '../callers/addresses.ts';
import { Mistake } from './environment.ts';

export type ConsoleDoorConfig = {
  readonly port: number;
  readonly host: string;
  /** "https://console.candor.example": addresses of the console besides those of this machine and its network. */
  readonly origins: readonly string[];
  /** From where it answers. */
  readonly networks: readonly Network[];
};

/** How far from the customers' port the console's is, where none is given: 8082 beside 8080. */
const CONSOLE_AFTER = 2;
const PORT_MAX = 65_535;

/** "0" beside any free port is any free one too. */
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
    throw new Mistake('--console-port must not be --port: operators have a door of their own.');
  return port;
}

/** Origins as browsers write them: "https://candor.example", with a port where it is not the usual one. */
export function originsOf(option: string, text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  return text.split(',').map((part) => {
    const url = URL.parse(part.trim());
    if (url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href) return url.origin;
    throw new Mistake(
      `--${option} must list addresses such as https://candor.example, and "${text}" has another.`,
    );
  });
}
