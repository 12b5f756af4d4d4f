/**
 * Nothing in the program can decide an outcome, a price or a payout for a customer: every call with its fields, every route,
 * setting and command of operators is on a list with the purpose for which it is allowed. A new item fails here until a reviewer
 * has checked it. To prove that the test would fail, it plants violations. `no-lever-database.test.ts` does the same in the
 * database.
 */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { OPTION_DURATIONS } from '../domain/src/trading/option.ts';
import { call } from '../protocol/src/call.ts';
import type { CallRow } from '../protocol/src/call.ts';
import { calls, consoleCalls, refusals, successes } from '../protocol/src/features.ts';
import type { ConsoleRow } from '../protocol/src/console/console-call.ts';
import { id, none, nothing, text } from '../protocol/src/fields.ts';
import { helpText } from '../server/src/config/options.ts';
import { createConsoleHttp, createHttp } from '../server/src/http/server.ts';
import { LIMITS } from '../server/src/limits.ts';
import { limits as optionsLimits } from '../server/src/features/options/limits.ts';
import { LIMITS_OF_FEATURES } from '@candor/testing/no-lever/of-features.ts';
import { catalogue } from '../server/src/quotes/catalogue.ts';
import { isTest, parseSource, readProject } from './source-files.ts';
import { CALLS, PLAIN_ROUTES, SOCKET } from '@candor/testing/no-lever/allowed-calls.ts';
import { CONSOLE_CALLS, CONSOLE_HARMLESS } from '@candor/testing/no-lever/allowed-console-calls.ts';
import * as allowed from '@candor/testing/no-lever/allowed-settings.ts';
import { differences, leverNames } from '@candor/testing/no-lever/compare.ts';
import { idleExceptions, leverIn } from '@candor/testing/no-lever/names.ts';
import * as program from '@candor/testing/no-lever/program-surface.ts';

const serverCode = [...readProject()]
  .filter(([path]) => /^server\/src\/.*\.ts$/.test(path) && !isTest(path))
  .map(([path, source]) => parseSource(path, source));

const words = (list: string): string[] => list.split(/\s+/).filter((word) => word !== '');
const listed = (groups: Readonly<Record<string, string>>): string[] => Object.values(groups).flatMap(words);

type Table = Readonly<Record<string, CallRow>>;
type ConsoleTable = Readonly<Record<string, Pick<ConsoleRow, 'input' | 'output'>>>;

function violationsOfCalls(table: Table): string[] {
  const found = program.callLines(table);
  const known = Object.entries(CALLS).map(
    ([name, [, takes]]) => `${name}: ${words(takes).toSorted().join(' ')}`,
  );
  return [
    ...differences('The call', { found, allowed: known }),
    ...leverNames('The call', found),
    ...leverNames('The answer', program.answerNames(table)),
    ...idleExceptions([...found, ...program.answerNames(table)]).map(
      (name) => `"${name}" is excepted and is not there.`,
    ),
  ];
}

/** The calls of the operators' table. */
function violationsOfConsole(table: ConsoleTable): string[] {
  const found = program.callLines(table);
  const known = Object.entries(CONSOLE_CALLS).map(
    ([name, [, takes]]) => `${name}: ${words(takes).toSorted().join(' ')}`,
  );
  const answers = Object.entries(table).flatMap(([name, { output }]) =>
    program.fieldsOf(output).map((field) => `${name} answers ${field}`),
  );
  const openings = [...found, ...answers];
  const harmless = Object.keys(CONSOLE_HARMLESS);
  return [
    ...differences('The call of operators', { found, allowed: known }),
    ...leverNames(
      'The call of operators',
      openings.filter((line) => !harmless.some((start) => line.startsWith(start))),
    ),
    ...harmless
      .filter((start) => !openings.some((line) => line.startsWith(start) && leverIn(line) !== undefined))
      .map((start) => `"${start}" is excepted and is not there.`),
  ];
}

function violationsOfLimits(limits: Readonly<Record<string, object>>): string[] {
  const found = program.settingsOf(limits);
  const known = Object.entries(allowed.LIMIT_GROUPS).flatMap(([group, [, names]]) =>
    words(names).map((name) => `${group}.${name}`),
  );
  return [...differences('The limit', { found, allowed: known }), ...leverNames('The limit', found)];
}

function violationsOfOptions(help: string): string[] {
  const found = program.optionLines(help);
  const known = Object.keys(allowed.OPTIONS_ALLOWED);
  return [...differences('The option', { found, allowed: known }), ...leverNames('The option', found)];
}

function violationsOfEnvironment(codes: readonly string[]): string[] {
  const found = codes.flatMap(program.environmentRead);
  return differences('The variable', { found, allowed: Object.keys(allowed.ENVIRONMENT_READ) });
}

function violationsOfTerms(listings: readonly object[], durations: readonly object[]): string[] {
  const [settings, terms] = [listings, durations].map((things) => [
    ...new Set(things.flatMap(program.settingsOf)),
  ]);
  return [
    ...differences('The setting of an instrument', {
      found: (settings ?? []).map((name) => name.replace(/^instrument\./, '')),
      allowed: listed(allowed.INSTRUMENT_SETTINGS),
    }),
    ...differences('The setting of an option', {
      found: terms ?? [],
      allowed: listed(allowed.OPTION_SETTINGS),
    }),
    ...leverNames('The setting', [...(settings ?? []), ...(terms ?? [])]),
  ];
}

