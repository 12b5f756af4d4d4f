/**
 * Decisions on a live platform. An admin enrols a passkey, the database owner confirms the first passkey, and admins confirm
 * each other's; no other key can sign. The attacks are those of a thief with a session, an assertion or the serving role's SQL.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APPROVAL_HEADER, approvalText, bodyText, signInText } from '@candor/protocol/console/approval.ts';
import { signedActOf } from '@candor/protocol/console/signed-calls.ts';
import type { ConsoleCallName, ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { lineOf } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { knock, wellAnswered } from '@candor/testing/front-door.ts';
import { asOwner, LIVE_PASSWORD, openLiveHouse } from '@candor/testing/live-house.ts';
import type { LiveHouse } from '@candor/testing/live-house.ts';
import { bringPasskey, PasskeySigner } from '@candor/testing/passkey-signer.ts';
import { appendSigned, signsAt } from '@candor/testing/signing.ts';
import { inTransaction } from '../src/db/transaction.ts';
import type { SignsAt } from '../src/operators/keys.ts';
import { verifyAudit } from '../src/operators/audit.ts';
import { breaches } from '../src/app/breaches.ts';

let house: LiveHouse;
let at: SignsAt;
const lines: Record<string, ConsoleLine> = {};
const keys: Record<string, { signer: PasskeySigner; key: string; fingerprint: string }> = {};

beforeAll(async () => {
  house = await openLiveHouse();
  at = signsAt(house.origin);
  lines['kim'] = await house.enter('kim');
  lines['lee'] = await house.enter('lee');
}, 60_000);
afterAll(async () => {
  expect((await verifyAudit(house.pool)).violation).toBeUndefined();
  expect(await breaches(house.pool)).toEqual([]);
  await house.stop();
});

const line = (account: string): ConsoleLine => lines[account] as ConsoleLine;
const signing = (account: string): ConsoleLine =>
  lineOf(house, { ...line(account), signer: keys[account]?.signer });
const note = (source = 'bank') => ({ currency: 'USDT', source, amount: '5', as_of: 1_700_000_000 });
const asked = async (who: ConsoleLine, name: ConsoleCallName, fields: object = {}) => {
  const { body } = await who.ask(name, fields);
  return body.type === 'ok' ? 'ok' : body.error;
};
const publicKey = async (key: string): Promise<string> =>
  (await line('kim').done('GET passkeys')).find((one) => one.key === key)?.public_key ?? '';
const confirming = async (account: string) => {
  const key = keys[account]?.key ?? '';
  return { account, key, public_key: await publicKey(key) };
};

describe('the enrolment and confirmation of passkeys', () => {
  test('is required before any decision', async () => {
    expect(await asked(line('kim'), 'POST custody_note', note())).toBe('approval_needed');
    keys['kim'] = await bringPasskey(line('kim'), at);
    // The passkey signs nothing before it is confirmed, not even its own confirmation.
    expect(await asked(signing('kim'), 'POST custody_note', note())).toBe('approval_needed');
    expect(await asked(signing('kim'), 'POST passkey_confirm', await confirming('kim'))).toBe(
      'approval_needed',
    );
  });

  test('lets the database owner confirm the first passkey by its fingerprint', async () => {
    const wrong = await house.confirmAsOwner('kim', '00'.repeat(12));
    expect(wrong.done).toBe(false);
    expect(await house.confirmAsOwner('lee', keys['kim']?.fingerprint ?? '')).toMatchObject({ done: false });
    expect(await house.confirmAsOwner('kim', keys['kim']?.fingerprint ?? '')).toMatchObject({ done: true });
    expect(await asked(signing('kim'), 'POST custody_note', note())).toBe('ok');
  });

  test('lets only another admin who is a different person confirm later passkeys', async () => {
    keys['lee'] = await bringPasskey(line('lee'), at);
    expect(await asked(signing('lee'), 'POST passkey_confirm', await confirming('lee'))).toBe(
      'approval_needed',
    );
    const other = { ...(await confirming('lee')), public_key: await publicKey(keys['kim']?.key ?? '') };
    expect(await asked(signing('kim'), 'POST passkey_confirm', other)).toBe('case_changed');
    expect(await asked(signing('kim'), 'POST passkey_confirm', await confirming('lee'))).toBe('ok');
    expect(await asked(signing('lee'), 'POST custody_note', note('chain'))).toBe('ok');
    expect(await asked(signing('kim'), 'POST passkey_confirm', await confirming('lee'))).toBe(
      'state_abnormal',
    );
    const second = await bringPasskey(line('kim'), at);
    const own = { account: 'kim', key: second.key, public_key: await publicKey(second.key) };
    expect(await asked(signing('kim'), 'POST passkey_confirm', own)).toBe('second_person_needed');
    expect(await asked(signing('lee'), 'POST passkey_confirm', own)).toBe('ok');
  });

  test('rejects a passkey for another origin, for another challenge or without user verification', async () => {
    for (const wrong of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: 'AAAA' },
      { unverified: true },
      { format: 'packed' },
    ]) {
      const { challenge, nonce, time_ms } = await line('kim').done('POST passkey_options');
      const { created } = new PasskeySigner(at, challenge, wrong);
      expect([
        wrong,
        await asked(line('kim'), 'POST passkey_bring', { created, nonce, time_ms, label: 'x' }),
      ]).toEqual([wrong, 'passkey_wrong']);
    }
    // The nonce was issued to another operator.
    const { challenge, nonce, time_ms } = await line('lee').done('POST passkey_options');
    const { created } = new PasskeySigner(at, challenge);
    const theirs = { created, nonce, time_ms, label: 'x' };
    expect(await asked(line('kim'), 'POST passkey_bring', theirs)).toBe('passkey_wrong');
  });
});

/** Signs a call by hand, so that a test can send something else with the signature. */
async function header(account: string, name: ConsoleCallName, fields: Readonly<Record<string, unknown>>) {
  const { nonce, time_ms: timeMs, house: of } = await line(account).done('GET approval');
  const act = signedActOf(name, fields) ?? { action: '', subject: '' };
  const text = approvalText({ ...act, house: of, operator: account, body: bodyText(fields), nonce, timeMs });
  const signed = keys[account]?.signer.sign(text, { nonce, timeMs });
  return { [APPROVAL_HEADER]: Buffer.from(JSON.stringify(signed)).toString('base64url') };
}
const sent = async (
  account: string,
  name: ConsoleCallName,
  fields: object,
  headers: Record<string, string>,
) => {
  const { body } = await line(account).ask(name, fields, { headers });
  return body.type === 'ok' ? 'ok' : body.error;
};

