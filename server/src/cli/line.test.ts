/** The commands that an operator may type, and the error messages for other input. */
import { expect, test } from 'vitest';
import { readOperatorLine } from './line.ts';

const understood: [line: string[], task: unknown][] = [
  [['lever', 'list'], { kind: 'lever list' }],
  [['lever', 'show', 'wei'], { kind: 'lever show', customer: 'wei' }],
  [
    ['lever', 'approve', '100001'],
    { kind: 'lever verdict', customer: '100001', verdict: { kind: 'approve', note: undefined } },
  ],
  [
    ['lever', 'approve', 'wei', '--note', ' seen '],
    { kind: 'lever verdict', customer: 'wei', verdict: { kind: 'approve', note: 'seen' } },
  ],
  [
    ['lever', 'reject', 'wei', '--reason', 'other', '--note='],
    { kind: 'lever verdict', customer: 'wei', verdict: { kind: 'reject', reason: 'other', note: undefined } },
  ],
  [
    ['lever', 'off', 'wei', '--reason=customer_request'],
    {
      kind: 'lever verdict',
      customer: 'wei',
      verdict: { kind: 'off', reason: 'customer_request', note: undefined },
    },
  ],
  [['kyc', 'list'], { kind: 'kyc list' }],
  [['kyc', 'show', 'wei'], { kind: 'kyc show', customer: 'wei', note: undefined }],
  [
    ['kyc', 'document', 'wei', 'back', '--out', 'x.jpg', '--note', 'case 7'],
    { kind: 'kyc document', customer: 'wei', side: 'back', out: 'x.jpg', note: 'case 7' },
  ],
  [
    ['kyc', 'approve', '100001'],
    { kind: 'kyc verdict', customer: '100001', verdict: { kind: 'approve', note: undefined } },
  ],
  [
    ['kyc', 'reject', 'wei', '--reason', 'photo_unreadable'],
    {
      kind: 'kyc verdict',
      customer: 'wei',
      verdict: { kind: 'reject', reason: 'photo_unreadable', note: undefined },
    },
  ],
  [
    ['customer', 'freeze', 'wei', '--reason', 'own_request'],
    { kind: 'customer standing', customer: 'wei', change: 'freeze', reason: 'own_request', note: undefined },
  ],
  [
    ['operator', 'unlock', 'sam', '--note', 'came by'],
    { kind: 'operator unlock', unlocking: { account: 'sam', note: 'came by' } },
  ],
  [
    ['operator', 'add', 'kim', '--role', 'admin', '--person', ' Kim Doe '],
    { kind: 'operator add', adding: { account: 'kim', role: 'admin', person: 'Kim Doe' } },
  ],
  ...[[], ['--as-owner']].map((asOwner): [string[], object] => [
    ['operator', 'confirm', 'kim', '--role', 'admin', '--person', ' Kim Doe ', ...asOwner],
    {
      ...{ kind: 'operator confirm', adding: { account: 'kim', role: 'admin', person: 'Kim Doe' } },
      asOwner: asOwner.length > 0,
    },
  ]),
  [['operator', 'keys'], { kind: 'operator keys' }],
  [
    ['operator', 'key', 'kim', '--fingerprint', '1a2b 3C4d 5e6f 7a8b 9c0d 1e2f', '--as-owner'],
    { kind: 'operator key', account: 'kim', fingerprint: '1a2b3c4d5e6f7a8b9c0d1e2f' },
  ],
  [
    ['factor', 'reset', 'wei', '--reason', 'misses'],
    { kind: 'factor reset', customer: 'wei', reason: 'misses', note: undefined },
  ],
  [
    ['factor', 'reset', 'wei', '--reason=lost', '--note', 'came by with a passport'],
    { kind: 'factor reset', customer: 'wei', reason: 'lost', note: 'came by with a passport' },
  ],
  [
    ['credit', 'set', 'wei', '90', '--reason', 'operator_correction', '--note', 'typo'],
    { kind: 'credit set', customer: 'wei', score: 90, reason: 'operator_correction', note: 'typo' },
  ],
  [['clock', 'show'], { kind: 'clock show' }],
  [['clock', 'forward', 'hour'], { kind: 'clock forward', forward: { step: 'hour', note: undefined } }],
  [
    ['clock', 'forward', 'day', '--note', 'for the tour'],
    { kind: 'clock forward', forward: { step: 'day', note: 'for the tour' } },
  ],
  [['log'], { kind: 'log', limit: 20 }],
  [['log', '--limit', '5000'], { kind: 'log', limit: 1000 }],
];

