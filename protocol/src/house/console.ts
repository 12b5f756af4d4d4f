/** House administration: house accounts and custody, published terms, operators, and the requirements for live mode. */
import * as v from 'valibot';
import { termsVersion } from '../transparency/schemas.ts';
import { decimal, decimalOut, none, nothing, seconds, secondsIn, text } from '../fields.ts';
import { called, customerId, reasonText } from '../console/fields.ts';
import { consoleCall, everyRole, operatorRoles } from '../console/console-call.ts';
import { operatorSubject } from '../console/approval.ts';

/** The authenticator's secret; null while the operator is unconfirmed and after the secret was used. */
const authenticator = { totp_secret: v.nullable(v.string()), totp_uri: v.nullable(v.string()) };

export const houseConsoleCalls = {
  'GET house': consoleCall({
    roles: ['treasurer', 'admin'],
    summary:
      'Every account of the house, what customers may claim, and custody held against what banks and chains say.',
    input: none,
    output: v.object({
      accounts: v.array(v.object({ account: v.string(), currency: v.string(), amount: decimalOut })),
      reconciliation: v.array(
        v.object({
          currency: v.string(),
          claims: decimalOut,
          own: decimalOut,
          /** The amount that customers would receive in addition to their margins if every open position closed now. */
          open_profit: decimalOut,
          /** Proceeds of closings that the house still owes. */
          owed: decimalOut,
          /** Maximum profits of open options, published income and rewards. */
          set_aside: decimalOut,
          /** The house's equity minus the three amounts above. */
          free: decimalOut,
          custody: decimalOut,
          /** The sum of the newest statements of all sources; null if there is none. */
          stated: v.nullable(decimalOut),
          difference: v.nullable(decimalOut),
          as_of: v.nullable(seconds),
        }),
      ),
      statements: v.array(
        v.object({
          currency: v.string(),
          source: v.string(),
          amount: decimalOut,
          as_of: seconds,
          noted_by: v.string(),
        }),
      ),
    }),
    refusals: [],
  }),
  'POST custody_note': consoleCall(
    {
      roles: ['treasurer', 'admin'],
      summary: 'Records a balance that a bank or a chain reports.',
      input: v.object({
        currency: text(12),
        source: called(80),
        amount: decimal,
        as_of: secondsIn,
        /**
         * The SHA-256 of the bank's document, "sha256:<hex>", or an address with the signature of its key (EIP-191) over
         * "candor-custody-v1|<currency>|<address>|<as_of>": "address:0x…:0x…". Without it, the statement is not counted.
         */
        evidence: v.optional(text(200)),
      }),
      output: nothing,
      refusals: ['currency_invalid', 'amount_wrong'],
      touches: 'everything',
    },
    () => ({ action: 'custody.note', subject: 'house' }),
  ),
  'GET terms': consoleCall({
    roles: everyRole,
    summary: 'All published terms with their versions: current, upcoming and past.',
    input: none,
    output: v.array(
      v.object({
        subject: v.string(),
        versions: v.array(
          v.object({
            ...termsVersion.entries,
            /** The proposal that published the version; null for the default terms of a new platform. */
            proposal: v.nullable(v.string()),
          }),
        ),
      }),
    ),
    refusals: [],
  }),
  'GET operators': consoleCall({
    roles: ['admin'],
    summary: 'The operators, with their conflicts of interest.',
    input: none,
    output: v.array(
      v.object({
        account: v.string(),
        role: v.picklist(operatorRoles),
        person: v.string(),
        authenticator: v.boolean(),
        disabled_at: v.nullable(seconds),
        last_seen_at: v.nullable(seconds),
        /** The admin who added the operator; null for an example operator of a demo. */
        added_by: v.nullable(v.string()),
        added_at: seconds,
        /**
         * The admin who confirmed the identity; null before that; "bootstrap" if no confirmation was needed or the database's
         * owner confirmed the identity.
         */
        confirmed_by: v.nullable(v.string()),
        confirmed_at: v.nullable(seconds),
        ties: v.array(v.string()),
      }),
    ),
    refusals: [],
  }),
  'POST operator_add': consoleCall(
    {
      roles: ['admin'],
      summary:
        'Adds an operator, who waits until another person confirms it. Before a house has had two admins it counts at once, and answers the secret for the authenticator.',
      input: v.object({
        account: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_.-]{1,39}$/)),
        role: v.picklist(operatorRoles),
        /** The person's name, the same for all accounts of one person. */
        person: called(80),
        password: v.pipe(v.string(), v.minLength(12), v.maxLength(256)),
      }),
      output: v.object({ account: v.string(), waits: v.boolean(), ...authenticator }),
      refusals: ['account_taken', 'password_common'],
      touches: 'everything',
    },
    (sent) => ({ action: 'operator.add', subject: operatorSubject(sent.account) }),
  ),
  'POST operator_confirm': consoleCall(
    {
      roles: ['admin'],
      summary:
        'Confirms who was added by another person; answers the secret for their authenticator, to a repeat under the same key too until it is used.',
      /** The operator as displayed, which the confirming admin signs. */
      input: v.object({ account: text(60), role: v.picklist(operatorRoles), person: called(80) }),
      output: v.object({ account: v.string(), ...authenticator }),
      refusals: [
        'user_not_found',
        'case_changed',
        'state_abnormal',
        'operation_illegal',
        'second_person_needed',
      ],
      touches: 'everything',
    },
    (sent) => ({ action: 'operator.confirm', subject: operatorSubject(sent.account) }),
  ),
  'POST operator_disable': consoleCall(
    {
      roles: ['admin'],
      summary: 'Ends an operator’s sessions and disables their login.',
      input: v.object({ account: text(60), reason: reasonText }),
      output: nothing,
      refusals: ['user_not_found', 'state_abnormal', 'operation_illegal', 'two_admins_needed'],
      touches: 'everything',
    },
    (sent) => ({ action: 'operator.disable', subject: operatorSubject(sent.account) }),
  ),
  'POST operator_unlock': consoleCall(
    {
      roles: ['admin'],
      summary: 'Clears an operator’s failed login attempts.',
      input: v.object({ account: text(60), reason: reasonText }),
      output: nothing,
      refusals: ['user_not_found'],
      touches: 'everything',
    },
    (sent) => ({ action: 'operator.unlock', subject: operatorSubject(sent.account) }),
  ),
  'POST tie': consoleCall(
    {
      roles: everyRole,
      summary:
        'Notes that a person of the house is a customer, or close to one, and so decides nothing about them; for good.',
      input: v.object({ customer: customerId, person: called(80) }),
      output: nothing,
      refusals: ['user_not_found', 'unauthorized', 'state_abnormal', 'operation_illegal'],
      touches: 'everything',
    },
    (sent) => ({ action: 'operator.tie', subject: `person:${sent.person.trim()}` }),
  ),
  'GET checklist': consoleCall({
    roles: everyRole,
    summary: 'The requirements of live mode, and whether each is met.',
    input: none,
    output: v.object({
      mode: v.picklist(['demo', 'live']),
      items: v.array(v.object({ code: v.string(), met: v.boolean(), says: v.string() })),
    }),
    refusals: [],
  }),
};
