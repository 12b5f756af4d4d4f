import { resolve } from 'node:path';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KNOWN_PUSH_SERVICES, pushServicesOf } from './push.ts';
import { PRIVATE_NETWORKS, networksOf } from './networks.ts';
import { readConfig } from './config.ts';

const EXTERNAL = ['--feed', 'external'];
const TOKEN = 'a-secret-of-a-source';
const badOrigin = (text: string) => `--origin must look like https://candor.example, not "${text}".`;

test('serves the simulated market on the embedded database by default', () => {
  expect(readConfig([], {})).toEqual({
    kind: 'run',
    config: {
      mode: 'demo',
      house: undefined,
      port: 8080,
      host: '127.0.0.1',
      data: resolve('.data'),
      walArchive: undefined,
      role: 'all',
      feed: { kind: 'simulated' },
      database: { kind: 'embedded' },
      vaultKey: undefined,
      jurisdictions: 'demo',
      mail: undefined,
      textMessages: undefined,
      payout: undefined,
      origin: undefined,
      publicOrigins: [],
      records: true,
      demoHistory: false,
      trustedProxies: [],
      console: {
        ...{ port: 8082, host: '127.0.0.1', origins: [] },
        networks: networksOf('console-networks', PRIVATE_NETWORKS),
      },
      logFormat: 'text',
      metrics: { host: '127.0.0.1', port: 8083 },
      tlog: { origin: undefined, witnesses: 'own', quorum: 2 },
      appRollback: undefined,
      timeStamps: { authorities: [], everyMs: 3_600_000, anchors: '' },
      liabilitiesEveryMs: 3_600_000,
      pushServices: pushServicesOf(KNOWN_PUSH_SERVICES),
    },
  });
});

test('accepts a reason for an older build of the app only if the log can publish it', () => {
  const read = (reason: string) => {
    const outcome = readConfig(['--app-rollback', reason], {});
    return outcome.kind === 'run' ? outcome.config.appRollback : outcome.kind;
  };
  expect(read('It lost orders.')).toBe('It lost orders.');
  expect(['short', 'two\nlines of it', 'x'.repeat(501)].map(read)).toEqual(['wrong', 'wrong', 'wrong']);
});

test('requires more than half of the transparency log’s witnesses to cosign unless a quorum is given', () => {
  const tlogOf = (...args: string[]) => {
    const read = readConfig(args, {});
    return read.kind === 'run' ? read.config.tlog : read;
  };
  const witness = (name: string) => ['--witness', `${name}+00000000+BAA${name} https://${name}/`];
  expect(tlogOf(...witness('a'), ...witness('b'), ...witness('c'))).toEqual({
    origin: undefined,
    witnesses: ['a', 'b', 'c'].map((name) => ({
      vkey: `${name}+00000000+BAA${name}`,
      url: `https://${name}`,
    })),
    quorum: 2,
  });
  expect(tlogOf(...witness('a'), '--witness-quorum', '0')).toMatchObject({ quorum: 0 });
  expect(tlogOf('--witness', 'none')).toEqual({ origin: undefined, witnesses: [], quorum: 0 });
  expect(tlogOf('--log-origin', 'candor.example/log')).toMatchObject({ origin: 'candor.example/log' });
  expect(tlogOf(...witness('a'), '--witness-quorum', '2')).toEqual({
    kind: 'wrong',
    sentence: '--witness-quorum must be from 0 to the number of witnesses, 1, not "2".',
  });
  expect(tlogOf('--witness', 'none', ...witness('a'))).toMatchObject({ kind: 'wrong' });
  expect(tlogOf(...witness('a'), ...witness('a'))).toMatchObject({ kind: 'wrong' });
  expect(tlogOf('--witness', 'https://a.example')).toMatchObject({ kind: 'wrong' });
  expect(tlogOf('--log-origin', 'a b')).toMatchObject({ kind: 'wrong' });
});

