/** The report of a watch: one self-contained document, in Markdown or HTML, that can be shown to others. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Act } from '../shop/notebook.ts';
import type { Alarm } from './alarms.ts';

export type ReportedAlarm = Alarm & { readonly at: string; readonly file: string };

export type ReportFacts = {
  readonly platform: string;
  readonly policy: string;
  readonly from: string;
  readonly to: string;
  readonly rounds: number;
  /** The entries of the log that were followed, in this run and before. */
  readonly entries: number;
  /** The newest accepted checkpoint, with its signatures. */
  readonly note: string | undefined;
  readonly alarms: readonly ReportedAlarm[];
  readonly shoppers: readonly {
    readonly account: string;
    readonly acts: readonly Act[];
    readonly trades: number;
    readonly proved: number;
    readonly records: number;
    readonly own: number;
  }[];
  /** The age of the newest cosignature in each round, and the duration of each round, both in milliseconds. */
  readonly cosignedMs: readonly number[];
  readonly roundMs: readonly number[];
};

const CHECKED: readonly string[] = [
  'The log only grew, and its root was signed and cosigned by a quorum of witnesses in time.',
  'Every logged head of a tape was led to by the served entries; old entries were read again in turn.',
  'Signed heads, published terms and the files of the app were those in the log.',
  'The records of the operators’ log and the roots of the ledger did not contradict each other.',
];
const SHOPPED: readonly string[] = [
  'Each fill and ticket followed from the tape by the published rules.',
  'No trade changed after it was answered, vanished, or was ended by somebody else.',
  'Each balance was the sum of the account’s journals, and each journal belonged to an act of the shopper.',
  'The log’s entries about the account opened to its journals, in time.',
  'Both accounts were shown the same keys, terms, prices and log.',
];

/** Returns the lines of the report as Markdown. */
export function reportText(facts: ReportFacts): string {
  const { alarms, shoppers } = facts;
  const checked = shoppers.length > 0 ? [...CHECKED, ...SHOPPED] : CHECKED;
  return [
    '# Report of a watch',
    '',
    alarms.length === 0 ? 'No alarm.' : `${alarms.length} alarm${alarms.length === 1 ? '' : 's'}.`,
    '',
    `- Platform: ${facts.platform}`,
    `- From ${facts.from} to ${facts.to}, ${facts.rounds} rounds`,
    `- Entries of the log: ${facts.entries}`,
    `- Age of the newest cosignature: ${spread(facts.cosignedMs)}`,
    `- Duration of a round: ${spread(facts.roundMs)}`,
    '',
    '## Alarms',
    '',
    ...(alarms.length === 0 ? ['None.'] : alarms.flatMap(alarmLines)),
    '',
    '## What was checked',
    '',
    ...checked.map((line) => `- ${line}`),
    '',
    ...shoppers.flatMap(shopperLines),
    '## Policy',
    '',
    ...fenced(facts.policy),
    '',
    '## Newest checkpoint',
    '',
    ...fenced(facts.note ?? 'none'),
    '',
  ].join('\n');
}

function alarmLines({ at, kind, detail, file, evidence }: ReportedAlarm): readonly string[] {
  const hashes = evidence.map((text) => `  - evidence ${bytesToHex(sha256(utf8ToBytes(text)))}`);
  return [`- ${at} **${kind}**: ${clean(detail)} (${file})`, ...hashes];
}

const ACTS_SHOWN = 50;

function shopperLines({ account, acts, ...counts }: ReportFacts['shoppers'][number]): readonly string[] {
  return [
    `## The shopper ${account}`,
    '',
    `${counts.trades} trades, of which ${counts.proved} fills and tickets were decided by the tape; ${counts.records} journals; ${counts.own} entries of the log.`,
    '',
    `Answered after: ${spread(acts.map(({ ms }) => ms))}.`,
    '',
    '| time | act | outcome | ms |',
    '|---|---|---|---|',
    ...acts
      .slice(-ACTS_SHOWN)
      .map(({ at, name, outcome, ms }) => `| ${at} | ${name} | ${clean(outcome)} | ${ms} |`),
    '',
  ];
}

/** The median and the maximum of durations. */
function spread(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  const [middle, most] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  if (middle === undefined || most === undefined) return 'not measured';
  return `median ${seconds(middle)}, at most ${seconds(most)}`;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const fenced = (text: string): readonly string[] => ['```', ...text.trimEnd().split('\n'), '```'];
/** The platform's answers must not change the form of the report. */
const clean = (text: string): string => text.replaceAll(/[\r\n|`]/g, ' ');

/** Returns the report as a page without scripts, which a browser shows in light or dark. */
export function reportPage(facts: ReportFacts): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Report of a watch</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 50rem; padding: 0 1rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace; }
</style>
<pre>${escaped(reportText(facts))}</pre>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
