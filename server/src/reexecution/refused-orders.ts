/**
 * Orders that were refused immediately, as counted in the public log: by product, symbol, side and reason (docs/verification.md).
 * The server counts them while it records a batch, and an auditor counts them again from the records.
 */
import type { BatchRecord } from '../commands/batch-record.ts';
import { fromPlain } from '../commands/plain-values.ts';
import { BY_KEY } from '../identity/api-keys/mandate.ts';

type Named = { readonly symbol: string };
type OrderInput = {
  readonly product?: string;
  readonly side?: string;
  readonly instrument?: Named;
  readonly from?: Named | string;
  readonly to?: Named | string;
};

const textOf = (product: string, symbol = '', side = ''): string => `${product}|${symbol}|${side}`;

/**
 * How to read the public text from a command's input. A closing names its position only by number, so it has neither symbol nor
 * side.
 */
const ORDERS: Readonly<Record<string, (order: OrderInput) => string>> = {
  'spot.place': ({ instrument, side }) => textOf('spot', instrument?.symbol, side),
  'spot.convert': ({ from }) => textOf('spot', (from as Named).symbol, 'sell'),
  'positions.open': ({ product = '', instrument, side }) =>
    textOf(product, instrument?.symbol, side === 'long' ? 'buy' : 'sell'),
  'positions.close': ({ product = '' }) => textOf(product),
  'options.buy': ({ instrument, side }) => textOf('option', instrument?.symbol, side),
  'exchange.quote': ({ from, to }) => textOf('exchange', `${from as string}/${to as string}`),
  'exchange.carry_out': ({ from, to }) => textOf('exchange', `${from as string}/${to as string}`),
};

/**
 * Returns `<product>|<symbol>|<side>` of an order, with empty fields for what it doesn't state, or undefined if the command is
 * not an order. An order by an API key is treated like any other.
 * @param input The command's input, with its instruments.
 */
export function orderText(command: string, input: unknown): string | undefined {
  const own = command.endsWith(BY_KEY) ? command.slice(0, -BY_KEY.length) : command;
  return ORDERS[own]?.(input as OrderInput);
}

/** Returns a text for each refused order of a record: `<product>|<symbol>|<side>|<reason>`. */
export function refusedIn({ commands }: BatchRecord): string[] {
  return commands.flatMap((command) => {
    if (command[0] === 0) return [];
    const [name, , input, , outcome] = command;
    // If the input was not recorded, only the refusal itself is known.
    if (typeof outcome !== 'string' || outcome === 'busy' || input === null) return [];
    const text = orderText(name, fromPlain(input));
    return text === undefined ? [] : [`${text}|${outcome}`];
  });
}
