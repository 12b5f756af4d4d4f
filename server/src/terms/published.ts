/** Published terms as operators and the public see them: every subject with all its versions. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Terms, TermsVersion } from './terms.ts';

type Version = CallOutput<'GET transparency/terms'>[number]['versions'][number];
export type PublishedVersion = { readonly view: Version; readonly proposal: bigint | undefined };
export type PublishedSubject = { readonly subject: string; readonly versions: readonly PublishedVersion[] };

export function publishedTerms(
  terms: Pick<Terms, 'subjects' | 'versions'>,
  wallMs: number,
): PublishedSubject[] {
  return terms.subjects().map((subject) => {
    const versions = terms.versions(subject);
    const current = versions.findLast(({ effectiveMs }) => effectiveMs <= wallMs);
    return {
      subject,
      versions: versions.map((version, at) => ({
        proposal: version.proposal,
        view: {
          version: version.version,
          effective_at: secondsOf(version.effectiveMs),
          until: untilOf(versions.slice(at + 1)),
          current: version === current,
          body: { ...version.body },
        },
      })),
    };
  });
}

/**
 * Returns when a version expires. Of the versions that have started, the newest one applies, so a version expires when the first
 * newer one starts.
 */
function untilOf(newer: readonly TermsVersion[]): number | null {
  return newer.length === 0 ? null : secondsOf(Math.min(...newer.map(({ effectiveMs }) => effectiveMs)));
}

const secondsOf = (ms: number): number => Math.floor(ms / 1000);
