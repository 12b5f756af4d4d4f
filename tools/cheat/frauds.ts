/** The frauds in the order in which they are committed: those that end a copy come last. */
import type { Fraud } from './crime.ts';
import { asymmetricSlippage } from './frauds/asymmetric-slippage.ts';
import { backdatedAcceptance } from './frauds/backdated-acceptance.ts';
import { deletedRecord } from './frauds/deleted-record.ts';
import { droppedOrder } from './frauds/dropped-order.ts';
import { editedTick } from './frauds/edited-tick.ts';
import { forkedLog } from './frauds/forked-log.ts';
import { hiddenDebt } from './frauds/hidden-debt.ts';
import { omittedCustomer } from './frauds/omitted-customer.ts';
import { otherAppBytes } from './frauds/other-app-bytes.ts';
import { returnedApp } from './frauds/returned-app.ts';
import { rolledBackDatabase } from './frauds/rolled-back-database.ts';
import { selectiveVoid } from './frauds/selective-void.ts';
import { swappedTerms } from './frauds/swapped-terms.ts';
import { withheldDeviceKey } from './frauds/withheld-device-key.ts';

export const FRAUDS: readonly Fraud[] = [
  swappedTerms,
  droppedOrder,
  deletedRecord,
  withheldDeviceKey,
  omittedCustomer,
  hiddenDebt,
  otherAppBytes,
  // Comes after `otherAppBytes`, because its alarms about files that are not served would be mistaken for those of that
  // fraud.
  returnedApp,
  backdatedAcceptance,
  selectiveVoid,
  editedTick,
  asymmetricSlippage,
  forkedLog,
  rolledBackDatabase,
];
