/**
 * The browser's prompt for adding the app to the home screen. The prompt is kept until the customer requests it. Not all browsers
 * have such a prompt.
 */
import { useSlice } from '@candor/client/app-state.ts';
import { createStore, useStore } from 'zustand';
import type { StoreApi } from 'zustand';

/** Chromium fires this event once, soon after the start. The DOM's type definitions lack it. */
export type InstallPrompt = Event & { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> };

type Kept = { readonly prompt: InstallPrompt | undefined };

export type Install = {
  readonly store: StoreApi<Kept>;
  /** Stores the browser's prompt and prevents it from opening automatically. Call it once at the start. */
  readonly follow: () => void;
  /** Opens the prompt, which can be used only once. */
  readonly openPrompt: (prompt: InstallPrompt) => void;
};

export function createInstall(): Install {
  const store = createStore<Kept>(() => ({ prompt: undefined }));
  const drop = (): void => store.setState({ prompt: undefined });
  return {
    store,
    follow: () => {
      window.addEventListener('beforeinstallprompt', (event) => {
        event.preventDefault();
        store.setState({ prompt: event as InstallPrompt });
      });
      window.addEventListener('appinstalled', drop);
    },
    openPrompt: (prompt) => {
      drop();
      void prompt.prompt();
    },
  };
}

export function useInstallPrompt(): InstallPrompt | undefined {
  return useStore(useSlice(createInstall).store, ({ prompt }) => prompt);
}
