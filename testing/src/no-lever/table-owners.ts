/**
 * The writer of each table: one serving role, both of them, the leader of the market, or only the database owner. A table that
 * is on no list fails the test of roles. The lists of privileges are for both serving roles together; each role has all of them
 * except those that belong only to the other role.
 */
import { RIGHTS, rightLines } from './allowed-rights.ts';
import { withFeatures } from './of-features.ts';

export const TABLE_OWNERS = {
  /** Commands, which move money, write these tables. */
  commands: `journal counter house_debt terms engine_inbox engine_position engine_set_aside command_record`,
  /** Requests outside of commands, such as logins, messages and reads, write these tables. */
  door: `customer invite_code session mailed_code guess nonce authenticator recovery_code passkey vault_key mail text_message notification_choice operator factor_reset_first operator_session operator_key operator_reset operator_tie tlog_manifest customer_confirmation guard_approval`,
  /** Both roles write these tables: events of a customer, and records that the database requires of each role. */
  both: `answer book audit stored_file security_event credit_change notice clock`,
  market:
    'tape tape_head tape_minute candle checkpoint leader engine_beat market_day market_run source_rule tlog_tile tlog_checkpoint tlog_cosignature tlog_witness time_stamp time_stamp_policy',
  /** Only triggers and functions change these tables. */
  database: `balance clock_step house_balance check_due journal_template state_template unsigned_action journal_seal ledger_seal mail_kind house_identity key_voucher usual_terms offered acting_secret signed_in accepted_lately held_back looked_last made_since migration tlog_entry tlog_source books_breach guard_beat guard_check guard_freeze guard_party guard_run guard_subject tlog_progress tlog_stuck tlog_void liability_statement liability_tree liability_pruned liability_claim liability_tile signing_key record_key vault_generation`,
} as const;
export type TableOwner = keyof typeof TABLE_OWNERS;

export const ownerOf: ReadonlyMap<string, TableOwner> = new Map(
  Object.entries(
    withFeatures(
      'tables',
      Object.fromEntries(
        Object.entries(TABLE_OWNERS).flatMap(([owner, tables]) =>
          tables.split(/\s+/).map((table) => [table, owner as TableOwner] as const),
        ),
      ),
    ),
  ),
);

/** Writable views and functions, each of which belongs to one role, as a table does. */
const COMMANDS_TOO = [
  'credit_standing',
  'open_balances',
  'open_house_balances',
  'draw_to_slot',
  'hold_counters',
  'count_open_profit',
  'act_for',
  'act_by_key',
];

/** Both roles write this table, although only requests outside of commands set the outcome. */
const NOTIFIED_BY_THE_DOOR = ['notice'];

/** The privileges of one of the two serving roles. */
export function servingLines(who: 'candor_app' | 'candor_door'): string[] {
  const others = who === 'candor_app' ? 'door' : 'commands';
  return rightLines(RIGHTS, who).filter((line) => {
    const [, may = '', thing = ''] = /^\S+ (\S+) (\S+)$/.exec(line) ?? [];
    const name = thing.split('.')[0] ?? '';
    if (who === 'candor_door' && COMMANDS_TOO.includes(name)) return may === 'select';
    if (who === 'candor_app' && NOTIFIED_BY_THE_DOOR.includes(name)) return may !== 'update';
    return !['insert', 'update', 'delete'].includes(may) || ownerOf.get(name) !== others;
  });
}
