/** Compares the terms that a proposal would publish with those that they would replace. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';

export type TermsVersions = ConsoleOutput<'GET terms'>[number]['versions'];
type Figure = string | boolean;
export type FigureChange = {
  readonly name: string;
  /** Undefined if the present terms have no such figure. */
  readonly before: Figure | undefined;
  /** Undefined if the proposed terms no longer have the figure. */
  readonly after: Figure | undefined;
  readonly changed: boolean;
};

type Terms = { readonly effective_at: number; readonly body: Readonly<Record<string, Figure>> };

/**
 * Returns the figures of both versions, in the order of the proposal. The replaced version is the one in effect when the proposed
 * terms start.
 */
export function termsChanges(
  { effective_at: from, body }: Terms,
  versions: TermsVersions,
  proposal: string,
): readonly FigureChange[] {
  const replaced = versions.findLast((one) => one.effective_at <= from && one.proposal !== proposal);
  const old = replaced?.body ?? {};
  return [...new Set([...Object.keys(body), ...Object.keys(old)])].map((name) => {
    const [before, after] = [old[name], body[name]];
    return { name, before, after, changed: before !== after };
  });
}
