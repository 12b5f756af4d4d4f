/** For tests: a customer whose identity was verified, with the required record in the operators' log. */
import type { Connection, Pool } from '../../server/src/db/pool.ts';
import { inTransaction } from '../../server/src/db/transaction.ts';
import { appendSigned } from './signing.ts';

/**
 * Approves a customer's verification with a document of `country`, as an operator would. The operator can then pay none of the
 * customer's withdrawals.
 */
export async function verifyCustomer(
  pool: Pool,
  {
    customer,
    country = 'DE',
    by = 'ada',
  }: { readonly customer: bigint; readonly country?: string; readonly by?: string },
): Promise<void> {
  await inTransaction(pool, async (connection: Connection) => {
    const entry = {
      action: 'kyc.approve',
      subject: `customer:${customer}`,
      before: { kyc_status: 'under_review' },
      after: { kyc_status: 'approved', country },
      body: { customer: customer.toString(), verdict: 'approve' },
    };
    await connection.query(
      `insert into operator (account, role, person, password_hash, created_ms) values ($1, 'admin', $1, '', 0)
        on conflict (account) do nothing`,
      [by],
    );
    await appendSigned(connection, entry, { account: by, nowMs: Date.now() });
    await connection.query(`update customer set kyc_status = 'approved', country = $2 where id = $1`, [
      customer,
      country,
    ]);
  });
}
