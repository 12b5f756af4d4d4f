/** Describes a day in words: who did what, when, and which answer they got. */
import type { Deed } from '../crowd/chronicle.ts';
import type { RunResult } from '../run/one-run.ts';

const time = (ms: number): string => new Date(ms).toISOString().slice(11, 19);

function heard({ heard: code, message, lost }: Deed): string {
  const died = lost === 0 ? '' : `, after the server died ${lost === 1 ? 'once' : `${lost} times`}`;
  if (code !== 'ok') return `refused: ${code}${died}`;
  const id = (message as { readonly id?: string } | null)?.id;
  return `accepted${id === undefined ? '' : ` as ${id}`}${died}`;
}

function said({ fields }: Deed): string {
  const shown = Object.entries(fields).filter(
    ([name]) => !['voucher', 'voucher_hash', 'trading_password'].includes(name),
  );
  return shown.map(([name, value]) => `${name} ${String(value)}`).join(', ');
}

export function told({ steps, deeds, faults, seed }: RunResult): string {
  const lines = steps.flatMap((step) => [
    `${time(step.atMs)} ${step.does === 'crash' ? 'The server dies and starts again.' : `${step.who} ${step.does}.`}`,
    ...deeds
      .filter((deed) => deed.step === step.n)
      .map((deed) => `           ${deed.who}: ${deed.name} (${said(deed)}): ${heard(deed)}`),
  ]);
  return [
    `The day of seed ${seed}:`,
    ...lines,
    ...faults.slice(0, 10).map((fault) => `  wrong: ${fault}`),
  ].join('\n');
}
