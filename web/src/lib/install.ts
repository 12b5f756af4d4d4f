/**
 * The browser's prompt for adding the app to the home screen. The prompt is kept until the customer requests it. Not all browsers
 * have such a prompt.
 */
import { create } from 'zustand';

/** Chromium fires this event once, soon after the start. The DOM's type definitions lack it. */
export type InstallPrompt = Event & { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> };

export const useInstall = create<{ readonly prompt: InstallPrompt | undefined }>(() => ({
  prompt: undefined,
}));

/** Stores the browser's prompt and prevents it from opening automatically. Call it once at the start. */
export function followInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstall.setState({ prompt: event as InstallPrompt });
  });
  window.addEventListener('appinstalled', () => useInstall.setState({ prompt: undefined }));
}
