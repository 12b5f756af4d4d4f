/**
 * Reads a body with a file into memory, with limits on concurrent uploads, bytes and parts. The file name and type that the
 * sender states are ignored.
 */
import multipart from '@fastify/multipart';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { PerKeyLimit } from '../flow/per-key-limit.ts';
import { Semaphore } from '../flow/semaphore.ts';
import { LIMITS } from '../limits.ts';
import type { Fields } from './body.ts';

export type Upload = { readonly fields: Fields; readonly file: Buffer };
type Code = 'file_too_big' | 'upload_failed' | 'request_illegal' | 'parameter_missing' | 'parameter_wrong';
export type UploadOutcome = Outcome<Upload, Code>;

const { bytesMax, atOnceMax, waitingMax, customerAtOnceMax, bodiesMax, visitorsBodiesMax } = LIMITS.uploads;
/** Bytes allowed for names, values and boundaries around the file. */
const FRAME_BYTES_MAX = 16 * 1024;
const LIMITS_OF_PARTS = {
  files: 1,
  fileSize: bytesMax + 1,
  fields: 4,
  fieldNameSize: 64,
  fieldSize: 256,
  parts: 5,
  headerPairs: 16,
};

/** Accepts multipart bodies, on the routes of this scope only. */
export async function acceptFiles(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits: LIMITS_OF_PARTS, throwFileSizeLimit: false });
}

/**
 * Limits concurrent reads of bodies. Customers and visitors have separate slots, and each caller may hold a few. A body queues
 * for processing only once it has arrived, so that a slow sender delays no other.
 */
export class UploadSlots {
  readonly #turns = new Semaphore({ atOnce: atOnceMax, waitingMax });
  readonly #bodies = { customers: 0, visitors: 0 };
  readonly #ofCallers = new PerKeyLimit<bigint | string>(customerAtOnceMax);

  /** Reads the body and then processes it in turn. Returns undefined without reading if no slot is free. */
  async take<Read extends Outcome<unknown, Code>, Result>(
    whose: bigint | string,
    { read, work }: { read: () => Promise<Read>; work: (upload: Value<Read>) => Promise<Result> },
  ): Promise<Result | Extract<Read, { ok: false }> | undefined> {
    const kind = typeof whose === 'bigint' ? 'customers' : 'visitors';
    if (this.#bodies[kind] >= PLACES[kind]) return undefined;
    return this.#ofCallers.take(whose, async () => {
      this.#bodies[kind] += 1;
      try {
        const body = await read();
        if (!body.ok) return body as Extract<Read, { ok: false }>;
        return await this.#turns.take(() => work(body.value as Value<Read>));
      } finally {
        this.#bodies[kind] -= 1;
      }
    });
  }
}

type Value<Read> = Read extends { readonly ok: true; readonly value: infer Of } ? Of : never;
const PLACES = { customers: bodiesMax, visitors: visitorsBodiesMax };

/** Reads a multipart body, which must have exactly one file. */
export async function readUpload(request: FastifyRequest): Promise<UploadOutcome> {
  if (!request.isMultipart()) return refuse('request_illegal');
  try {
    // Rejects an oversized body before it arrives.
    if (Number(request.headers['content-length'] ?? 0) > bytesMax + FRAME_BYTES_MAX) return tooBig();
    return await Promise.race([readParts(request), goneAway(request)]);
  } catch (error) {
    return refusalOf(error as Error & { code?: string });
  } finally {
    // The rest of the body is read and discarded, because otherwise the sender would never read the answer.
    request.raw.unpipe();
    request.raw.resume();
  }
}

/**
 * Rejects as soon as the sender disconnects. If the socket was closed before reading began, the parser would wait for the body
 * forever and hold the slot.
 */
function goneAway({ raw }: FastifyRequest): Promise<UploadOutcome> {
  const refusal = refuse('upload_failed', { field: 'file' });
  return new Promise((resolve) => {
    const judge = (): void => {
      // A complete request also closes, even while its body is still being read.
      if (!raw.complete) resolve(refusal);
    };
    if (raw.destroyed) judge();
    else raw.once('close', judge);
  });
}

async function readParts(request: FastifyRequest): Promise<UploadOutcome> {
  const fields: Record<string, unknown> = Object.create(null);
  let file: Buffer | undefined;
  for await (const part of request.parts()) {
    const { fieldname } = part;
    if (fieldname in fields || (part.type === 'file') !== (fieldname === 'file')) {
      return refuse('parameter_wrong', { field: fieldname.slice(0, 40) });
    }
    if (part.type === 'file') {
      file = await bytesOf(part);
      if (file === undefined) return tooBig();
    } else {
      if (typeof part.value !== 'string' || part.valueTruncated || part.fieldnameTruncated) {
        return refuse('parameter_wrong', { field: fieldname.slice(0, 40) });
      }
      fields[fieldname] = part.value;
    }
  }
  return file === undefined ? refuse('parameter_missing', { field: 'file' }) : ok({ fields, file });
}

/** Returns the file's bytes, or undefined as soon as the file exceeds the limit. */
async function bytesOf(part: MultipartFile): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

const tooBig = () => refuse('file_too_big', { field: 'file' });

/** Too many parts are the sender's mistake, whereas a body that ends early was interrupted. */
function refusalOf(error: Error & { code?: string }): UploadOutcome {
  return /^FST_(PARTS|FILES|FIELDS)_LIMIT$|^FST_PROTO_VIOLATION$/.test(error.code ?? '')
    ? refuse('request_illegal')
    : refuse('upload_failed', { field: 'file' });
}