test('derives the console’s port from the customers’ port, and rejects equal ports', () => {
  const portOf = (...args: string[]) => {
    const read = readConfig(args, {});
    return read.kind === 'run' ? read.config.console.port : read;
  };
  expect(portOf()).toBe(8082);
  expect(portOf('--port', '9000')).toBe(9002);
  expect(portOf('--port', '65535')).toBe(65_533);
  expect(portOf('--port', '0')).toBe(0);
  expect(portOf('--port', '9000', '--console-port', '9443')).toBe(9443);
  for (const wrong of ['9000', '70000', '-1', 'x'])
    expect(portOf('--port', '9000', `--console-port=${wrong}`), wrong).toMatchObject({ kind: 'wrong' });
  expect(readConfig(['--host', '0.0.0.0', '--console-host', '10.0.0.2'], {})).toMatchObject({
    config: { host: '0.0.0.0', console: { host: '10.0.0.2' } },
  });
});

test('derives the metrics port from the customers’ port, and opens none if set to “none”', () => {
  const metricsOf = (...args: string[]) => {
    const read = readConfig(args, {});
    return read.kind === 'run' ? read.config.metrics : read;
  };
  const host = '127.0.0.1';
  expect(metricsOf('--port', '9000')).toEqual({ host, port: 9003 });
  expect(metricsOf('--port', '65535')).toEqual({ host, port: 65_532 });
  expect(metricsOf('--port', '0')).toEqual({ host, port: 0 });
  expect(metricsOf('--metrics-port', '9464', '--metrics-host', '10.0.0.3')).toEqual({
    ...{ host: '10.0.0.3', port: 9464 },
  });
  expect(metricsOf('--metrics-port', 'none')).toBeUndefined();
  for (const wrong of ['70000', '-1', 'x'])
    expect(metricsOf(`--metrics-port=${wrong}`), wrong).toMatchObject({ kind: 'wrong' });
});

test('accepts origins as public addresses, and networks as trusted proxies', () => {
  expect(
    readConfig(
      [
        ...['--public-origins', 'https://candor.example, https://m.candor.example:8443'],
        ...['--trusted-proxies', '10.0.0.0/8,::1', '--console-origins', 'https://desk.candor.example'],
      ],
      {},
    ),
  ).toMatchObject({
    config: {
      publicOrigins: ['https://candor.example', 'https://m.candor.example:8443'],
      trustedProxies: [
        { address: '10.0.0.0', prefix: 8 },
        { address: '::1', prefix: 128 },
      ],
      console: { origins: ['https://desk.candor.example'] },
    },
  });
  for (const wrong of ['candor.example', 'https://candor.example/app', 'ftp://candor.example', '', '*'])
    expect(readConfig([`--public-origins=${wrong || ' '}`], {}), wrong).toMatchObject({ kind: 'wrong' });
  for (const wrong of ['everybody', '0.0.0.0/0', '::/0'])
    expect(readConfig(['--trusted-proxies', wrong], {}), wrong).toMatchObject({ kind: 'wrong' });
});

test('accepts a push service by its host name or, on this machine, by its address', () => {
  const read = (text: string) => readConfig(['--push-services', text], {});
  expect(read('fcm.googleapis.com, *.push.apple.com,http://127.0.0.1:4711')).toMatchObject({
    kind: 'run',
    config: {
      pushServices: { hosts: ['fcm.googleapis.com', '*.push.apple.com'], origins: ['http://127.0.0.1:4711'] },
    },
  });
  for (const wrong of [
    'https://fcm.googleapis.com',
    'http://10.0.0.1:80',
    'http://localhost:4711',
    'http://127.0.0.1:4711/push',
    '127.0.0.1',
    '*',
    '*.com',
    'localhost',
  ]) {
    expect(read(wrong)).toEqual({
      kind: 'wrong',
      sentence: `--push-services must list names such as fcm.googleapis.com or *.push.apple.com, and "${wrong}" isn't one.`,
    });
  }
});

