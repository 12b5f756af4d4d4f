/**
 * Lists the allowed imports. A row is a room: the paths that belong to it, the other rooms that it may import, the packages that
 * it may use, and the message for a violation. `tidy.test.ts` compares every import with these rows; a row of a server room names
 * only rooms that it uses. `arrows-of-sql.ts` lists the tables that a room reads and writes.
 */

export type Room = {
  readonly name: string;
  /** A file is in the room whose row has the longest prefix of the file's path. */
  readonly path: string;
  readonly imports: readonly string[];
  /** npm packages; `node:` stands for Node's modules. */
  readonly packages: readonly string[];
  readonly says: string;
};

export const ROOMS: readonly Room[] = [
  {
    name: 'domain',
    path: 'domain/src/',
    imports: [],
    packages: [],
    says: 'The domain is pure: it imports only itself, neither packages nor Node.',
  },
  {
    name: 'protocol',
    path: 'protocol/src/',
    imports: ['domain'],
    packages: ['valibot'],
    says: 'The protocol imports only the domain and schemas; it also runs in the browser.',
  },
  {
    name: 'verifier',
    path: 'verifier/src/',
    imports: [],
    packages: ['@noble/ed25519', '@noble/hashes'],
    says: 'The verifier shares no code with what it verifies, so it imports no other room. It also runs in the browser.',
  },
  {
    name: 'sdk',
    path: 'sdk/src/',
    imports: [],
    packages: ['socket.io-client'],
    says: 'The developers’ client is shipped without our sources, so it imports no other room. Its types are printed from the table.',
  },
  {
    name: 'verifier time-stamp',
    path: 'verifier/src/time-stamp/',
    imports: ['verifier'],
    packages: [
      'node:',
      '@peculiar/asn1-cms',
      '@peculiar/asn1-schema',
      '@peculiar/asn1-tsp',
      '@peculiar/asn1-x509',
    ],
    says: 'The verifier checks time stamps with Node’s own certificates, so not in the browser, and shares no code with the server.',
  },
  {
    name: 'verifier cli',
    path: 'verifier/src/cli/',
    imports: ['verifier', 'verifier time-stamp'],
    packages: ['node:'],
    says: "The verifier's command line imports only the verifier.",
  },
  {
    name: 'mcp',
    path: 'mcp/src/',
    imports: ['protocol'],
    packages: ['node:', '@modelcontextprotocol/sdk', '@valibot/to-json-schema'],
    says: 'The server for assistants is a customer’s program: it knows the table of calls and reaches a platform over HTTP only.',
  },
  {
    name: 'limits',
    path: 'server/src/limits',
    imports: [],
    packages: [],
    says: 'Limits are plain figures and import nothing.',
  },
  {
    name: 'log',
    path: 'server/src/log',
    imports: [],
    packages: [],
    says: 'The log receives its destination, and imports none of its callers.',
  },
  {
    name: 'config',
    path: 'server/src/config/',
    imports: ['domain', 'callers'],
    packages: ['node:'],
    says: 'Configuration is read before the other rooms start, so it imports none of them.',
  },
  {
    name: 'callers',
    path: 'server/src/callers/',
    imports: [],
    packages: ['node:'],
    says: "The caller's address and the host name are read from the request alone, before authentication.",
  },
  {
    name: 'db',
    path: 'server/src/db/',
    imports: ['domain'],
    packages: ['node:', 'pg'],
    says: 'The database room is the lowest of the server: other rooms import it, and it imports none of them.',
  },
  {
    name: 'proofs',
    path: 'server/src/proofs/',
    imports: ['db'],
    packages: [
      'node:',
      '@peculiar/asn1-cms',
      '@peculiar/asn1-schema',
      '@peculiar/asn1-tsp',
      '@peculiar/asn1-x509',
    ],
    says: 'Signing keys, the transparency log and its time stamps depend only on the database: they prove rows, whatever feature these belong to.',
  },
  {
    name: 'ledger',
    path: 'server/src/ledger/',
    imports: ['domain', 'protocol', 'db'],
    packages: ['node:'],
    says: 'The ledger depends only on the database.',
  },
  {
    name: 'guard',
    path: 'server/src/guard/',
    imports: ['log', 'db', 'ledger'],
    packages: ['node:'],
    says: 'The guard checks the books on its own: the app passes it the invariants, and it imports none of the code that it checks.',
  },
  {
    name: 'quotes',
    path: 'server/src/quotes/',
    imports: ['domain', 'protocol', 'limits', 'db', 'proofs'],
    packages: ['node:', 'ws'],
    says: 'Prices depend only on the database, so that no account can influence them.',
  },
  {
    name: 'commands',
    path: 'server/src/commands/',
    imports: ['domain', 'limits', 'db', 'ledger', 'quotes'],
    packages: ['node:'],
    says: 'The executor imports the ledger and prices; of features it knows only the type of a command.',
  },
  {
    name: 'calls',
    path: 'server/src/calls/',
    imports: ['domain', 'protocol', 'limits', 'db', 'commands', 'flow'],
    packages: ['node:'],
    says: 'The types of calls and their handlers, and how a call becomes a submission, depend only on protocol and commands.',
  },
  {
    name: 'identity',
    path: 'server/src/identity/',
    imports: ['domain', 'protocol', 'limits', 'log', 'callers', 'db', 'commands', 'calls', 'flow'],
    packages: [
      'node:',
      '@node-rs/argon2',
      'nodemailer',
      'bowser',
      'otplib',
      '@simplewebauthn/server',
      'libphonenumber-js',
      'abavalidator',
      'ibantools',
      'file-type',
      'sharp',
      '@noble/curves',
      '@noble/hashes',
    ],
    says: 'Every feature may import identity; it imports no feature.',
  },
  {
    name: 'operators',
    path: 'server/src/operators/',
    imports: ['domain', 'protocol', 'limits', 'db', 'commands', 'identity'],
    packages: ['node:'],
    says: 'Operators act through the audit log; the objects of their actions belong to features, which pass them in.',
  },
  {
    name: 'terms',
    path: 'server/src/terms/',
    imports: ['domain', 'protocol', 'db'],
    packages: ['node:'],
    says: 'Features read published terms; terms import no feature.',
  },
  {
    name: 'payments',
    path: 'server/src/payments/',
    imports: ['domain', 'protocol', 'db', 'commands', 'identity'],
    packages: ['node:', '@noble/hashes', '@scure/base'],
    says: 'Payments is shared by deposits, withdrawals and addresses: networks, addresses, references. It imports no feature.',
  },
  {
    name: 'telemetry',
    path: 'server/src/telemetry/',
    imports: [],
    packages: [
      'node:',
      'prom-client',
      '@opentelemetry/api',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/sdk-trace-node',
      'pg',
    ],
    says: 'Figures and traces are given to those who make them as functions, so this room imports none of the others.',
  },
  {
    name: 'liabilities',
    path: 'server/src/liabilities/',
    imports: ['domain', 'db', 'ledger', 'commands'],
    packages: ['node:'],
    says: 'Statements of liabilities are built by the database from the rows of all features; this room has them built and serves them.',
  },
  {
    name: 'worth',
    path: 'server/src/worth/',
    imports: ['domain', 'protocol', 'db', 'ledger', 'quotes', 'positions'],
    packages: [],
    says: 'The total value of a customer reads rows of several features in SQL, and imports none of their code.',
  },
  {
    name: 'positions',
    path: 'server/src/positions/',
    imports: [
      'domain',
      'protocol',
      'limits',
      'db',
      'ledger',
      'quotes',
      'commands',
      'calls',
      'identity',
      'platform',
    ],
    packages: ['valibot'],
    says: 'Positions is shared by contracts, forex and metals: it depends on the platform and imports no feature.',
  },
  {
    name: 'flow',
    path: 'server/src/flow/',
    imports: ['domain', 'callers'],
    packages: [],
    says: 'Flow limits concurrency, rate and order; it does not know what it limits.',
  },
  {
    name: 'outbound',
    path: 'server/src/outbound/',
    imports: [],
    packages: ['node:'],
    says: 'Outbound sends requests to addresses that strangers choose; it does not know what it sends.',
  },
  {
    name: 'platform',
    path: 'server/src/platform/',
    imports: [
      'domain',
      'protocol',
      'log',
      'config',
      'db',
      'ledger',
      'quotes',
      'commands',
      'calls',
      'identity',
      'operators',
      'terms',
      'payments',
      'realtime',
    ],
    packages: [],
    says: 'The platform defines the types of what a feature receives and provides; it assembles nothing and imports no feature.',
  },
  {
    name: 'features',
    path: 'server/src/features/',
    imports: [
      'domain',
      'protocol',
      'limits',
      'log',
      'config',
      'callers',
      'db',
      'proofs',
      'ledger',
      'quotes',
      'commands',
      'calls',
      'identity',
      'operators',
      'terms',
      'liabilities',
      'payments',
      'positions',
      'worth',
      'flow',
      'outbound',
      'platform',
    ],
    packages: [
      'node:',
      'minisearch',
      'unified',
      'remark-parse',
      'remark-gfm',
      'web-push',
      'standardwebhooks',
      'pdfkit',
    ],
    says: 'A feature depends on the platform rooms; the app passes features to the engine, HTTP and realtime.',
  },
  {
    name: 'engine',
    path: 'server/src/engine/',
    imports: ['domain', 'db', 'commands'],
    packages: ['node:'],
    says: 'The engine fires registered triggers and imports no feature.',
  },
  {
    name: 'http',
    path: 'server/src/http/',
    imports: [
      'domain',
      'protocol',
      'limits',
      'callers',
      'db',
      'commands',
      'calls',
      'identity',
      'operators',
      'flow',
    ],
    packages: [
      'node:',
      'fastify',
      '@fastify/multipart',
      '@fastify/static',
      '@scalar/fastify-api-reference',
      'valibot',
      '@valibot/to-json-schema',
    ],
    says: 'The app passes handlers to HTTP, which knows the table of calls and sessions but imports no feature.',
  },
  {
    name: 'compat',
    path: 'server/src/compat/',
    imports: ['domain', 'protocol', 'limits', 'callers', 'quotes', 'http'],
    packages: ['node:', 'fastify', 'ws'],
    says: 'The compatible interfaces translate calls and streams; they reach money only through the table of calls, and import no feature.',
  },
  {
    name: 'realtime',
    path: 'server/src/realtime/',
    imports: ['domain', 'protocol', 'callers', 'db', 'commands'],
    packages: ['node:', 'socket.io', 'valibot', 'ws'],
    says: 'The gateway delivers what lower rooms publish; it imports no feature.',
  },
  {
    name: 'app',
    path: 'server/src/app/',
    imports: [
      'domain',
      'protocol',
      'limits',
      'log',
      'config',
      'callers',
      'db',
      'proofs',
      'ledger',
      'quotes',
      'commands',
      'calls',
      'identity',
      'operators',
      'terms',
      'payments',
      'positions',
      'worth',
      'platform',
      'features',
      'engine',
      'http',
      'compat',
      'realtime',
      'guard',
      'telemetry',
      'liabilities',
      'reexecution',
    ],
    packages: ['node:'],
    says: 'The app assembles rooms and features; code that needs a package belongs in one of them.',
  },
  {
    name: 'reexecution',
    path: 'server/src/reexecution/',
    imports: [
      'domain',
      'db',
      'ledger',
      'quotes',
      'commands',
      'identity',
      'operators',
      'payments',
      'liabilities',
      'terms',
      'platform',
    ],
    packages: ['node:'],
    says: 'Re-execution runs rules, customers’ and operators’, on recorded facts; the app passes it those of the features.',
  },
  {
    name: 'cli',
    path: 'server/src/cli/',
    imports: ['domain', 'protocol', 'config', 'db', 'identity', 'proofs', 'operators', 'quotes', 'features'],
    packages: ['node:'],
    says: "The operators' command line uses the same features as the console, and serves no requests.",
  },
  {
    name: 'main',
    path: 'server/src/',
    imports: ['limits', 'log', 'config', 'db', 'quotes', 'features', 'app'],
    packages: ['node:'],
    says: 'Main reads options and signals, and leaves the rest to the app.',
  },
  {
    name: 'client',
    path: 'client/src/',
    imports: ['protocol'],
    packages: ['@tanstack/react-query', 'react'],
    says: 'The code that the web app and the console share for calls and drafts imports only the protocol, and neither of them.',
  },
  {
    name: 'web ui',
    path: 'web/src/ui/',
    imports: [],
    packages: ['*'],
    says: 'The kit of controls is pure: it imports only itself and packages, and the app passes in what it needs.',
  },
  {
    name: 'web parts',
    path: 'web/src/parts/',
    imports: ['client', 'domain', 'protocol', 'web lib', 'web ui'],
    packages: ['*'],
    says: 'Parts are controls that know our data: amounts, answers, sending. They import no screen and no socket.',
  },
  {
    name: 'web lib',
    path: 'web/src/lib/',
    imports: ['client', 'domain', 'protocol'],
    packages: ['*'],
    says: 'The lowest room of the web app imports only domain, protocol and client.',
  },
  {
    name: 'web platform',
    path: 'web/src/platform/',
    imports: ['protocol', 'web lib', 'web i18n'],
    packages: ['*'],
    says: 'The web platform has the types and rows that a feature provides to the app and to other features; it imports no feature.',
  },
  {
    name: 'web live',
    path: 'web/src/live/',
    imports: ['client', 'domain', 'protocol', 'web lib', 'web ui', 'web parts', 'web i18n', 'web platform'],
    packages: ['*'],
    says: 'Live quotes and events, and the controls that show them, import no screen.',
  },
  {
    name: 'web i18n',
    path: 'web/src/i18n/',
    imports: ['client', 'domain', 'protocol', 'web lib'],
    packages: ['*'],
    says: 'Texts import no screen.',
  },
  {
    name: 'web proof',
    path: 'web/src/proof/',
    imports: [
      'client',
      'domain',
      'protocol',
      'verifier',
      'web ui',
      'web parts',
      'web lib',
      'web live',
      'web i18n',
    ],
    packages: ['*'],
    says: 'Proof is shared by all receipts: it runs the verifier and imports no screen.',
  },
  {
    name: 'web positions',
    path: 'web/src/positions/',
    imports: [
      'client',
      'domain',
      'protocol',
      'web ui',
      'web parts',
      'web lib',
      'web live',
      'web i18n',
      'web proof',
    ],
    packages: ['*'],
    says: 'The leverage code that contracts and forex share imports no screen; the product is passed in.',
  },
  {
    name: 'web confirm',
    path: 'web/src/confirm/',
    imports: ['client', 'domain', 'protocol', 'web ui', 'web parts', 'web lib', 'web i18n'],
    packages: ['*'],
    says: 'The confirmation of sensitive calls imports no screen; any screen may send through it.',
  },
  {
    name: 'web features',
    path: 'web/src/features/',
    imports: [
      'client',
      'domain',
      'protocol',
      'web ui',
      'web parts',
      'web lib',
      'web live',
      'web i18n',
      'web platform',
      'web confirm',
      'web proof',
      'web positions',
    ],
    packages: ['*'],
    says: 'A screen depends on the kit, live data and texts; the app assembles screens.',
  },
  {
    name: 'web worker',
    path: 'web/src/pwa/',
    imports: ['client', 'domain', 'protocol', 'web lib'],
    packages: ['workbox-precaching', 'workbox-strategies'],
    says: 'The service worker has no page: it imports no control, no screen and no state of the app.',
  },
  {
    name: 'web app',
    path: 'web/src/',
    imports: [
      'client',
      'domain',
      'protocol',
      'web ui',
      'web parts',
      'web lib',
      'web live',
      'web i18n',
      'web platform',
      'web confirm',
      'web proof',
      'web positions',
      'web features',
    ],
    packages: ['*'],
    says: 'The app may import everything of the web app, and nothing of the server.',
  },
  {
    name: 'console i18n',
    path: 'console/src/i18n/',
    imports: ['client', 'protocol'],
    packages: ['*'],
    says: "The console's language and texts import no other room of the console.",
  },
  {
    name: 'console lib',
    path: 'console/src/lib/',
    imports: ['client', 'domain', 'protocol', 'console i18n'],
    packages: ['*'],
    says: 'The lower room of the console imports only client, domain, protocol and texts.',
  },
  {
    name: 'console kit',
    path: 'console/src/kit/',
    imports: ['client', 'domain', 'protocol', 'console i18n', 'console lib'],
    packages: ['*'],
    says: "The console's controls import no screen.",
  },
  {
    name: 'console features',
    path: 'console/src/features/',
    imports: ['client', 'domain', 'protocol', 'console i18n', 'console lib', 'console kit'],
    packages: ['*'],
    says: 'A screen of the console depends on its kit; the app assembles screens.',
  },
  {
    name: 'console app',
    path: 'console/src/',
    imports: [
      'client',
      'domain',
      'protocol',
      'console i18n',
      'console lib',
      'console kit',
      'console features',
    ],
    packages: ['*'],
    says: 'The console may import everything of its own, and nothing of the server or the web app.',
  },
];