function violationsOfOperators(codes: readonly string[]): string[] {
  const tasks = codes.flatMap(program.taskKinds);
  const acts = codes.flatMap(program.actNames);
  return [
    ...differences('The command of operators', {
      found: tasks,
      allowed: Object.keys(allowed.OPERATOR_TASKS),
    }),
    ...differences('The act of operators', { found: acts, allowed: Object.keys(allowed.ACTS) }),
    ...leverNames('The command of operators', [...tasks, ...acts]),
  ];
}

async function routes(): Promise<string[]> {
  const app = await createHttp({
    // The effect of a route is not tested here.
    handlers: {} as never,
    sessions: {} as never,
    mode: 'demo',
    now: () => 0,
    rates: { addressPerMinute: 1, customerPerMinute: 1 },
    onError: () => undefined,
    // The rule of withdrawals decides what the provider may report.
    payoutReports: {} as never,
    webRoot: undefined,
    ready: () => true,
  });
  const consoleApp = await createConsoleHttp({
    handlers: {} as never,
    sessions: {} as never,
    denials: {} as never,
    approvals: {} as never,
    originOf: {} as never,
    near: () => true,
    rates: { addressPerMinute: 1, operatorPerMinute: 1 },
    now: () => 0,
    onError: () => undefined,
    root: undefined,
    webRoot: undefined,
    ready: () => true,
  });
  const lines: string[] = [];
  for (const one of [app, consoleApp]) {
    await one.ready();
    lines.push(...program.routeLines(one.printRoutes({ commonPrefix: false })));
    await one.close();
  }
  return [...new Set(lines)];
}

const codeOf = (path: RegExp): string[] =>
  serverCode.filter((file) => path.test(file.path)).map((file) => file.code);

describe('the program', () => {
  test('has no lever in its calls', () => expect(violationsOfCalls(calls)).toEqual([]));
  test('has no lever in the calls of its operators', () =>
    expect(violationsOfConsole(consoleCalls)).toEqual([]));
  test('has no lever in its answers', () => {
    expect(leverNames('The message', [...Object.keys(refusals), ...Object.keys(successes)])).toEqual([]);
  });
  test('has no lever on its socket', () => {
    const found = program.socketLines();
    expect(differences('The event', { found, allowed: Object.keys(SOCKET) })).toEqual([]);
    expect(leverNames('The event', found)).toEqual([]);
  });
  test('has no lever on a route outside the calls', async () => {
    const called = Object.keys(CALLS).map((name) => name.replace(' ', ' /api/'));
    const byOperators = Object.keys(CONSOLE_CALLS).map((name) => name.replace(' ', ' /api/console/'));
    const known = [...called, ...byOperators, ...Object.keys(PLAIN_ROUTES)];
    expect(differences('The route', { found: await routes(), allowed: known })).toEqual([]);
  });
  test('has no lever in its options', () => expect(violationsOfOptions(helpText())).toEqual([]));
  test('has no lever in its environment', () => expect(violationsOfEnvironment(codeOf(/./))).toEqual([]));
  test('has no lever in its limits', () =>
    expect(violationsOfLimits({ ...LIMITS, ...LIMITS_OF_FEATURES })).toEqual([]));
  test('has no lever in its terms', () => expect(violationsOfTerms(catalogue, OPTION_DURATIONS)).toEqual([]));
  test('has no lever in the commands of its operators', () =>
    expect(violationsOfOperators(codeOf(/./))).toEqual([]));
});

/** A lever, and the message about it. */
const row = (input: CallRow['input'], output: CallRow['output'] = nothing): CallRow =>
  call({
    who: 'customer',
    reference: { section: 'Spot', title: 'Use a lever' },
    summary: 'A lever.',
    input,
    output,
    refusals: [],
    idempotent: false,
  });

