/**
 * Sends several prepared statements in one message, with one synchronisation and without requesting descriptions, and reads their
 * answers together. If they are sent one by one, each statement costs both sides a description, a synchronisation, a packet and a
 * read, which were a tenth of the work for an order.
 *
 * After an error, PostgreSQL skips the statements that follow in the message, so that none runs in a failed transaction.
 */
import { Buffer } from 'node:buffer';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { asText } from './as-text.ts';
import { sendTogether } from './pool.ts';
import type { Connection } from './pool.ts';

/** A prepared statement. A name must always refer to the same text. */
export type Statement = {
  readonly name: string;
  readonly text: string;
  /** Arrays are passed as text (`arrays.ts`). */
  readonly values: readonly (string | number | bigint | Buffer | null)[];
};

export type TextRow = (string | null)[];

/** The rows as PostgreSQL sent them, and the tag of the command, such as COMMIT. */
export type Answered = { readonly rows: TextRow[]; readonly command: string };

type Wire = { readonly stream: Duplex; readonly parsedStatements: Readonly<Record<string, string>> };

/** Sends the statements. Rejects with the first error, once all answers have arrived. */
export function sendStatements(
  connection: Connection,
  statements: readonly Statement[],
): Promise<readonly Answered[]> {
  const { parsedStatements } = (connection as unknown as { connection: Wire }).connection;
  // A statement must have been prepared on this connection before. The library prepares it at its first use.
  if (statements.some(({ name, text }) => parsedStatements[name] !== text)) {
    return oneByOne(connection, statements);
  }
  const together = new Together(statements);
  connection.query(together);
  return together.answered;
}

async function oneByOne(
  connection: Connection,
  statements: readonly Statement[],
): Promise<readonly Answered[]> {
  const sent = sendTogether(connection, () =>
    statements.map(({ name, text, values }) =>
      connection.query<TextRow>({ name, text, values: [...values], rowMode: 'array', types: asText }),
    ),
  );
  // If one statement fails, the others are still awaited, so that no rejection is left unhandled.
  const results = await Promise.allSettled(sent);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return (await Promise.all(sent)).map(({ rows, command }) => ({ rows, command }));
}

/** A single query for the library, because the message ends with one Sync. */
class Together extends pg.Query {
  readonly statements: readonly Statement[];
  readonly answered: Promise<readonly Answered[]>;
  readonly #settle: PromiseWithResolvers<readonly Answered[]>;
  readonly #answers: Answered[] = [];
  #rows: TextRow[] = [];

  constructor(statements: readonly Statement[]) {
    super({ text: '' });
    this.statements = statements;
    this.#settle = Promise.withResolvers();
    this.answered = this.#settle.promise;
  }

  override submit = (connection: unknown): void => {
    const { stream } = connection as Wire;
    if (stream.writable) stream.write(encoded(this.statements));
  };

  handleDataRow({ fields }: { fields: TextRow }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const space = text.indexOf(' ');
    this.#answers.push({ rows: this.#rows, command: space === -1 ? text : text.slice(0, space) });
    this.#rows = [];
  }

  handleError(error: Error): void {
    // Captures a useful stack, because the library's ends in the event loop.
    Error.captureStackTrace(error);
    this.#settle.reject(error);
  }

  handleReadyForQuery(): void {
    this.#settle.resolve(this.#answers);
  }
}

const [BIND, HEADER_BYTES] = [0x42, 5];
/** Executes the unnamed portal to completion. */
const EXECUTE = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0]);
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

type Bound = {
  readonly name: string;
  readonly values: readonly (string | Buffer | null)[];
  readonly lengths: readonly number[];
  /** The length of the message without its first byte. */
  readonly length: number;
};

/** Encodes the messages Bind and Execute for each statement, followed by a Sync. */
function encoded(statements: readonly Statement[]): Buffer {
  const bound = statements.map(boundOf);
  let size = SYNC.length;
  for (const { length } of bound) size += 1 + length + EXECUTE.length;
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const each of bound) {
    at = writeBind(bytes, at, each);
    at += EXECUTE.copy(bytes, at);
  }
  SYNC.copy(bytes, at);
  return bytes;
}

function boundOf({ name, values: given }: Statement): Bound {
  const values = given.map((value) =>
    value === null || typeof value === 'string' || Buffer.isBuffer(value) ? value : String(value),
  );
  const lengths = values.map((value) =>
    value === null ? -1 : typeof value === 'string' ? Buffer.byteLength(value) : value.length,
  );
  // Two names, each terminated by a zero, and the counts of the formats, of the values and of the result formats.
  let length = HEADER_BYTES - 1 + 1 + name.length + 1 + 3 * 2;
  // Each value has a format and a length.
  for (const bytes of lengths) length += 2 + 4 + Math.max(bytes, 0);
  return { name, values, lengths, length };
}

function writeBind(bytes: Buffer, start: number, { name, values, lengths, length }: Bound): number {
  bytes[start] = BIND;
  let at = bytes.writeInt32BE(length, start + 1);
  // The empty name of the unnamed portal.
  bytes[at] = 0;
  at += 1 + bytes.write(name, at + 1, 'latin1');
  bytes[at] = 0;
  at = bytes.writeInt16BE(values.length, at + 1);
  for (const value of values)
    at = bytes.writeInt16BE(typeof value === 'string' || value === null ? 0 : 1, at);
  at = bytes.writeInt16BE(values.length, at);
  for (const [place, value] of values.entries()) {
    const size = lengths[place] as number;
    at = bytes.writeInt32BE(size, at);
    if (value === null) continue;
    if (typeof value !== 'string') at += value.copy(bytes, at);
    // Copying plain ASCII costs a third of the time of encoding it.
    else at += bytes.write(value, at, size === value.length ? 'latin1' : 'utf8');
  }
  // Zero result formats, so that all results are sent as text.
  return bytes.writeInt16BE(0, at);
}
