/** The registration screen with both methods: by name and password, or by wallet. The wallet method is a separate feature. */
import { RegisterScreen } from '../features/registration/register-screen.tsx';
import { WalletSignIn } from '../features/wallet-sign-in/wallet-sign-in.tsx';

export function RegisterPage() {
  return <RegisterScreen wallet={WalletSignIn} />;
}
