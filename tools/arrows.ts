/**
 * The allowed imports, as data. A row is a room: the paths that belong to it, the rooms that it may import besides itself, the
 * packages that it may use, and the message for a violation. `tidy.test.ts` checks every import against it; a row of a server
 * room names only rooms that it uses. `arrows-of-sql.ts` lists whose tables a room reads and writes.
 */

export type Room = {
  readonly name: string;
  /** The room of a file is the row with the longest prefix of its path. */
  readonly path: string;
  readonly imports: readonly string[];
  /** npm packages; `node:` stands for Node's own modules. */
  readonly packages: readonly string[];
  readonly says: string;
};

export const ROOMS: readonly Room[] = [
  {
    name: 'domain',
    path: 'domain/src/',
    imports: [],
    packages: [],
    says: 'The domain is pure: it imports nothing but itself, neither packages nor Node.',
  },
  {
    name: 'protocol',
    path: 'protocol/src/',
    imports: ['domain'],
    packages: ['valibot'],
    says: 'The protocol knows the domain and schemas; it runs in the browser too.',
  },
  {
    name: 'verifier',
    path: 'verifier/src/',
    imports: [],
    packages: ['@noble/ed25519', '@noble/hashes'],
    says: 'The verifier shares no code with what it verifies: it imports nothing of the house. It runs in the browser too.',
  },
  {
    name: 'verifier cli',
    path: 'verifier/src/cli/',
    imports: ['verifier'],
    packages: ['node:'],
    says: "The verifier's command line knows the verifier alone.",
  },
  {
    name: 'limits',
    path: 'server/src/limits',
    imports: [],
    packages: [],
    says: 'Limits are plain figures.',
  },
  {
    name: 'log',
    path: 'server/src/log',
    imports: [],
    packages: [],
    says: 'The log is handed where it writes, and knows nobody who tells it something.',
  },
  {
    name: 'config',
    path: 'server/src/config/',
    imports: ['domain', 'callers'],
    packages: ['node:'],
    says: 'Configuration is read before any room exists, so it knows none.',
  },
  {
    name: 'callers',
    path: 'server/src/callers/',
    imports: [],
    packages: ['node:'],
    says: 'Who calls and by which name is read of a request alone, before anybody is known.',
  },
  {
    name: 'db',
    path: 'server/src/db/',
    imports: ['domain', 'limits'],
    packages: ['node:', 'pg'],
    says: 'The database room is the lowest of the server: the other rooms know it, it knows none of them.',
  },
  {
    name: 'ledger',
    path: 'server/src/ledger/',
    imports: ['domain', 'protocol', 'db'],
    packages: ['node:'],
    says: 'The ledger stands on the database alone.',
  },
  {
    name: 'quotes',
    path: 'server/src/quotes/',
    imports: ['domain', 'protocol', 'limits', 'db'],
    packages: ['node:', 'ws'],
    says: 'Prices stand on the database alone, so that no account can bend them.',
  },
  {
    name: 'commands',
    path: 'server/src/commands/',
    imports: ['domain', 'limits', 'db', 'ledger', 'quotes'],
    packages: ['node:'],
    says: 'The executor knows ledger and prices, and of features only the shape of a command.',
  },
  {
    name: 'calls',
    path: 'server/src/calls/',
    imports: ['domain', 'protocol', 'db', 'commands', 'flow'],
    packages: ['node:'],
    says: 'What a call is to whoever answers it, and how it becomes a submission, is made of protocol and commands.',
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
    says: 'Identity is what every feature asks; it asks no feature.',
  },
  {
    name: 'operators',
    path: 'server/src/operators/',
    imports: ['domain', 'protocol', 'limits', 'db', 'commands', 'identity'],
    packages: ['node:'],
    says: "Operators act through the audit log; what they act upon is a feature's, and handed in.",
  },
  {
    name: 'terms',
    path: 'server/src/terms/',
    imports: ['domain', 'protocol', 'db'],
    packages: ['node:'],
    says: 'Published terms are what features read; they know no feature.',
  },
  {
    name: 'payments',
    path: 'server/src/payments/',
    imports: ['domain', 'protocol', 'db', 'commands', 'identity'],
    packages: ['node:', '@noble/hashes', '@scure/base'],
    says: 'Payments are what deposits, withdrawals and addresses share: networks, addresses, references. They know no feature.',
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
    says: 'Positions are what contracts, forex and metals share: they stand on the platform and know no feature.',
  },
  {
    name: 'flow',
    path: 'server/src/flow/',
    imports: ['domain', 'callers'],
    packages: [],
    says: 'How much at once, how often and in which turn: it knows nothing of what flows.',
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
      'http',
      'realtime',
    ],
    packages: [],
    says: 'What a feature is handed and what it hands back, as types; it puts nothing together and knows no feature.',
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
      'ledger',
      'quotes',
      'commands',
      'calls',
      'identity',
      'operators',
      'terms',
      'payments',
      'positions',
      'flow',
      'platform',
    ],
    packages: ['node:', 'minisearch', 'unified', 'remark-parse', 'remark-gfm', 'web-push'],
    says: 'A feature stands on the platform rooms; engine and doors are handed features by the app.',
  },
  {
    name: 'engine',
    path: 'server/src/engine/',
    imports: ['domain', 'db', 'commands'],
    packages: ['node:'],
    says: 'The engine fires whatever was registered with it and knows no feature by name.',
  },
  {
    name: 'http',
    path: 'server/src/http/',
    imports: ['domain', 'protocol', 'limits', 'callers', 'db', 'calls', 'identity', 'operators', 'flow'],
    packages: [
      'node:',
      'fastify',
      '@fastify/multipart',
      '@fastify/static',
      'valibot',
      '@valibot/to-json-schema',
    ],
    says: 'The door is handed its handlers by the app; it knows tables and sessions, no feature.',
  },
  {
    name: 'realtime',
    path: 'server/src/realtime/',
    imports: ['domain', 'protocol', 'callers', 'commands'],
    packages: ['node:', 'socket.io', 'valibot', 'ws'],
    says: 'The gateway carries what the rooms below publish; it knows no feature.',
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
      'ledger',
      'quotes',
      'commands',
      'calls',
      'identity',
      'operators',
      'terms',
      'payments',
      'positions',
      'platform',
      'features',
      'engine',
      'http',
      'realtime',
    ],
    packages: ['node:'],
    says: 'The app puts rooms and features together; what needs a package belongs into one of them.',
  },
  {
    name: 'cli',
    path: 'server/src/cli/',
    imports: ['domain', 'protocol', 'config', 'db', 'identity', 'operators', 'features'],
    packages: ['node:'],
    says: "The operators' command line does with the same features what the console does, and serves nobody.",
  },
  {
    name: 'main',
    path: 'server/src/',
    imports: ['limits', 'log', 'config', 'db', 'quotes', 'features', 'app'],
    packages: ['node:'],
    says: 'Main reads options and signals, and hands the rest to the app.',
  },
  {
    name: 'client',
    path: 'client/src/',
    imports: ['protocol'],
    packages: ['@tanstack/react-query', 'react'],
    says: 'What the web app and the console share of making calls and keeping drafts knows the protocol alone, and neither of them.',
  },
  {
    name: 'web ui',
    path: 'web/src/ui/',
    imports: [],
    packages: ['*'],
    says: 'The kit of controls is pure: it imports nothing but itself and packages, and what it needs of the app is handed in.',
  },
  {
    name: 'web parts',
    path: 'web/src/parts/',
    imports: ['client', 'domain', 'protocol', 'web lib', 'web ui'],
    packages: ['*'],
    says: 'Parts are the kit that knows our data: amounts, answers, sending. They know no screen and no socket.',
  },
  {
    name: 'web lib',
    path: 'web/src/lib/',
    imports: ['client', 'domain', 'protocol'],
    packages: ['*'],
    says: 'The lowest room of the web app knows only domain and protocol.',
  },
  {
    name: 'web platform',
    path: 'web/src/platform/',
    imports: ['protocol', 'web lib', 'web i18n'],
    packages: ['*'],
    says: 'What a feature hands the app, and how it is found by others: types and rows, which know no feature.',
  },
  {
    name: 'web live',
    path: 'web/src/live/',
    imports: ['client', 'domain', 'protocol', 'web lib', 'web ui', 'web parts', 'web i18n', 'web platform'],
    packages: ['*'],
    says: 'Live quotes and events, and the controls that show them, know no screen.',
  },
  {
    name: 'web i18n',
    path: 'web/src/i18n/',
    imports: ['client', 'domain', 'protocol', 'web lib'],
    packages: ['*'],
    says: 'Texts know no screen.',
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
    says: 'Proof is what every receipt shares: it runs the verifier, and knows no screen.',
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
    says: 'What contracts and forex share of leverage knows no screen; the product is handed in.',
  },
  {
    name: 'web confirm',
    path: 'web/src/confirm/',
    imports: ['client', 'domain', 'protocol', 'web ui', 'web parts', 'web lib', 'web i18n'],
    packages: ['*'],
    says: 'Whoever confirms a sensitive call knows no screen; any screen may send through it.',
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
    says: 'A screen stands on kit, live data and texts; the app puts screens together.',
  },
  {
    name: 'web worker',
    path: 'web/src/pwa/',
    imports: ['client', 'domain', 'protocol', 'web lib'],
    packages: ['workbox-precaching', 'workbox-strategies'],
    says: 'The service worker has no page: it knows no control, no screen and no state of the app.',
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
    says: 'The app may know everything of the web, and nothing of the server.',
  },
  {
    name: 'console i18n',
    path: 'console/src/i18n/',
    imports: ['client', 'protocol'],
    packages: ['*'],
    says: 'In which language the console speaks, and its texts, know no other room of it.',
  },
  {
    name: 'console lib',
    path: 'console/src/lib/',
    imports: ['client', 'domain', 'protocol', 'console i18n'],
    packages: ['*'],
    says: 'The lower room of the console knows domain, protocol and texts.',
  },
  {
    name: 'console kit',
    path: 'console/src/kit/',
    imports: ['client', 'domain', 'protocol', 'console i18n', 'console lib'],
    packages: ['*'],
    says: "The console's controls know no screen.",
  },
  {
    name: 'console features',
    path: 'console/src/features/',
    imports: ['client', 'domain', 'protocol', 'console i18n', 'console lib', 'console kit'],
    packages: ['*'],
    says: 'A screen of the console stands on its kit; its app puts screens together.',
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
    says: 'The console may know everything of itself, and nothing of the server or of the web app.',
  },
];

