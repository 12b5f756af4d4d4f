/** The login screen with every login method. The wallet method is a separate feature. */
import { LoginScreen } from '../features/session/login-screen.tsx';
import { WalletSignIn } from '../features/wallet-sign-in/wallet-sign-in.tsx';

export function LoginPage() {
  return <LoginScreen wallet={<WalletSignIn />} />;
}
