/** The command line of `candor-watch`. */
import { parseArgs } from 'node:util';
import type { Login } from './shop-calls.ts';

export const HELP = `Usage: candor-watch --url <address> --keep <folder> [options]

Follows a platform's transparency log and compares with it what the platform serves: prices, terms, the app's files. Each
difference is an alarm with its evidence.

  --url <address>    the platform, for example http://127.0.0.1:8080
  --keep <folder>    where to store what was seen, so that a later run finds a rewritten past, and the evidence of alarms
  --policy <file>    the log's key and the witnesses that must have cosigned; if absent, the platform's own policy, as
                     read in the first run
  --anchors <file>   certificates in PEM to which the authorities of time stamps must lead; if absent, those of the platform
  --every <seconds>  the time between two rounds (default 10)
  --late <seconds>   how late a cosignature or an entry may be before an alarm is raised (default 60)
  --again <pages>    the number of pages of 1000 old entries that each round reads again (default 100)
  --once             ends after one round
  --report <file>    writes a report there, in HTML if the name ends in .html (default <folder>/report.md, at the end)

As a mystery shopper, it also trades small amounts on two accounts, and compares its trades, balances and entries of the log
with everything it has kept of them.

  --shop             opens two accounts of a demo, or continues with those of an earlier run
  --account <name:password>  trades on this account instead; give it twice
  --symbol <symbol>  what it trades (default BTC/USDT)
  --trade-every <seconds>    the time between two trades of an account (default 60)

As a witness, it also cosigns the log for everybody, as candor-witness does. The platform must name it.

  --witness <name>   its name, such as witness.example/w1; it prints its key and address
  --witness-port <number>    its port (default 8090)

Exits with 0 if there was no alarm, 1 if there was one, and 2 if the platform could not be read.
`;

export type WatchOptions = {
  readonly url: string;
  readonly keep: string;
  readonly policy: string | undefined;
  readonly anchors: string | undefined;
  readonly everySeconds: number;
  readonly lateSeconds: number;
  readonly pagesAgain: number;
  readonly once: boolean;
  readonly report: string | undefined;
  /** Undefined if the watch does not trade. */
  readonly shop:
    | { readonly accounts: readonly Login[]; readonly symbol: string; readonly tradeEverySeconds: number }
    | undefined;
  readonly witness: { readonly name: string; readonly port: number } | undefined;
};

const SPEC = {
  url: { type: 'string' },
  keep: { type: 'string' },
  policy: { type: 'string' },
  anchors: { type: 'string' },
  every: { type: 'string', default: '10' },
  late: { type: 'string', default: '60' },
  again: { type: 'string', default: '100' },
  once: { type: 'boolean', default: false },
  report: { type: 'string' },
  shop: { type: 'boolean', default: false },
  account: { type: 'string', multiple: true },
  symbol: { type: 'string', default: 'BTC/USDT' },
  'trade-every': { type: 'string', default: '60' },
  witness: { type: 'string' },
  'witness-port': { type: 'string', default: '8090' },
  help: { type: 'boolean', default: false },
} as const;

/** Reads the arguments; `help` if it was requested, `mistaken` if they are invalid. */
export function readWatchOptions(args: readonly string[]): WatchOptions | 'help' | 'mistaken' {
  const { values } = parseArgs({ args: [...args], options: SPEC });
  if (values.help) return 'help';
  const { url, keep } = values;
  const numbers = [values.every, values.late, values.again, values['trade-every']].map(Number);
  const accounts = (values.account ?? []).map(readLogin);
  const port = Number(values['witness-port']);
  if (url === undefined || keep === undefined || numbers.some((one) => !(one > 0))) return 'mistaken';
  if (accounts.includes(undefined) || accounts.length === 1 || !Number.isInteger(port)) return 'mistaken';
  const [everySeconds = 10, lateSeconds = 60, pagesAgain = 100, tradeEverySeconds = 60] = numbers;
  const logins = accounts.filter((login) => login !== undefined);
  const isShopping = values.shop || logins.length > 0;
  return {
    ...{ url, keep, policy: values.policy, anchors: values.anchors, everySeconds, lateSeconds, pagesAgain },
    ...{ once: values.once, report: values.report },
    shop: isShopping ? { accounts: logins, symbol: values.symbol, tradeEverySeconds } : undefined,
    witness: values.witness === undefined ? undefined : { name: values.witness, port },
  };
}

/** An account name contains no colon, but a password may. */
function readLogin(text: string): Login | undefined {
  const at = text.indexOf(':');
  return at > 0 ? { account: text.slice(0, at), password: text.slice(at + 1) } : undefined;
}
