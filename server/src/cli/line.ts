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

  lever list                    applications for leverage that wait, oldest first
  lever show <customer>         the answers, what speaks against leverage, how the customer stands
  lever approve <customer>      switches leverage on; needs --note where something speaks against it
  lever reject <customer>       needs --reason
  lever off <customer>          switches leverage off again; needs --reason; refused while a trade is open
${CUSTOMERS_HELP}  operator add <operator>       needs --role and --person; the first is an admin and needs nobody, the others an admin,
                                and once there were two admins, another one who confirms
  operator confirm <operator>   lets in who another admin added; needs the same --role and --person
  operator keys                 passkeys that wait for somebody who confirms them, with their fingerprints
  operator key <operator>       confirms a passkey as the owner of the database, where no admin has one yet; needs
                                --fingerprint and --as-owner
  operator unlock <operator>    forgives wrong tries to sign in on this command line
  key rotate tape|log|vault     replaces the key that signs or seals by a new one, as the owner of the database, while no
                    server runs
  clock show                    what time it is on the market, and what feed runs
  clock forward hour|day        sets a simulated market's clock forward, for everybody and for good
  log                           the newest records of the log of operators, newest first

<customer> is an account name or the number of an account.

  --reason <code>   of lever: ${leverReasons.join(', ')};
${CUSTOMERS_REASONS}  --note <text>     what the log of operators keeps besides, for colleagues and auditors
  --role <role>     of a new operator: support, reviewer, treasurer, admin
  --person <name>   who a new operator is, the same for every account of one person
  --fingerprint <text>
                    of operator key: as the console showed it to whoever brought the passkey
  --as-owner        of operator confirm and operator key: the owner of the database stands for the second person, and nobody signs in
  --out <file>      where a picture is written
  --limit <number>  how many records of the log (20)
  --data <folder>   the data folder of the running server (.data)
  --help            prints this

Environment

  OPERATOR_ACCOUNT, OPERATOR_PASSWORD, OPERATOR_TOTP
                    who acts, with the six digits of the authenticator; asked for where they are not given
  OPERATOR_NEW_PASSWORD
                    of a new operator; asked for where it is not given
  DATABASE_URL      the database, where it is not the embedded one of the data folder
  DATABASE_OWNER_URL
                    the same as its owner, for --as-owner, operator keys and key rotate
  VAULT_KEY         the key that the server seals with, where it is not that of the data folder
  VAULT_KEY_NEXT    the new one for key rotate vault, where VAULT_KEY is given
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
    return 'Say how far: clock forward hour or clock forward day, or clock forward minutes and a number up to 1440.';
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
    return 'Give --fingerprint: the 24 digits that the console showed to whoever brought the passkey.';
  }
  if (values['as-owner'] !== true)
    return 'Another admin confirms a passkey in the console. The owner of the database gives --as-owner.';
  return { kind: 'operator key', account, fingerprint };
}

function readLog({ limit }: Values): OperatorTask | string {
  if (limit !== undefined && !/^[1-9]\d{0,3}$/.test(limit)) return `Give --limit as 1 to ${LOG_MAX}.`;
  return { kind: 'log', limit: Math.min(limit === undefined ? LOG_USUAL : Number(limit), LOG_MAX) };
}
