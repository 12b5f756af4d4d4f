/**
 * Which room may read and write which tables, as data. A table belongs to the file of `server/schema` that makes it, and a file
 * to the feature or room of its name. A row lists the foreign tables that its room reads, and why; tables that all rooms above
 * may read are named once, by their owner. `tidy.test.ts` checks every statement of the server against it.
 */
import { saidByFeatures } from '@candor/testing/said-by-features.ts';
import type { SqlRoom } from '@candor/testing/sql-room.ts';

/** Files that do not have their room's name: some rooms have several, each about one thing. */
export const SCHEMA_ROOMS: Readonly<Record<string, string>> = {
  states: 'db',
  market: 'quotes',
  messages: 'identity',
  pictures: 'identity',
  secrets: 'identity',
  sessions: 'identity',
  log: 'operators',
  oversight: 'operators',
  proposals: 'operators',
  resets: 'operators',
  signatures: 'operators',
  // The row of an address is declared where both the address book and withdrawals can import it.
  addresses: 'payments',
  'read-models': 'read models',
};

/** Tables to which each feature's file adds its own rows; the owner's triggers depend on them. */
export const REGISTERS = ['journal_template', 'state_template', 'mail_kind'];

/** Rooms that read across many features on purpose, and write nothing. */
export const READ_MODELS: readonly { readonly path: string; readonly because: string }[] = [
  {
    path: 'server/schema/90-read-models.sql',
    because: 'views over several features: what is frozen, what the house promised, what a customer may',
  },
  {
    path: 'server/src/features/desk/',
    because: 'an operator looks at a customer as a whole',
  },
  {
    path: 'server/src/features/settings/export.ts',
    because: 'a customer takes along everything that is kept about them',
  },
  {
    path: 'server/src/app/time-invariants.ts',
    because: 'one question about time, asked of all rows that name an entry of the tape',
  },
  {
    path: 'server/src/app/ended-invariants.ts',
    because: 'one question about how what waited ended, asked of all rows that wait',
  },
  {
    path: 'server/src/app/overdue-invariants.ts',
    because: 'one question about what is overdue, asked of all rows that are due',
  },
];

/** Modules whose callers insert the table into a statement; every other statement names its tables itself. */
export const PUT_IN: readonly { readonly path: string; readonly because: string }[] = [
  {
    path: 'server/src/commands/table.ts',
    because: 'makes the statements of what rooms declare; the declaration is read',
  },
  { path: 'server/src/identity/mail/outbox.ts', because: 'mail or text messages, both of its own room' },
];

