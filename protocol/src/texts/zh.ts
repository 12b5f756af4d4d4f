/** Chinese: read from the table of refusals itself, which carries it as the text on the wire. */
import { refusals, successes } from '../refusals.ts';
import type { MessageCode } from '../refusals.ts';

export const texts: Readonly<Record<MessageCode, string>> = {
  ...(Object.fromEntries(Object.entries(refusals).map(([code, refusal]) => [code, refusal.zh])) as Record<
    keyof typeof refusals,
    string
  >),
  ...successes,
};
