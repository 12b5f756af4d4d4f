/** Notifications to a browser while the app is not open (Web Push). */
import * as v from 'valibot';
import { text } from '../fields.ts';

const base64url = (chars: number) => v.pipe(v.string(), v.regex(new RegExp(`^[\\w-]{${chars}}$`)));

export const pushKey = v.object({ key: v.string() });
/**
 * The subscription created by the browser. With `details`, a locked screen may show the text of a message in addition to its
 * subject.
 */
export const pushSubscribeInput = v.object({
  endpoint: text(1000),
  p256dh: base64url(87),
  auth: base64url(22),
  details: v.optional(v.boolean()),
});
export const pushUnsubscribeInput = v.object({ endpoint: text(1000) });
