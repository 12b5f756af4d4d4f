/** The two indicators in the frame: one toast at a time, and the loading line. */
import { useSlice } from '@candor/client/app-state.ts';
import { createStore, useStore } from 'zustand';
import type { StoreApi } from 'zustand';
import { feel } from './haptics.ts';

export type ToastTone = 'good' | 'bad' | 'plain';
export type Toast = { readonly id: number; readonly text: string; readonly tone: ToastTone };

const TOAST_MS = 3000;

type Shown = { readonly toast: Toast | undefined; readonly loadingCount: number };

export type Notices = {
  readonly store: StoreApi<Shown>;
  /** Shows a text at the top for three seconds, in place of the previous text. */
  readonly showToast: (text: string, tone?: ToastTone) => void;
  readonly hideToast: () => void;
  /** Counts a call in flight for the loading line. The returned function must be called when the call ends. */
  readonly startLoading: () => () => void;
};

export function createNotices(): Notices {
  const store = createStore<Shown>(() => ({ toast: undefined, loadingCount: 0 }));
  let toastCount = 0;
  return {
    store,
    showToast: (text, tone = 'plain') => {
      const id = (toastCount += 1);
      store.setState({ toast: { id, text, tone } });
      if (tone !== 'plain') feel(tone === 'good' ? 'done' : 'refused');
      setTimeout(() => {
        if (store.getState().toast?.id === id) store.setState({ toast: undefined });
      }, TOAST_MS);
    },
    hideToast: () => store.setState({ toast: undefined }),
    startLoading: () => {
      store.setState(({ loadingCount }) => ({ loadingCount: loadingCount + 1 }));
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        store.setState(({ loadingCount }) => ({ loadingCount: loadingCount - 1 }));
      };
    },
  };
}

export function useNotices<Value>(select: (shown: Shown) => Value): Value {
  return useStore(useSlice(createNotices).store, select);
}

export function useToasts(): Pick<Notices, 'showToast' | 'hideToast'> {
  return useSlice(createNotices);
}