test('accepts networks for the console, and rejects invalid ones', () => {
  const read = (text: string) => readConfig(['--console-networks', text], {});
  expect(read('10.1.0.0/16, 2001:db8::/32,192.0.2.7')).toMatchObject({
    config: {
      console: {
        networks: [
          { address: '10.1.0.0', prefix: 16, family: 'ipv4' },
          { address: '2001:db8::', prefix: 32, family: 'ipv6' },
          { address: '192.0.2.7', prefix: 32, family: 'ipv4' },
        ],
      },
    },
  });
  for (const wrong of [
    '10.0.0.0/33',
    '10.0.0',
    'office',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.1,',
    '::1/129',
  ]) {
    expect(read(wrong).kind, wrong).toBe('wrong');
  }
});

test.for([
  [
    [
      '--feed',
      'replay',
      '--replay-file',
      'BTCUSDT=a b.csv',
      '--replay-file=ETHUSDT=e.csv',
      '--replay-speed',
      '60',
    ],
    {
      kind: 'replay',
      files: [
        { symbol: 'BTCUSDT', path: resolve('a b.csv') },
        { symbol: 'ETHUSDT', path: resolve('e.csv') },
      ],
      speed: 60,
      halfSpread: 0n,
    },
  ],
  [
    ['--feed', 'external', '--external-url', 'ws://127.0.0.1:9000/quotes'],
    {
      kind: 'external',
      url: 'ws://127.0.0.1:9000/quotes',
    },
  ],
  [
    [
      ...[
        '--feed',
        'external',
        '--source',
        'beta=wss://b.example/x?a=b',
        '--source',
        'alpha=https://a.example',
      ],
      ...['--source-token', 'gamma=a=secret-of-sixteen'],
    ],
    {
      kind: 'external',
      sources: [
        { name: 'alpha', url: 'https://a.example' },
        { name: 'beta', url: 'wss://b.example/x?a=b' },
        { name: 'gamma', token: 'a=secret-of-sixteen' },
      ],
      rule: { names: ['alpha', 'beta', 'gamma'], min: 2, ageMaxMs: 3000, deviationMax: 500_000n },
    },
  ],
  [
    [
      ...['--feed', 'external', '--source', 'a=ws://a', '--source', 'b=ws://b', '--sources-min', '1'],
      ...['--sources-age-max', '2000', '--sources-deviation-max', '0.01'],
    ],
    { kind: 'external', rule: { names: ['a', 'b'], min: 1, ageMaxMs: 2000, deviationMax: 1_000_000n } },
  ],
  [['--seed=7'], { kind: 'simulated', seed: '7' }],
] as const)('parses the feed options %j', ([argv, feed]) => {
  expect(readConfig(argv, {})).toMatchObject({ kind: 'run', config: { feed } });
});

test.each(['country', 'eu', 'uk'] as const)('accepts the jurisdiction policy %s', (jurisdictions) => {
  expect(readConfig(['--jurisdiction', jurisdictions], {})).toMatchObject({ config: { jurisdictions } });
});

test('reads a setting from the environment if the command line does not give it', () => {
  const environment = { CANDOR_PORT: '9000', CANDOR_SEED: '5', CANDOR_HOST: '' };
  expect(readConfig(['--seed', '6'], environment)).toMatchObject({
    config: { port: 9000, host: '127.0.0.1', feed: { seed: '6' } },
  });
});

test('accepts a text message provider together with a public address', () => {
  const environment = { SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'secret', SMS_COUNTRIES: 'GB, DE' };
  expect(readConfig(['--origin', 'https://candor.example/'], environment)).toMatchObject({
    config: {
      origin: 'https://candor.example',
      textMessages: { url: 'https://sms.example/send', token: 'secret', countries: new Set(['GB', 'DE']) },
    },
  });
  expect(readConfig(['--origin', 'http://localhost:8080'], {})).toMatchObject({
    config: { origin: 'http://localhost:8080' },
  });
});