describe('a thief with a session, an assertion or SQL', () => {
  test('can’t use an assertion for another body, call or account, or a second time', async () => {
    const headers = await header('kim', 'POST custody_note', note());
    expect(await sent('kim', 'POST custody_note', { ...note(), amount: '6' }, headers)).toBe(
      'approval_wrong',
    );
    expect(await sent('kim', 'POST tie', { customer: '100001', person: 'Kim' }, headers)).toBe(
      'approval_wrong',
    );
    expect(await sent('lee', 'POST custody_note', note(), headers)).toBe('approval_wrong');
    expect(await sent('kim', 'POST custody_note', note(), headers)).toBe('ok');
    expect(await sent('kim', 'POST custody_note', note(), headers)).not.toBe('ok');
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['an unverified user', { unverified: true }],
    ['the type of a registration', { type: 'webauthn.create' }],
    ['a decreased counter', { counter: 0 }],
  ])("can't use an assertion with %s", async (_, wrong) => {
    const { signer } = await countingKey();
    signer.wrong = { counter: 5 };
    const who = lineOf(house, { ...line('lee'), signer });
    expect(await asked(who, 'POST custody_note', note())).toBe('ok');
    signer.wrong = { counter: 6, ...wrong };
    expect(await asked(who, 'POST custody_note', note())).toBe('approval_wrong');
  });

  test('can’t use a revoked key', async () => {
    const { signer, key } = await countingKey();
    const revoking = { account: 'lee', key, reason: 'lost on a train' };
    expect(await asked(signing('kim'), 'POST passkey_revoke', revoking)).toBe('ok');
    // Every session that used the key is ended too.
    expect(await asked(line('lee'), 'GET me')).toBe('session_ended');
    lines['lee'] = await house.enter('lee');
    expect(await asked(lineOf(house, { ...line('lee'), signer }), 'POST custody_note', note())).toBe(
      'approval_needed',
    );
    expect(await asked(signing('kim'), 'POST passkey_revoke', revoking)).toBe('state_abnormal');
    const back = { account: 'lee', key, public_key: await publicKey(key) };
    expect(await asked(signing('kim'), 'POST passkey_confirm', back)).toBe('state_abnormal');
  });

  test('can’t add a key with the serving role’s SQL', async () => {
    const planted = house.pool.query(
      `insert into operator_key (id, account, kind, public_key, rp_id, origin, label, enrolled_ms)
        values ('AAAAAAAAAAAAAAAAAAAAAA', 'kim', 'passkey', '\\x01', $1, $2, 'x', 1)`,
      [at.rpId, at.origin],
    );
    await expect(planted).rejects.toMatchObject({ constraint: 'operator_key_record' });
    const { key } = await bringPasskey(line('lee'), at);
    for (const by of ['kim', 'bootstrap', 'lee']) {
      await expect(
        house.pool.query('update operator_key set confirmed_by = $2, confirmed_ms = 1 where id = $1', [
          key,
          by,
        ]),
      ).rejects.toMatchObject({ constraint: 'operator_key_two_persons' });
    }
    expect(
      await house.pool.query('select from operator_key where id = $1 and confirmed_ms is null', [key]),
    ).toMatchObject({
      rowCount: 1,
    });
  });
});

