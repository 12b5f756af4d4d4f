/** From a token just received to a signed-in app, and back out. */
import { api, forgetCustomer, queryClient, toastSuccess } from './api.ts';
import { NetworkFailure } from './client.ts';
import { launch } from './customer.ts';
import { navigate } from './hash-history.ts';
import { loginLink } from './links.ts';
import { forgetTyped } from './parting.ts';
import { safeReturn } from './return-address.ts';
import { useSession } from './session.ts';

/** Keeps the token, reads the customer and goes where they wanted to go. */
export function signIn(token: string, back: string | undefined): void {
  queryClient.removeQueries({ predicate: (query) => query.meta?.['ofCustomer'] === true });
  useSession.setState({ token });
  void launch();
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