const ROOMS: readonly SqlRoom[] = [
  {
    name: 'ledger',
    open: {
      tables: 'book journal posting balance house_balance counter house_debt',
      because:
        'guards and audits hold rows against what was posted; only the ledger and the executor ask in passing',
    },
    reads: [
      {
        tables: 'exchange transfer experience_credit position',
        because: 'its guards hold a journal against the row that it is about, at commit',
      },
      {
        tables: 'option_ticket spot_order position fund_order proposal',
        because:
          "a line of a customer's records names the instrument, the stake and the reason of what it is about",
      },
      {
        tables: 'open_profit',
        because: 'what the house is free to use is less what open positions would win',
      },
      {
        tables: 'checkpoint',
        because: 'the root over the journals is signed into the checkpoints of the tape',
      },
    ],
  },
  {
    name: 'quotes',
    open: {
      tables: 'tape tape_head tape_minute clock',
      because: 'the tape is public, and what is filled is held against it',
    },
    reads: [
      {
        tables: 'option_ticket',
        because: 'a market that begins anew must not pass over an option that is due meanwhile',
      },
    ],
  },
  {
    name: 'commands',
    writes: [{ tables: 'book', because: 'the executor counts the numbers of the books that it changed' }],
  },
  {
    name: 'calls',
    reads: [{ tables: 'answer', because: 'a call whose answer was lost is answered as it was, unasked' }],
  },
  {
    name: 'engine',
    writes: [
      {
        tables: 'engine_inbox engine_position engine_beat engine_set_aside',
        because: 'the executor puts armings into its inbox, where both meet; the rest is its own',
      },
    ],
    reads: [{ tables: 'leader', because: 'how far behind it is, is told for the epoch of who leads' }],
  },
  {
    name: 'identity',
    open: { tables: 'customer', because: 'whose a row is, under which name and how the account stands' },
    reads: [
      {
        tables: 'deposit loan kyc_application',
        because: 'its guard gives a picture back only where whatever it was handed in for ended so',
      },
    ],
    writes: [
      {
        tables: 'experience_credit own_limit',
        because: 'credit and own limits are raised by the commands of every product, which find both here',
      },
    ],
  },
  {
    name: 'operators',
    open: {
      tables: 'operator audit operator_tie',
      because: 'who of the house did what is asked wherever something takes a record',
    },
    reads: [
      {
        tables: 'deposit loan',
        because: 'who let money of a customer in lets none out: the guard has to know who let it in',
      },
      {
        tables: 'security_event',
        because: 'its guard takes a factor away only where the door wrote down that it goes',
      },
    ],
  },
  {
    name: 'terms',
    open: {
      tables: 'terms usual_terms offered',
      because: 'what was agreed is held against what was published',
    },
    reads: [{ tables: 'proposal', because: 'a version counts only where two persons published it' }],
  },
  {
    name: 'payments',
    reads: [{ tables: 'books_pause', because: 'no money goes out while the books do not hold' }],
    writes: [
      {
        tables: 'customer_confirmation',
        because: 'the door notes that its customer confirmed where money may go',
      },
    ],
  },
  {
    name: 'positions',
    reads: [
      {
        tables: 'spot_order option_ticket',
        because:
          'one function tells what was reached and did not fire, asked of all three in one walk over the tape',
      },
      {
        tables: 'experience_credit',
        because: 'what credit earned is kept or taken back with the credit itself',
      },
      { tables: 'signed_in', because: 'what a customer changes takes a session of theirs' },
    ],
    writes: [
      { tables: 'house_debt', because: 'a closing that the house cannot pay writes down what is owed' },
      { tables: 'counter', because: 'open profit is counted with the rows that bring it about' },
    ],
  },
  {
    name: 'app',
    writes: [
      { tables: 'invite_code', because: "a live house's first code of invitation comes with its file" },
    ],
  },
  {
    name: 'cli',
    reads: [
      {
        tables: 'operator_key key_voucher',
        because: 'the command line signs with the keys that the console does',
      },
    ],
  },
  {
    name: 'features/access',
    writes: [
      {
        tables: 'operator operator_key operator_session operator_reset',
        because: 'an operator keeps their own password, passkeys and sessions',
      },
    ],
  },
  {
    name: 'features/addresses',
    reads: [
      {
        tables: 'withdrawal_address',
        because: 'the book of addresses lists the rows that payments declares',
      },
    ],
  },
  {
    name: 'features/bank-card',
    writes: [{ tables: 'customer', because: 'binding a card is a change of how the account is kept safe' }],
  },
  {
    name: 'features/demo',
    writes: [{ tables: 'customer invite_code', because: 'example customers are there from the first start' }],
  },
  {
    name: 'features/deposits',
    reads: [
      { tables: 'own_limit', because: 'a deposit above its own limit is refused by the database as well' },
      { tables: 'stored_file', because: 'the picture of a deposit must be its own and unused' },
    ],
    writes: [
      { tables: 'stored_file', because: 'the database itself ties a picture to the deposit, and frees it' },
    ],
  },
  {
    name: 'features/experience',
    reads: [
      {
        tables: 'option_ticket position',
        because: 'turnover of credit is what was traded with it, in options and in leveraged trading',
      },
    ],
  },
  {
    name: 'features/fund',
    reads: [
      {
        tables: 'strategy_clock strategy_trade strategy_report',
        because: 'no day is published that is not what the strategy booked',
      },
    ],
    writes: [{ tables: 'counter', because: 'a day that is not covered closes the fund with the row itself' }],
  },
  {
    name: 'features/house',
    writes: [
      {
        tables: 'operator operator_session operator_tie',
        because: 'admins add operators, change roles, end sessions and note whom somebody is close to',
      },
    ],
  },
  {
    name: 'features/leverage',
    reads: [{ tables: 'position', because: 'leverage is not switched off over open positions' }],
    writes: [{ tables: 'customer', because: 'whether an account may use leverage stands on its row' }],
  },
  {
    name: 'features/loans',
    reads: [
      { tables: 'deposit', because: 'a reviewer sees what a customer brought in' },
      { tables: 'stored_file', because: 'the pictures of a loan must be its own and unused' },
    ],
    writes: [
      { tables: 'stored_file', because: 'the database itself ties pictures to the loan, and frees them' },
      { tables: 'credit_change', because: 'a loan paid back raises the score' },
    ],
  },
  {
    name: 'features/notifications',
    reads: [
      {
        tables: 'agreement_notice',
        because: 'what all customers are told is one row, shown among their own',
      },
    ],
    writes: [
      { tables: 'notice', because: 'a message is marked as read' },
      { tables: 'agreement_notice_read', because: 'so is what all customers were told' },
    ],
  },
  {
    name: 'features/oversight',
    reads: [
      {
        tables: 'withdrawal withdrawal_address',
        because: 'an alarm is about addresses that several customers pay to',
      },
      { tables: 'chat_conversation', because: 'whose conversation an operator reads goes on record' },
      {
        tables: 'operator_cap operator_hour operator_pace operator_word',
        because: 'it watches how often operators act',
      },
    ],
  },
  {
    name: 'features/price-alerts',
    reads: [{ tables: 'signed_in', because: 'what a customer deletes takes a session of theirs' }],
  },
  {
    name: 'features/proposals',
    writes: [
      { tables: 'proposal', because: 'the row is guarded where the log of operators is' },
      { tables: 'terms', because: 'terms that two persons agreed on are published with their decision' },
    ],
  },
  {
    name: 'features/push',
    reads: [
      { tables: 'notification_choice', because: 'who wants no pushes of a topic gets none' },
      { tables: 'session', because: 'a browser is pushed to as long as its session is good' },
    ],
    writes: [{ tables: 'notice', because: 'a message is marked once it was decided to whom it is pushed' }],
  },
  {
    name: 'features/referral',
    reads: [
      { tables: 'fund_payment', because: 'a share is a share of what the fund paid the invited friend' },
      { tables: 'invite_code', because: 'who invited whom' },
      { tables: 'session withdrawal_address', because: 'who shares a device or an address is no friend' },
    ],
  },
  {
    name: 'features/security',
    reads: [
      {
        tables: 'authenticator passkey recovery_code',
        because: 'a customer sees how the account is kept safe',
      },
    ],
    writes: [
      { tables: 'customer', because: 'passwords, contacts and the trading password are changed here' },
      { tables: 'factor_reset_first', because: 'the first of two who say that factors are lost' },
    ],
  },
  {
    name: 'features/session',
    reads: [
      { tables: 'authenticator', because: 'signing in asks whether a second factor is bound' },
      { tables: 'invite_code', because: 'a customer sees the own code' },
    ],
    writes: [{ tables: 'customer', because: 'the language goes with who signed in' }],
  },
  {
    name: 'features/settings',
    reads: [
      {
        tables: 'deposit loan',
        because: 'a closed account waits for nothing: the audit asks it of all that waits',
      },
      { tables: 'credit_change', because: 'a customer sees how the score came about' },
    ],
    writes: [{ tables: 'notification_choice', because: 'what a customer wants to be told' }],
  },
  {
    name: 'features/standing',
    writes: [
      { tables: 'customer credit_change', because: 'operators freeze, lock and score an account, on record' },
    ],
  },
  {
    name: 'features/spot',
    reads: [{ tables: 'signed_in', because: 'an order is begun in a session of its customer' }],
  },
  {
    name: 'features/strategy',
    reads: [
      {
        tables: 'fund_order fund_payment',
        because: 'a day is shared among whoever was in the fund, by how long',
      },
      { tables: 'proposal', because: 'a report counts where two persons agreed on it' },
    ],
    writes: [
      {
        tables: 'fund_day fund_rate',
        because: 'the day is published in the command that closes its last slot',
      },
    ],
  },
  {
    name: 'features/transparency',
    reads: [{ tables: 'option_ticket', because: 'everybody may see which options were voided, and why' }],
  },
  {
    name: 'features/verification',
    writes: [
      {
        tables: 'customer',
        because: 'who is verified, and of which country, stands on the row of the account',
      },
    ],
  },
  {
    name: 'features/withdrawals',
    reads: [
      {
        tables: 'withdrawal_address',
        because: "money goes to an address of the customer's that may be used",
      },
      { tables: 'deposit session', because: 'a reviewer sees what came in, and from which devices' },
    ],
  },
];

/** Including what features declare in their `testing/sql-room.ts`. */
export const SQL_ROOMS: readonly SqlRoom[] = [
  ...ROOMS,
  ...[...(await saidByFeatures<{ sqlRoom: SqlRoom }>('testing/sql-room.ts')).values()].map(
    ({ sqlRoom }) => sqlRoom,
  ),
];
