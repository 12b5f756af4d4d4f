/**
 * The documentation page that lists every option, environment variable and field of the house file. It is generated from the
 * tables that the program reads.
 */
import {
  CHAINS,
  HOURS_FIELDS,
  HOUSE_FIELDS,
  SERVICE_FIELDS,
  TIER_COUNTS,
  TIER_DECIMALS,
  WIRE_CURRENCIES,
  WIRE_FIELDS,
} from './house-fields.ts';
import { ENVIRONMENT, OPTIONS } from './options.ts';

export const variableOf = (option: string): string => `CANDOR_${option.toUpperCase().replaceAll('-', '_')}`;

export function configurationMarkdown(): string {
  return [
    '# Configuration',
    '',
    '<!-- Printed from server/src/config by `npm run print:configuration`. -->',
    '',
    'Everything that a server can be told: options on the command line, environment variables, and for real money a house file. `npm start -- --help` prints the first two. A demo needs none of them; [going live](going-live.md) says which ones real money needs.',
    '',
    '## Options',
    '',
    'Each option can also be given as the variable beside it. If both are given, the command line takes precedence. An option that may be repeated takes one value as a variable. An unknown option, an invalid value, and an option of a feed that is not in use end the start with a sentence that names it.',
    '',
    ...table(['option', 'variable', 'default', 'what for'], optionRows()),
    '',
    '## Environment',
    '',
    'Secrets belong in the environment or in files that only the server reads, never on the command line, where every process of the machine can see them. No error message repeats their values.',
    '',
    ...table(
      ['variable', 'what for'],
      ENVIRONMENT.map(([name, says]) => [code(name), says]),
    ),
    '',
    'Traces are sent if `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector; the other variables of OpenTelemetry’s exporter work too.',
    '',
    '## The house file',
    '',
    'A file of JSON, passed as `--house house.json` with `--mode live`; [going live](going-live.md#the-house-file) has an example. An unknown or invalid field ends the start with a sentence that names it. A field that is left out counts as missing, and live mode lists what is missing.',
    '',
    ...fields(HOUSE_FIELDS),
    '',
    `\`deposit_addresses\` has an address for each chain: ${listed(CHAINS)}.`,
    '',
    `\`wires\` has bank details for each currency: ${listed(WIRE_CURRENCIES)}. Each needs all of these fields:`,
    '',
    ...fields(WIRE_FIELDS),
    '',
    'Each of `fund_tiers` has decimals in quotes, so that no digit is lost:',
    '',
    ...fields(TIER_DECIMALS),
    '',
    'and whole numbers:',
    '',
    ...fields(TIER_COUNTS),
    '',
    '`service`:',
    '',
    ...fields(SERVICE_FIELDS),
    ...rows(Object.entries(HOURS_FIELDS).map(([name, says]) => [code(`hours.${name}`), says])),
    '',
  ].join('\n');
}

function optionRows(): string[][] {
  return Object.entries(OPTIONS).map(([name, { takes, usual, says, repeatable }]) => [
    code(`--${name} <${takes}>`),
    code(variableOf(name)),
    usual === undefined ? '' : code(usual),
    repeatable === true ? `${says} (may be repeated)` : says,
  ]);
}

const fields = (of: Readonly<Record<string, string>>): string[] =>
  table(
    ['field', 'what for'],
    Object.entries(of).map(([name, says]) => [code(name), says]),
  );

const table = (heads: readonly string[], cells: readonly string[][]): string[] => [
  `| ${heads.join(' | ')} |`,
  `|${heads.map(() => '---|').join('')}`,
  ...rows(cells),
];

const rows = (cells: readonly string[][]): string[] => cells.map((row) => `| ${row.join(' | ')} |`);

/** A vertical bar would end the cell, even within code. */
const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

const listed = (names: readonly string[]): string => names.map(code).join(', ');
