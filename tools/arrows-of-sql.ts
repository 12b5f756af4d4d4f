/**
 * Lists the tables that each room may read and write. A table belongs to the file of `server/schema` that creates it, and a file
 * to the feature or room of its name. A row lists the foreign tables that its room reads, with the reason; a table that all rooms
 * above may read is named once, by its owner. `tidy.test.ts` compares every statement of the server with these rows.
 */
import { saidByFeatures } from '@candor/testing/said-by-features.ts';
import type { SqlRoom } from '@candor/testing/sql-room.ts';

/** Files that do not have their room's name, because some rooms have several files, each on one subject. */
export const SCHEMA_ROOMS: Readonly<Record<string, string>> = {
  'command-records': 'commands',
  keys: 'proofs',
  tlog: 'proofs',
  'time-stamps': 'proofs',
  states: 'db',
  market: 'quotes',
  sources: 'quotes',
  messages: 'identity',
  pictures: 'identity',
  secrets: 'identity',
  'vault-keys': 'identity',
  'position-entries': 'positions',
  sessions: 'identity',
  log: 'operators',
  oversight: 'operators',
  proposals: 'operators',
  resets: 'operators',
  signatures: 'operators',
  // A module that both the address book and withdrawals can import declares the row of an address.
  addresses: 'payments',
  'read-models': 'read models',
};

/** Each feature's file adds its own rows to these tables; the owner's triggers depend on them. */
export const REGISTERS = [
  'journal_template',
  'state_template',
  'unsigned_action',
  'mail_kind',
  'tlog_source',
];

/** These rooms read across many features on purpose, and write nothing. */
export const READ_MODELS: readonly { readonly path: string; readonly because: string }[] = [
  {
    path: 'server/schema/90-read-models.sql',
    because:
      'views over several features: frozen amounts, promises of the platform, permissions of a customer',
  },
  {
    path: 'server/src/features/desk/',
    because: 'an operator sees a customer as a whole',
  },
  {
    path: 'server/src/features/settings/export.ts',
    because: 'a customer exports everything that is stored about them',
  },
  {
    path: 'server/src/app/time-invariants.ts',
    because: 'one check of times, over all rows that name an entry of the tape',
  },
  {
    path: 'server/src/app/ended-invariants.ts',
    because: 'one check of how waiting rows ended, over all rows that wait',
  },
  {
    path: 'server/src/app/stored-figures.ts',
    because: 'one list of figures for Prometheus, over everything that waits or grows old',
  },
  {
    path: 'server/src/app/overdue-invariants.ts',
    because: 'one check for overdue rows, over all rows that become due',
  },
  {
    path: 'server/src/app/told-invariants.ts',
    because: 'one check of messages, over all rows of which customers are told',
  },
];

/**
 * Callers of these modules insert the table's name into a statement; every other statement names its tables
 * itself.
 */
export const PUT_IN: readonly { readonly path: string; readonly because: string }[] = [
  {
    path: 'server/src/commands/table.ts',
    because: 'builds the statements from the declarations of rooms; the declarations are checked',
  },
  {
    path: 'server/src/identity/mail/outbox.ts',
    because: 'mail or text messages, both tables of its own room',
  },
  {
    path: 'server/src/cli/resealing.ts',
    because: 'seals the same content again in every sealed column, which a test compares with the database',
  },
];