/** Folders whose subfolders never import one another. */
export const SEPARATE = ['server/src/features/', 'web/src/features/', 'console/src/features/'];

/**
 * Single imports that are allowed, each with its reason. Five of them mean that the boundary between the rooms is wrong and has
 * to be redrawn; do not add a sixth.
 */
export const EXCEPTIONS: readonly { from: string; to: string; because: string }[] = [];

/** The room to which a file of the project belongs. */
export function roomOf(path: string): Room | undefined {
  return ROOMS.filter((room) => path.startsWith(room.path)).reduce<Room | undefined>(
    (best, room) => (best === undefined || room.path.length > best.path.length ? room : best),
    undefined,
  );
}

/** Why `from` may not import `to`, a path or the name of a package; undefined if it may. */
export function brokenArrow(from: string, to: string): string | undefined {
  const room = roomOf(from);
  if (room === undefined) return undefined;
  if (EXCEPTIONS.some((exception) => exception.from === from && exception.to === to)) return undefined;
  if (to.startsWith('testing/')) return `What tests share, only tests import. (${from} imports ${to})`;
  const separate = SEPARATE.find((folder) => from.startsWith(folder) && to.startsWith(folder));
  if (separate !== undefined && partOf(from, separate) !== partOf(to, separate)) {
    return `A feature never imports a feature; what two of them need belongs to a room below. (${from} imports ${to})`;
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