test('accepts a payment provider, over plain http only on this machine', () => {
  for (const url of ['https://pay.example/payouts', 'http://127.0.0.1:9000/payouts']) {
    const token = 'k'.repeat(32);
    expect(readConfig([], { PAYOUT_URL: url, PAYOUT_TOKEN: token })).toMatchObject({
      config: { payout: { url, token } },
    });
  }
});

test('requires only one URL for an external database', () => {
  const url = 'postgres://app:secret@db:5432/candor';
  expect(readConfig([], { DATABASE_URL: url })).toMatchObject({
    config: { database: { kind: 'given', url, ownerUrl: url, tapeUrl: url, doorUrl: url, guardUrl: url } },
  });
});

test('accepts several hosts, and a pool that shares connections if a direct connection is configured too', () => {
  const several = 'postgres://app:s@one:5432,two:5432/candor';
  expect(readConfig([], { DATABASE_URL: several })).toMatchObject({ config: { database: { url: several } } });
  const url = 'postgres://app:secret@pooler:6432/candor?pooling=transaction';
  const own = 'postgres://door:secret@pooler:6432/candor_session';
  const environment = { DATABASE_URL: url, DATABASE_OWNER_URL: own, DATABASE_GUARD_URL: own };
  expect(readConfig([], { ...environment, DATABASE_SESSION_URL: own })).toMatchObject({
    config: { database: { url, sessionUrl: own } },
  });
  expect(readConfig([], environment)).toEqual({
    kind: 'wrong',
    sentence:
      'With pooling=transaction, DATABASE_SESSION_URL must name the database without it, as the role candor_door.',
  });
  expect(readConfig([], { DATABASE_URL: url, DATABASE_SESSION_URL: own })).toEqual({
    kind: 'wrong',
    sentence: 'DATABASE_OWNER_URL needs session connections; remove pooling=transaction from it.',
  });
});

