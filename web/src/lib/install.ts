/**
 * The browser's prompt for adding the app to the home screen. It is kept until the customer requests it; not all browsers have
 * one.
 */
import { create } from 'zustand';

/** Chromium fires this event once, soon after the start. The DOM types lack it. */
export type InstallPrompt = Event & { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> };

export const useInstall = create<{ readonly prompt: InstallPrompt | undefined }>(() => ({
  prompt: undefined,
}));

/** Stores the browser's prompt and prevents it from opening on its own; called once at the start. */
export function followInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstall.setState({ prompt: event as InstallPrompt });
  });
  window.addEventListener('appinstalled', () => useInstall.setState({ prompt: undefined }));
}
