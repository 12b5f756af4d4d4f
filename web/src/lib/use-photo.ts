/**
 * The state of a photo, from the choice of a file to its id on the server: it is checked on the device, uploaded with progress,
 * and uploaded again after a network failure.
 */
import { NetworkFailure } from '@candor/client/answers.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useEffect, useRef, useState } from 'react';
import { useApi } from './api.ts';
import { uploadPicture } from './upload.ts';
import type { PictureKind, Verdict } from './picture-quality.ts';
import { verdictOnFile } from './read-picture.ts';

/** Ten megabytes, the server's maximum. */
const BYTES_MAX = 10 * 1024 * 1024;

export type PhotoState =
  | { readonly stage: 'none' }
  | { readonly stage: 'checking' }
  /** The photo is doubtful and can be sent anyway, or it is unusable. */
  | { readonly stage: 'advised'; readonly verdict: Verdict }
  | { readonly stage: 'no_picture' | 'too_big' | 'same_as_other' }
  | { readonly stage: 'sending'; readonly share: number }
  | { readonly stage: 'unsent'; readonly refusal: RefusalEnvelope | undefined }
  | { readonly stage: 'kept' };

export type Photo = {
  readonly state: PhotoState;
  /** A local address of the image; undefined if it was sent before the page was reloaded. */
  readonly preview: string | undefined;
  readonly choose: (file: Blob) => void;
  /** Sends a doubtful photo, or retries a failed upload. */
  readonly send: () => void;
};

export type PhotoOptions = {
  readonly of: PictureKind;
  readonly id: string;
  /** Called with the new id; empty after the photo was dropped. */
  readonly onKept: (id: string) => void;
  /** The other photos of the same submission, which must all be different. */
  readonly otherIds: readonly string[];
};

const purposes = { document: 'kyc', voucher: 'voucher', loan: 'loan' } as const;

export function usePhoto({ of, id, onKept, otherIds }: PhotoOptions): Photo {
  const { sessionEndedElsewhere: onSessionEnded } = useApi();
  const [state, setState] = useState<PhotoState>({ stage: id === '' ? 'none' : 'kept' });
  const [chosen, setChosen] = useState<{ readonly file: Blob; readonly preview: string }>();
  const work = useRef<AbortController>(undefined);
  const preview = chosen?.preview;
  useEffect(() => () => (preview === undefined ? undefined : URL.revokeObjectURL(preview)), [preview]);
  useEffect(() => () => work.current?.abort(), []);
  // The form dropped the photo, because it was submitted or the server no longer has it.
  const forgotten = id === '' && state.stage === 'kept';
  if (forgotten) {
    setState({ stage: 'none' });
    setChosen(undefined);
  }

  /** Cancels the check or the upload in flight, because its result is no longer needed. */
  function begin(): AbortSignal {
    work.current?.abort();
    work.current = new AbortController();
    return work.current.signal;
  }

  async function upload(file: Blob, signal: AbortSignal): Promise<void> {
    const put = (next: PhotoState): void => {
      if (!signal.aborted) setState(next);
    };
    put({ stage: 'sending', share: 0 });
    try {
      const onProgress = (share: number): void => put({ stage: 'sending', share });
      const answer = await uploadPicture({ purpose: purposes[of], file, signal, onProgress, onSessionEnded });
      // Uploading the same file again reuses its id.
      const known = answer.type === 'ok' ? answer.message.id : answer.params['file'];
      if (known !== undefined && otherIds.includes(known)) put({ stage: 'same_as_other' });
      else if (known !== undefined) {
        put({ stage: 'kept' });
        if (!signal.aborted) onKept(known);
      } else if (answer.type !== 'ok') put({ stage: 'unsent', refusal: answer });
    } catch (failure) {
      if (signal.aborted) return;
      if (!(failure instanceof NetworkFailure)) throw failure;
      put({ stage: 'unsent', refusal: undefined });
    }
  }

  async function look(file: Blob): Promise<void> {
    const signal = begin();
    // Drops the previous photo even if the new photo is rejected, because the form must submit the photo that it shows.
    onKept('');
    setChosen({ file, preview: URL.createObjectURL(file) });
    if (file.size > BYTES_MAX) {
      setState({ stage: 'too_big' });
      return;
    }
    setState({ stage: 'checking' });
    const verdict = await verdictOnFile(file, of);
    if (signal.aborted) return;
    if (verdict === undefined) setState({ stage: 'no_picture' });
    else if (verdict.use === 'good') await upload(file, signal);
    else setState({ stage: 'advised', verdict });
  }

  return {
    state,
    preview,
    choose: (file) => void look(file),
    send: () => {
      if (chosen !== undefined) void upload(chosen.file, begin());
    },
  };
}
