/** The rules of a feed's sources in a log, and which of them the entries between two logged heads of a tape may follow. */
import { readDecimal } from '../decimal.ts';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import type { LoggedEntry } from './entries.ts';

type Rule = Extract<LoggedEntry, { kind: 'sources' }>;
type Head = Extract<LoggedEntry, { kind: 'head' }>;

/** The rule of a feed that names no sources, which is in effect before the first logged one. */
export const NO_SOURCES = 'none';

export class LoggedSources {
  readonly #rules: Rule[] = [];
  /** The number of rules that the log had at each head. */
  readonly #before = new WeakMap<Head, number>();

  add(rule: Rule, text: string): readonly Alarm[] {
    const last = this.#rules.at(-1);
    this.#rules.push(rule);
    const weaker = last !== undefined && isWeaker(rule.rule, last.rule) ? [weakened(rule, last, text)] : [];
    if (rule.number === (last?.number ?? 0) + 1 && rule.timeMs >= (last?.timeMs ?? 0)) return weaker;
    const detail = `Rule ${rule.number} of the sources follows rule ${last?.number ?? 0}.`;
    return [alarm('terms_conflict', detail, text), ...weaker];
  }

  mark(head: Head): void {
    this.#before.set(head, this.#rules.length);
  }

  /**
   * Returns the rules that an entry may follow: the one that was in effect at the head before, and those logged until this head.
   * A rule that began before this head was signed may be logged after the head.
   */
  rulesBetween(before: Head | undefined, head: Head): readonly string[] {
    const from = before === undefined ? 0 : (this.#before.get(before) ?? 0);
    let to = this.#before.get(head) ?? 0;
    if ((this.#rules[to]?.timeMs ?? Infinity) < (head.seconds + 1) * 1000) to += 1;
    return [
      from === 0 ? NO_SOURCES : this.#rules[from - 1]?.rule,
      ...this.#rules.slice(from, to).map(({ rule }) => rule),
    ].filter((rule) => rule !== undefined);
  }
}

/** A rule binds the platform's prices, so it must not be relaxed unnoticed. */
function weakened({ number, rule }: Rule, before: Rule, text: string): Alarm {
  const detail = `Rule ${number} of the sources, ${rule}, demands less than rule ${before.number}, ${before.rule}.`;
  return alarm('sources_changed', detail, text);
}

/** Whether a rule has a smaller minimum, a larger age or deviation, or lacks a name, compared with the one before it. */
function isWeaker(rule: string, before: string): boolean {
  if (before === NO_SOURCES || rule === before) return false;
  const [now, then] = [figuresOf(rule), figuresOf(before)];
  return (
    rule === NO_SOURCES ||
    now.min < then.min ||
    now.ageMs > then.ageMs ||
    now.deviation > then.deviation ||
    !then.names.every((name) => now.names.includes(name))
  );
}

function figuresOf(rule: string) {
  const [min, ageMs, deviation, names = ''] = rule.split('|');
  return {
    ...{ min: Number(min), ageMs: Number(ageMs), deviation: readDecimal(deviation) ?? 0n },
    names: names.split(','),
  };
}
