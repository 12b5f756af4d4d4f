/** Records for the public log the rule by which several sources make a price, before the first quote under that rule. */
import { sourceFigures } from '@candor/domain/market/sources.ts';
import type { Pool } from '../db/pool.ts';
import type { FeedConfig } from './feeds/make-feed.ts';

/** The rule of a feed that names no sources. */
const NONE = 'none';

export async function recordSourceRule(pool: Pool, config: FeedConfig): Promise<void> {
  const rule = ruleOf(config);
  const { rows } = await pool.query<{ number: string; rule: string }>(
    'select number, rule from source_rule order by number desc limit 1',
  );
  const [newest] = rows;
  if (rule === (newest?.rule ?? NONE)) return;
  await pool.query('insert into source_rule (number, time_ms, rule) values ($1, 0, $2)', [
    BigInt(newest?.number ?? 0) + 1n,
    rule,
  ]);
}

function ruleOf(config: FeedConfig): string {
  if (config.kind !== 'external' || !('sources' in config)) return NONE;
  return `${sourceFigures(config.rule)}|${config.rule.names.join(',')}`;
}
