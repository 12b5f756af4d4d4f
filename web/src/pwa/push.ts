/**
 * Push notifications: shown on arrival, replacing an earlier one about the same message, and opened by a tap. Browsers do not
 * allow silent pushes, so an unreadable one is shown with only our name.
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

/** In the app if it is open, otherwise in a new window. */
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
