/**
 * What the house pays for text messages: only to countries that it lists, and only so many an hour and a day over all customers.
 * Numbers at far ends of the world are how others earn on our codes; once the bound is reached it stays shut until the hour
 * or the day has passed, and the log says so.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { refuse } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import { DAY_MS, HOUR_MS } from '@candor/domain/time.ts';

export type TextBudgetOptions = {
  readonly pool: Pool;
  /** ISO codes of the countries that messages go to; undefined: all, for a demo, which sends none. */
  readonly countries: ReadonlySet<string> | undefined;
  readonly hourMax: number;
  readonly dayMax: number;
  readonly report: (text: string) => void;
};

export class TextBudget {
  readonly #options: TextBudgetOptions;
  /** Until when the bound is not reported again. */
  #reportedUntilMs = 0;

  constructor(options: TextBudgetOptions) {
    this.#options = options;
  }

  /** Why no message goes to this number now, or undefined. */
  async violation(phone: string, nowMs: number) {
    const { pool, countries, hourMax, dayMax, report } = this.#options;
    // Which block of numbers is whose changes faster than any table: what may be a listed country's is taken for it.
    const possible: readonly string[] = parsePhoneNumberFromString(phone)?.getPossibleCountries() ?? [];
    if (countries !== undefined && !possible.some((country) => countries.has(country))) return unavailable();
    const sent = await pool.query<{ hour: string; day: string }>(
      `select count(*) filter (where t.created_ms > $1) as hour, count(*) as day
        from text_message t where t.created_ms > $2`,
      [nowMs - HOUR_MS, nowMs - DAY_MS],
    );
    const { hour = '0', day = '0' } = sent.rows[0] ?? {};
    if (Number(hour) < hourMax && Number(day) < dayMax) return undefined;
    if (nowMs >= this.#reportedUntilMs) {
      this.#reportedUntilMs = nowMs + HOUR_MS;
      report(`text messages: bound reached (${hour} in an hour, ${day} in a day), none is sent`);
    }
    return unavailable();
  }
}

const unavailable = () => refuse('texts_unavailable', { field: 'phone' });
