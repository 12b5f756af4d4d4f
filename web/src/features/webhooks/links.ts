/** The addresses of the screens of webhooks: the list, the forms, and one webhook with its deliveries. */
export const webhooksLink = '/pages/me/webhooks';
export const newWebhookLink = '/pages/me/webhookNew';
export const webhookLink = (id: string): string => `/pages/me/webhook?${new URLSearchParams({ id })}`;
export const changeWebhookLink = (id: string): string =>
  `/pages/me/webhookChange?${new URLSearchParams({ id })}`;
