/** The login with a new token, and the logout. */
import { NetworkFailure } from '@candor/client/answers.ts';
import { api, forgetCustomer, toastSuccess } from './api.ts';
import { navigate } from './hash-history.ts';
import { loginLink } from './links.ts';
import { forgetTyped } from './logout.ts';
import { safeReturn } from './return-address.ts';
import { useSession } from './session.ts';

/** Stores the token, which triggers loading the customer's data (`followCustomer`), and opens the requested page. */
export function signIn(token: string, back: string | undefined): void {
  useSession.setState({ token });
  navigate(safeReturn(back), { replace: true });
}

let leaving = false;

/** Whether the customer is logging out, in which case the end of the session needs no message. */
export function isLeaving(): boolean {
  return leaving;
}

/** Ends the session on this device, and on the server if it can be reached. */
export async function signOut(): Promise<void> {
  leaving = true;
  try {
    await api('POST user/logout', {});
  } catch (failure) {
    if (!(failure instanceof NetworkFailure)) throw failure;
  } finally {
    leaving = false;
  }
  forgetCustomer();
  forgetTyped();
  toastSuccess('logout_done');
  navigate(loginLink(), { replace: true });
}
