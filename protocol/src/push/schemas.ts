/** Reaching a browser while nobody looks at the app (Web Push). */
import * as v from 'valibot';
import { text } from '../fields.ts';

const base64url = (chars: number) => v.pipe(v.string(), v.regex(new RegExp(`^[\\w-]{${chars}}$`)));

export const pushKey = v.object({ key: v.string() });
/** As the browser gives them; `details` lets a locked screen show what a message says, and not only what it is about. */
export const pushSubscribeInput = v.object({
  endpoint: text(1000),
  p256dh: base64url(87),
  auth: base64url(22),
  details: v.optional(v.boolean()),
});
export const pushUnsubscribeInput = v.object({ endpoint: text(1000) });
