/** The result of a call: an envelope from the server, or a network failure. */
import type { Envelope, RefusalEnvelope } from '@candor/protocol/envelope.ts';

const CALL_TIMEOUT_MS = 60_000;

/** Thrown if no answer arrives, or if the answer does not come from the server. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
}

/** Thrown for a refusal in queries, lists and pages, which can only handle errors. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly refusal: RefusalEnvelope;
  /** The HTTP status that list libraries expect: 401 if the session has ended, otherwise 400. */
  readonly status: number;
  constructor(refusal: RefusalEnvelope) {
    super(refusal.error);
    this.refusal = refusal;
    this.status = refusal.type === '999' ? 401 : 400;
  }
}

/** Returns the payload of an answer. Throws `RefusedError` if the call was refused. */
export function payloadOf<Payload>(envelope: Envelope<Payload>): Payload {
  if (envelope.type !== 'ok') throw new RefusedError(envelope);
  return envelope.message;
}

/** Returns an abort signal that combines a timeout with the caller's signal. */
export function endOf(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  return signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
}

export async function readEnvelope(response: Response): Promise<Envelope<never>> {
  return (await readAnswer(response)).envelope;
}

/** The envelope, and the body as it arrived, whose hash a receipt states. */
export async function readAnswer(
  response: Response,
): Promise<{ readonly envelope: Envelope<never>; readonly text: string }> {
  const text = await response.text();
  const body = JSON.parse(text) as Partial<Envelope<never>> | null;
  if (body === null || (body.type !== 'ok' && body.type !== 'error' && body.type !== '999')) {
    throw new Error(`expected an envelope in the response with status ${response.status}`);
  }
  return { envelope: body as Envelope<never>, text };
}

/** Runs a call. Rethrows an abort by the caller and throws `NetworkFailure` for every other failure. */
export async function answered<Answer>(
  name: string,
  signal: AbortSignal | undefined,
  make: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await make();
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw new NetworkFailure(`${name} got no answer`, { cause });
  }
}
