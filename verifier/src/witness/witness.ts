/**
 * A witness (c2sp.org/tlog-witness) cosigns the checkpoints of logs that it knows, each only if it continues the last one it
 * cosigned. A client that demands the cosignatures of several witnesses can't be shown a history that differs from everybody
 * else's.
 */
import type { SignatureCheck } from '../crypto.ts';
import { fromBase64, toBase64 } from '../tlog/base64.ts';
import { readCheckpoint } from '../tlog/checkpoint.ts';
import type { LogCheckpoint } from '../tlog/checkpoint.ts';
import { EMPTY_ROOT, HASH_BYTES, isConsistent, sameHash } from '../tlog/merkle.ts';
import { cosignature, cosignedText, signatureLine, signedBy } from '../tlog/note.ts';
import type { NoteKey } from '../tlog/note.ts';

/** The last checkpoint cosigned for a log; its note carries the witness's own signature too. */
export type Cosigned = { readonly size: number; readonly root: string; readonly note: string };

/** Loads and stores the last checkpoint of each log. `store` resolves once a crash can no longer undo it. */
export type WitnessState = {
  readonly get: (origin: string) => Cosigned | undefined;
  readonly store: (origin: string, cosigned: Cosigned) => Promise<void>;
};

export type WitnessAnswer = { readonly status: number; readonly body: string; readonly type?: string };

export type WitnessDeps = {
  /** The keys of each log, by origin; more than one while the key of a log is being changed. */
  readonly logs: ReadonlyMap<string, readonly NoteKey[]>;
  readonly key: NoteKey;
  /** Signs the UTF-8 of a text; the signature is 64 bytes in lower-case hex. */
  readonly sign: (text: string) => string;
  readonly verify: SignatureCheck;
  readonly state: WitnessState;
  readonly nowSeconds: () => number;
};

const OLD = /^old (0|[1-9]\d{0,15})$/;
const PROOF_MAX = 63;

type Request = {
  readonly oldSize: number;
  readonly proof: readonly Uint8Array[];
  readonly checkpoint: LogCheckpoint;
  /** The checkpoint's note as it was sent. */
  readonly note: string;
};

export class Witness {
  readonly #deps: WitnessDeps;
  /** Requests of a log wait for each other: comparing and storing must not interleave. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(deps: WitnessDeps) {
    this.#deps = deps;
  }

  /** Answers the body of an `add-checkpoint` request. */
  addCheckpoint(body: string): Promise<WitnessAnswer> {
    const request = readRequest(body);
    if (request === undefined) return Promise.resolve(refused(400, 'the request is malformed'));
    const { origin } = request.checkpoint;
    // Only requests of known logs are queued; all others are refused here.
    const stranger = this.#refuseStranger(request);
    if (stranger !== undefined) return Promise.resolve(stranger);
    const before = this.#turns.get(origin) ?? Promise.resolve();
    const answer = before.then(() => this.#answer(request));
    // A failure is reported to its own caller, and does not affect the next request.
    this.#turns.set(
      origin,
      answer.catch(() => undefined),
    );
    return answer;
  }

  /** The last checkpoint cosigned for a log, with the log's signature and this witness's. */
  newest(origin: string): string | undefined {
    return this.#deps.state.get(origin)?.note;
  }

  async #answer({ oldSize, proof, checkpoint, note }: Request): Promise<WitnessAnswer> {
    const { state } = this.#deps;
    if (oldSize > checkpoint.size) return refused(400, 'the old size is greater than the checkpoint’s');
    const last = state.get(checkpoint.origin);
    const lastSize = last?.size ?? 0;
    if (oldSize !== lastSize) {
      return { status: 409, body: `${lastSize}\n`, type: 'text/x.tlog.size' };
    }
    if (!this.#continues(checkpoint, proof, last)) {
      return refused(422, 'the checkpoint does not continue the one that was cosigned');
    }
    const line = this.#cosign(checkpoint);
    const kept = `${checkpoint.note.text}\n${logLines(note, checkpoint, this.#deps.logs.get(checkpoint.origin) ?? [])}${line}`;
    const root = toBase64(checkpoint.root);
    await state.store(checkpoint.origin, { size: checkpoint.size, root, note: kept });
    return { status: 200, body: line, type: 'text/plain; charset=utf-8' };
  }

  /** Refuses a request that is not from a known log. */
  #refuseStranger({ checkpoint }: Request): WitnessAnswer | undefined {
    const { logs, verify } = this.#deps;
    const keys = logs.get(checkpoint.origin);
    if (keys === undefined) return refused(404, 'this witness does not know the log');
    const signed = keys.map((key) => signedBy(checkpoint.note, key, verify).state);
    if (!signed.includes('wrong') && signed.includes('valid')) return undefined;
    return refused(403, 'the log did not sign this checkpoint');
  }

  #continues(
    { size, root }: LogCheckpoint,
    proof: readonly Uint8Array[],
    last: Cosigned | undefined,
  ): boolean {
    const oldRoot = last === undefined ? EMPTY_ROOT : fromBase64(last.root);
    if (oldRoot === undefined) throw new Error('expected a root in the stored state, found something else');
    if (size === 0 && !sameHash(root, EMPTY_ROOT)) return false;
    return isConsistent({ oldSize: last?.size ?? 0, oldRoot, size, root, proof });
  }

  #cosign(checkpoint: LogCheckpoint): string {
    const { key, sign, nowSeconds } = this.#deps;
    const seconds = nowSeconds();
    return signatureLine(key, cosignature(seconds, sign(cosignedText(checkpoint.note.text, seconds))));
  }
}

/** The lines of the log's own signatures, as they were sent. */
function logLines(note: string, { note: { signatures } }: LogCheckpoint, keys: readonly NoteKey[]): string {
  const lines = note.slice(note.lastIndexOf('\n\n') + 2).split('\n');
  return lines
    .filter((_, at) => keys.some(({ name, id }) => signatures[at]?.name === name && signatures[at].id === id))
    .map((line) => `${line}\n`)
    .join('');
}

function readRequest(body: string): Request | undefined {
  const end = body.indexOf('\n\n');
  if (end < 0) return undefined;
  const [old, ...encoded] = body.slice(0, end).split('\n');
  const oldSize = Number(OLD.exec(old ?? '')?.[1]);
  const note = body.slice(end + 2);
  const checkpoint = readCheckpoint(note);
  const proof = encoded.map(fromBase64);
  if (!Number.isSafeInteger(oldSize) || checkpoint === undefined || proof.length > PROOF_MAX)
    return undefined;
  if (proof.some((hash) => hash?.length !== HASH_BYTES)) return undefined;
  return { oldSize, proof: proof.filter((hash) => hash !== undefined), checkpoint, note };
}

function refused(status: number, why: string): WitnessAnswer {
  return { status, body: `${why}\n`, type: 'text/plain; charset=utf-8' };
}
