/** The messages of PostgreSQL's protocol, as far as the simulation must distinguish them. */

const HEADER_BYTES = 5;
const [QUERY, PARSE, SYNC, TERMINATE] = [0x51, 0x50, 0x53, 0x58];

/** One message with its type; the first of a connection has none. */
export type Frame = { readonly type: number; readonly bytes: Buffer };

/** Splits a stream of bytes into messages. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);
  #startsBare: boolean;

  constructor(how: { readonly startsBare: boolean }) {
    this.#startsBare = how.startsBare;
  }

  read(bytes: Buffer): Frame[] {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const frames: Frame[] = [];
    for (;;) {
      const header = this.#startsBare ? HEADER_BYTES - 1 : HEADER_BYTES;
      if (this.#rest.length < header) return frames;
      const length = this.#rest.readUInt32BE(header - 4) + header - 4;
      if (this.#rest.length < length) return frames;
      const frame = this.#rest.subarray(0, length);
      frames.push({ type: this.#startsBare ? 0 : (frame[0] ?? 0), bytes: frame });
      this.#startsBare = false;
      this.#rest = this.#rest.subarray(length);
    }
  }
}

/**
 * Whether the server answers after this message, so that other connections can act between this message and the next.
 */
export const endsTurn = ({ type }: Frame): boolean => type === QUERY || type === SYNC || type === TERMINATE;
export const isTermination = ({ type }: Frame): boolean => type === TERMINATE;

/**
 * The SQL calls that read the machine's time and random numbers, each with its replacement that reads the
 * simulation's.
 */
export const SIMULATED_CALLS: readonly (readonly [RegExp, string])[] = [
  [/(?<!sim\.)\b(clock_timestamp|statement_timestamp|transaction_timestamp|now)\(\)/g, 'sim.now()'],
  [/(?<!sim\.)\bgen_random_uuid\(\)/g, 'sim.random_uuid()'],
];

export function simulatedSql(sql: string): string {
  return SIMULATED_CALLS.reduce((text, [call, instead]) => text.replace(call, instead), sql);
}

const READS =
  /clock_timestamp\(\)|statement_timestamp\(\)|transaction_timestamp\(\)|\bnow\(\)|gen_random_uuid\(\)/;

/** Returns the message with its SQL changed to read the simulation's time. */
export function simulated(frame: Frame): Buffer {
  if (frame.type !== QUERY && frame.type !== PARSE) return frame.bytes;
  const text = frame.bytes.toString('latin1');
  if (!READS.test(text)) return frame.bytes;
  const body = frame.bytes.subarray(HEADER_BYTES);
  const from = frame.type === PARSE ? body.indexOf(0) + 1 : 0;
  const to = body.indexOf(0, from);
  const sql = Buffer.from(simulatedSql(body.toString('utf8', from, to)));
  const changed = Buffer.concat([body.subarray(0, from), sql, body.subarray(to)]);
  const header = Buffer.alloc(HEADER_BYTES);
  header[0] = frame.type;
  header.writeUInt32BE(changed.length + 4, 1);
  return Buffer.concat([header, changed]);
}

/** Returns a simple query as bytes. */
export function queryBytes(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`);
  const header = Buffer.alloc(HEADER_BYTES);
  header[0] = QUERY;
  header.writeUInt32BE(text.length + 4, 1);
  return Buffer.concat([header, text]);
}