const ROOMS: readonly SqlRoom[] = [
  {
    name: 'ledger',
    open: {
      tables: 'book journal posting balance house_balance counter house_debt',
      because:
        'guards and audits compare rows with the postings; other reads are only in the ledger and the executor',
    },
    reads: [
      {
        tables: 'exchange transfer experience_credit position',
        because: 'its guards check a journal against the row that it is about, at commit',
      },
      {
        tables: 'option_ticket spot_order position fund_order proposal',
        because: "a line of a customer's records names the instrument, the stake and the reason",
      },
      {
        tables: 'open_profit',
        because: 'the open profit of positions is subtracted from the free funds of the platform',
      },
      {
        tables: 'checkpoint',
        because: 'the checkpoints of the tape sign the root over the journals',
      },
    ],
  },
  {
    name: 'guard',
    open: {
      tables: 'guard_beat guard_check guard_freeze',
      because: 'whoever pays out or accepts an order asks whether that is frozen, and it is published',
    },
    reads: [
      { tables: 'operator', because: 'a treasurer or an admin approves the end of a freeze' },
      {
        tables: 'operator_tie',
        because: 'who is close to a customer whom a breach is about does not release its freeze',
      },
      {
        tables: 'audit book',
        because: 'who acted on the books that a breach is about does not release its freeze',
      },
      { tables: 'option_ticket', because: 'void tickets are entries of the public log' },
      { tables: 'tlog_entry', because: 'its entries of the public log follow the logged ones' },
      {
        tables: 'tlog_progress',
        because: 'a run counts for a number of appends to the public log, whatever the clock says',
      },
    ],
    writes: [
      { tables: 'books_breach', because: 'records what it found in the books' },
      { tables: 'tlog_source', because: 'freezes, halts and voids are sources of the public log' },
    ],
  },
  {
    name: 'quotes',
    open: {
      tables: 'tape tape_head tape_minute clock',
      because: 'the tape is public, and fills are checked against it',
    },
    reads: [
      {
        tables: 'option_ticket',
        because: 'a market that restarts must not skip an option that came due meanwhile',
      },
      { tables: 'tlog_entry', because: 'a step of the clock is told with its place in the public log' },
    ],
  },
  {
    name: 'commands',
    writes: [
      { tables: 'book', because: 'the executor increments the numbers of the books that it changed' },
      {
        tables: 'receipt_batch signed_order',
        because: 'a batch and the receipts for its orders are one transaction',
      },
    ],
    reads: [{ tables: 'leader', because: 'the lag of the firings is that which the current leader stated' }],
  },
  {
    name: 'reexecution',
    reads: [
      {
        tables: 'command_record tlog_entry',
        because: 'an auditor gets the records of commands and their log',
      },
    ],
  },
  {
    name: 'calls',
    reads: [{ tables: 'answer', because: 'a repeated call whose answer was lost gets the stored answer' }],
  },
  {
    name: 'engine',
    writes: [
      {
        tables: 'engine_inbox engine_position engine_beat engine_set_aside',
        because: 'the executor passes armings to the engine through its inbox; the other tables are its own',
      },
    ],
    reads: [{ tables: 'leader', because: 'its lag is reported for the epoch of the leader' }],
  },
  {
    name: 'identity',
    open: {
      tables: 'customer',
      because: 'all rooms need the owner of a row, the name and the status of the account',
    },
    reads: [
      {
        tables: 'deposit loan kyc_application',
        because:
          'its guard releases a picture only if the application that it was attached to ended accordingly',
      },
      {
        tables: 'api_mandate api_open_order',
        because: 'it decides the commands of API keys within their mandates',
      },
    ],
    writes: [
      {
        tables: 'api_key api_key_use api_order api_amendment api_signature api_waiting',
        because:
          'it authenticates requests by API keys and submits their commands, and declares their rows, which the executor writes',
      },
      {
        tables: 'device_key',
        because: 'it registers the keys with which devices sign, and checks signatures',
      },
      {
        tables: 'experience_credit own_limit',
        because: 'the commands of every product update credit and self-imposed limits through this room',
      },
    ],
  },
  {
    name: 'operators',
    open: {
      tables: 'operator audit operator_tie',
      because: 'every room checks the audit record of an action that requires one',
    },
    reads: [
      {
        tables: 'deposit loan',
        because: "an operator who let a customer's money in must not let any out, so the guard reads who did",
      },
      {
        tables: 'security_event',
        because: 'its guard removes a factor only if the API recorded the removal',
      },
    ],
  },
  {
    name: 'proofs',
    reads: [
      {
        tables: 'checkpoint',
        because: 'only the key that signed before may be stated as the first',
      },
      {
        tables: 'checkpoint clock_step journal_seal ledger_seal',
        because:
          'its entries are the signed heads of tapes, ledger and books and the steps of the clock, taken from the rows themselves',
      },
      {
        tables: 'receipt_batch device_key',
        because: 'the audit compares them with their entries',
      },
      { tables: 'command_record', because: 'an entry has a hash over the records of a minute' },
    ],
  },
  {
    name: 'terms',
    open: {
      tables: 'terms usual_terms offered',
      because: 'agreed terms are checked against the published ones',
    },
    reads: [{ tables: 'proposal', because: 'a version is valid only with dual approval' }],
  },
  {
    name: 'liabilities',
    reads: [
      {
        tables:
          'balance book open_stake open_profit house_debt fund_order fund_rate referral_reward position tape_head house_balance custody_statement journal journal_seal ledger_seal tlog_entry tlog_checkpoint',
        because:
          'states what is owed to every customer and what is held against it, whatever feature it belongs to',
      },
    ],
  },
  {
    name: 'payments',
    reads: [{ tables: 'books_pause', because: 'no money goes out while the books are paused' }],
    writes: [
      {
        tables: 'customer_confirmation',
        because: 'the API records that the customer confirmed a destination of money',
      },
    ],
  },
  {
    name: 'worth',
    reads: [
      {
        tables: 'house_debt fund_order fund_rate fund_day fund_payment referral_reward loan loan_payment',
        because:
          'the total value of a customer includes what is owed to them and what they owe, in every feature',
      },
    ],
  },
  {
    name: 'positions',
    reads: [
      {
        tables: 'spot_order option_ticket',
        because: 'one function finds reached but unfired triggers of all three in one pass over the tape',
      },
      {
        tables: 'experience_credit',
        because: 'earnings of credit are kept or taken back with the credit',
      },
      { tables: 'signed_in', because: 'a customer can change a position only in their own session' },
    ],
    writes: [
      { tables: 'house_debt', because: 'a closing that the house accounts cannot pay records the debt' },
      { tables: 'counter', because: 'open profit is counted together with the rows that cause it' },
      { tables: 'check_due', because: 'notes positions for their checks at commit' },
    ],
  },
  {
    name: 'app',
    writes: [
      { tables: 'invite_code', because: 'the first invite code of a live installation comes from its file' },
    ],
  },
  {
    name: 'cli',
    reads: [
      {
        tables: 'operator_key key_voucher',
        because: 'the command line signs with the same keys as the console',
      },
    ],
    writes: [
      {
        tables: 'vault_generation',
        because:
          'a rotation of the vault’s key states the new one, and seals again every sealed column (`resealing.ts`)',
      },
    ],
  },
];

/** Includes what features declare in their `testing/sql-room.ts`. */
export const SQL_ROOMS: readonly SqlRoom[] = [
  ...ROOMS,
  ...[...(await saidByFeatures<{ sqlRoom: SqlRoom }>('testing/sql-room.ts')).values()].map(
    ({ sqlRoom }) => sqlRoom,
  ),
];
