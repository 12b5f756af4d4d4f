/**
 * Limits text messages to listed countries and to a number per hour and day over all customers, because fraudsters earn money
 * from codes sent to expensive numbers (SMS pumping). Once a limit is reached, no message is sent until the hour or day has
 * passed, and the log reports it.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { refuse } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import { DAY_MS, HOUR_MS } from '@candor/domain/time.ts';

export type TextBudgetOptions = {
  readonly pool: Pool;
  /** ISO codes of the countries to which messages are sent; undefined in a demo, which sends none and accepts all countries. */
  readonly countries: ReadonlySet<string> | undefined;
  readonly hourMax: number;
  readonly dayMax: number;
  readonly report: (text: string) => void;
};

export class TextBudget {
  readonly #options: TextBudgetOptions;
  /** Reaching the limit isn't reported again before this time. */
  #reportedUntilMs = 0;

  constructor(options: TextBudgetOptions) {
    this.#options = options;
  }

  /** Returns undefined if a message may be sent to this number now. */
  async violation(phone: string, nowMs: number) {
    const { pool, countries, hourMax, dayMax, report } = this.#options;
    // Assigned ranges change faster than any table, so a number that may belong to a listed country is accepted.
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
      report(
        `text messages: stopped sending, because the limit is reached (${hour} sent in an hour, ${day} in a day)`,
      );
    }
    return unavailable();
  }
}

const unavailable = () => refuse('texts_unavailable', { field: 'phone' });
