/** Forgeries of what a platform publishes, each with the commands of the second verifier that must refuse it. */
import { inFile, inMessage } from './forging-proxy.ts';
import type { Forge } from './forging-proxy.ts';

type Entry = { seq: number; bid: string; ask: string; last: string; time_ms: number };
type Lists = { lists: { root: number; lines: string[] }[] };
type Row = Record<string, never>;

export type ForgedAnswer = {
  readonly what: string;
  readonly command: 'tape' | 'log' | 'liabilities' | 'fills' | 'own' | 'strategy';
  readonly forge: Forge;
};

/** Adds one in the last place of a number's text. */
function other(text: string): string {
  const last = Number(text.at(-1));
  return `${text.slice(0, -1)}${last === 8 ? 9 : (last + 1) % 9 || 1}`;
}

const inTape = (change: (entries: Entry[]) => void): Forge =>
  inMessage('tape', (entries: Entry[]) => {
    if (entries[0]?.seq === 1) change(entries);
  });

/** Changes a field of the first line that a test accepts. */
function inLine(accepts: (fields: string[]) => boolean, change: (fields: string[]) => void): Forge {
  return inMessage('transparency/fills', ({ lists }: Lists) => {
    for (const { lines } of lists) {
      const at = lines.findIndex((line) => accepts(line.split('|')));
      if (at === -1) continue;
      const fields = (lines[at] ?? '').split('|');
      change(fields);
      lines[at] = fields.join('|');
      return;
    }
  });
}

const isFill = (fields: string[]): boolean => fields.length === 16 && fields[1] !== 'option';
const at = (place: number): Forge => inLine(isFill, (fields) => (fields[place] = other(fields[place] ?? '')));

