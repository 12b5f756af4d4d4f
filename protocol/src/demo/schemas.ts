/** Data that exists only in a demo: example logins, and the mail that is not sent. */
import * as v from 'valibot';
import { seconds, text } from '../fields.ts';

export const demoInput = v.object({
  /** A time of the demo in milliseconds, for which the steps are requested. */
  at_ms: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/))),
});

export const demoOutput = v.object({
  customers: v.array(v.object({ account: v.string(), password: v.string() })),
  operators: v.array(
    v.object({
      account: v.string(),
      password: v.string(),
      /** The authenticator's secret, for operators. */
      totp_secret: v.optional(v.string()),
      role: v.picklist(['support', 'reviewer', 'treasurer', 'admin']),
    }),
  ),
  invite_code: v.string(),
  /** The address of the operators' console; null if the caller can't reach one. */
  console: v.nullable(v.string()),
  /** By how many milliseconds the demo's time is ahead of the real one; negative if the demo began in the past. */
  ahead_ms: v.pipe(v.number(), v.integer()),
  /**
   * Steps of the demo's time, as in the public log: from a real time on, the demo's time is this much ahead. Contains the newest
   * thousand or, if a time was given, the step in effect at that time and the next one.
   */
  clock_steps: v.array(
    v.object({
      /** From 1, without gaps. */
      number: v.pipe(v.number(), v.integer()),
      wall_ms: v.pipe(v.number(), v.integer()),
      ahead_ms: v.pipe(v.number(), v.integer()),
      /** The place in the log, from 0; null until the step is in the log. */
      index: v.nullable(v.pipe(v.number(), v.integer())),
    }),
  ),
  /**
   * Whether a new demo is being filled with its history, and in about how many seconds it is ready; `stopped` if that was
   * interrupted. Null if there is nothing to wait for.
   */
  history: v.nullable(v.object({ state: v.picklist(['running', 'stopped']), seconds_left: v.number() })),
});

export const mailboxInput = v.object({ email: text(120) });
export const mailboxOutput = v.array(v.object({ subject: v.string(), text: v.string(), sent_at: seconds }));
