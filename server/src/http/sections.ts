/** The API reference's chapters and sections with their calls, which the calls' rows name. */
import type { CallRow } from '@candor/protocol/call.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import { chapters } from '@candor/protocol/chapters.ts';
import { calls } from '@candor/protocol/features.ts';

type Named = readonly [name: CallName, row: CallRow];

export type Section = {
  readonly name: string;
  /** In Markdown. */
  readonly about: string;
  readonly calls: readonly Named[];
};

const ROWS = Object.entries(calls) as Named[];

/** Returns the calls that follow a call of the section, or those that begin it, each with the calls that follow it in turn. */
function following(section: string, call: string | undefined): Named[] {
  return ROWS.filter(
    ([, { reference }]) => reference.section === section && reference.after === call,
  ).flatMap((named) => [named, ...following(section, named[0])]);
}

export const CHAPTERS = chapters.map(({ name, sections }) => ({
  name,
  sections: sections.map((section): Section => ({ ...section, calls: following(section.name, undefined) })),
}));
