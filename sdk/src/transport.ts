/** Sends a request until it has a final answer, or the tries are used up. */

/** The order may have been executed. Repeat it with the same key: it executes at most once, and you get its answer. */
export class UnconfirmedError extends Error {
  override readonly name = 'UnconfirmedError';
  readonly idempotencyKey: string | undefined;

  constructor(idempotencyKey: string | undefined, cause: unknown) {
    super('No answer arrived. Repeat the call with the same idempotency key.', { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

export type Envelope = {
  readonly type: 'ok' | 'error' | '999';
  readonly message: unknown;
  readonly error?: string;
  readonly params?: Readonly<Record<string, string>>;
};
export type Arrived = {
  readonly status: number;
  readonly text: string;
  readonly receipt: string | null;
  readonly envelope: Envelope;
};

/** Nothing was executed, and the same request may succeed in a moment. */
const PASSING = new Set(['busy', 'try_again', 'too_many_requests']);
const WAIT_MS = 200;

export async function sendUntilFinal(
  send: () => Promise<Response>,
  { tries, idempotencyKey }: { readonly tries: number; readonly idempotencyKey: string | undefined },
): Promise<Arrived> {
  for (let tried = 1; ; tried += 1) {
    const isLast = tried >= tries;
    let waitMs = WAIT_MS * 2 ** (tried - 1);
    try {
      const response = await send();
      const arrived = await read(response);
      if (isLast || !PASSING.has(arrived.envelope.error ?? '')) return arrived;
      waitMs = Math.max(waitMs, Number(response.headers.get('retry-after') ?? 0) * 1000);
    } catch (error) {
      if (isLast) throw new UnconfirmedError(idempotencyKey, error);
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

async function read(response: Response): Promise<Arrived> {
  const text = await response.text();
  const envelope = JSON.parse(text) as Envelope;
  return { status: response.status, text, envelope, receipt: response.headers.get('candor-receipt') };
}

/** The JSON text of the answer's value, as the platform hashed it: `message` is the last field of the envelope. */
export function answerText(text: string): string {
  return text.slice(text.indexOf('"message":') + '"message":'.length, -1);
}
