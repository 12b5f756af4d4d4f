/** Plays an operator's line: reads the case as the console shows it, and submits the decision with the facts read. */
import { createHash } from 'node:crypto';
import type { OperatorDoor } from './doors.ts';
import type { Among, Customer, OperatorLine } from './lines.ts';
import { clientId, paymentReference } from './stage.ts';
import type { Stage } from './stage.ts';

type Does = OperatorLine['does'];
type Of<Kind extends Does> = Among<OperatorLine, Kind>;
type At = { readonly stage: Stage; readonly door: OperatorDoor; readonly key: string };
type Player<Kind extends Does> = (line: Of<Kind>, at: At) => Promise<unknown>;

/** The name of an object that an earlier line created. */
type AboutCase = { readonly of: string };

const HOLD_SECONDS = 86_400;

async function caseOf(stage: Stage, of: string) {
  const { who, id } = stage.made(of);
  return { customer: await stage.idOf(who), id };
}

function decideDeposit(verdict: 'approve' | 'await' | 'reject') {
  return async ({ of }: AboutCase, { stage, door, key }: At): Promise<void> => {
    const ref = await caseOf(stage, of);
    await door.ask('POST deposit_picture', ref);
    const { amount, voucher_hash } = await door.ask('GET deposit', ref);
    const said = {
      ...(verdict === 'approve' && { reference: paymentReference(of) }),
      ...(verdict === 'reject' && { reason: 'voucher_unreadable' as const }),
    };
    await door.ask('POST deposit_decide', { ...ref, verdict, amount, voucher_hash, ...said }, key);
  };
}

function decideDocuments(verdict: 'approve' | 'reject') {
  return async ({ of }: { readonly of: Customer }, { stage, door, key }: At): Promise<void> => {
    const customer = await stage.idOf(of);
    const { seen } = await door.ask('POST kyc', { customer });
    for (const side of ['front', 'back'] as const) await door.ask('POST kyc_picture', { customer, side });
    const reason = verdict === 'reject' ? { reason: 'photo_unreadable' as const } : {};
    await door.ask('POST kyc_decide', { customer, seen, verdict, ...reason }, key);
  };
}

function decideWithdrawal(verdict: 'approve' | 'hold') {
  return async ({ of }: AboutCase, { stage, door, key }: At): Promise<void> => {
    const ref = await caseOf(stage, of);
    const { amount, address, requested_at } = await door.ask('GET withdrawal', ref);
    const held =
      verdict === 'hold' ? { reason: 'security_check' as const, until: requested_at + HOLD_SECONDS } : {};
    await door.ask('POST withdrawal_decide', { ...ref, verdict, amount, address, ...held }, key);
  };
}

function decideLoan(verdict: 'approve' | 'reject') {
  return async ({ of }: AboutCase, { stage, door, key }: At): Promise<void> => {
    const ref = await caseOf(stage, of);
    const { amount, documents } = await door.ask('GET loan', ref);
    const seen = documents.map(({ hash }) => hash);
    const reason = verdict === 'reject' ? { reason: 'income_unclear' as const } : {};
    await door.ask('POST loan_decide', { ...ref, verdict, amount, documents: seen, ...reason }, key);
  };
}

const players: { readonly [Kind in Does]: Player<Kind> } = {
  'approves the documents': decideDocuments('approve'),
  'rejects the documents': decideDocuments('reject'),
  'credits the deposit': decideDeposit('approve'),
  'awaits the deposit': decideDeposit('await'),
  'rejects the deposit': decideDeposit('reject'),
  'approves the withdrawal': decideWithdrawal('approve'),
  'holds the withdrawal': decideWithdrawal('hold'),
  'pays the withdrawal': async ({ of }, { stage, door, key }) => {
    const ref = await caseOf(stage, of);
    const { amount } = await door.ask('GET withdrawal', ref);
    const paid = { outcome: 'paid' as const, amount, reference: paymentReference(of) };
    await door.ask('POST withdrawal_settle', { ...ref, ...paid }, key);
  },
  'approves the loan': decideLoan('approve'),
  'rejects the loan': decideLoan('reject'),
  answers: async ({ of, text, thenCloses, who }, { door, key }) => {
    const { items } = await door.ask('GET chat_inbox', { show: 'all', q: of });
    const [row] = items;
    if (row === undefined) throw new Error(`expected a conversation with ${of}, found none`);
    const { id } = row;
    if (row.assigned_to !== who) await door.ask('POST chat_assign', { id, from: row.assigned_to }, key);
    await door.ask('POST chat_reply', { id, client_id: clientId(key), text });
    if (thenCloses !== true) return;
    const after = await door.ask('GET chat_conversation', { id });
    await door.ask('POST chat_close', { id, last: after.messages.at(-1)?.number ?? 0 });
  },
  'saves a reply': async ({ slug, language, title, text }, { door, key }) =>
    door.ask('POST chat_canned', { slug, language, version: 0, title, text }, key),
  'writes news': async ({ slug, texts }, { door, key }) =>
    door.ask(
      'POST article_save',
      {
        ...{ slug, kind: 'news', topic: null, picture: null, banner: true, seen_version: null },
        ...{ texts: [...texts], reason: 'Announces the change to customers.' },
      },
      key,
    ),
  'releases news': async ({ slug }, { door, key }) => {
    const { waiting, version } = await door.ask('GET article', { slug });
    const texts = (waiting?.texts ?? []).map(({ language, now }) => [
      language,
      createHash('sha256').update(`${now.title}\n${now.summary}\n${now.body}`).digest('hex'),
    ]);
    const said = { verdict: 'released' as const, texts: Object.fromEntries(texts) as Record<string, string> };
    await door.ask(
      'POST article_release',
      { slug, seen_version: version, ...said, reason: 'Read and correct.' },
      key,
    );
  },
};

export async function playOperator(
  line: OperatorLine,
  { stage, key }: { readonly stage: Stage; readonly key: string },
): Promise<void> {
  const door = await stage.operator(line.who);
  await (players[line.does] as Player<Does>)(line, { stage, door, key });
}
