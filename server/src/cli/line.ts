/** Parses the operators' command line. */
import { leverReasons } from '@candor/protocol/leverage/schemas.ts';
import { parseArgs } from 'node:util';
import type { Verdict } from '../features/leverage/rules.ts';
import type { FactorResetReason } from '../features/security/operator-commands.ts';
import type { CreditSetReason, StandingChange, StandingReason } from '../features/standing/rules.ts';
import type { Verdict as VerificationVerdict } from '../features/verification/rules.ts';
import { readAdding } from './adding.ts';
import type { Adding } from './adding.ts';
import { readRotation } from './rotating.ts';
import type { KeyTask } from './rotating.ts';
import type { ClockForward } from '../features/demo/clock.ts';
import {
  CUSTOMERS_HELP,
  CUSTOMERS_REASONS,
  readCreditTask,
  readFactorTask,
  readKycTask,
  readStandingTask,
} from './line-customers.ts';
import { noteOf, unknown } from './words.ts';
import type { Unlocking } from '../operators/unlocking.ts';
import type { Values } from './words.ts';

export type OperatorLine =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'wrong'; readonly sentence: string }
  | { readonly kind: 'run'; readonly data: string; readonly task: OperatorTask };

export type OperatorTask =
  | { readonly kind: 'lever list' }
  | { readonly kind: 'lever show'; readonly customer: string }
  | { readonly kind: 'lever verdict'; readonly customer: string; readonly verdict: Verdict }
  | { readonly kind: 'kyc list' }
  | { readonly kind: 'kyc show'; readonly customer: string; readonly note: string | undefined }
  | {
      readonly kind: 'kyc document';
      readonly customer: string;
      readonly side: 'front' | 'back';
      readonly out: string;
      readonly note: string | undefined;
    }
  | { readonly kind: 'kyc verdict'; readonly customer: string; readonly verdict: VerificationVerdict }
  | {
      readonly kind: 'customer standing';
      readonly customer: string;
      readonly change: StandingChange;
      readonly reason: StandingReason;
      readonly note: string | undefined;
    }
  | {
      readonly kind: 'credit set';
      readonly customer: string;
      readonly score: number;
      readonly reason: CreditSetReason;
      readonly note: string | undefined;
    }
  | {
      readonly kind: 'factor reset';
      readonly customer: string;
      readonly reason: FactorResetReason;
      readonly note: string | undefined;
    }
  | KeyTask
  | { readonly kind: 'operator keys' }
  | { readonly kind: 'operator key'; readonly account: string; readonly fingerprint: string }
  | { readonly kind: 'operator unlock'; readonly unlocking: Unlocking }
  | { readonly kind: 'operator add'; readonly adding: Adding }
  | { readonly kind: 'operator confirm'; readonly adding: Adding; readonly asOwner: boolean }
  | { readonly kind: 'clock show' }
  | { readonly kind: 'clock forward'; readonly forward: ClockForward }
  | { readonly kind: 'log'; readonly limit: number };

const HELP = `npm run operator -- <command> [options]

  lever list                    pending applications for leverage, oldest first
  lever show <customer>         the answers, the concerns about leverage, and the state of the account
  lever approve <customer>      switches leverage on; needs --note if there are concerns
  lever reject <customer>       needs --reason
  lever off <customer>          switches leverage off again; needs --reason; refused while a leveraged trade is open
${CUSTOMERS_HELP}  operator add <operator>       needs --role and --person; the first operator is an admin and needs nobody, each further
                                one needs an admin, and once there have been two admins, a second one to confirm
  operator confirm <operator>   confirms an operator whom another admin added; needs the same --role and --person
  operator keys                 passkeys that wait for confirmation, with their fingerprints
  operator key <operator>       confirms a passkey as the owner of the database, if no admin has one yet; needs
                                --fingerprint and --as-owner
  operator unlock <operator>    resets the count of wrong attempts to sign in on this command line
  key rotate tape|log|vault     replaces the key that signs or seals with a new one, as the owner of the database, while no
                    server runs
  clock show                    the time of the market, and the feed that runs
  clock forward hour|day        sets a simulated market's clock forward, for everybody; this cannot be undone
  log                           the latest records of the operators' log, newest first

<customer> is an account name or the number of an account.

  --reason <code>   of lever: ${leverReasons.join(', ')};
${CUSTOMERS_REASONS}  --note <text>     a note that the operators' log keeps as well, for colleagues and auditors
  --role <role>     of a new operator: support, reviewer, treasurer, admin
  --person <name>   the person behind a new operator's account, the same for each account of one person
  --fingerprint <text>
                    of operator key: as the console showed it to the owner of the passkey
  --as-owner        of operator confirm and operator key: the owner of the database acts as the second person, and nobody signs in
  --out <file>      the file to which an image is written
  --limit <number>  the number of records of the log (20)
  --data <folder>   the data folder of the running server (.data)
  --help            prints this text

Environment

  OPERATOR_ACCOUNT, OPERATOR_PASSWORD, OPERATOR_TOTP
                    the operator who acts, with the six digits of the authenticator; prompted for if not set
  OPERATOR_NEW_PASSWORD
                    of a new operator; prompted for if not set
  DATABASE_URL      the database, unless it is the embedded one of the data folder
  DATABASE_OWNER_URL
                    the same as its owner, for --as-owner, operator keys and key rotate
  VAULT_KEY         the key with which the server seals, unless it is the one in the data folder
  VAULT_KEY_NEXT    the new key for key rotate vault, if VAULT_KEY is given
`;