test.for([
  [['--prot', '1'], {}, 'There is no option --prot; see --help.'],
  [['--replay'], {}, 'There is no option --replay; did you mean --replay-file?'],
  [['-p', '1'], {}, 'There is no option -p; did you mean --port?'],
  [['serve'], {}, '"serve" is not an option; see --help.'],
  [['--port'], {}, '--port needs a value: --port <number>.'],
  [['--port', '--host', 'x'], {}, '--port needs a value: --port <number>.'],
  [['--port', '65536'], {}, '--port must be a whole number from 0 to 65535, not "65536".'],
  [['--port', '1e3'], {}, '--port must be a whole number from 0 to 65535, not "1e3".'],
  [['--port=-1'], {}, '--port must be a whole number from 0 to 65535, not "-1".'],
  [['--port', '1', '--port', '2'], {}, '--port is given twice, as "1" and as "2".'],
  [['--data', ' '], {}, '--data must not be empty.'],
  [
    ['--wal-archive', 'wal'],
    { DATABASE_URL: 'postgres://app@db/candor' },
    '--wal-archive works only with the embedded database. Set up WAL archiving on the server of DATABASE_URL itself.',
  ],
  [['--role', 'leader'], {}, '--role must be all, api, market, worker or guard, not "leader".'],
  [['--jurisdiction', 'us'], {}, '--jurisdiction must be demo, country, eu or uk, not "us".'],
  [['--feed', 'real'], {}, '--feed must be simulated, replay or external, not "real".'],
  [['--feed', 'replay'], {}, '--feed replay needs at least one --replay-file SYMBOL=file.csv.'],
  [['--replay-speed', '2'], {}, '--replay-speed is for --feed replay, and the feed is simulated.'],
  [['--feed', 'replay', '--replay-file', 'x.csv'], {}, '--replay-file must be SYMBOL=file.csv, not "x.csv".'],
  [
    ['--feed', 'replay', '--replay-file', 'A=1.csv', '--replay-file', 'A=2.csv'],
    {},
    '--replay-file names A twice; give one file per symbol.',
  ],
  [
    ['--feed', 'replay', '--replay-file', 'A=1.csv', '--replay-speed', '0'],
    {},
    '--replay-speed must be above 0 and at most 1000000, not "0".',
  ],
  [
    ['--feed', 'replay', '--replay-file', 'A=1.csv', '--replay-half-spread', 'NaN'],
    {},
    '--replay-half-spread must be an amount such as 0.25, not "NaN".',
  ],
  [
    ['--feed', 'external'],
    {},
    '--feed external needs --external-url, to read prices, or --external-token, to accept pushed ones.',
  ],
  [
    ['--feed', 'external', '--external-url', 'ftp://x'],
    {},
    '--external-url must begin with ws://, wss://, http:// or https://, not "ftp://x".',
  ],
  [
    [...EXTERNAL, '--source', 'a=ws://a', '--external-url', 'ws://x'],
    {},
    '--external-url and --external-token are for a feed without --source.',
  ],
  [
    [...EXTERNAL, '--external-url', 'ws://x', '--sources-min', '1'],
    {},
    '--sources-min is for a feed with --source or --source-token.',
  ],
  [['--sources-min', '1'], {}, '--sources-min is for --feed external, and the feed is simulated.'],
  ...['ws://a', '=ws://a', 'A=ws://a', 'a,b=ws://a', 'a|b=ws://a'].map(
    (source) =>
      [
        [...EXTERNAL, '--source', source],
        {},
        '--source must be name=…, with a name of lowercase letters, digits and hyphens.',
      ] as const,
  ),
  [
    [...EXTERNAL, '--source', 'a=ftp://a'],
    {},
    '--source must begin with ws://, wss://, http:// or https://, not "ftp://a".',
  ],
  [[...EXTERNAL, '--source', 'a=ws://a', '--source', 'a=ws://b'], {}, '--source names a twice.'],
  [
    [...EXTERNAL, '--source', 'a=ws://a', '--source-token', `a=${TOKEN}`],
    {},
    'The source a is read with --source, so it cannot push too.',
  ],
  [[...EXTERNAL, '--source-token', 'a=short'], {}, '--source-token must have at least 16 characters.'],
  [
    [...EXTERNAL, '--source-token', `a=${TOKEN}`, '--source-token', `b=${TOKEN}`],
    {},
    '--source-token must differ from source to source.',
  ],
  ...['0', '2', '1.5', 'x'].map(
    (min) =>
      [
        [...EXTERNAL, '--source', 'a=ws://a', '--sources-min', min],
        {},
        '--sources-min must be from 1 to the number of sources, 1.',
      ] as const,
  ),
  ...['1999', '60001', '-1', 'x'].map(
    (age) =>
      [
        [...EXTERNAL, '--source', 'a=ws://a', `--sources-age-max=${age}`],
        {},
        '--sources-age-max must be from 2000 to 60000 milliseconds.',
      ] as const,
  ),
  ...['0', '1', 'x'].map(
    (deviation) =>
      [
        [...EXTERNAL, '--source', 'a=ws://a', '--sources-deviation-max', deviation],
        {},
        `--sources-deviation-max must be a fraction such as 0.005, not "${deviation}".`,
      ] as const,
  ),
  [['--origin', 'http://candor.example'], {}, badOrigin('http://candor.example')],
  [['--origin', 'https://candor.example/app'], {}, badOrigin('https://candor.example/app')],
  [['--origin', 'https://me@candor.example'], {}, badOrigin('https://me@candor.example')],
  [['--origin', 'candor.example'], {}, badOrigin('candor.example')],
  [
    [],
    { SMS_URL: 'https://sms.example', SMS_TOKEN: 'secret' },
    'SMS_COUNTRIES must list the countries that messages go to, such as GB,DE,FR.',
  ],
  [[], { SMS_URL: 'https://sms.example' }, 'SMS_URL and SMS_TOKEN belong together; one is missing.'],
  [
    [],
    { SMS_URL: 'sms.example', SMS_TOKEN: 'secret', SMS_COUNTRIES: 'GB' },
    'SMS_URL must look like https://messages.example/send.',
  ],
  [[], { PAYOUT_TOKEN: 'x'.repeat(32) }, 'PAYOUT_URL and PAYOUT_TOKEN belong together; one is missing.'],
  ...['http://pay.example', 'pay.example', 'ftp://pay.example'].map(
    (url) =>
      [
        [],
        { PAYOUT_URL: url, PAYOUT_TOKEN: 'x'.repeat(32) },
        'PAYOUT_URL must look like https://payments.example/payouts.',
      ] as const,
  ),
  ...['x'.repeat(31), 'x y'.repeat(20)].map(
    (token) =>
      [
        [],
        { PAYOUT_URL: 'https://pay.example', PAYOUT_TOKEN: token },
        'PAYOUT_TOKEN must have at least 32 printable characters.',
      ] as const,
  ),
  [[], { CANDOR_PORT: 'x' }, '--port must be a whole number from 0 to 65535, not "x".'],
  [
    [],
    { DATABASE_URL: 'mysql://secret@x' },
    'DATABASE_URL must look like postgres://user:password@host:5432/database.',
  ],
  [
    [],
    { DATABASE_TAPE_URL: 'postgres://x/y' },
    'DATABASE_TAPE_URL is set without DATABASE_URL; both name the same database.',
  ],
  [
    [],
    { DATABASE_OWNER_URL: 'postgres://x/y' },
    'DATABASE_OWNER_URL is set without DATABASE_URL; both name the same database.',
  ],
] as const)(
  'rejects the options %j and the environment %j with an error message',
  ([argv, environment, sentence]) => {
    expect(readConfig(argv, environment)).toEqual({ kind: 'wrong', sentence });
  },
);

