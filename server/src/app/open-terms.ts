/** Reads the published terms, which override the configured ones, in every process. */
import type { Config } from '../config/config.ts';
import type { Pool } from '../db/pool.ts';
import { optionSymbols } from '../features/options/handlers.ts';
import { LIMITS } from '../limits.ts';
import type { Log } from '../log.ts';
import { instruments } from '../quotes/catalogue.ts';
import { writeOffered } from '../terms/offered.ts';
import { Terms } from '../terms/terms.ts';
import { writeUsualTerms } from '../terms/usual-rows.ts';
import { usualTerms } from '../terms/usual-terms.ts';
import type { TermsBody } from '../terms/usual-terms.ts';

export function usualTermsOf(config: Pick<Config, 'house' | 'mode'>): ReadonlyMap<string, TermsBody> {
  return usualTerms({
    instruments: instruments.values(),
    optionSymbols: optionSymbols(instruments),
    ...(config.house !== undefined && {
      carried: config.house.instruments,
      fundTiers: config.house.fundTiers,
    }),
    coolOffSeconds: config.mode === 'live' ? LIMITS.money.addressCoolOffSeconds : 0,
  });
}

/** Writes the configured terms to the table that the database's guards read. Only the owner's connection may do so. */
export async function writeConfigured(
  owner: Pick<Pool, 'query'>,
  config: Pick<Config, 'house' | 'mode' | 'jurisdictions'>,
): Promise<void> {
  await writeUsualTerms(owner, usualTermsOf(config));
  await writeOffered(owner, { jurisdictions: config.jurisdictions, instruments: instruments.values() });
}

export async function openTerms(
  pool: Pool,
  config: Pick<Config, 'house' | 'mode'>,
  log: Log,
): Promise<Terms> {
  const terms = new Terms({
    pool,
    usual: usualTermsOf(config),
    onError: (error) => log('terms: failed to read the published terms (retrying)', error),
  });
  await terms.start();
  return terms;
}
