/** The project's rules of tidiness. Each is a function from the sources to sentences that name the violations. */
import { brokenArrow } from './arrows.ts';
import { isTest } from './source-files.ts';
import type { SourceFile } from './source-files.ts';

/** Node, the browser or a tool starts these files; no file imports them. */
const ENTRANCES = [
  /^server\/src\/(main|cli\/main|app\/market-process)\.ts$/,
  /^verifier\/src\/cli\/(operators-)?main\.ts$/,
  /^(web|console)\/src\/main\.tsx$/,
  /^web\/src\/pwa\/worker\.ts$/,
  /^web\/build\//,
  // Tools find these files by their names.
  /^web\/src\/features\/[^/]+\/entries\.ts$/,
  /^console\/src\/features\/[^/]+\/(customer-panel\.tsx|feature\.ts)$/,
  /\.d\.ts$/,
  /\.config\.ts$/,
];

/** Kept for the tests on purpose. */
const FOR_TESTS: readonly { path: string; because: string }[] = [
  {
    path: 'server/src/engine/oracle.ts',
    because: 'the scanning engine that the fast one is measured against',
  },
];

/** Words for money, prices or quantities; converting such a value to a number would lose its last digits. */
const MONEY =
  /amount|price|bid|ask|quantity|balance|fee(?!d)|stake|margin|cost|total|value|available|frozen|held|volume|equity|spread|numeric|rate(?!d)/i;

const LEDGER_TABLES = ['posting', 'journal', 'balance', 'house_balance', 'journal_template'];
const LINES_MAX = 400;

export function brokenArrows(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !isTest(file.path))
    .flatMap((file) => file.imports.map((found) => brokenArrow(file.path, found.target)))
    .filter((sentence) => sentence !== undefined);
}

/** Files that no other file reaches, not counting tests. */
export function deadFiles(files: readonly SourceFile[]): string[] {
  const reached = new Set<string>();
  for (const file of files) {
    if (!isTest(file.path)) for (const found of file.imports) reached.add(found.target);
  }
  return files
    .filter((file) => isOfTheHouse(file.path) && !isEntrance(file.path) && !reached.has(file.path))
    .map((file) => `${file.path} is imported by nothing but tests.`);
}

/**
 * Exports that no other file uses. Use by a test alone is not enough, unless the export is also used in its own file and is
 * exported to be tested separately.
 */
export function deadExports(files: readonly SourceFile[]): string[] {
  const used = usesOf(files.filter((file) => !isTest(file.path)));
  const tested = usesOf(files.filter((file) => isTest(file.path)));
  return files
    .filter((file) => isOfTheHouse(file.path) && !isEntrance(file.path))
    .flatMap((file) =>
      file.exports
        .filter((name) => !used(file.path, name))
        .filter((name) => !(tested(file.path, name) && timesMentioned(file.code, name) > 1))
        .map((name) => `${file.path} exports ${name}, which no other file uses.`),
    );
}

/** Whether any of these files imports the name from the path. */
function usesOf(files: readonly SourceFile[]): (path: string, name: string) => boolean {
  const taken = new Set<string>();
  const whole = new Map<string, string>();
  for (const file of files) {
    for (const found of file.imports) {
      for (const name of found.names) {
        // If a module is imported as a namespace, the names that the importer mentions are treated as used.
        if (name === '*')
          whole.set(found.target, `${whole.get(found.target) ?? ''}\n${mentionsOf(file, files)}`);
        else taken.add(`${found.target}#${name}`);
      }
    }
  }
  return (path, name) => {
    const taker = whole.get(path);
    if (taken.has(`${path}#${name}`)) return true;
    return taker !== undefined && (name === 'default' || timesMentioned(taker, name) > 0);
  };
}

/** A file's text; for a file that re-exports modules (`export * as`), the text of its importers. */
function mentionsOf(file: SourceFile, files: readonly SourceFile[]): string {
  if (!/^export \* as /m.test(file.code)) return file.code;
  return files
    .filter((other) => other.imports.some(({ target }) => target === file.path))
    .map(({ code }) => code)
    .join('\n');
}

