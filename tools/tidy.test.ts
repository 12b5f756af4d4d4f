/** Properties of the code, required of every source file: the arrows between the rooms, and the project's conventions. */
import { describe, expect, test } from 'vitest';
import { EXCEPTIONS, ROOMS, brokenArrow, roomOf } from './arrows.ts';
import { moduleState } from './module-state.ts';
import { brokenReaches, deadNames, reachesOf } from './house/sql-owners.ts';
import { tablesUsed } from './house/sql-names.ts';
import { parseSource, readProject } from './source-files.ts';
import * as rules from './tidy-rules.ts';
import { noticesIn } from '@candor/protocol/notices/kinds.ts';
import { textsIn as answersIn } from '@candor/protocol/texts.ts';
import { wholeMessages as wholeDeskMessages } from '../console/build/whole-messages.ts';
import { wholeMessages } from '../web/build/whole-messages.ts';

const project = readProject();
const paths = [...project.keys()];
const sources = [...project]
  .filter(([path]) =>
    /^(client|console|domain|protocol|server|testing|sim|web|tools|bench|e2e)\/.*\.(ts|tsx|mjs)$/.test(path),
  )
  .map(([path, text]) => parseSource(path, text));

/** Every English text of the app and of the operators' console that consists of letters and is not a coin's name. */
const screens = { app: wholeMessages('en'), console: wholeDeskMessages('en') };
const said = {
  say: { ...screens.app, refusal: answersIn('en'), notice: noticesIn('en') },
  deskSay: screens.console,
};
const englishTexts: ReadonlySet<string> = new Set(textsIn(screens).filter((text) => /[a-z]{2}/.test(text)));

function textsIn(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree];
  return typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap(textsIn) : [];
}

describe('the project', () => {
  test('has only imports that the arrows allow', () => expect(rules.brokenArrows(sources)).toEqual([]));
  test('has only files that are imported or started', () => expect(rules.deadFiles(sources)).toEqual([]));
  test('uses every export', () => expect(rules.deadExports(sources)).toEqual([]));
  test('never converts money to floating point', () => expect(rules.floatsOnMoney(sources)).toEqual([]));
  test("accesses the ledger's tables only in the ledger", () =>
    expect(rules.sqlOnLedger(sources)).toEqual([]));
  test('uses in SQL only tables that the room owns or its row names', () => {
    const { reaches, unread } = reachesOf(project);
    expect(brokenReaches(reaches)).toEqual([]);
    expect(deadNames(reaches)).toEqual([]);
    expect(unread).toEqual([]);
  });
  test('has a README for every feature', () => expect(rules.featuresWithoutStory(paths)).toEqual([]));
  test('looks up texts by keys in the end-to-end tests that must do so', () =>
    expect(rules.literalTexts(sources, englishTexts)).toEqual([]));
  test('looks up only existing texts in end-to-end tests', () =>
    expect(rules.unknownTexts(sources, said)).toEqual([]));
  test('has descriptive file names', () => expect(rules.badNames(paths)).toEqual([]));
  test('uses no default exports', () => expect(rules.defaultExports(sources)).toEqual([]));
  test('has no files that only re-export', () => expect(rules.barrels(sources)).toEqual([]));
  test('uses a group of radio buttons for every choice of one among several', () =>
    expect(rules.looseChoices(sources)).toEqual([]));
  test('opens each file with a comment on its purpose', () => expect(rules.openings(sources)).toEqual([]));
  test('has no file above the maximum length', () => expect(rules.longFiles(sources)).toEqual([]));
  test('has no reminders of unfinished work', () => expect(rules.reminders(project)).toEqual([]));
  test('names no specific machine', () => expect(rules.placesOfOneMachine(project)).toEqual([]));
  test('has no module state without a reason', () => expect(moduleState(sources)).toEqual([]));
  test('has at most five exceptions from the arrows', () => expect(EXCEPTIONS.length).toBeLessThanOrEqual(5));
});