/** Enrols a passkey for lee that counts its uses, confirmed by kim. */
async function countingKey() {
  const made = await bringPasskey(line('lee'), at);
  const confirmation = { account: 'lee', key: made.key, public_key: await publicKey(made.key) };
  expect(await asked(signing('kim'), 'POST passkey_confirm', confirmation)).toBe('ok');
  return made;
}

describe('logging in by passkey', () => {
  const options = async () =>
    wellAnswered(
      (await knock(house.origin, 'POST console/passkey_sign_in_options')).body,
    ) as ConsoleOutput<'POST passkey_sign_in_options'>;
  const login = async (passkey: string, nonce: string) =>
    knock(house.origin, 'POST console/passkey_login', { fields: { passkey, nonce } });
  const challengeOf = (nonce: string) => createHash('sha256').update(signInText(nonce)).digest('base64url');
  const wrong = { body: { error: 'login_wrong' } };
  const tried = async (signer: PasskeySigner, challenge = challengeOf) => {
    const { nonce } = await options();
    return login(signer.answer(challenge(nonce)), nonce);
  };

  test('requires a confirmed key, accepts each nonce once, and counts as a fresh confirmation', async () => {
    const { nonce } = await options();
    const signer = keys['kim']?.signer as PasskeySigner;
    const passkey = signer.answer(challengeOf(nonce));
    const { body, device } = await login(passkey, nonce);
    const { token, operator } = wellAnswered(body) as ConsoleOutput<'POST passkey_login'>;
    expect(operator).toEqual({ account: 'kim', role: 'admin', person: 'Kim' });
    const there = lineOf(house, { account: 'kim', token, device, signer });
    expect(await asked(there, 'POST custody_note', note())).toBe('ok');
    expect(await login(passkey, nonce)).toMatchObject(wrong);
  });

  test('rejects a key that is unconfirmed, comes from another origin, or signed something else', async () => {
    expect(await tried((await bringPasskey(line('lee'), at)).signer)).toMatchObject(wrong);
    const signer = keys['kim']?.signer as PasskeySigner;
    signer.wrong = { origin: 'https://evil.example' };
    expect(await tried(signer)).toMatchObject(wrong);
    signer.wrong = {};
    expect(await tried(signer, () => 'AAAA')).toMatchObject(wrong);
    // A page never signs the bare nonce, so no server can present a signed decision as a login.
    expect(await tried(signer, (nonce) => nonce)).toMatchObject(wrong);
    expect(await login(signer.answer(challengeOf('f'.repeat(32))), 'f'.repeat(32))).toMatchObject(wrong);
    expect(await login('{}', (await options()).nonce)).toMatchObject(wrong);
  });
});

describe('a fresh confirmation', () => {
  const stale = () =>
    house.pool.query('update operator_session set fresh_ms = $1 where ended_ms is null', [
      Date.now() - 301_000,
    ]);

  test('is required after five minutes for unsigned actions, and can be given with a code or a passkey', async () => {
    await stale();
    expect(await asked(line('kim'), 'POST passkey_options')).toBe('confirmation_needed');
    expect(await asked(line('kim'), 'POST confirm', { totp: '000000' })).toBe('confirmation_wrong');
    expect(await asked(line('kim'), 'POST passkey_options')).toBe('confirmation_needed');
    expect(await asked(line('kim'), 'POST confirm', { totp: await house.codeOf('kim') })).toBe('ok');
    expect(await asked(line('kim'), 'POST passkey_options')).toBe('ok');
    await stale();
    // A passkey verifies its owner at every decision, so it needs no separate confirmation.
    expect(await asked(signing('kim'), 'POST custody_note', note())).toBe('ok');
    const act = { action: 'session.confirm', subject: 'operator:kim' };
    const { nonce, time_ms: timeMs, house: of } = await line('kim').done('GET approval');
    const text = approvalText({ ...act, house: of, operator: 'kim', body: '{}', nonce, timeMs });
    const signed = keys['kim']?.signer.sign(text, { nonce, timeMs });
    const given = { signed: Buffer.from(JSON.stringify(signed)).toString('base64url') };
    expect(await asked(line('lee'), 'POST confirm', given)).toBe('confirmation_wrong');
    expect(await asked(line('kim'), 'POST confirm', given)).toBe('ok');
    expect(await asked(line('kim'), 'POST passkey_options')).toBe('ok');
    // A signature for another decision does not confirm this one.
    const other = (await header('kim', 'POST custody_note', note()))[APPROVAL_HEADER] ?? '';
    expect(await asked(line('kim'), 'POST confirm', { signed: other })).toBe('confirmation_wrong');
  });
});