describe('a planted lever', () => {
  const planted: readonly (readonly [what: string, violations: () => readonly string[], says: RegExp])[] = [
    [
      'a call',
      () => violationsOfCalls({ ...calls, 'POST option/set_result': row(none) }),
      /"POST option\/set_result.*on no list/,
    ],
    [
      'the name of a call',
      () => violationsOfCalls({ ...calls, 'POST option/set_result': row(none) }),
      /has the word "set_result"/,
    ],
    [
      'a field of a call',
      () =>
        violationsOfCalls({
          ...calls,
          'POST microtrade/submit': row(v.object({ ...entries('POST microtrade/submit'), price: text(9) })),
        }),
      /"POST microtrade\/submit: currency payout_ratio price.* on no list/,
    ],
    [
      'a nested field of a call',
      () =>
        violationsOfCalls({
          ...calls,
          'POST user/logout': row(v.object({ more: v.optional(v.array(v.object({ id }))) })),
        }),
      /"POST user\/logout: more more\.id" is on no list/,
    ],
    [
      'a call that accepts any field',
      () => violationsOfCalls({ ...calls, 'POST user/logout': row(v.looseObject({})) }),
      /"POST user\/logout:  and more \(loose_object\)"/,
    ],
    [
      'what a customer is told of their risk',
      () =>
        violationsOfCalls({
          ...calls,
          'GET user/info': row(none, v.object({ all: v.nullable(v.object({ riskLevel: text(9) })) })),
        }),
      /"GET user\/info answers all\.riskLevel" has the word "risk"/,
    ],
    [
      'somebody else’s win rate',
      () => violationsOfCalls({ ...calls, 'GET user/info': row(none, v.object({ win_rate: text(9) })) }),
      /"GET user\/info answers win_rate" has the word "win"/,
    ],
    [
      'a missing call',
      () => violationsOfCalls(without('POST lever/close')),
      /"POST lever\/close: id quantity" is on a list/,
    ],
    [
      'an unnecessary exception',
      () => violationsOfCalls(without('GET microtrade/results')),
      /all\.win_rate" is excepted and is not there/,
    ],
    [
      'an option',
      () => violationsOfOptions(`${helpText()}  --option-delay <ms>  how long\n`),
      /"--option-delay" .*delay/,
    ],
    [
      'a variable',
      () => violationsOfOptions(`${helpText()}  HOUSE_SHARE  how much\n`),
      /"HOUSE_SHARE" is on no list/,
    ],
    [
      'a variable that is read',
      () => violationsOfEnvironment(["if (process.env['QUIET']) x()"]),
      /"QUIET" is on no list/,
    ],
    [
      'a limit',
      () =>
        violationsOfLimits({
          ...LIMITS,
          ...LIMITS_OF_FEATURES,
          options: { ...optionsLimits, wonShareMax: 1 },
        }),
      /"options\.wonShareMax"/,
    ],
    [
      'a payout for some instruments only',
      () => violationsOfTerms([{ instrument: { symbol: 'X', payoutRatio: 1n } }], []),
      /"payoutRatio" is on no list/,
    ],
    [
      'a payout for some customers only',
      () => violationsOfTerms([], [{ seconds: 30, payoutRatio: 1n, customer: 7n }]),
      /setting of an option "customer" is on no list/,
    ],
    [
      'a call of operators',
      () =>
        violationsOfConsole({
          ...consoleCalls,
          'POST price': row(v.object({ symbol: text(9), last: text(9) })),
        }),
      /The call of operators "POST price: last symbol" is on no list/,
    ],
    [
      'a field in a call of operators',
      () =>
        violationsOfConsole({
          ...consoleCalls,
          'POST standing': row(v.object({ customer: text(9), payout_factor: text(9) })),
        }),
      /"POST standing: customer payout_factor" has the word "payout_factor"/,
    ],
    [
      'what operators are shown of one customer',
      () =>
        violationsOfConsole({
          ...consoleCalls,
          'GET customer': row(none, v.object({ risk_level: text(9) })),
        }),
      /"GET customer answers risk_level" has the word "risk/,
    ],
    [
      'a command of operators',
      () =>
        violationsOfOperators(["export type OperatorTask =\n  | { readonly kind: 'ticket settle' };\n\n"]),
      /command of operators "ticket settle" is on no list/,
    ],
    [
      'an action of operators',
      () => violationsOfOperators(["({ action: 'price.set' })"]),
      /act of operators "price\.set" is on no list/,
    ],
  ];
  test.each(planted)('is reported in the program: %s', (_, violations, says) =>
    expect(violations().join('\n')).toMatch(says),
  );

  test('is reported on a route outside the calls', async () => {
    const found = [...program.routeLines('└── /api/price (POST)\n'), ...(await routes())];
    expect(differences('The route', { found, allowed: await routes() })).toEqual([
      'The route "POST /api/price" is on no list.',
    ]);
  });

  test.each([
    ['option.winRate', 'win'],
    ['win_rate', 'win'],
    ['forceResult', 'force'],
    ['is-forced', 'forced'],
    ['manual_price', 'manual'],
    ['quote.priceOverride', 'override'],
    ['GET house/odds', 'odds'],
    ['execution_delay_ms', 'delay'],
    ['spread_markup', 'markup'],
    ['mark_up', 'mark_up'],
    ['risk_flag', 'risk'],
    ['skewTo', 'skew'],
    ['controlled', 'controlled'],
    ['setPrice', 'set_price'],
    ['userTier', 'tier'],
  ])('recognises a lever by its name: %s', (name, lever) => expect(leverIn(name)).toBe(lever));

  test.each(['window', 'won', 'enforced', 'GET microtrade/results', 'priceMoved', 'delayless', 'controls'])(
    'does not report %s as a lever',
    (name) => expect(leverIn(name)).toBeUndefined(),
  );
});

function without(name: string): Table {
  return Object.fromEntries(Object.entries(calls).filter(([known]) => known !== name));
}

function entries(name: keyof typeof calls): v.ObjectEntries {
  return (calls[name].input as unknown as { entries: v.ObjectEntries }).entries;
}
