/** Whether the app can be put on the home screen, and how: browsers that ask for it themselves wait here until the customer wants it. */
import { create } from 'zustand';

/** What Chromium offers early and once; it is not among the types of the DOM. */
export type InstallPrompt = Event & { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> };

export const useInstall = create<{ readonly prompt: InstallPrompt | undefined }>(() => ({
  prompt: undefined,
}));

/** Keeps what a browser offers instead of letting it interrupt; called once at the start. */
export function followInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstall.setState({ prompt: event as InstallPrompt });
  });
  window.addEventListener('appinstalled', () => useInstall.setState({ prompt: undefined }));
}
