/** After a change of what protects the account: what the app has read of it is read again. */
import { queryClient } from '../../lib/api.ts';
import { callKey } from '../../lib/queries.ts';

export function readSecurityAnew(): void {
  for (const name of ['GET safe/overview', 'GET user/info', 'GET user/logins'] as const) {
    void queryClient.invalidateQueries({ queryKey: callKey(name) });
  }
}
