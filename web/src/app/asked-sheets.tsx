/**
 * The two sheets that can open over any screen, loaded on first use: one requests a confirmation, and one explains a requirement
 * that must be met first.
 */
import { useSlice } from '@candor/client/app-state.ts';
import type { ComponentType } from 'react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { createAsking, useQuestion } from '../confirm/asking.ts';
import { loadAllMessages } from '../i18n/provider.tsx';
import { useToasts } from '../lib/notices.ts';
import { useResolution, useResolving } from '../lib/resolving.ts';

const loadConfirmation = () =>
  import('../confirm/confirmation-sheet.tsx').then((file) => file.ConfirmationSheet);
const loadResolve = () => import('./resolve-sheet.tsx').then((file) => file.ResolveSheet);

/** Returns the last defined value, so that the sheet keeps its content while it closes. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

type Loaded<Props> = { readonly Body: ComponentType<Props> };
type Loading<Props> = {
  readonly wanted: boolean;
  readonly load: () => Promise<ComponentType<Props>>;
  /** Drops the request that the sheet was opened for. */
  readonly giveUp: () => void;
};

/** Loads the sheet's code on demand. If loading fails, shows the failure and drops the request; the next request tries again. */
function useSheet<Props>({ wanted, load, giveUp }: Loading<Props>): Loaded<Props> | undefined {
  const { showToast } = useToasts();
  const t = useTranslations('ui');
  const [loaded, setLoaded] = useState<Loaded<Props>>();
  const missing = wanted && loaded === undefined;
  useEffect(() => {
    if (!missing) return;
    Promise.all([load(), loadAllMessages()]).then(
      ([Body]) => setLoaded({ Body }),
      () => {
        showToast(t('networkFailed'), 'bad');
        giveUp();
      },
    );
  }, [missing, load, giveUp, showToast, t]);
  return loaded;
}

export function AskedSheets() {
  const { dropResolution } = useResolving();
  const { declineQuestion } = useSlice(createAsking);
  const question = useQuestion();
  const resolution = useResolution();
  const lastQuestion = useLast(question);
  const lastResolution = useLast(resolution);
  const asks = question !== undefined;
  const resolves = resolution !== undefined;
  const confirmation = useSheet({ wanted: asks, load: loadConfirmation, giveUp: declineQuestion });
  const resolve = useSheet({ wanted: resolves, load: loadResolve, giveUp: dropResolution });
  return (
    <>
      {confirmation !== undefined && lastQuestion !== undefined && (
        <confirmation.Body question={lastQuestion} open={asks} />
      )}
      {resolve !== undefined && lastResolution !== undefined && (
        <resolve.Body resolution={lastResolution} open={resolves} onClose={dropResolution} />
      )}
    </>
  );
}
