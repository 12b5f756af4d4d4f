/**
 * Passes a process's committed changes to the other processes whose devices they concern, through notifications of the
 * database. These are sent after the commit, in a separate transaction. Within the batch's own transaction, every batch of
 * every process would have to wait for a lock that PostgreSQL holds from a notification to the end of its commit. If a process
 * is killed in between, its notifications are lost; devices detect this by their state number (`missed-events.ts`).
 *
 * Every login of the database may listen and notify. The messages are sealed, so that a login without the vault's key can
 * neither read customers' orders nor forge events. Each message is numbered and dated by its sender, so that none is delivered
 * twice: a program whose order appears to fill twice would trade on it.
 *
 * If no other process listens, nothing is sent (`other-listeners.ts`).
 */
import type { Publication } from '../commands/facts.ts';
import { every } from '../db/periodic.ts';
import type { Periodic } from '../db/periodic.ts';
import { listenOn } from '../db/listening.ts';
import type { Connection, Pool } from '../db/pool.ts';
import { OtherListeners } from './other-listeners.ts';

export const CHANNEL = 'committed';
const PURPOSE = 'committed by another process';
/**
 * A notification can have at most 7,999 bytes. Sealing and base64 turn a message into a little more than four thirds of its size.
 */
const MESSAGE_BYTES_MAX = 5_600;
const MESSAGES_AT_ONCE = 64;
/** Messages older than this are ignored. The machines' clocks must differ by less. */
const AGE_MAX_MS = 60_000;
/** The maximum number of publications waiting to be sent. For any beyond it, only the numbers of their books are sent. */
const WAITING_MAX = 4_096;
const LISTEN_AGAIN_MS = 500;

type Sealing = {
  seal(text: string, purpose: string): Buffer;
  open(sealed: Buffer, purpose: string): Buffer;
};

type Shared = {
  /** Identifies this process, so that it can ignore its own messages. */
  readonly me: string;
  readonly vault: Sealing;
  /** Wall clock, milliseconds. */
  readonly now: () => number;
  readonly onTrouble: (text: string, error: unknown) => void;
};

export type Telling = {
  /** Forwards the changes that this process committed. */
  tell(publications: readonly Publication[]): void;
  stop(): Promise<void>;
};

type TellingDeps = Shared & {
  readonly pool: Pool;
  /** Whether it is certain that no other process listens. If absent, there may be one. */
  readonly isAlone?: () => boolean;
};

export function startTelling(deps: TellingDeps): Telling {
  return new Teller(deps);
}

type Message = {
  readonly from: string;
  /** Increases with each message of a process. */
  readonly number: number;
  readonly sentMs: number;
  /** Publications in text form. */
  readonly wires: readonly string[];
};

/** Seals a message. Its sender's name is readable, and the message is sealed for that name. */
export function sealedMessage(vault: Sealing, { from, number, sentMs, wires }: Message): string {
  const text = `[${[number, sentMs, ...wires].join(',')}]`;
  return `${from} ${vault.seal(text, `${PURPOSE} ${from}`).toString('base64')}`;
}

/** A publication as it is sent. The events come last, because they may be left out. */
type Wire = readonly [
  book: string,
  prev: string,
  seq: string,
  moneyMoved: 0 | 1,
  events: readonly WireEvent[],
];
type WireEvent = readonly [name: string, payload: unknown];

function wireOf({ book, prev, seq, moneyMoved, events }: Publication): Wire {
  const told = events.map(({ name, payload }) => [name, payload()] as const);
  return [String(book), String(prev), String(seq), moneyMoved ? 1 : 0, told];
}

function publicationOf([book, prev, seq, moneyMoved, events]: Wire): Publication {
  return {
    ...{ book: BigInt(book), prev: BigInt(prev), seq: BigInt(seq), moneyMoved: moneyMoved === 1 },
    events: events.map(([name, payload]) => ({ name, payload: () => payload })) as Publication['events'],
  };
}

/**
 * Returns a publication without its events. It states its own number as its beginning, so that a device that has not reached that
 * number refetches everything. The wallets are included so that there is an event to send.
 */
function numbersOnly({ book, seq }: Publication): Publication {
  return { book, prev: seq, seq, moneyMoved: true, events: [] };
}

class Teller implements Telling {
  readonly #deps: TellingDeps;
  #waiting: string[] = [];
  #sent = 0;
  #sending: Promise<void> | undefined;

  constructor(deps: TellingDeps) {
    this.#deps = deps;
  }