describe('an operator’s own password or authenticator', () => {
  const next = 'another long horse';

  test('changes only with the old password and a signature, which ends every other session', async () => {
    const elsewhere = await house.enter('kim');
    const change = { account: 'kim', password: LIVE_PASSWORD, new_password: next };
    expect(await asked(line('kim'), 'POST own_password', change)).toBe('approval_needed');
    expect(await asked(signing('kim'), 'POST own_password', { ...change, password: 'x' })).toBe(
      'old_password_wrong',
    );
    expect(await asked(signing('kim'), 'POST own_password', { ...change, account: 'lee' })).toBe(
      'operation_illegal',
    );
    expect(await asked(signing('kim'), 'POST own_password', change)).toBe('ok');
    expect(await asked(elsewhere, 'GET me')).toBe('session_ended');
    expect(await asked(line('kim'), 'GET me')).toBe('ok');
    await house.enter('kim', next);
    const { rows } = await house.pool.query(
      `select a.after, a.approval from audit a where a.action = 'operator.password'`,
    );
    expect(JSON.stringify(rows)).not.toContain(next);
  });

  test('is replaced with the new secret once the first code of the new secret is entered', async () => {
    const { totp_secret, sealed } = await line('kim').done('POST authenticator_new');
    const change = { account: 'kim', sealed, new_totp: '000000' };
    expect(await asked(signing('kim'), 'POST own_authenticator', change)).toBe('confirmation_wrong');
    house.learn('kim', totp_secret);
    const right = { ...change, new_totp: await house.codeOf('kim') };
    expect(
      await asked(lineOf(house, { ...line('lee'), signer: keys['lee']?.signer }), 'POST own_authenticator', {
        ...right,
        account: 'lee',
      }),
    ).toBe('confirmation_wrong');
    expect(await asked(signing('kim'), 'POST own_authenticator', right)).toBe('ok');
    await house.enter('kim', next);
  });

  test('can’t be changed by SQL of the serving role', async () => {
    for (const sql of [
      `update operator set password_hash = 'x' where account = 'kim'`,
      `update operator set sealed_totp_secret = '\\x01' where account = 'kim'`,
      `update operator set sealed_totp_secret = null where account = 'kim'`,
    ]) {
      await expect(house.pool.query(sql)).rejects.toMatchObject({ constraint: 'operator_fixed' });
    }
  });
});

