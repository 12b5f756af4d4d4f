/**
 * Pushes: shown as they come, one in place of another about the same message, and a tap opens it. A browser allows none that is not
 * shown, so what cannot be read is shown as nothing but our name.
 */
import { addressOf, readPushed } from './pushed.ts';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('push', (event) => {
  const pushed = readPushed(event.data?.text() ?? '');
  const shown = self.registration.showNotification(pushed?.title ?? 'Candor', {
    body: pushed?.body ?? '',
    tag: `message ${pushed?.id ?? ''}`,
    icon: '/icon-192.png',
    data: pushed?.id,
  });
  event.waitUntil(shown);
});

/** In the app where it is open, else in a window of its own. */
async function openMessage(id: string | undefined): Promise<void> {
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (open === undefined) {
    await self.clients.openWindow(addressOf(id));
    return;
  }
  await open.focus();
  await open.navigate(addressOf(id));
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openMessage(event.notification.data as string | undefined));
});
