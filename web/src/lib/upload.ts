/** Uploads an image with progress, which `fetch` can't report. In all other respects, the upload is a call like every other. */
import { NetworkFailure } from '@candor/client/answers.ts';
import type { CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import { useSession } from './session.ts';

export type Upload = {
  readonly purpose: CallRequest<'POST upload'>['purpose'];
  readonly file: Blob;
  /** From 0 to 1; it stays at 1 while the server processes the image. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
  /** Called if the server no longer accepts the session. */
  readonly onSessionEnded: () => void;
};
type Kept = Envelope<CallOutput<'POST upload'>>;

/** The timeout: the time that ten megabytes take on a slow connection, plus the time for re-encoding on the server. */
const TIMEOUT_MS = 180_000;

function readAnswer(text: string): Kept | undefined {
  try {
    const answer = JSON.parse(text) as Partial<Kept> | null;
    return answer?.type === 'ok' || answer?.type === 'error' || answer?.type === '999'
      ? (answer as Kept)
      : undefined;
  } catch {
    // The answer came from a proxy, in the proxy's format.
    return undefined;
  }
}

/** Rejects with `NetworkFailure` if no answer came, or with the signal's reason if `signal` aborted it. */
export function uploadPicture({ purpose, file, onProgress, signal, onSessionEnded }: Upload): Promise<Kept> {
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
        if (answer.type === '999') onSessionEnded();
        resolve(answer);
      }
    });
    request.addEventListener('error', failed);
    request.addEventListener('timeout', failed);
    request.addEventListener('abort', () => reject(signal.reason as Error));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.set('purpose', purpose);
    // The file's name is replaced, because it is private.
    form.set('file', file, 'picture');
    request.send(form);
  });
}
