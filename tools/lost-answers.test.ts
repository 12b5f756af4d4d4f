/**
 * A connection may be lost in the middle of any form. Two properties of the code cover all forms, including future ones: typed
 * text is kept in a draft that survives a reload, and a request is either retried with its key or harmless to repeat.
 */
import { calls } from '@candor/protocol/features.ts';
import { expect, test } from 'vitest';
import { readProject } from './source-files.ts';

/** Only a screen keeps these texts, for the given reason. `useDraft` keeps all other typed text. */
const KEPT_NOWHERE: Readonly<Record<string, string>> = {
  'web/src/confirm/code-way.tsx': 'a code of the moment',
  'web/src/confirm/password-way.tsx': 'a password',
  'web/src/features/content/help-screen.tsx': 'a search',
  'web/src/features/content/news-screen.tsx': 'a search',
  'web/src/features/gallery/fields.tsx': 'the controls themselves, of no form',
  'web/src/features/loans/repay-sheet.tsx': 'the trading password; the amount is a draft',
  'web/src/features/market/market-screen.tsx': 'a search',
  'web/src/features/registration/use-credential-form.ts': 'passwords; the rest is a draft',
  'web/src/features/search/search-screen.tsx': 'a search',
  'web/src/features/security/bind-authenticator.tsx': 'a code of the moment',
  'web/src/features/security/trading-password-screen.tsx': 'the trading password',
  'web/src/features/session/change-password-screen.tsx': 'passwords',
  'web/src/features/session/login-screen.tsx': 'a password; the name is a draft',
  'web/src/features/settings/close-screen.tsx': 'typed to be sure, each time anew',
  'web/src/features/withdrawals/confirm-withdrawal.tsx': 'the trading password',
  'web/src/live/chart/chart-words.ts': 'what a reader is told, typed by nobody',
};

/** The state of a text: initially empty, or an object of empty texts. */
const TEXT_STATE = /useState(?:<string>)?\(\s*(?:''|empty\w*)\s*\)/;

test('keeps typed text across a reload, unless it is on the list of exceptions', () => {
  const places = [...readProject()]
    .filter(([path]) => /^web\/src\/(?:confirm|features|live|positions)\/.*\.tsx?$/.test(path))
    .filter(([path, text]) => !path.includes('.test.') && TEXT_STATE.test(text))
    .map(([path]) => path);
  expect(places.toSorted()).toEqual(Object.keys(KEPT_NOWHERE).toSorted());
});

/** Commands without a key, and why a retry after a lost answer does no harm. */
const HARMLESS_TWICE: Readonly<Record<string, string>> = {
  'POST api_keys/create': 'a key whose secret nobody was shown signs nothing, and is in the list to revoke',
  'POST api_keys/revoke': 'ends what may have ended already',
  'POST chat/evidence': 'has a name of its own in the conversation',
  'POST chat/open': 'reads',
  'POST chat/picture': 'a picture that is not sent is removed',
  'POST chat/read': 'moves forward alone',
  'POST chat/send': 'has a name of its own in the conversation',
  'POST chat/typing': 'tells of the moment',
  'POST receipts/device_key': 'registers the same key, which belongs to one customer',
  'POST safe/anti_phishing': 'sets the same word',
  'POST safe/email': 'its code is used up',
  'POST safe/google': 'its code is used up',
  'POST safe/passkey_add': 'its challenge is used up',
  'POST safe/passkey_remove': 'it is gone',
  'POST safe/phone': 'its code is used up',
  'POST safe/trading_password': 'sets the same one',
  'POST safe/update_password': 'the old one is no longer right',
  'POST set/lang': 'sets the same language',
  'POST sms_mail': 'another code, of which there are few an hour',
  'POST sms_send_d': 'another code, of which there are few an hour',
  'POST upload': 'a picture that is not used is removed',
  'POST user/addressreg': 'its nonce is used up',
  'POST user/cash_save': 'the very card that was bound just now is not bound again',
  'POST user/forget': 'its code is used up',
  'POST user/login': 'another session, which its owner sees',
  'POST user/logout': 'ended is ended',
  'POST user/message_read': 'read is read',
  'POST user/notice_choice': 'sets the same choice',
  'POST user/passkey_login': 'its challenge is used up',
  'POST user/push_subscribe': 'the same browser is one',
  'POST user/push_unsubscribe': 'gone is gone',
  'POST user/sessions_end': 'ended is ended',
  'POST webhooks/change': 'sets the same address, kinds and state',
  'POST webhooks/create': 'a webhook whose secret nobody was shown is in the list to delete',
  'POST webhooks/delete': 'gone is gone',
  'POST webhooks/deliver_again': 'what waits is not sent twice',
  'POST webhooks/rotate': 'another secret, and the one before signs for a day',
  'POST webhooks/test': 'one waits at a time',
};
/** These calls return a value and change nothing. */
const READS =
  /^POST (?:chat\/(?:evidence_open|picture_open)|lever\/(?:deal|my_trade|my_wh_trade)|news\/|safe\/confirm_options|safe\/passkey_options|user\/(?:cash_info|export|passkey_options)|wallet\/(?:detail|flash_quote|get_in_address|get_info|list))/;

test('retries a command with its key, unless it is on the list of harmless repeats', () => {
  const unkeyed = Object.entries(calls)
    .filter(([name, row]) => name.startsWith('POST ') && !row.idempotent && !READS.test(name))
    .map(([name]) => name);
  expect(unkeyed.toSorted()).toEqual(Object.keys(HARMLESS_TWICE).toSorted());
});