describe('a lost password or authenticator', () => {
  test('is reset by two admins other than its owner, which ends all of the owner’s sessions', async () => {
    lines['noa'] = await house.enter('noa');
    const lost = { account: 'noa', what: 'authenticator', reason: 'a lost phone' };
    expect(await asked(signing('kim'), 'POST operator_reset', { ...lost, account: 'kim' })).toBe(
      'second_person_needed',
    );
    expect(await asked(signing('kim'), 'POST operator_reset', lost)).toBe('ok');
    expect(await asked(signing('lee'), 'POST operator_reset', lost)).toBe('state_abnormal');
    const [waiting] = await line('lee').done('GET operator_resets');
    const decision = { account: 'noa', id: waiting?.id, what: 'authenticator', verdict: 'confirm' };
    expect(await asked(signing('kim'), 'POST operator_reset_decide', decision)).toBe('second_person_needed');
    expect(await asked(signing('lee'), 'POST operator_reset_decide', { ...decision, what: 'password' })).toBe(
      'case_changed',
    );
    const decided = await signing('lee').done('POST operator_reset_decide', decision as never);
    expect(await asked(line('noa'), 'GET me')).toBe('session_ended');
    await expect(house.enter('noa')).rejects.toThrow('login_wrong');
    house.learn('noa', decided.totp_secret ?? '');
    lines['noa'] = await house.enter('noa');
    expect(await asked(signing('lee'), 'POST operator_reset_decide', decision)).toBe('state_abnormal');
  });

  test('is replaced with the password that the requesting admin chose and the approving admin never sees', async () => {
    const given = {
      account: 'noa',
      what: 'password',
      reason: 'forgotten it',
      new_password: 'a third long horse',
    };
    // Lee received the authenticator's secret, and would then have both secrets.
    expect(await asked(signing('lee'), 'POST operator_reset', given)).toBe('second_person_needed');
    expect(await asked(signing('kim'), 'POST operator_reset', given)).toBe('ok');
    const [waiting] = await line('lee').done('GET operator_resets');
    const decision = { account: 'noa', id: waiting?.id, what: 'password', verdict: 'confirm' };
    expect(await asked(signing('kim'), 'POST operator_reset_decide', decision)).toBe('second_person_needed');
    expect(await asked(signing('lee'), 'POST operator_reset_decide', decision)).toBe('ok');
    await expect(house.enter('noa')).rejects.toThrow('login_wrong');
    lines['noa'] = await house.enter('noa', 'a third long horse');
  });

  test('cannot be reset twice so that one admin knows both secrets', async () => {
    const lost = { account: 'noa', what: 'authenticator', reason: 'lost again' };
    expect(await asked(signing('lee'), 'POST operator_reset', lost)).toBe('ok');
    const [waiting] = await line('kim').done('GET operator_resets');
    const decision = { account: 'noa', id: waiting?.id, what: 'authenticator' };
    // Kim chose the password.
    expect(
      await asked(signing('kim'), 'POST operator_reset_decide', { ...decision, verdict: 'confirm' }),
    ).toBe('second_person_needed');
    await expect(
      inTransaction(house.pool, async (db) => {
        const deed = { action: 'operator.reset_confirm', subject: 'operator:noa', body: decision };
        await appendSigned(db, deed, { account: 'kim', nowMs: Date.now() });
        await db.query(
          `update operator_reset set status = 'done', decided_by = 'kim', decided_ms = 1 where id = $1`,
          [waiting?.id],
        );
      }),
    ).rejects.toMatchObject({ constraint: 'operator_reset_two_persons' });
    expect(
      await asked(signing('lee'), 'POST operator_reset_decide', { ...decision, verdict: 'reject' }),
    ).toBe('ok');
    // Only noa knows the password that noa chooses.
    const noa = { account: 'noa', password: 'a third long horse', new_password: 'known to noa alone' };
    expect(await asked(line('noa'), 'POST own_password', noa)).toBe('ok');
    expect(await asked(signing('lee'), 'POST operator_reset', lost)).toBe('ok');
    const [again] = await line('kim').done('GET operator_resets');
    const verdict = { account: 'noa', id: again?.id, what: 'authenticator', verdict: 'confirm' };
    expect(await asked(signing('kim'), 'POST operator_reset_decide', verdict)).toBe('ok');
  });

  test('can’t be replaced by SQL of the serving role', async () => {
    await expect(
      house.pool.query(
        `insert into operator_reset (id, account, what, reason, status, requested_by, requested_ms)
          values ('${'0'.repeat(32)}', 'noa', 'authenticator', 'x', 'requested', 'kim', 1)`,
      ),
    ).rejects.toMatchObject({ constraint: 'operator_reset_record' });
    expect(
      await asked(signing('kim'), 'POST operator_reset', {
        account: 'noa',
        what: 'authenticator',
        reason: 'lost it',
      }),
    ).toBe('ok');
    const decide = (by: string) =>
      house.pool.query(
        `update operator_reset set status = 'done', decided_by = $1, decided_ms = 1 where status = 'requested'`,
        [by],
      );
    for (const by of ['kim', 'lee']) {
      await expect(decide(by)).rejects.toMatchObject({ constraint: 'operator_reset_record' });
    }
    const [waiting] = await line('kim').done('GET operator_resets');
    const rejecting = { account: 'noa', id: waiting?.id, what: 'authenticator', verdict: 'reject' };
    expect(await asked(signing('kim'), 'POST operator_reset_decide', rejecting)).toBe('ok');
  });
});

test('the audit reports keys that were written in spite of the guards', async () => {
  const before = await house.pool.query<{ key: string }>(
    `select encode(public_key, 'hex') as key from operator_key where id = $1`,
    [keys['kim']?.key],
  );
  const put = (hex: string) =>
    asOwner(
      house.ownerUrl,
      `set session_replication_role = replica; update operator_key set public_key = '\\x${hex}' where id = '${keys['kim']?.key}'`,
    );
  await put('00');
  expect((await verifyAudit(house.pool)).violation).toContain('is not as the log has it');
  await put(before.rows[0]?.key ?? '');
});
