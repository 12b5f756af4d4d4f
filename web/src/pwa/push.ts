/**
 * Shows push notifications on arrival, in place of an earlier notification about the same message, and opens the message on a
 * tap. An invalid push is shown with only the app's name, because browsers do not allow silent pushes.
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

/** Opens the message in the app's window if there is one, and otherwise in a new window. */
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