test('accepts a house file in live mode, and rejects one in a demo', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'candor house-')), 'house.json');
  writeFileSync(path, '{"legal_entity": " Example Markets Ltd ", "instruments": ["BTC/USDT"]}');
  expect(readConfig(['--mode', 'live', '--house', path], {})).toMatchObject({
    config: {
      mode: 'live',
      house: { legalEntity: 'Example Markets Ltd', instruments: ['BTC/USDT'], fundTiers: [] },
    },
  });
  expect(readConfig(['--mode', 'live'], {})).toMatchObject({ config: { mode: 'live', house: undefined } });
  expect(readConfig(['--house', path], {})).toEqual({
    kind: 'wrong',
    sentence: '--house is for --mode live, and the mode is demo.',
  });
  expect(readConfig(['--mode', 'live', '--house', `${path}.gone`], {})).toEqual({
    kind: 'wrong',
    sentence: `--house: ${path}.gone cannot be read (ENOENT).`,
  });
});

test('prints every option for --help, even next to other arguments', () => {
  const outcome = readConfig(['--port', 'x', '--help'], {});
  expect(outcome.kind).toBe('help');
  expect(outcome).toMatchObject({
    text: expect.stringMatching(
      /--port <number>[^]*--external-url[^]*DATABASE_URL[^]*PAYOUT_URL[^]*PAYOUT_TOKEN/,
    ),
  });
});

test('accepts a vault key of 32 bytes in base64, and does not repeat an invalid one in the error', () => {
  const key = Buffer.alloc(32, 200);
  expect(readConfig([], { VAULT_KEY: key.toString('base64') })).toMatchObject({ config: { vaultKey: key } });
  for (const wrong of [
    key.toString('hex'),
    key.toString('base64url'),
    'AAAA',
    `${key.toString('base64')} `,
  ]) {
    const read = readConfig([], { VAULT_KEY: wrong });
    expect(read).toMatchObject({
      kind: 'wrong',
      sentence: expect.stringMatching(/^VAULT_KEY must be 32 bytes/),
    });
    expect(JSON.stringify(read)).not.toContain(wrong);
  }
});