/** Subfolders of these folders never import one another. */
export const SEPARATE = ['server/src/features/', 'web/src/features/', 'console/src/features/'];

/**
 * Single imports that are allowed, each with its reason. With five of them, the boundary between the rooms is wrong and has to be
 * redrawn; do not add a sixth.
 */
export const EXCEPTIONS: readonly { from: string; to: string; because: string }[] = [];

export function roomOf(path: string): Room | undefined {
  return ROOMS.filter((room) => path.startsWith(room.path)).reduce<Room | undefined>(
    (best, room) => (best === undefined || room.path.length > best.path.length ? room : best),
    undefined,
  );
}

/** Why `from` may not import `to`, which is a path or the name of a package; undefined if it may. */
export function brokenArrow(from: string, to: string): string | undefined {
  const room = roomOf(from);
  if (room === undefined) return undefined;
  if (EXCEPTIONS.some((exception) => exception.from === from && exception.to === to)) return undefined;
  if (to.startsWith('testing/')) return `Only tests may import shared test code. (${from} imports ${to})`;
  const separate = SEPARATE.find((folder) => from.startsWith(folder) && to.startsWith(folder));
  if (separate !== undefined && partOf(from, separate) !== partOf(to, separate)) {
    return `A feature never imports another feature; code that two of them need belongs in a lower room. (${from} imports ${to})`;
  }
  const target = roomOf(to);
  const allowed =
    target === undefined
      ? allowsPackage(room, to)
      : target.name === room.name || room.imports.includes(target.name);
  return allowed ? undefined : `${room.says} (${from} imports ${to})`;
}

function partOf(path: string, folder: string): string {
  return path.slice(folder.length).split('/')[0] ?? '';
}

function allowsPackage(room: Room, name: string): boolean {
  return room.packages.some((allowed) =>
    allowed === '*'
      ? !name.startsWith('node:')
      : allowed === 'node:'
        ? name.startsWith('node:')
        : allowed === name,
  );
}
