/** The project's metrics: the amount of code to read, the reach of changes, and the amount of duplication. */
import { ROOMS } from '../arrows.ts';
import { isTest, parseSource } from '../source-files.ts';
import type { SourceFile } from '../source-files.ts';
import { centralEdits } from './central-edits.ts';
import { arrowsOf, floorsOf, SERVER_ROOMS } from './rooms.ts';
import { shapeOf } from './shapes.ts';
import type { Measured } from './shapes.ts';
import { reachesOf } from './sql-owners.ts';
import { FLOWS } from '@candor/testing/tiers.ts';

export type Figure = {
  readonly key: string;
  readonly what: string;
  readonly value: number;
  readonly goal?: number;
  /** A metric that grows with the product may increase slightly without counting as worse. */
  readonly grows?: true;
  /** Whether a higher value is better. */
  readonly upwards?: true;
  /** The parts of the metric, one per line. */
  readonly parts?: readonly string[];
};
type Project = ReadonlyMap<string, string>;

const WORKSPACES = /^(client|console|domain|protocol|server|verifier|web)\/src\/.*\.tsx?$/;
/** In these folders, functions are limited to sixty lines. */
const HELD = /^(client|domain|protocol|server)\/src\/.*\.ts$/;
const FUNCTION_LINES_MAX = 60;
/** These have a line for each feature, which is their purpose; adding a feature edits them and nothing else. */
const LISTS_OF_FEATURES: readonly string[] = [
  'protocol/src/features.ts',
  'server/src/app/features.ts',
  'web/src/app/features.ts',
];
/**
 * The verifier shares no code with the program that it verifies, so it has its own declarations of the units that other programs
 * import.
 */
const VERIFIERS_OWN = 'verifier/src/time.ts';

export async function figuresOf(project: Project): Promise<Figure[]> {
  const sources = [...project]
    .filter(([path]) => WORKSPACES.test(path) && !isTest(path))
    .map(([path, text]) => parseSource(path, text));
  return [
    ...schemaFigures(project),
    ...withdrawalFigures(project),
    ...shapeFigures(sources),
    ...roomFigures(sources),
    ...reachFigures(project),
    ...testFigures(project),
    ...repeatedFigures(sources),
  ];
}

function schemaFigures(project: Project): Figure[] {
  const files = [...project].filter(([path]) => /^server\/schema\/[^/]+\.sql$/.test(path));
  const guards = files.flatMap(([path, text]) => transitionGuards(path, text));
  return [
    { key: 'schema files', what: 'files of the schema', grows: true, value: files.length },
    {
      key: 'schema lines',
      what: 'lines of the schema',
      grows: true,
      value: sum(files.map(([, text]) => linesIn(text))),
      goal: 3900,
    },
    {
      key: 'guards of ways',
      what: 'lines of plpgsql that guard transitions',
      value: sum(guards.map(({ lines }) => lines)),
      goal: 300,
      parts: guards.map(({ name, lines }) => `${name}: ${lines}`),
    },
  ];
}

/** The functions that run in the trigger called after a transition, each counted once, in the file that creates it. */
function transitionGuards(path: string, text: string): Measured[] {
  const run =
    /create (?:constraint )?trigger \w*(?:_transition|_went_its_way)\w*[^;]*?execute function (\w+)/g;
  const names = new Set([...text.matchAll(run)].map((found) => found[1] as string));
  for (const general of ['goes_its_way', 'went_its_way']) names.add(general);
  return [...names].flatMap((name) => {
    const body = new RegExp(`create function ${name}\\(.*?\\n\\$\\$;`, 's').exec(text)?.[0];
    return body === undefined ? [] : [{ name: `${path}: ${name}`, lines: body.split('\n').length }];
  });
}

/**
 * The files of the withdrawal feature: all that are named after withdrawals, or after the payouts that pay them, in rules,
 * protocol, server, schema and both apps, without tests and texts. An option's payout is not included.
 */
const OF_WITHDRAWALS = /(^|[/-])(withdraw(al)?s?|payouts?)([/.-]|$)/;
const WHOLE = /^(client|console|domain|protocol|server|web)\/(src|schema)\/.*\.(tsx?|sql|md)$/;

function withdrawalFigures(project: Project): Figure[] {
  const files = [...project].filter(
    ([path]) =>
      WHOLE.test(path) &&
      OF_WITHDRAWALS.test(path) &&
      !isTest(path) &&
      !/\/(options|texts|messages)\//.test(path),
  );
  const folders = new Set(files.map(([path]) => path.slice(0, path.lastIndexOf('/'))));
  const whole = 'a whole withdrawal';
  return [
    {
      key: `${whole}: files`,
      what: `files of ${whole}`,
      value: files.length,
      goal: 19,
      parts: files.map(([path]) => path),
    },
    {
      key: `${whole}: lines`,
      what: `lines of ${whole}`,
      grows: true,
      value: sum(files.map(([, text]) => linesIn(text))),
    },
    {
      key: `${whole}: folders`,
      what: `folders of ${whole}`,
      value: folders.size,
      goal: 5,
      parts: [...folders],
    },
  ];
}

