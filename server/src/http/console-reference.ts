/** Generates the Markdown reference of the operators' calls in `docs/console-api.md`, in the order of their table. */
import { anyConsoleRefusals } from '@candor/protocol/console/console-call.ts';
import type { ConsoleRow } from '@candor/protocol/console/console-call.ts';
import { consoleCalls } from '@candor/protocol/features.ts';
import { rowLines } from './reference.ts';

const INTRODUCTION = [
  'Every call of an operator is `/api/console/` and a path, in the form of the customers’ calls ([API](api.md)): bodies are JSON or ' +
    'form-urlencoded, the token stands in `Authorization`, answers have the same envelope. A customer’s token is nobody’s here.',
  'They are on a port of their own (`--console-port`); the customers’ has none of them. There is a console for callers from near networks alone (`--console-networks`). A role that may not make a call is refused with ' +
    '`unauthorized`, and that it tried is on record. Where a verdict carries an `Idempotency-Key`, sending it again gets the first answer.',
  `Any call may also answer ${anyConsoleRefusals.map((code) => `\`${code}\``).join(', ')}.`,
];

export function consoleMarkdown(): string {
  const lines = [
    ...['# API of operators', ''],
    ...['<!-- Printed from protocol/src/features.ts by `npm run print:api`. -->', ''],
    ...INTRODUCTION.flatMap((paragraph) => [paragraph, '']),
  ];
  for (const [name, row] of Object.entries<ConsoleRow>(consoleCalls)) {
    const who = row.roles === 'visitor' ? 'visitor' : row.roles.join(', ');
    lines.push(...rowLines(name, row, who));
  }
  return lines.join('\n');
}