export const forgedAnswers: readonly ForgedAnswer[] = [
  ...(['bid', 'ask', 'last'] as const).map((name): ForgedAnswer => ({
    what: `the ${name} of an entry`,
    command: 'tape',
    forge: inTape(([, , , entry]) => {
      if (entry !== undefined) entry[name] = other(entry[name]);
    }),
  })),
  {
    what: 'the time of an entry',
    command: 'tape',
    forge: inTape(([, , , entry]) => {
      if (entry !== undefined) entry.time_ms += 1;
    }),
  },
  { what: 'an entry left out', command: 'tape', forge: inTape((entries) => entries.splice(20, 1)) },
  {
    what: 'two entries in the other order',
    command: 'tape',
    forge: inTape((entries) => entries.push(...entries.splice(20, 1))),
  },
  ...['seq', 'hash', 'time', 'signature'].map((name): ForgedAnswer => ({
    what: `the ${name} of a checkpoint`,
    command: 'tape',
    forge: inMessage('tape/checkpoints', ({ checkpoints: [first] }: { checkpoints: Row[] }) => {
      const value = first?.[name] as unknown;
      const changed = typeof value === 'number' ? value + 1 : other(String(value));
      Object.assign(first ?? {}, { [name]: changed });
    }),
  })),
  {
    what: 'an entry of the log',
    command: 'log',
    forge: inFile('tile/entries/000', (text) => text.replace('candor-usual', 'candor-usuaI')),
  },
  {
    what: 'the size of the log',
    command: 'log',
    forge: inFile('checkpoint', (text) => text.replace(/\n(\d+)\n/, (_, size) => `\n${Number(size) - 1}\n`)),
  },
  {
    what: 'the signature of the log',
    command: 'log',
    // The first four bytes say which key signed.
    forge: inFile('checkpoint', (text) =>
      text.replace(
        /(\n\n\S+ \S+ .{12})(.)/,
        (_, begin: string, sign: string) => begin + (sign === 'A' ? 'B' : 'A'),
      ),
    ),
  },
  {
    what: 'a log without its witnesses',
    command: 'log',
    forge: inFile('checkpoint', (text) => text.replace(/(\n\n[^\n]*\n)[^]*$/, '$1')),
  },
  {
    what: 'an amount of a statement',
    command: 'liabilities',
    forge: inFile('liabilities/2/USDT/0', (text) => other(text.trimEnd()) + '\n'),
  },
  {
    what: 'a leaf left out of a statement',
    command: 'liabilities',
    forge: inFile('liabilities/2/USDT/0', (text) => text.replace(/^.*\n/, '')),
  },
  {
    what: 'a debt below zero',
    command: 'liabilities',
    forge: inFile('liabilities/2/USDT/0', (text) => text.replace('|', '|-')),
  },
  {
    what: 'a sum of a statement',
    command: 'liabilities',
    forge: (path, body) =>
      path === '/log/liabilities/2' ? Buffer.from(body.toString().replace(/^.*/, other)) : undefined,
  },
  { what: 'a line left out', command: 'fills', forge: inMessage('transparency/fills', cutLine) },
  {
    what: 'two lines in the other order',
    command: 'fills',
    forge: inMessage('transparency/fills', ({ lists }: Lists) =>
      lists.find(({ lines }) => lines.length > 1)?.lines.reverse(),
    ),
  },
  ...[3, 4, 5, 6, 9, 11, 12, 13, 14, 15].map((place): ForgedAnswer => ({
    what: `field ${place} of a fill`,
    command: 'fills',
    forge:
      place < 5 ? inLine(isFill, (fields) => (fields[place] = place === 3 ? 'hold' : 'luck')) : at(place),
  })),
  {
    what: 'a lost ticket that is won',
    command: 'fills',
    forge: inLine(
      (fields) => fields[1] === 'option' && fields[4] === 'lost',
      (fields) => (fields[4] = 'won'),
    ),
  },
  {
    what: 'a won ticket that is void',
    command: 'fills',
    forge: inLine(
      (fields) => fields[1] === 'option' && fields[4] === 'won',
      (fields) => {
        fields[4] = 'void';
        fields[5] = 'gap_expiry';
      },
    ),
  },
  {
    what: 'a count of the statistics',
    command: 'fills',
    forge: inMessage('transparency/fill_quality', ({ rows }: { rows: { fills: number }[] }) => {
      if (rows[0] !== undefined) rows[0].fills += 1;
    }),
  },
  {
    what: 'a count of refused orders',
    command: 'fills',
    forge: inMessage('transparency/fill_quality', ({ refused }: { refused: { count: number }[] }) => {
      if (refused[0] !== undefined) refused[0].count += 1;
    }),
  },
  {
    what: 'what voids cost',
    command: 'fills',
    forge: inMessage(
      'transparency/voids',
      ({ days }: { days: { cost_usdt: string; saved_usdt: string }[] }) => {
        for (const day of days) Object.assign(day, { cost_usdt: '0.5', saved_usdt: '0.25' });
      },
    ),
  },
  ...['to_amount', 'fee', 'rate'].map((name): ForgedAnswer => ({
    what: `the ${name} of an exchange`,
    command: 'own',
    forge: inMessage('wallet/myFlashAgainstList', ({ items: [first] }: { items: Row[] }) => {
      Object.assign(first ?? {}, { [name]: other(String(first?.[name])) });
    }),
  })),
  ...['opening', 'salt'].map((name): ForgedAnswer => ({
    what: `the ${name} of the customer’s own entry`,
    command: 'own',
    forge: inMessage('transparency/own', ({ entries }: { entries: Row[] }) => {
      Object.assign(entries[1] ?? {}, { [name]: other(String(entries[1]?.[name])) });
    }),
  })),
  {
    what: 'the customer’s own line of another list',
    command: 'own',
    forge: inMessage('transparency/own_fills', ({ fills }: { fills: { root: number }[] }) => {
      if (fills[0] !== undefined) fills[0].root += 1;
    }),
  },
  ...['leaf', 'signature', 'text'].map((name): ForgedAnswer => ({
    what: `the ${name} of a receipt`,
    command: 'own',
    forge: inMessage('receipts/orders', ({ items: [first] }: { items: { receipt: Row }[] }) => {
      Object.assign(first?.receipt ?? {}, { [name]: other(String(first?.receipt[name])) });
    }),
  })),
  {
    what: 'the body of a signed order',
    command: 'own',
    forge: inMessage('receipts/orders', ({ items: [first] }: { items: Row[] }) => {
      Object.assign(first ?? {}, { body: '{}' });
    }),
  },
  ...['amount', 'part'].map((name): ForgedAnswer => ({
    what: `the ${name} of the customer’s own leaf`,
    command: 'own',
    forge: inMessage('transparency/liability', ({ leaves: [first] }: { leaves: Row[] }) => {
      Object.assign(first ?? {}, { [name]: name === 'part' ? 1 : other(String(first?.[name])) });
    }),
  })),
  {
    what: 'the customer’s own leaf left out',
    command: 'own',
    forge: inMessage('transparency/liability', ({ leaves }: { leaves: Row[] }) => leaves.pop()),
  },
  ...['result', 'quantity'].map((name): ForgedAnswer => ({
    what: `the ${name} of a trade of the strategy`,
    command: 'strategy',
    forge: inMessage('transparency/strategy', ({ items: [first] }: { items: Row[] }) => {
      Object.assign(first ?? {}, { [name]: other(String(first?.[name])) });
    }),
  })),
];

function cutLine({ lists }: Lists): void {
  lists.find(({ lines }) => lines.length > 0)?.lines.pop();
}