function timesMentioned(code: string, name: string): number {
  return [...code.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length;
}

/** Charts have floating-point numbers, which are used for nothing else. */
const CHART_FIGURE = 'server/src/telemetry/chart-figure.ts';

export function floatsOnMoney(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => /^(console|domain|server|verifier)\/src\//.test(file.path) && !isTest(file.path))
    .filter((file) => file.path !== CHART_FIGURE)
    .flatMap((file) =>
      [...file.code.matchAll(/(?<![\w#])(Number|parseFloat|Number\.parseFloat)\(((?:[^()]|\([^()]*\))*)\)/g)]
        .filter((found) => found[1] !== 'Number' || MONEY.test(found[2] ?? ''))
        .map((found) => `${file.path} floats what may be money: ${found[0]}`),
    );
}

export function sqlOnLedger(files: readonly SourceFile[]): string[] {
  const touched = new RegExp(
    `\\b(insert into|update|delete from|from|join)\\s+(${LEDGER_TABLES.join('|')})\\b`,
    'i',
  );
  const written = new RegExp(`\\b(insert into|update|delete from)\\s+(${LEDGER_TABLES.join('|')})\\b`, 'i');
  // An audit's queries compare with the ledger, and write nothing to it.
  const patternOf = (path: string): RegExp => (/\/([\w-]+-)?invariants\.ts$/.test(path) ? written : touched);
  return files
    .filter((file) => /^server\/src\/(?!ledger\/|db\/)/.test(file.path) && !isTest(file.path))
    .flatMap((file) => patternOf(file.path).exec(file.code)?.[0].concat(` of ${file.path}`) ?? [])
    .map((found) => `The ledger's tables are reached into: ${found}`);
}

/** Every feature of the server has a README, and a folder of the same name in the protocol, the web app or the console. */
export function featuresWithoutStory(paths: readonly string[]): string[] {
  const features = new Set(
    paths
      .map((path) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1])
      .filter((name) => name !== undefined),
  );
  return [...features].flatMap((name) => {
    const complaints: string[] = [];
    if (!paths.includes(`server/src/features/${name}/README.md`)) {
      complaints.push(`server/src/features/${name} has no README.md.`);
    }
    const mirrored = paths.some(
      (path) =>
        /^(web|console)\/src\/features\/([^/]+)\//.exec(path)?.[2] === name ||
        path.startsWith(`protocol/src/${name}/`),
    );
    if (!mirrored) {
      complaints.push(`The feature ${name} of the server has no mirror in web, console or protocol.`);
    }
    return complaints;
  });
}

export function badNames(paths: readonly string[]): string[] {
  return paths
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    .flatMap((path) => {
      const stem = (path.split('/').at(-1) ?? '').replace(/\..*$/, '');
      const folders = path.split('/').slice(0, -1);
      const vague = [stem, ...folders].find((name) =>
        /(^|-)(utils?|helpers?|managers?)(-|$)|^(common|misc|index)$/.test(name),
      );
      if (vague !== undefined) return [`${path}: "${vague}" says nothing; name what it is about.`];
      return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem) ? [] : [`${path} is not in kebab-case.`];
    });
}

export function defaultExports(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => file.exports.includes('default') && !file.path.endsWith('.config.ts'))
    .map((file) => `${file.path} has a default export; export it by its name.`);
}

/**
 * In these files, the protocol's features name their parts for `features.ts`, which would otherwise import five files of each.
 */
const PARTS = /^protocol\/src\/([\w-]+\/feature|general|console\/operators-alone)\.ts$/;

/** A file that only re-exports others hides where code is defined. */
export function barrels(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !PARTS.test(file.path))
    .filter((file) => /^export\s+(type\s+)?(\*|\{[^}]*\})\s*(as\s+\w+\s*)?from/m.test(file.code))
    .map((file) => `${file.path} passes another file's exports on; import them from where they are.`);
}

/**
 * Radio buttons written by hand, which the arrow keys do not reach, and chips that compare their own value with the chosen one
 * and would be announced as separate switches.
 */
const LOOSE_CHOICE = /role="radio|<Chip\b[^>]*selected=\{[^}]*[!=]==/;

