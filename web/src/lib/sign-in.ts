/** From a token just received to a signed-in app, and back out. */
import { NetworkFailure } from '@candor/client/answers.ts';
import { api, forgetCustomer, toastSuccess } from './api.ts';
import { navigate } from './hash-history.ts';
import { loginLink } from './links.ts';
import { forgetTyped } from './logout.ts';
import { safeReturn } from './return-address.ts';
import { useSession } from './session.ts';

/** Keeps the token, with which the customer is read (`followCustomer`), and goes where they wanted to go. */
export function signIn(token: string, back: string | undefined): void {
  useSession.setState({ token });
  navigate(safeReturn(back), { replace: true });
}

let leaving = false;

/** Whether the customer is logging out just now, so that the end of the session is no news. */
export function isLeaving(): boolean {
  return leaving;
}

/** Ends the session here whatever the network says, and on the server if it hears of it. */
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