  tell(publications: readonly Publication[]): void {
    if (this.#deps.isAlone?.() === true) return;
    const isFull = this.#waiting.length + publications.length > WAITING_MAX;
    for (const one of publications) {
      const whole = isFull ? undefined : JSON.stringify(wireOf(one));
      const fits = whole !== undefined && Buffer.byteLength(whole) < MESSAGE_BYTES_MAX;
      this.#waiting.push(fits ? whole : JSON.stringify(wireOf(numbersOnly(one))));
    }
    if (this.#waiting.length > 0) this.#sending ??= this.#send();
  }

  async stop(): Promise<void> {
    await this.#sending;
  }

  async #send(): Promise<void> {
    // Waits for the end of this turn of the event loop, so that its other commits are sent together with this one.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const messages = this.#take();
      try {
        // oxlint-disable-next-line no-await-in-loop -- changes committed meanwhile are sent together with the next ones
        await this.#deps.pool.query({
          name: 'notify-committed',
          text: `select pg_notify('${CHANNEL}', m) from unnest($1::text[]) as u (m)`,
          values: [messages],
        });
      } catch (error) {
        // Devices that are connected to other processes detect the missed events by their numbers.
        this.#deps.onTrouble('sockets: failed to notify other processes', error);
      }
    }
    this.#sending = undefined;
  }

  /** Seals as many publications as fit into the messages of one query. */
  #take(): string[] {
    const { me, vault, now } = this.#deps;
    const messages: string[] = [];
    let at = 0;
    while (at < this.#waiting.length && messages.length < MESSAGES_AT_ONCE) {
      const first = at;
      for (let bytes = 0; at < this.#waiting.length; at += 1) {
        bytes += Buffer.byteLength(this.#waiting[at] ?? '') + 1;
        if (bytes > MESSAGE_BYTES_MAX && at > first) break;
      }
      const wires = this.#waiting.slice(first, at);
      this.#sent += 1;
      messages.push(sealedMessage(vault, { from: me, number: this.#sent, sentMs: now(), wires }));
    }
    this.#waiting.splice(0, at);
    return messages;
  }
}

type HearingDeps = Shared & {
  /** A pool that provides the listening connection. */
  readonly listening: Pool;
  /** Called with the changes that other processes committed. */
  readonly heard: (publications: readonly Publication[]) => void;
  /** Called once the process listens, including after an interruption during which it may have missed something. */
  readonly listens: () => void;
};

export type Hearing = Periodic & { isAlone(): boolean };

export function startHearing(deps: HearingDeps): Hearing {
  const { me, vault, listening, now, onTrouble } = deps;
  /** The number of the last message of each process. */
  const lastOf = new Map<string, number>();
  const others = new OtherListeners(me, CHANNEL);
  const heard = (payload: string): void => {
    if (others.hears(payload)) return;
    const [from = '', sealed = ''] = payload.split(' ', 2);
    if (from === me) return;
    try {
      const text = vault.open(Buffer.from(sealed, 'base64'), `${PURPOSE} ${from}`).toString();
      const [number, sentMs, ...wires] = JSON.parse(text) as [number, number, ...Wire[]];
      if (number <= (lastOf.get(from) ?? 0) || Math.abs(now() - sentMs) > AGE_MAX_MS)
        throw new Error(
          `expected a new message of ${from}, found an old or repeated one: number ${number}, sent at ${sentMs}`,
        );
      lastOf.set(from, number);
      deps.heard(wires.map(publicationOf));
    } catch (error) {
      onTrouble('sockets: ignored a forged, stale or repeated notification', error);
    }
  };
  let connection: Connection | undefined;
  const listen = async (): Promise<void> => {
    if (connection !== undefined) return others.look(connection);
    const opened = await listenOn(listening, {
      ...{ channel: CHANNEL, heard },
      lost: (ended) => {
        if (connection !== ended) return;
        connection = undefined;
        others.lose();
        ended.release(true);
      },
    });
    try {
      await others.join(opened);
    } catch (error) {
      opened.release(true);
      throw error;
    }
    connection = opened;
    deps.listens();
  };
  const failed = (error: unknown): void =>
    onTrouble('sockets: failed to listen to other processes (retrying)', error);
  const again = every(LISTEN_AGAIN_MS, listen, failed);
  return {
    isAlone: () => others.isAlone,
    stop: async () => {
      await again.stop();
      // Until this process ends, what it commits is still sent.
      others.lose();
      const last = connection;
      connection = undefined;
      last?.release(true);
    },
  };
}