test.each(understood)('parses the command line %j', (line, task) => {
  expect(readOperatorLine(line)).toEqual({ kind: 'run', data: '.data', task });
});

const wrong: [line: string[], sentence: RegExp][] = [
  [['operator', 'add'], /Name the operator in lowercase letters/],
  [['operator', 'add', 'Kim', '--role', 'admin', '--person', 'Kim'], /in lowercase letters/],
  [['operator', 'add', 'kim', '--person', 'Kim'], /Give --role as one of support/],
  [['operator', 'add', 'kim', '--role', 'admin'], /Give --person/],
  [['operator', 'add', 'kim', 'lee', '--role', 'admin', '--person', 'Kim'], /There is no command/],
  [['operator', 'key'], /Name the operator/],
  [['operator', 'key', 'kim', '--as-owner'], /Give --fingerprint/],
  [['operator', 'key', 'kim', '--fingerprint', '1a2b', '--as-owner'], /Give --fingerprint/],
  [['operator', 'key', 'kim', '--fingerprint', 'a'.repeat(24)], /Another admin must confirm/],
  [['lever'], /There is no command "lever"/],
  [['lever', 'drop', 'wei'], /There is no command "lever drop wei"/],
  [['lever', 'list', 'wei'], /There is no command/],
  [['lever', 'approve', 'wei', 'lena'], /There is no command/],
  [['lever', 'approve'], /Name the customer/],
  [['lever', 'approve', 'wei', '--reason', 'other'], /has no --reason/],
  [['lever', 'reject', 'wei'], /Give --reason as one of knowledge_insufficient/],
  [['lever', 'off', 'wei', '--reason', 'because'], /Give --reason/],
  [['factor'], /There is no command "factor"/],
  [['factor', 'reset'], /Name the customer/],
  [['factor', 'reset', 'wei', 'lena'], /There is no command/],
  [['factor', 'reset', 'wei'], /Give --reason as one of misses, lost/],
  [['factor', 'reset', 'wei', '--reason', 'lost'], /Give a --note/],
  [['kyc'], /There is no command "kyc"/],
  [['kyc', 'show'], /Name the customer/],
  [['kyc', 'show', 'wei', 'lena'], /There is no command/],
  [['kyc', 'approve', 'wei', '--reason', 'under_age'], /has no --reason/],
  [['kyc', 'reject', 'wei'], /Give --reason as one of photo_unreadable/],
  [['kyc', 'document', 'wei', 'side', '--out', 'x'], /front or back/],
  [['kyc', 'document', 'wei', 'front'], /Give --out/],
  [['customer', 'close', 'wei'], /There is no command/],
  [['customer', 'lock'], /Name the customer/],
  [['customer', 'lock', 'wei'], /Give --reason as one of own_request/],
  [['credit', 'set', 'wei', '-1', '--reason', 'operator_correction'], /Unknown option|ambiguous|score/i],
  [['credit', 'set', 'wei'], /credit set <customer> <score>/],
  [['credit', 'set', 'wei', '5', '--reason', 'because'], /Give --reason/],
  [['clock'], /There is no command "clock"/],
  [['clock', 'back', 'day'], /There is no command "clock back day"/],
  [['clock', 'forward'], /clock forward hour, clock forward day/],
  [['clock', 'forward', 'week'], /clock forward hour, clock forward day/],
  [['clock', 'forward', 'day', 'day'], /There is no command/],
  [['log', '--limit', '0'], /Give --limit as 1 to 1000/],
  [['lever', 'list', '--force'], /--force/],
];

test.each(wrong)('rejects the command line %j with an error message', (line, sentence) => {
  const read = readOperatorLine(line);
  expect(read).toMatchObject({ kind: 'wrong' });
  expect(read.kind === 'wrong' ? read.sentence : '').toMatch(sentence);
});

test('prints the help if no command is given or help is requested', () => {
  for (const line of [[], ['--help'], ['lever', 'list', '--help']]) {
    const read = readOperatorLine(line);
    expect(read.kind === 'help' ? read.text : '').toMatch(/lever approve <customer>/);
  }
});
