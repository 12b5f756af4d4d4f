/** Compares the entries of a tape with the sources that they name, and these with the rule in the log. */
import type { TapeEntry } from '../chain.ts';
import { kindOf } from '../chain.ts';
import { MARKET_SYMBOLS } from '../market-symbols.ts';
import { sourceFindings } from '../sources/check-entry.ts';
import type { SourceFinding } from '../sources/check-entry.ts';
import { isSources } from '../sources/text.ts';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import type { Head } from './logged.ts';
import { NO_SOURCES } from './logged-sources.ts';
import type { LoggedSources } from './logged-sources.ts';

/** Returns the check of the entries between heads of one tape. */
export function checkSources(
  logged: LoggedSources,
  before: Head | undefined,
  heads: readonly Head[],
): (entries: readonly TapeEntry[]) => readonly Alarm[] {
  const symbol = heads[0]?.symbol ?? '';
  const stretches = heads.map((head, at) => ({
    upTo: head.seq,
    rules: logged.rulesBetween(heads[at - 1] ?? before, head),
  }));
  // A conversion rate is computed from another tape's entry, which names the sources.
  if (!MARKET_SYMBOLS.some((one) => one.symbol === symbol)) return () => [];
  const findingsOf = (entry: TapeEntry): readonly Found[] => {
    if (kindOf(entry) !== 'quote') return [];
    const rules = stretches.find(({ upTo }) => entry.seq <= upTo)?.rules ?? [];
    const named = namedBy(entry);
    const own = sourceFindings(symbol, entry).map(({ code, detail }): Found => ({ code, detail, entry }));
    if (rules.includes(named)) return own;
    return [...own, { code: 'source_missing', detail: otherRule(symbol, entry, named, rules), entry }];
  };
  return (entries) => firstOfEach(entries.flatMap(findingsOf));
}

type Found = Pick<SourceFinding, 'code' | 'detail'> & { readonly entry: TapeEntry };

/** One alarm for each kind on a page, so that a platform that deviates for a day does not bury other alarms. */
function firstOfEach(found: readonly Found[]): readonly Alarm[] {
  return (['price_outside_sources', 'price_not_median', 'source_missing'] as const).flatMap((kind) => {
    const same = found.filter(({ code }) => code === kind);
    const [first] = same;
    if (first === undefined) return [];
    const more = same.length === 1 ? '' : ` The page has ${same.length - 1} more.`;
    return [alarm(kind, `${first.detail}${more}`, JSON.stringify(first.entry))];
  });
}

/** The rule that an entry states: its figures, and the names of its sources. */
function namedBy({ sources }: TapeEntry): string {
  if (!isSources(sources)) return NO_SOURCES;
  const { min, age_max_ms: age, deviation_max: deviation, quotes } = sources;
  return `${min}|${age}|${deviation}|${quotes.map(({ name }) => name).join(',')}`;
}

function otherRule(symbol: string, { seq }: TapeEntry, named: string, rules: readonly string[]): string {
  return `${symbol}, entry ${seq}: the rule of its sources is ${named}, and the log has ${rules.join(' and ')}.`;
}
