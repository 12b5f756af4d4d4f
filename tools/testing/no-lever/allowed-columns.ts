/**
 * Every column of every table and view, with the purpose that it is allowed for. A new one fails the test until somebody
 * has looked at it and found a purpose here that is true of it; none of them is "decides what a customer gets".
 */

/** What a column may be for. */
export const PURPOSES = {
  whose: 'which row it is, and whose',
  asked: 'what the customer asked for, as they asked it',
  terms: 'published terms, the same for everybody, noted with the deal',
  tape: 'what an entry of the tape says, or which entry that is',
  reckoned: 'worked out from the others by a rule of the domain',
  money: 'what journals moved, or what is set aside until one does',
  state: 'how far it has come, and why it ended',
  when: 'when something happened or is due',
  waits: 'what the engine waits for, and how far it is',
  proof: 'hashes, signatures and the keys for them',
  person: 'who somebody is and how they sign in',
  permission: 'what somebody may do at all, decided by an operator on record',
  told: 'what was written to somebody, or noted by an operator',
  works: 'how the program keeps its own work in order',
} as const;
export type Purpose = keyof typeof PURPOSES;

export const COLUMNS: Readonly<Record<string, Partial<Record<Purpose, string>>>> = {
  // Money
  book: { whose: 'id', works: 'seq' },
  journal: {
    whose: 'book seq',
    state: 'kind ref',
    when: 'time_ms',
    works: 'slot',
    money: 'accounts currencies amounts',
  },
  posting: { whose: 'book seq line', state: 'kind', works: 'slot', money: 'account currency amount' },
  balance: { whose: 'book account currency', money: 'amount' },
  house_balance: { whose: 'account currency', works: 'slot', money: 'amount' },
  journal_template: { terms: 'kind account sign' },
  open_hold: { whose: 'book ref account currency', money: 'amount' },
  open_stake: { whose: 'book ref account currency', money: 'amount house_amount' },
  counter: { whose: 'name', works: 'slot', reckoned: 'value' },
  answer: { whose: 'book key', works: 'body_hash answer at' },

  // Prices
  tape: { tape: 'symbol seq bid ask last volume gap', when: 'time_ms feed_time_ms', proof: 'hash' },
  tape_head: {
    tape: 'symbol seq bid ask last quoted_seq',
    when: 'time_ms feed_time_ms quoted_ms',
    proof: 'hash',
    state: 'halted halted_because',
    works: 'epoch written_at stale_after_ms',
  },
  tape_minute: {
    tape: 'symbol first_seq last_seq open high low close bid_high bid_low ask_high ask_low volume',
    when: 'minute_ms',
  },
  candle: { tape: 'symbol open high low close volume simulated', when: 'period_ms start_ms' },
  checkpoint: { tape: 'symbol seq', when: 'time_ms', proof: 'hash public_key signature' },
  clock: { works: 'one', when: 'base_wall_ms base_market_ms speed' },
  leader: { works: 'role epoch owner beat feed' },

  // Trades
  option_ticket: {
    whose: 'book id',
    asked: 'product symbol side seconds currency source stake',
    terms: 'payout_ratio',
    reckoned: 'profit stake_usdt profit_usdt pnl',
    tape: 'accepted_seq strike strike_ms settle settle_seq',
    state: 'status reason',
    when: 'accepted_ms expires_ms settled_ms placed_day ended_day',
  },
  spot_order: {
    whose: 'book id',
    asked: 'symbol to_symbol side type quantity price',
    reckoned: 'filled_quantity',
    money: 'held',
    state: 'status reason',
    waits: 'version armed_seq',
    when: 'created_ms updated_ms',
  },
  spot_fill: {
    whose: 'book order_id leg',
    asked: 'symbol side',
    tape: 'price tape_seq',
    reckoned: 'quantity value fee',
    money: 'journal_seq',
    when: 'time_ms',
  },
  position: {
    whose: 'book id',
    asked:
      'product symbol side type quantity leverage collateral price take_profit stop_price stop_kind trail_distance',
    tape: 'entry_price entry_seq rate rate_seq',
    reckoned: 'open_fee initial_margin financing realised_pnl open_quantity closes staked added',
    money: 'margin',
    state: 'status reason warned',
    waits: 'armed',
    when: 'entry_ms financed_ms created_ms updated_ms closed_ms placed_day opened_day',
  },
  exchange_quote: {
    whose: 'book id number',
    asked: 'from_currency to_currency from_amount',
    terms: 'fee_rate',
    reckoned: 'to_amount fee',
    tape: 'legs',
    state: 'used',
    when: 'quoted_ms expires_ms',
  },
  exchange: {
    whose: 'book id',
    asked: 'from_currency to_currency from_amount',
    terms: 'fee_rate',
    reckoned: 'to_amount fee',
    tape: 'legs',
    money: 'journal_seq',
    when: 'quoted_ms time_ms',
  },
  experience_credit: {
    whose: 'book id',
    money: 'amount',
    reckoned: 'turnover',
    state: 'status',
    waits: 'version armed_seq',
    when: 'granted_ms expires_ms due_ms ended_ms',
  },
  experience_turnover: { whose: 'book id', reckoned: 'amount' },
  deposit: {
    whose: 'book id',
    asked: 'currency network amount voucher claimed_reference claimed_key',
    reckoned: 'value_usdt',
    tape: 'rate',
    money: 'credited_currency credited_amount',
    state: 'status reason',
    told: 'reference reference_key decided_by',
    proof: 'voucher_digest',
    when: 'placed_day submitted_ms deadline_ms decided_ms',
    works: 'version',
  },
  engine_inbox: {
    works: 'id xid',
    whose: 'symbol kind book row_id',
    waits: 'version condition level armed_seq',
  },
  engine_position: { whose: 'symbol', waits: 'handled_seq' },

  // What customers bound themselves to
  own_limit: {
    whose: 'book id kind period',
    asked: 'amount pending_amount',
    reckoned: 'used',
    when: 'pending_from_ms period_start_ms',
  },
  own_pause: { whose: 'book id', asked: 'kind', when: 'from_ms until_ms' },
  own_move: { whose: 'book', when: 'day last_day', reckoned: 'staked open result deposited' },
  own_day: { whose: 'book', when: 'day', reckoned: 'staked open result deposited' },
  own_history: { whose: 'book id', works: 'seq', reckoned: 'days' },

  // People
  customer: {
    whose: 'id',
    person:
      'account account_key email email_key password_hash birth_date invited_by language trading_password_hash ' +
      'wallet_address phone anti_phishing_word',
    permission: 'status country standing_reason lever_enabled kyc_status credit_score',
    when: 'registered_ms security_changed_ms closed_ms',
  },
  guess: { person: 'subject kind origin', works: 'misses ages', when: 'locked_until_ms last_ms' },
  security_event: { whose: 'customer id', told: 'kind', person: 'agent address', when: 'time_ms' },
  vault_key: { works: 'id', proof: 'fingerprint' },
  account_standing: { whose: 'book id', permission: 'status', when: 'closed_ms' },
  credit_change: { whose: 'customer id', permission: 'score_before score_after reason', when: 'time_ms' },
  notification_choice: { whose: 'customer', asked: 'topic channel enabled' },
  invite_code: { whose: 'code owner' },
  session: {
    whose: 'customer id',
    person: 'token_hash agent address device',
    when: 'created_ms seen_ms expires_ms revoked_ms',
  },
  email_code: {
    person: 'email_key code_hash',
    works: 'attempts used sent_in_day',
    when: 'expires_ms day_start_ms',
  },
  nonce: { whose: 'customer', person: 'value_hash purpose held_hash', state: 'state', when: 'expires_ms' },
  authenticator: { whose: 'customer', person: 'sealed_secret last_step', when: 'bound_ms' },
  recovery_code: { whose: 'customer', person: 'code_hash', when: 'used_ms' },
  passkey: {
    whose: 'customer id',
    person: 'credential_id public_key counter transports name',
    when: 'created_ms used_ms',
  },
  text_message: {
    whose: 'id',
    person: 'phone',
    told: 'text',
    works: 'attempts',
    when: 'created_ms sent_ms next_try_ms',
  },
  mail: {
    whose: 'id customer',
    person: 'email_key email',
    told: 'kind subject text closing',
    works: 'attempts',
    when: 'created_ms sent_ms next_try_ms',
  },
  bank_card: { whose: 'book id', person: 'sealed shown payee_country', when: 'bound_ms' },
  stored_file: {
    whose: 'customer id',
    person: 'purpose digest sealed mime width height',
    works: 'attached released',
    when: 'stored_ms',
  },
  kyc_application: {
    whose: 'book id',
    person: 'country certificate_type sealed number_key front back',
    permission: 'status reason',
    when: 'submitted_ms decided_ms',
  },
  lever_application: {
    whose: 'book id',
    asked: 'answers',
    permission: 'status reason',
    when: 'submitted_ms decided_ms',
  },
  customer_gate: {
    whose: 'book id',
    permission: 'status kyc_status country lever_enabled has_trading_password has_bank_card',
    when: 'security_changed_ms time_out_until_ms excluded_until_ms',
  },
  operator: {
    person: 'account person password_hash sealed_totp_secret totp_last_step',
    permission: 'role',
    told: 'added_by',
    when: 'created_ms disabled_ms',
  },
  operator_session: {
    person: 'account token_hash device address agent',
    when: 'created_ms seen_ms ended_ms',
  },
  operator_tie: { whose: 'customer person', told: 'noted_by', when: 'noted_ms' },
  customer_tie: { whose: 'book id persons' },
  custody_statement: {
    whose: 'id currency source',
    told: 'amount noted_by',
    when: 'as_of_ms noted_ms',
  },
  // What two persons do by hand, and what they publish for everybody: no subject is of a customer.
  proposal: {
    whose: 'book id',
    asked: 'kind body',
    told: 'reason proposed_by decided_by',
    state: 'status',
    when: 'proposed_ms decided_ms',
    money: 'journal_seq',
  },
  terms: { terms: 'subject version body', told: 'proposal', when: 'effective_ms published_ms' },
  notice: { whose: 'book id', told: 'kind params', when: 'time_ms mailed_ms read_ms' },
  audit: {
    whose: 'seq operator role action subject',
    told: 'before after reason',
    proof: 'hash',
    works: 'xid',
    when: 'time_ms',
  },
  migration: { works: 'name sha256 applied_at' },
};
