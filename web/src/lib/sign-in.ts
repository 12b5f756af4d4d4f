/** The login with a new token, and the logout. */
import { NetworkFailure } from '@candor/client/answers.ts';
import type { AppState } from '@candor/client/app-state.ts';
import { createApi, forgetCustomer } from './api.ts';
import { navigate } from './hash-history.ts';
import { loginLink } from './links.ts';
import { createLogouts } from './logout.ts';
import { safeReturn } from './return-address.ts';
import { useSession } from './session.ts';

/** Stores the token, which triggers loading the customer's data (`followCustomer`), and opens the requested page. */
export function signIn(token: string, back: string | undefined): void {
  useSession.setState({ token });
  navigate(safeReturn(back), { replace: true });
}

export type Leaving = {
  /** Whether the customer is logging out, in which case the end of the session needs no message. */
  readonly isLeaving: () => boolean;
  /** Ends the session on this device, and on the server if it can be reached. */
  readonly signOut: () => Promise<void>;
};

export function createLeaving(app: AppState): Leaving {
  let leaving = false;
  return {
    isLeaving: () => leaving,
    signOut: async () => {
      const { api, toastSuccess } = app.of(createApi);
      leaving = true;
      try {
        await api('POST user/logout', {});
      } catch (failure) {
        if (!(failure instanceof NetworkFailure)) throw failure;
      } finally {
        leaving = false;
      }
      forgetCustomer();
      app.of(createLogouts).forgetTyped();
      toastSuccess('logout_done');
      navigate(loginLink(), { replace: true });
    },
  };
}
