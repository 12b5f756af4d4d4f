/**
 * Runs a verification while its sheet is open, repeats it while a signature is pending, and stores the checkpoints that it saw.
 */
import { NetworkFailure } from '@candor/client/answers.ts';
import { RefusedError } from '@candor/client/answers.ts';
import type { AppState } from '@candor/client/app-state.ts';
import { useAppState } from '@candor/client/app-state.ts';
import { useCallback, useEffect, useState } from 'react';
import { createApi } from '../lib/api.ts';
import { TooMuchEvidence } from './evidence.ts';
import { noteProof } from './first-proof.ts';
import { keepSighting } from './keeping.ts';
import { createKeptStore } from './kept-store.ts';
import { checkReceipts } from './order-receipts.ts';
import { createSigning } from './order-signing.ts';
import { quietly } from './quietly.ts';
import { seenBefore } from './seen-before.ts';
import type { Subject } from './subject.ts';
import { symbolOf } from './subject.ts';
import { tapeReader } from './tape-reader.ts';
import type { Report } from './verification.ts';
import { verify } from './verification.ts';

export type Verification =
  | { readonly stage: 'running' }
  | { readonly stage: 'done'; readonly report: Report; readonly againInSeconds: number | undefined }
  | { readonly stage: 'failed'; readonly error: unknown };

/** The polling interval in seconds. Signatures are made every ten seconds, so a missing one arrives soon. */
const AGAIN_SECONDS = 5;

/** Whether an error is a missing answer or a refusal. Any other error is a bug and is thrown. */
function isExpected(error: unknown): boolean {
  return error instanceof NetworkFailure || error instanceof RefusedError || error instanceof TooMuchEvidence;
}

function isUnsigned(report: Report): boolean {
  return report.state === 'undecided' && report.findings.some(({ code }) => code === 'not_yet_signed');
}

async function checkOwnReceipts(app: AppState): Promise<void> {
  const { signing } = app.of(createSigning).getState();
  if (signing !== undefined) await checkReceipts(app, signing.customer);
}

async function keep(app: AppState, symbol: string, { state, gathered, findings }: Report): Promise<void> {
  const { publicKey, entries, recalled, checkpoints, headSeq } = gathered;
  const isOld = findings.some(({ code }) => code.startsWith('kept_'));
  if (state === 'contradicted' && !isOld) return;
  await keepSighting(app, {
    symbol,
    publicKey,
    checkpoints,
    entries: [...entries, ...recalled],
    headSeq,
    checked: true,
  });
}

export function useVerification(
  subject: Subject,
  open: boolean,
): { readonly verification: Verification; readonly again: () => void } {
  const app = useAppState();
  const [verification, setVerification] = useState<Verification>({ stage: 'running' });
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => {
    setVerification({ stage: 'running' });
    setAttempt((before) => before + 1);
  }, []);
  // The dependency is the content, because an event may replace the ticket with an equal object.
  const wanted = JSON.stringify(subject);
  useEffect(() => {
    if (!open) return undefined;
    const asked = JSON.parse(wanted) as Subject;
    const symbol = symbolOf(asked);
    const leaving = new AbortController();
    const startedMs = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const countDown = (report: Report, seconds: number) => {
      if (seconds === 0) return look();
      setVerification({ stage: 'done', report, againInSeconds: seconds });
      timer = setTimeout(() => countDown(report, seconds - 1), 1000);
      return undefined;
    };
    const look = (): void => {
      if (leaving.signal.aborted) return;
      const waitedSeconds = Math.floor((performance.now() - startedMs) / 1000);
      const readerOf = (of: string) => tapeReader(app.of(createApi).api, of, leaving.signal);
      const kept = app.of(createKeptStore).keptNow();
      verify(asked, { readerOf, kept, waitedSeconds, seenSeq: seenBefore(asked) }).then(
        (report) => {
          if (leaving.signal.aborted) return;
          if (isUnsigned(report)) countDown(report, AGAIN_SECONDS);
          else setVerification({ stage: 'done', report, againInSeconds: undefined });
          if (report.receipt.state === 'waiting' && !isUnsigned(report)) {
            timer = setTimeout(() => void quietly(checkOwnReceipts(app)).then(look), AGAIN_SECONDS * 1000);
          }
          if (report.state === 'proved') noteProof();
          void keep(app, symbol, report);
        },
        (error: unknown) => {
          if (leaving.signal.aborted) return;
          setVerification({ stage: 'failed', error });
          if (!isExpected(error)) reportError(error);
        },
      );
    };
    look();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [app, open, wanted, attempt]);
  return { verification, again };
}
