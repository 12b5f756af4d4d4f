/** For tests: a customer whose identity was verified, with the record of the operators' log that this needs. */
import type { Connection, Pool } from '../../server/src/db/pool.ts';
import { inTransaction } from '../../server/src/db/transaction.ts';
import { appendRecord } from '../../server/src/operators/audit.ts';

/** Approves a customer's verification, of a document of `country`, as the operator ada would. */
export async function verifyCustomer(
  pool: Pool,
  { customer, country = 'DE' }: { readonly customer: bigint; readonly country?: string },
): Promise<void> {
  await inTransaction(pool, async (connection: Connection) => {
    const entry = {
      action: 'kyc.approve',
      subject: `customer:${customer}`,
      before: { kyc_status: 'under_review' },
      after: { kyc_status: 'approved', country },
      reason: undefined,
    };
    const operator = { account: 'ada', role: 'admin', person: 'ada' } as const;
    await appendRecord(connection, entry, { operator, nowMs: Date.now() });
    await connection.query(`update customer set kyc_status = 'approved', country = $2 where id = $1`, [
      customer,
      country,
    ]);
  });
}