export function looseChoices(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => /^(?:console|web)\/src\//.test(file.path) && LOOSE_CHOICE.test(file.code))
    .map(
      ({ path }) =>
        `${path}: one choice of several is a group of radio buttons (web/src/ui/chip-choice.tsx).`,
    );
}

export function openings(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isOfTheHouse(file.path) && !/^\s*(\/\*\*|\/\/)/.test(file.text))
    .map((file) => `${file.path} does not open with what it is for.`);
}

export function longFiles(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isOfTheHouse(file.path) && !/\/(texts|schemas)\/|\/calls\.ts$/.test(file.path))
    .filter((file) => file.text.split('\n').length > LINES_MAX)
    .map((file) => `${file.path} is longer than ${LINES_MAX} lines; it is two files.`);
}

/** With these calls, an end-to-end test finds an element by its text. */
const ASKED_BY_TEXT =
  /(?:name: |hasText: |getBy(?:Text|Label|Placeholder)\(|button\(\w+, |tab\(\w+, )'((?:[^'\\\n]|\\.)+)'/g;

/** An end-to-end test that finds texts by their keys must not find any by its wording. */
export function literalTexts(files: readonly SourceFile[], english: ReadonlySet<string>): string[] {
  return files
    .filter((file) => file.imports.some(({ target }) => target === 'e2e/saying.ts'))
    .flatMap((file) =>
      [...file.code.matchAll(ASKED_BY_TEXT)]
        .map(([, text = '']) => text.replaceAll(String.raw`\'`, "'"))
        .filter((text) => english.has(text))
        .map((text) => `${file.path} asks for “${text}”; ask by its key, with say() or deskSay().`),
    );
}

/** The texts of the app and of the operators' console, by the function with which an end-to-end test looks them up. */
type Said = { readonly say: object; readonly deskSay: object };

/** An end-to-end test that looks up a text by a missing key would wait in vain. */
export function unknownTexts(files: readonly SourceFile[], said: Said): string[] {
  const isText = (texts: object, key: string): boolean =>
    typeof key
      .split('.')
      .reduce<unknown>(
        (tree, name) => (tree as Readonly<Record<string, unknown>> | undefined)?.[name],
        texts,
      ) === 'string';
  return files
    .filter((file) => file.imports.some(({ target }) => target === 'e2e/saying.ts'))
    .flatMap((file) =>
      [...file.code.matchAll(/\b(say|deskSay)(?:ing)?\(\s*'([\w.]+)'/g)]
        .filter(([, asks, key = '']) => !isText(asks === 'say' ? said.say : said.deskSay, key))
        .map(([, asks, key = '']) =>
          asks === 'say'
            ? `${file.path} asks for ${key}, which the app does not say.`
            : `${file.path} asks for ${key}, which the operators' console does not say.`,
        ),
    );
}

/** Words that mark unfinished work. */
const REMINDERS = [/\b(TODO|FIXME|HACK)\b/, /coming soon|not implemented|lorem ipsum/i];
/** Folders of one machine, and the hosts of package registries, which only the installer chooses. */
const PLACES = /\/work\/(shared|main)|\/root\/|(?<!\w)\/home\/(?!index)\w|registry\.\w+\.\w|\bnpmjs\b/;
/** The rules name what they forbid, and the lock file is generated. */
const UNREAD = /^tools\/tidy[-.]|^package-lock\.json$/;

export function reminders(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, text]) => {
    const found = UNREAD.test(path)
      ? null
      : (REMINDERS.map((words) => words.exec(text)).find((word) => word) ?? null);
    return found === null ? [] : [`${path} leaves a reminder: ${found[0]}`];
  });
}

export function placesOfOneMachine(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, text]) => {
    const found = UNREAD.test(path) ? null : PLACES.exec(text);
    return found === null ? [] : [`${path} names a place that others do not have: ${found[0]}`];
  });
}

function isOfTheHouse(path: string): boolean {
  return (
    /^(console|domain|protocol|server|verifier|web)\/src\/.*\.tsx?$/.test(path) &&
    !isTest(path) &&
    !path.endsWith('.d.ts')
  );
}

function isEntrance(path: string): boolean {
  return ENTRANCES.some((entrance) => entrance.test(path)) || FOR_TESTS.some((kept) => kept.path === path);
}
