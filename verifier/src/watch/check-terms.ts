/** Compares the terms that a platform publishes with those in its log: each version once, with the same body and time. */
import { wallTime } from '../house-time.ts';
import type { ClockStep } from '../house-time.ts';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import type { Logged, LoggedTerms } from './logged.ts';

/** A subject as `GET transparency/terms` returns it. Version 0 is the configuration. */
export type PublishedTerms = {
  readonly subject: string;
  readonly versions: readonly {
    readonly version: number;
    readonly effective_at: number;
    readonly body: Readonly<Record<string, unknown>>;
  }[];
};

export function checkTerms(published: readonly PublishedTerms[], logged: Logged): readonly Alarm[] {
  const found: Alarm[] = [];
  const shown = new Set<string>();
  for (const { subject, versions } of published) {
    for (const { version, effective_at: effective, body } of versions) {
      const publishedText = JSON.stringify({ subject, version, effective, body });
      if (version === 0) {
        found.push(...checkUsual(subject, body, publishedText, logged));
        continue;
      }
      shown.add(`${subject} ${version}`);
      const entry = logged.termsOf(subject, version);
      if (entry === undefined) {
        found.push(
          alarm(
            'terms_unlogged',
            `Version ${version} of the terms of ${subject} is not in the log.`,
            publishedText,
          ),
        );
      } else if (Math.floor(entry.effectiveMs / 1000) !== effective || !isSameJson(entry.body, body)) {
        const detail = `Version ${version} of the terms of ${subject} differs from the log.`;
        found.push(alarm('terms_differ', detail, publishedText, entry.body));
      }
    }
  }
  for (const { subject, version, body } of logged.terms) {
    if (shown.has(`${subject} ${version}`)) continue;
    const detail = `Version ${version} of the terms of ${subject} is in the log and no longer published.`;
    found.push(alarm('terms_differ', detail, body));
  }
  return found;
}

/** Compares version 0, the terms of the configuration. */
function checkUsual(subject: string, body: object, publishedText: string, logged: Logged): readonly Alarm[] {
  const entry = logged.usualOf(subject);
  if (entry === undefined) {
    return [alarm('terms_unlogged', `The configured terms of ${subject} are not in the log.`, publishedText)];
  }
  if (isSameJson(entry, body)) return [];
  return [
    alarm('terms_differ', `The configured terms of ${subject} differ from the log.`, publishedText, entry),
  ];
}

function isSameJson(text: string, value: unknown): boolean {
  try {
    return canonical(JSON.parse(text)) === canonical(value);
  } catch {
    return false;
  }
}

/** JSON with the names of each object in order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}

/** New entries about terms that were logged long after their stated time of publication. */
export function lateTerms(
  terms: readonly LoggedTerms[],
  {
    entries,
    beforeMs,
    steps = [],
  }: {
    readonly entries: readonly string[];
    readonly beforeMs: number;
    readonly steps?: readonly ClockStep[];
  },
): readonly Alarm[] {
  return terms
    .filter(
      ({ publishedMs, subject, version }) =>
        wallTime(steps, publishedMs) < beforeMs &&
        entries.some((entry) => entry.startsWith(`candor-terms-v1|${subject}|${version}|`)),
    )
    .map(({ subject, version, body }) =>
      alarm('terms_backdated', `Version ${version} of the terms of ${subject} reached the log late.`, body),
    );
}
