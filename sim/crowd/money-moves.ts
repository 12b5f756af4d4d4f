/**
 * Deposits and withdrawals, with the operators who decide about them; some decisions are wrong or made twice.
 */
import { createHash } from 'node:crypto';
import { amount, formatAmount } from '../../domain/src/money/amount.ts';
import { cents, keyOf, shareOf } from './move.ts';
import type { At, Move } from './move.ts';

type Case = { readonly customer: string; readonly id: string };

/** How operators treat a deposit. */
const VERDICTS = [
  'approve',
  'approve',
  'reject',
  'wrong amount first',
  'twice at once',
  'approve and reject at once',
] as const;

export const deposits: Move = async (at) => {
  const { person, chance, step, stage } = at;
  const voucher = person.vouchers.shift();
  if (voucher === undefined) return;
  const sent = formatAmount(cents(amount('50') + shareOf(amount('5000'), chance.fraction())));
  const fields = { currency: 'USDT', network: 'tron', amount: sent, voucher };
  const deed = await person.sends(step, 'POST wallet/charge_req', fields, { key: keyOf(step) });
  if (deed.heard !== 'ok') return;
  const { id } = deed.message as { readonly id: string };
  await stage.scene.agenda.pause(chance.integer(500, 20_000));
  await decideDeposit(at, { ref: { customer: person.id, id }, sent });
};

async function decideDeposit(
  { stage, chance, step }: At,
  { ref, sent }: { ref: Case; sent: string },
): Promise<void> {
  const { rosa, ines } = stage.operators;
  const seen = await rosa.sends(step, 'GET deposit', ref);
  if (seen.heard !== 'ok') return;
  const { voucher_hash } = seen.message as { readonly voucher_hash: string };
  const reference = createHash('sha256').update(`deposit ${step}`).digest('hex');
  const approval = { ...ref, verdict: 'approve', amount: sent, voucher_hash, reference };
  const rejection = { ...ref, verdict: 'reject', amount: sent, voucher_hash, reason: 'not_received' };
  const decide = (by: typeof rosa, fields: object, part: string) =>
    by.sends(step, 'POST deposit_decide', { ...fields }, keyOf(step, part));
  const verdict = chance.of(VERDICTS);
  if (verdict === 'reject') await decide(rosa, rejection, '-reject');
  else if (verdict === 'twice at once')
    await Promise.all([
      decide(rosa, approval, '-approve'),
      decide(ines, approval, '-second'),
      decide(rosa, approval, '-again'),
    ]);
  else if (verdict === 'approve and reject at once')
    await Promise.all([decide(rosa, approval, '-approve'), decide(ines, rejection, '-reject')]);
  else {
    if (verdict === 'wrong amount first') {
      const wrong = await decide(rosa, { ...approval, amount: formatAmount(amount(sent) * 10n) }, '-wrong');
      if (wrong.heard === 'ok')
        stage.scene.chronicle.fault(`a deposit of ${sent} was credited with ten times as much`);
    }
    await decide(rosa, approval, '-approve');
  }
}

const ENDS = ['pay', 'pay', 'cancel', 'reject', 'fail', 'approve and cancel at once'] as const;

export const withdraws: Move = async (at) => {
  const { person, chance, step, stage } = at;
  const asked = formatAmount(cents(amount('40') + shareOf(amount('3000'), chance.fraction())));
  const fields = { currency: 'USDT', amount: asked, address: person.address, trading_password: '135790' };
  // Requests two withdrawals concurrently; at most one of them may be accepted.
  const sent = await Promise.all(
    [0, 1].map((twice) => person.sends(step, 'POST wallet/out', fields, { key: keyOf(step, `-${twice}`) })),
  );
  const accepted = sent.filter(({ heard }) => heard === 'ok');
  if (accepted.length > 1) stage.scene.chronicle.fault(`${person.who} has two withdrawals under way`);
  const [deed] = accepted;
  if (deed === undefined) return;
  const { id } = deed.message as { readonly id: string };
  await stage.scene.agenda.pause(chance.integer(500, 20_000));
  await decideWithdrawal(at, { customer: person.id, id });
};

async function decideWithdrawal({ stage, person, chance, step }: At, ref: Case): Promise<void> {
  const { ines, theo } = stage.operators;
  const end = chance.of(ENDS);
  const cancel = () =>
    person.sends(step, 'POST wallet/out_cancel', { id: ref.id }, { key: keyOf(step, '-cancel') });
  if (end === 'cancel') {
    await cancel();
    return;
  }
  const seen = await ines.sends(step, 'GET withdrawal', ref);
  if (seen.heard !== 'ok') return;
  const { amount: asked, address } = seen.message as { readonly amount: string; readonly address: string };
  const decide = (verdict: object) =>
    ines.sends(
      step,
      'POST withdrawal_decide',
      { ...ref, amount: asked, address, ...verdict },
      keyOf(step, '-decide'),
    );
  if (end === 'reject') {
    await decide({ verdict: 'reject', reason: 'suspected_misuse' });
    return;
  }
  const [approved] = await Promise.all([
    decide({ verdict: 'approve' }),
    ...(end === 'approve and cancel at once' ? [cancel()] : []),
  ]);
  if (approved?.heard !== 'ok') return;
  const reference = createHash('sha256').update(`payment ${step}`).digest('hex');
  const settled =
    end === 'fail'
      ? { outcome: 'failed', reason: 'payout_returned', proof: 'The bank returned it.' }
      : { outcome: 'paid', reference };
  const settle = (by: typeof theo, part: string) =>
    by.sends(step, 'POST withdrawal_settle', { ...ref, amount: asked, ...settled }, keyOf(step, part));
  // Two operators record the same payment.
  await Promise.all([settle(theo, '-settle'), settle(stage.operators.ada, '-settle-again')]);
}
