/** What comes back of a call: an envelope of the server, or that nothing did. */
import type { Envelope, RefusalEnvelope } from '@candor/protocol/envelope.ts';

const CALL_TIMEOUT_MS = 60_000;

/** The network did not answer, or what answered was not the server. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
}

/** A refusal as an exception, for whatever reads (queries, lists, pages), where only errors have a place. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly refusal: RefusalEnvelope;
  /** As a library of lists asks for it. */
  readonly status: number;
  constructor(refusal: RefusalEnvelope) {
    super(refusal.error);
    this.refusal = refusal;
    this.status = refusal.type === '999' ? 401 : 400;
  }
}

/** The payload of an answer; throws what was refused. */
export function payloadOf<Payload>(envelope: Envelope<Payload>): Payload {
  if (envelope.type !== 'ok') throw new RefusedError(envelope);
  return envelope.message;
}

/** The end of a call that its caller may end too. */
export function endOf(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  return signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
}

export async function readEnvelope(response: Response): Promise<Envelope<never>> {
  const body = (await response.json()) as Partial<Envelope<never>> | null;
  if (body === null || (body.type !== 'ok' && body.type !== 'error' && body.type !== '999')) {
    throw new Error(`no envelope in an answer of status ${response.status}`);
  }
  return body as Envelope<never>;
}

/** Runs a call; what its caller ended themselves is thrown as it is, anything else is that no answer came. */
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
