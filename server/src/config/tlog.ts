/** Parses the options of the transparency log: `--log-origin`, `--witness`, `--witness-quorum` and `--app-rollback`. */
import { Mistake } from './environment.ts';

export type TlogConfig = {
  /** Undefined: derived from the log's key. */
  readonly origin: string | undefined;
  /** `own`: the demo starts three witnesses itself. */
  readonly witnesses: 'own' | readonly { readonly vkey: string; readonly url: string }[];
  readonly quorum: number;
};

const OWN_QUORUM = 2;
const ORIGIN = /^[^\s+]{1,200}$/u;

export function tlogOf(
  origin: string | undefined,
  given: readonly string[],
  quorum: string | undefined,
  mode: 'demo' | 'live',
): TlogConfig {
  if (origin !== undefined && !ORIGIN.test(origin)) {
    throw new Mistake(`--log-origin must not contain spaces or plus signs, and "${origin}" does.`);
  }
  if (given.length === 0 && mode === 'demo') {
    return { origin, witnesses: 'own', quorum: quorumOf(quorum, 3, OWN_QUORUM) };
  }
  const witnesses = given.filter((text) => text !== 'none').map(witnessOf);
  if (witnesses.length > 0 && witnesses.length < given.length) {
    throw new Mistake('--witness none cannot be combined with other witnesses.');
  }
  const names = witnesses.map(({ vkey }) => vkey.split('+')[0]);
  const keys = witnesses.map(({ vkey }) => vkey.split('+').slice(2).join('+'));
  if (new Set(names).size < names.length || new Set(keys).size < keys.length) {
    throw new Mistake('--witness names a witness or a key twice, so it would be counted twice.');
  }
  const usual = witnesses.length === 0 ? 0 : Math.floor(witnesses.length / 2) + 1;
  return { origin, witnesses, quorum: quorumOf(quorum, witnesses.length, usual) };
}

function witnessOf(text: string): { vkey: string; url: string } {
  const [vkey, url, ...rest] = text.trim().split(/\s+/);
  const isAddress = url !== undefined && /^https?:\/\//.test(url) && URL.canParse(url);
  if (vkey === undefined || !isAddress || rest.length > 0) {
    throw new Mistake(
      `--witness must be a key and an address, "<name>+<id>+<key> https://…", not "${text}".`,
    );
  }
  return { vkey, url: url.replace(/\/+$/, '') };
}

function quorumOf(text: string | undefined, count: number, usual: number): number {
  if (text === undefined) return usual;
  const quorum = /^\d{1,3}$/.test(text) ? Number(text) : -1;
  if (quorum < 0 || quorum > count) {
    throw new Mistake(`--witness-quorum must be from 0 to the number of witnesses, ${count}, not "${text}".`);
  }
  return quorum;
}

/** The form of a reason that the log publishes. */
const REASON = /^[^\p{Cc}]{10,500}$/u;

export function appRollbackOf(reason: string | undefined): string | undefined {
  if (reason === undefined || REASON.test(reason)) return reason;
  throw new Mistake('--app-rollback must give a reason of 10 to 500 characters on one line.');
}