function shapeFigures(sources: readonly SourceFile[]): Figure[] {
  const server = sources.filter(({ path }) => HELD.test(path));
  const shapes = server.map(({ path, text }) => shapeOf(path, text));
  const functions = shapes.flatMap((shape) => shape.functions).sort((one, other) => other.lines - one.lines);
  const long = functions.filter(({ lines }) => lines > FUNCTION_LINES_MAX);
  const named = ({ name, lines }: Measured): string => `${lines} lines: ${name}`;
  const byImports = sources
    .filter(({ path }) => !LISTS_OF_FEATURES.includes(path))
    .sort((one, other) => importsOf(other) - importsOf(one));
  const [most] = byImports;
  return [
    {
      key: 'lines of columns',
      what: "lines that state a row's columns",
      grows: true,
      value: sum(shapes.map((shape) => shape.columnLines)),
      goal: 900,
    },
    {
      key: 'largest function',
      what: 'lines of the largest function (server, domain, protocol, client)',
      value: functions[0]?.lines ?? 0,
      goal: FUNCTION_LINES_MAX,
      parts: functions.slice(0, 10).map(named),
    },
    {
      key: 'long functions',
      what: `functions above ${FUNCTION_LINES_MAX} lines`,
      value: long.length,
      goal: 0,
      parts: long.map(named),
    },
    {
      key: 'most imports',
      what: 'most imports of a file that is no list of features',
      value: most === undefined ? 0 : importsOf(most),
      goal: 40,
      parts: byImports.slice(0, 5).map((file) => `${importsOf(file)}: ${file.path}`),
    },
  ];
}

/** How many files the file depends on; files that are only loaded on demand are not counted. */
const importsOf = (file: SourceFile): number =>
  new Set(file.imports.filter(({ names }) => names.join() !== '*').map(({ target }) => target)).size;

function roomFigures(sources: readonly SourceFile[]): Figure[] {
  const arrows = arrowsOf(sources);
  const floors = floorsOf(SERVER_ROOMS, arrows);
  const unused = SERVER_ROOMS.flatMap((from) =>
    (ROOMS.find(({ name }) => name === from)?.imports ?? [])
      .filter(
        (to) => SERVER_ROOMS.includes(to) && !arrows.some((arrow) => arrow.from === from && arrow.to === to),
      )
      .map((to) => `${from} may import ${to}`),
  );
  return [
    { key: 'rooms', what: 'rooms of the server', value: SERVER_ROOMS.length, goal: 21 },
    {
      key: 'floors',
      what: 'floors they stand on',
      value: floors.length,
      goal: 10,
      parts: floors.map((floor) => floor.join(', ')),
    },
    { key: 'arrows', what: 'arrows between them', value: arrows.length, goal: 80 },
    {
      key: 'unused arrows',
      what: 'arrows that are allowed and not used',
      value: unused.length,
      goal: 0,
      parts: unused,
    },
  ];
}

function reachFigures(project: Project): Figure[] {
  const { reaches } = reachesOf(project);
  const pairs = (of: (reach: (typeof reaches)[number]) => boolean): string[] =>
    [...new Set(reaches.filter(of).map(({ room, owner }) => `${room} → ${owner}`))].sort();
  const toFeatures = (owner: string): boolean => owner.startsWith('features/');
  const features = pairs(({ room, owner }) => toFeatures(owner) && room.startsWith('features/'));
  const platform = pairs(
    ({ room, owner }) => toFeatures(owner) && !room.startsWith('features/') && room !== 'read models',
  );
  const writes = pairs(
    ({ writes: isWriting, owner, table }) =>
      isWriting && !/_template$|^mail_kind$/.test(table) && owner !== '',
  );
  const central = centralEdits(project);
  return [
    {
      key: 'features in SQL',
      what: "features that reach into other features' tables",
      value: features.length,
      parts: features,
    },
    {
      key: 'platform in SQL',
      what: "rooms below that reach into features' tables",
      value: platform.length,
      parts: platform,
    },
    {
      key: 'written by others',
      what: "rooms that write others' tables",
      value: writes.length,
      parts: writes,
    },
    {
      key: 'central edits',
      what: 'files to edit besides its own to add a feature (recurring)',
      value: central.length,
      goal: LISTS_OF_FEATURES.length,
      parts: central,
    },
  ];
}

function testFigures(project: Project): Figure[] {
  const rows = [...project].flatMap(([path, text]) =>
    /^web\/src\/(?:app\/routes|features\/[^/]+\/feature)\.ts$/.test(path)
      ? [...text.matchAll(/^ +(?:anybody|customers)\(/gm)]
      : [],
  ).length;
  return [
    { key: 'end-to-end tests', what: 'end-to-end tests in npm test', value: FLOWS.length, goal: 20 },
    {
      key: 'tests of screens',
      what: 'screens tested without a server',
      value: project.has('web/test/screens.test.tsx') ? rows : 0,
      upwards: true,
    },
  ];
}

function repeatedFigures(sources: readonly SourceFile[]): Figure[] {
  return ['ID', 'DAY_MS', 'asText'].map((name) => {
    const said = new RegExp(`^(export )?const ${name}\\b`, 'm');
    const files = sources
      .filter(({ code, path }) => path !== VERIFIERS_OWN && said.test(code))
      .map(({ path }) => path);
    return {
      key: `declared: ${name}`,
      what: `files that declare ${name}`,
      value: files.length,
      goal: 1,
      parts: files,
    };
  });
}

function sum(figures: readonly number[]): number {
  return figures.reduce((all, one) => all + one, 0);
}

function linesIn(text: string): number {
  return text.trimEnd().split('\n').length;
}

/** A metric that grows with the product may have increased by this factor since it was recorded. */
const GROWTH = 1.05;

/** Sentences about the metrics that are worse than recorded. */
export function worse(figures: readonly Figure[], kept: Readonly<Record<string, number>>): string[] {
  return figures.flatMap(({ key, what, value, upwards, grows }) => {
    const before = kept[key];
    if (before === undefined) return [`${what} is not kept.`];
    const isWorse = upwards === true ? value < before : value > before * (grows === true ? GROWTH : 1);
    return isWorse ? [`${what}: ${value}, and was ${before}.`] : [];
  });
}
