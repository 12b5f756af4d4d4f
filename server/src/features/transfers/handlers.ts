/** Handler of the call that transfers a customer's money between their accounts. */
import { command } from '../../commands/command.ts';
import type { Submit } from '../../calls/submit.ts';
import type { Handlers } from '../../calls/handler.ts';
import { gateNeed } from '../../identity/gates.ts';
import { decideTransfer, readTransfer } from './rules.ts';
import type { Transfer } from './rules.ts';

export type TransfersDeps = {
  readonly submit: Submit;
  readonly currencies: readonly string[];
};

export const transferMoney = command({
  name: 'wallet.transfer',
  gather: ({ from, to, currency }: Transfer) => ({
    balances: [
      [from, currency],
      [to, currency],
    ],
    rows: [gateNeed],
  }),
  decide: decideTransfer,
});

export function transfersHandlers({
  submit,
  currencies,
}: TransfersDeps): Pick<Handlers, 'POST wallet/transfer'> {
  return {
    'POST wallet/transfer': async (body, context) => {
      const transfer = readTransfer(body, currencies);
      if (!transfer.ok) return transfer;
      return submit({ command: transferMoney, input: transfer.value, body, context });
    },
  };
}
