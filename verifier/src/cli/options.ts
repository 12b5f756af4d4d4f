/** Parses the command line's options. */
import { parseArgs } from 'node:util';
import { isSymbol } from '../chain.ts';
import { isHash } from '../crypto.ts';

export const HELP = `candor-verify: checks prices, tickets and fills of a Candor platform without trusting it.

  --url <address>     the platform, for example http://127.0.0.1:8080
  --symbol <symbol>   checks this tape: its hashes, and the signature of every checkpoint
  --from <n>          from this entry on; 1 if absent
  --to <n>            up to this entry; the newest if absent
  --ticket <file>     derives again the ticket or fill in this file, which "Save evidence" wrote;
                      with --url from entries that are fetched now, otherwise from those in the file
  bundle <file>       the same for a file that customer service attached, with its postings
  --market-days       with --url: the keys of the simulated market, each bound by a signed hash
                      before its day and revealed after it
  --day <day>         with --url: recomputes the quotes of a day of the simulated market, such as
                      2026-11-23, from its key, and compares the tapes of all symbols with them
  --messages <file>   with --symbol: compares the messages that entries name with a recording of their
                      sources, with a line {"source":"<name>","message":"<as it was sent>"} per message
  --fills             with --url: every public list of fills against the log and the tapes, and the
                      published statistics and sums of voids against the lists
  --time-stamps       with --url: every time stamp of the log, and when each stamped checkpoint existed
  --anchors <file>    with --time-stamps: the certificates in PEM to which the authorities must lead;
                      those that the platform publishes if absent
  --keep <file>       stores the public key and checkpoints seen, and reports an answer that
                      contradicts what an earlier run stored
  --key <hex>         the public key that must have signed, if you know it from elsewhere
  --help              shows this text

Exits with 0 if everything holds, 1 if something does not, and 2 if there is no verdict:
the platform cannot be read, a ticket is still open, or nothing is signed yet.
`;

export type Line = {
  readonly url: string | undefined;
  readonly symbol: string | undefined;
  readonly from: number;
  readonly to: number | undefined;
  readonly ticket: string | undefined;
  readonly keep: string | undefined;
  readonly messages: string | undefined;
  readonly key: string | undefined;
  readonly marketDays: boolean;
  readonly day: string | undefined;
  readonly fills: boolean;
  readonly timeStamps: boolean;
  readonly anchors: string | undefined;
};

export type ReadLine =
  | { readonly kind: 'run'; readonly line: Line }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly sentence: string };

const OPTIONS = {
  url: { type: 'string' },
  symbol: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  ticket: { type: 'string' },
  keep: { type: 'string' },
  messages: { type: 'string' },
  key: { type: 'string' },
  'market-days': { type: 'boolean' },
  day: { type: 'string' },
  fills: { type: 'boolean' },
  'time-stamps': { type: 'boolean' },
  anchors: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** "bundle file" is an alias for "--ticket file". */
function spelledOut(args: readonly string[]): string[] {
  return args[0] === 'bundle' ? ['--ticket', ...args.slice(1)] : [...args];
}

/** Parses the arguments; returns a message about the first invalid one. */
export function readLine(args: readonly string[]): ReadLine {
  let values: Partial<
    Record<Exclude<keyof typeof OPTIONS, 'fills' | 'help' | 'market-days' | 'time-stamps'>, string>
  > & {
    fills?: boolean;
    'time-stamps'?: boolean;
    help?: boolean;
    'market-days'?: boolean;
  };
  try {
    values = parseArgs({ args: spelledOut(args), options: OPTIONS, allowPositionals: false }).values;
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
  if (values.help === true || args.length === 0) return { kind: 'help' };
  const { url, symbol, ticket, keep, messages, key, day, anchors } = values;
  const timeStamps = values['time-stamps'] === true;
  const marketDays = values['market-days'] === true;
  const fills = values.fills === true;
  const from = readNumber(values.from ?? '1');
  const to = values.to === undefined ? undefined : readNumber(values.to);
  const sentence =
    wrongNumber(values.from, from) ??
    wrongNumber(values.to, to) ??
    (to !== undefined && from !== undefined && to < from ? '--to is before --from.' : undefined) ??
    (marketDays && url === undefined ? 'Give --url with --market-days.' : undefined) ??
    (fills && url === undefined ? 'Give --url with --fills.' : undefined) ??
    (timeStamps && url === undefined ? 'Give --url with --time-stamps.' : undefined) ??
    (anchors !== undefined && !timeStamps ? 'Give --time-stamps with --anchors.' : undefined) ??
    (day !== undefined && url === undefined ? 'Give --url with --day.' : undefined) ??
    (day !== undefined && !/^\d{4}-\d\d-\d\d$/.test(day) ? '--day must look like 2026-11-23.' : undefined) ??
    (!marketDays &&
    !fills &&
    !timeStamps &&
    day === undefined &&
    ticket === undefined &&
    (url === undefined || symbol === undefined)
      ? 'Give --url and --symbol to check a tape, or --ticket to check a ticket or fill.'
      : undefined) ??
    (ticket !== undefined && symbol !== undefined ? 'Give --symbol or --ticket, not both.' : undefined) ??
    (messages !== undefined && symbol === undefined ? 'Give --symbol with --messages.' : undefined) ??
    (url !== undefined && !/^https?:\/\/./.test(url)
      ? '--url must begin with http:// or https://.'
      : undefined) ??
    (symbol !== undefined && !isSymbol(symbol) ? '--symbol must look like BTC/USDT.' : undefined) ??
    (key !== undefined && !isHash(key) ? '--key must be 64 lowercase hexadecimal digits.' : undefined);
  if (sentence !== undefined) return wrong(sentence);
  const line = {
    url,
    symbol,
    from: from ?? 1,
    to,
    ticket,
    keep,
    messages,
    key,
    marketDays,
    day,
    fills,
    timeStamps,
    anchors,
  };
  return { kind: 'run', line };
}

function wrong(sentence: string): ReadLine {
  return { kind: 'wrong', sentence };
}

function readNumber(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number.parseInt(text, 10) : undefined;
}

function wrongNumber(text: string | undefined, read: number | undefined): string | undefined {
  return text !== undefined && read === undefined
    ? `${text} is not the number of an entry; the first is 1.`
    : undefined;
}
