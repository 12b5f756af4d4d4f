/**
 * The roles of an operator call are declared twice: in the call's row, and for the action that the call executes, which the
 * command line uses too.
 */
import { allowMore } from '../operators/lookup-quota.ts';
import { expect, test } from 'vitest';
import { consoleCalls } from '@candor/protocol/features.ts';
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import { clockForward } from '../features/demo/clock.ts';
import { lookAtDeposit } from '../features/deposits/operator-commands.ts';
import { addOperator, confirmOperator } from '../features/house/adding.ts';
import { disableOperator, tiePerson } from '../features/house/operators.ts';
import { decideLeverage } from '../features/leverage/operator-commands.ts';
import { resetFactor } from '../features/security/operator-commands.ts';
import { changeScore, changeStanding } from '../features/standing/operator-commands.ts';
import { decideVerification, lookAt } from '../features/verification/operator-commands.ts';
import { unlockOperator } from '../operators/unlocking.ts';

const nothing = undefined as never;
const acts: readonly (readonly [ConsoleCallName, { readonly roles: readonly string[] }])[] = [
  ['POST kyc', lookAt],
  ['POST kyc_picture', lookAt],
  ['POST kyc_decide', decideVerification],
  ['POST leverage_decide', decideLeverage(nothing)],
  ['POST standing', changeStanding],
  ['POST credit', changeScore],
  ['POST factor_reset', resetFactor(nothing)],
  ['POST deposit_picture', lookAtDeposit],
  ['POST operator_add', addOperator],
  ['POST operator_confirm', confirmOperator],
  ['POST operator_disable', disableOperator],
  ['POST operator_unlock', unlockOperator(nothing)],
  ['POST operator_allow', allowMore],
  ['POST tie', tiePerson],
  ['POST clock_forward', clockForward],
];

test.each(acts)('allows %s to the same roles as the action that it executes', (name, { roles }) => {
  expect([...roles].toSorted()).toEqual([...consoleCalls[name].roles].toSorted());
});