const LOG_USUAL = 20;
const LOG_MAX = 1000;

/** Returns the parsed task, or an error message if the arguments are invalid. */
export function readOperatorLine(args: readonly string[]): OperatorLine {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        reason: { type: 'string' },
        note: { type: 'string' },
        limit: { type: 'string' },
        out: { type: 'string' },
        role: { type: 'string' },
        person: { type: 'string' },
        fingerprint: { type: 'string' },
        'as-owner': { type: 'boolean', default: false },
        data: { type: 'string', default: '.data' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return { kind: 'wrong', sentence: (error as Error).message };
  }
  const { values, positionals } = parsed;
  if (values.help || positionals.length === 0) return { kind: 'help', text: HELP };
  const task = readTask(positionals, values);
  return typeof task === 'string'
    ? { kind: 'wrong', sentence: task }
    : { kind: 'run', data: values.data, task };
}

function readTask(words: readonly string[], values: Values): OperatorTask | string {
  const [area, what, customer, extra] = words;
  if (area === 'log' && what === undefined) return readLog(values);
  if (area === 'clock') return readClockTask(words, values);
  if (area === 'kyc') return readKycTask(words, values);
  if (area === 'customer') return readStandingTask(words, values);
  if (area === 'factor') return readFactorTask(words, values);
  if (area === 'credit') return readCreditTask(words, values);
  if (area === 'key') return readRotation(words);
  if (area === 'operator') return readOperatorTask(words, values);
  if (area !== 'lever' || extra !== undefined) return unknown(words);
  if (what === 'list' && customer === undefined) return { kind: 'lever list' };
  if (what !== 'show' && what !== 'approve' && what !== 'reject' && what !== 'off') return unknown(words);
  if (customer === undefined) return `Name the customer: lever ${what} <customer>.`;
  if (what === 'show') return { kind: 'lever show', customer };
  const note = noteOf(values);
  if (what === 'approve') {
    if (values.reason !== undefined) return 'An approval has no --reason; a --note goes into the log.';
    return { kind: 'lever verdict', customer, verdict: { kind: what, note } };
  }
  const reason = leverReasons.find((code) => code === values.reason);
  if (reason === undefined) return `Give --reason as one of ${leverReasons.join(', ')}.`;
  return { kind: 'lever verdict', customer, verdict: { kind: what, reason, note } };
}

const DAY_MINUTES = 1440;

function readClockTask(words: readonly string[], values: Values): OperatorTask | string {
  const [, what, step, count, extra] = words;
  if (what === 'show' && step === undefined) return { kind: 'clock show' };
  if (what !== 'forward' || extra !== undefined || (step !== 'minutes' && count !== undefined))
    return unknown(words);
  const note = noteOf(values);
  if (step === 'hour' || step === 'day') return { kind: 'clock forward', forward: { step, note } };
  const minutes = /^[1-9]\d{0,3}$/.test(count ?? '') ? Number(count) : 0;
  if (step !== 'minutes' || minutes === 0 || minutes > DAY_MINUTES)
    return 'Name the distance: clock forward hour, clock forward day, or clock forward minutes with a number up to 1440.';
  return { kind: 'clock forward', forward: { step, minutes, note } };
}

function readOperatorTask(words: readonly string[], values: Values): OperatorTask | string {
  const [, what, account, extra] = words;
  if (what === 'add' || what === 'confirm') {
    const adding = readAdding(words, values);
    if (typeof adding === 'string') return adding;
    if (what === 'add') return { kind: 'operator add', adding };
    return { kind: 'operator confirm', adding, asOwner: values['as-owner'] === true };
  }
  if (what === 'keys' && account === undefined) return { kind: 'operator keys' };
  if (what === 'key' && extra === undefined) return readKeyTask(account, values);
  if (what !== 'unlock' || extra !== undefined) return unknown(words);
  if (account === undefined) return 'Name the operator: operator unlock <operator>.';
  return { kind: 'operator unlock', unlocking: { account, note: noteOf(values) } };
}

function readKeyTask(account: string | undefined, values: Values): OperatorTask | string {
  if (account === undefined) return 'Name the operator: operator key <operator>.';
  const fingerprint = (values.fingerprint ?? '').replace(/\s/g, '').toLowerCase();
  if (!/^[0-9a-f]{24}$/.test(fingerprint)) {
    return 'Give --fingerprint, the 24 digits that the console showed to the owner of the passkey.';
  }
  if (values['as-owner'] !== true)
    return 'Another admin must confirm a passkey in the console. As the owner of the database, give --as-owner.';
  return { kind: 'operator key', account, fingerprint };
}

function readLog({ limit }: Values): OperatorTask | string {
  if (limit !== undefined && !/^[1-9]\d{0,3}$/.test(limit)) return `Give --limit as 1 to ${LOG_MAX}.`;
  return { kind: 'log', limit: Math.min(limit === undefined ? LOG_USUAL : Number(limit), LOG_MAX) };
}
