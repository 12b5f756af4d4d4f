/** Sends a picture and tells how far it is, which `fetch` cannot. Otherwise it answers as every other call does. */
import { NetworkFailure } from '@candor/client/answers.ts';
import type { CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import { sessionEndedElsewhere } from './api.ts';
import { useSession } from './session.ts';

export type Upload = {
  readonly purpose: CallRequest<'POST upload'>['purpose'];
  readonly file: Blob;
  /** From 0 to 1; while the server works on it, it stays at 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
};
type Kept = Envelope<CallOutput<'POST upload'>>;

/** As long as ten megabytes take on a slow line, and the server a moment to draw them anew. */
const TIMEOUT_MS = 180_000;

function readAnswer(text: string): Kept | undefined {
  try {
    const answer = JSON.parse(text) as Partial<Kept> | null;
    return answer?.type === 'ok' || answer?.type === 'error' || answer?.type === '999'
      ? (answer as Kept)
      : undefined;
  } catch {
    // What is between us and the server answered in words of its own.
    return undefined;
  }
}

/** Rejects with `NetworkFailure` when no answer came; when `signal` ended it, with its reason. */
export function uploadPicture({ purpose, file, onProgress, signal }: Upload): Promise<Kept> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const failed = (): void => reject(new NetworkFailure('POST upload got no answer'));
    request.open('POST', '/api/upload');
    request.timeout = TIMEOUT_MS;
    const { token } = useSession.getState();
    if (token !== undefined) request.setRequestHeader('authorization', token);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => {
      const answer = readAnswer(request.responseText);
      if (answer === undefined) failed();
      else {
        if (answer.type === '999') sessionEndedElsewhere();
        resolve(answer);
      }
    });
    request.addEventListener('error', failed);
    request.addEventListener('timeout', failed);
    request.addEventListener('abort', () => reject(signal.reason as Error));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.set('purpose', purpose);
    // Its own name is nobody's business.
    form.set('file', file, 'picture');
    request.send(form);
  });
}