describe('the rules themselves', () => {
  const file = (path: string, text: string) => parseSource(path, text);

  test('assign a file to its innermost room', () => {
    expect(roomOf('server/src/calls/handler.ts')?.name).toBe('calls');
    expect(roomOf('server/src/http/mount.ts')?.name).toBe('http');
    expect(roomOf('server/src/main.ts')?.name).toBe('main');
    expect(roomOf('tools/arrows.ts')).toBeUndefined();
  });

  test('have no arrow to a missing room', () => {
    const names = ROOMS.map((room) => room.name);
    expect(ROOMS.flatMap((room) => room.imports).filter((name) => !names.includes(name))).toEqual([]);
  });

  test.for([
    ['domain/src/money/amount.ts', 'node:fs'],
    ['domain/src/money/amount.ts', 'protocol/src/calls.ts'],
    ['protocol/src/calls.ts', 'server/src/limits.ts'],
    ['web/src/main.tsx', 'server/src/config/config.ts'],
    ['web/src/ui/button.tsx', 'web/src/lib/network.ts'],
    ['web/src/parts/screen.tsx', 'web/src/features/spot/ticket.ts'],
    ['server/src/db/pool.ts', 'server/src/ledger/post.ts'],
    ['server/src/engine/engine.ts', 'server/src/features/spot/rules.ts'],
    ['server/src/features/spot/rules.ts', 'server/src/features/session/rules.ts'],
    ['server/src/features/spot/store.ts', 'pg'],
    ['console/src/main.tsx', 'testing/src/soon.ts'],
  ])('%s may not import %s', ([from = '', to = '']) => {
    expect(brokenArrow(from, to)).toMatch(from);
  });

  test.for([
    ['server/src/features/spot/rules.ts', 'server/src/features/spot/tables.ts'],
    ['server/src/main.ts', 'server/src/features/spot/handlers.ts'],
    ['web/src/features/spot/ticket.ts', 'domain/src/trading/spot.ts'],
    ['server/src/db/pool.ts', 'pg'],
  ])('%s may import %s', ([from = '', to = '']) => {
    expect(brokenArrow(from, to)).toBeUndefined();
  });

  test('find imports in every form, and ignore comments', () => {
    const { imports, exports } = file(
      'web/src/a/b.ts',
      [
        "import type { A, B as C } from '../x.ts';",
        "import * as money from '@candor/domain/money/amount.ts';",
        "import pg, { Pool } from 'pg';",
        "const screen = lazy(() => import('./screen.tsx'));",
        "// import { Nothing } from './nothing.ts';",
        'money.amount(1);',
        'export const one = 1;',
        "const text = '// not a comment'; export { text };",
        'export async function two() {}',
      ].join('\n'),
    );
    expect(imports).toEqual([
      { target: 'web/src/x.ts', names: ['A', 'B'] },
      { target: 'domain/src/money/amount.ts', names: ['amount'] },
      { target: 'pg', names: ['default', 'Pool'] },
      { target: 'web/src/a/screen.tsx', names: ['*'] },
    ]);
    expect(exports).toEqual(['one', 'two']);
  });

  test.for([
    ['let count = 0;', 1],
    ['const seen = new Set<string>();', 1],
    ['export const useX = create<{ n: number }>(() => ({ n: 0 }));', 1],
    ['export const connection = createConnection(openSocket);', 1],
    ['export const DeviceContext = createContext<Device | undefined>(undefined);', 0],
    ['const open: Overlay[] = [];', 1],
    ["const known: ReadonlySet<string> = new Set(['a']);", 0],
    ['const none: readonly string[] = [];', 0],
    ['const f = () => {\n  let inside = 0;\n};', 0],
  ] as const)('count the module state in %s', ([code, complaints]) => {
    expect(moduleState([file('web/src/a.ts', code)], [])).toHaveLength(complaints);
  });

  test('report an export as unused if only a test uses it', () => {
    const files = [
      file('domain/src/a.ts', 'export const used = 1;\nexport const unused = 2;'),
      file('domain/src/b.ts', "import { used } from './a.ts';\nconsole.log(used);"),
      file('domain/src/a.test.ts', "import { unused } from './a.ts';"),
    ];
    expect(rules.deadExports(files)).toEqual(['domain/src/a.ts exports unused, which no other file uses.']);
    expect(rules.deadFiles(files)).toEqual(['domain/src/b.ts is imported by nothing but tests.']);
  });

  test.for([
    ['Number(row.bid)', 1],
    ['parseFloat(text)', 1],
    ['Number(toNumeric(value))', 1],
    ['Number(row.time_ms)', 0],
    ["Number(text('version'))", 0],
    ['this.#kindNumber(kind)', 0],
  ] as const)('find conversions of money to floating point in %s', ([code, complaints]) => {
    expect(rules.floatsOnMoney([file('server/src/a.ts', code)])).toHaveLength(complaints);
  });

  test.for([
    [
      'select a.b from spot_order a join book on true, lateral unnest($1) u, tape t where c in (select from clock)',
      'book clock spot_order tape',
      '',
    ],
    [
      "with x as (select 1), y (a, b) as materialized (select 2) select from x, y, journal where k = 'from customer'",
      'journal',
      '',
    ],
    [
      'insert into notice (id) select id from notice_heard on conflict (id) do update set read_ms = 1',
      'notice_heard',
      'notice',
    ],
    ['update loan l set x = 1 from deposit d where extract(epoch from now()) > 1', 'deposit', 'loan'],
    ['delete from session s using customer c where s.a is distinct from c.a', 'customer', 'session'],
    ['select from answer for no key update of answer; truncate only mail', 'answer', 'mail'],
    ['create trigger a before insert or update on loan for each row execute function b();', '', ''],
    [
      'grant select, insert, update (status) on loan to candor_app; revoke update on loan from public',
      'public',
      '',
    ],
    [
      '-- from customer\nselect from (select from operator) o left join only audit using (id)',
      'audit operator',
      '',
    ],
  ] as const)('name the tables read and written by "%s"', ([sql, read, written]) => {
    const named = (writes: boolean) =>
      tablesUsed(sql)
        .filter((use) => use.writes === writes)
        .map((use) => use.table)
        .sort()
        .join(' ');
    expect([named(false), named(true)]).toEqual([read, written]);
  });

  test('find a statement that accesses a table of another room, wherever it is', () => {
    const schema = [...project].filter(([path]) =>
      /^server\/(schema|src\/features\/[^/]+\/README)/.test(path),
    );
    const planted = (path: string, text: string) =>
      brokenReaches(reachesOf(new Map([...schema, [path, text]])).reaches);
    const spot = 'server/src/features/spot/planted.ts';
    expect(planted(spot, "db.query('select from withdrawal')")).toHaveLength(1);
    expect(planted(spot, 'const of = `withdrawal w`; db.query(`select from ${of}`)')).toHaveLength(1);
    expect(planted(spot, 'db.query({ text: `update customer set id = 1` })')).toHaveLength(1);
    expect(planted(spot, "import { table } from '../../commands/table.ts'; table('loan', {})")).toHaveLength(
      1,
    );
    expect(planted(spot, "db.query('select from customer join spot_order on true')")).toEqual([]);
    expect(planted('server/schema/08-planted.sql', 'create view x as select from withdrawal')).toHaveLength(
      1,
    );
    const unread = reachesOf(new Map([[spot, 'db.query(`select from ${table}`)']])).unread;
    expect(unread).toHaveLength(1);
  });

  test('find a planted violation of every other rule', () => {
    expect(
      rules.sqlOnLedger([file('server/src/features/x/a.ts', "q('update balance set amount = 1')")]),
    ).toHaveLength(1);
    expect(rules.sqlOnLedger([file('server/src/ledger/a.ts', "q('insert into posting')")])).toEqual([]);
    const audit = 'server/src/features/x/invariants.ts';
    expect(rules.sqlOnLedger([file(audit, "q('select from journal')")])).toEqual([]);
    expect(rules.sqlOnLedger([file(audit, "q('delete from journal')")])).toHaveLength(1);
    expect(rules.featuresWithoutStory(['server/src/features/x/rules.ts'])).toHaveLength(2);
    expect(
      rules.badNames(['web/src/lib/date-utils.ts', 'web/src/Button.tsx', 'web/src/lib/common-words.ts']),
    ).toHaveLength(2);
    const source = (code: string) => [file('e2e/a.test.ts', `import { say } from './saying.ts';\n${code}`)];
    const texts = new Set(['Hand in']);
    expect(rules.literalTexts(source("button(page, 'Hand in')"), texts)).toHaveLength(1);
    expect(rules.literalTexts(source("button(page, say('deposits.handIn'))"), texts)).toEqual([]);
    const one = { say: { a: { b: 'B' } }, deskSay: { c: { d: 'D' } } };
    expect(rules.unknownTexts(source("say('c.d')"), one)).toHaveLength(1);
    expect(rules.unknownTexts(source("deskSaying('a.b')"), one)).toHaveLength(1);
    expect(rules.unknownTexts(source("say('a.b'); deskSay('c.d')"), one)).toEqual([]);
    expect(rules.defaultExports([file('web/src/a.ts', 'export default 1;')])).toHaveLength(1);
    expect(rules.barrels([file('web/src/a.ts', "export { b } from './b.ts';")])).toHaveLength(1);
    expect(rules.openings([file('web/src/a.ts', 'export const a = 1;')])).toHaveLength(1);
    expect(rules.looseChoices([file('web/src/a.tsx', '<button role="radio" />')])).toHaveLength(1);
    expect(rules.looseChoices([file('web/src/a.tsx', '<Chip selected={a === b} />')])).toHaveLength(1);
    expect(rules.looseChoices([file('web/src/a.tsx', '<Chip selected={isOn} />')])).toEqual([]);
    expect(rules.reminders(new Map([['web/src/a.ts', '// FIXME later']]))).toHaveLength(1);
    expect(rules.placesOfOneMachine(new Map([['web/src/a.ts', '/root/x']]))).toHaveLength(1);
  });
});
