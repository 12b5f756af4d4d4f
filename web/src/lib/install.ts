/**
 * Whether and how the app can be added to the home screen. The prompt of browsers that have one is kept until the customer
 * wants it.
 */
import { create } from 'zustand';

/** Chromium fires it once, early; it is missing from the DOM types. */
export type InstallPrompt = Event & { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> };

export const useInstall = create<{ readonly prompt: InstallPrompt | undefined }>(() => ({
  prompt: undefined,
}));

/** Keeps the browser's prompt instead of letting it interrupt; called once at the start. */
export function followInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstall.setState({ prompt: event as InstallPrompt });
  });
  window.addEventListener('appinstalled', () => useInstall.setState({ prompt: undefined }));
}
