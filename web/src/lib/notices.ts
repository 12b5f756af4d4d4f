/** The two indicators in the frame: one toast at a time, and the loading line. */
import { create } from 'zustand';
import { feel } from './haptics.ts';

export type ToastTone = 'good' | 'bad' | 'plain';
export type Toast = { readonly id: number; readonly text: string; readonly tone: ToastTone };

const TOAST_MS = 3000;

export const useNotices = create<{ readonly toast: Toast | undefined; readonly loadingCount: number }>(
  () => ({
    toast: undefined,
    loadingCount: 0,
  }),
);

let toastCount = 0;

/** Shows a text at the top for three seconds, in place of the previous text. */
export function showToast(text: string, tone: ToastTone = 'plain'): void {
  const id = (toastCount += 1);
  useNotices.setState({ toast: { id, text, tone } });
  if (tone !== 'plain') feel(tone === 'good' ? 'done' : 'refused');
  setTimeout(() => {
    if (useNotices.getState().toast?.id === id) useNotices.setState({ toast: undefined });
  }, TOAST_MS);
}

export function hideToast(): void {
  useNotices.setState({ toast: undefined });
}

/** Counts a call in flight for the loading line. The returned function must be called when the call ends. */
export function startLoading(): () => void {
  useNotices.setState((notices) => ({ loadingCount: notices.loadingCount + 1 }));
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    useNotices.setState((notices) => ({ loadingCount: notices.loadingCount - 1 }));
  };
}
