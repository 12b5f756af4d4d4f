/** The login by browser wallet, from the tap to the token: the choice of a wallet, its signature, and the server's answer. */
import { useAppState } from '@candor/client/app-state.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useRef, useState } from 'react';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useApi } from '../../lib/api.ts';
import { currentEntry, navigate } from '../../lib/hash-history.ts';
import { walletJumpPage, walletTipLink, walletTipPath } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { useSession } from '../../lib/session.ts';
import { signIn } from '../../lib/sign-in.ts';
import type { WalletFailure, WalletSigned } from '../../lib/wallet-message.ts';
import type { FoundWallet, WalletProvider } from '../../lib/wallet-providers.ts';

export type WalletSignInState = {
  readonly busy: boolean;
  /** Whether the wallet is showing a prompt that its owner must answer there. */
  readonly asking: boolean;
  readonly failure: WalletFailure | undefined;
  readonly refusal: RefusalEnvelope | undefined;
  /** The wallets to choose from, if there are several. */
  readonly choices: readonly FoundWallet[];
  readonly start: () => void;
  readonly choose: (wallet: FoundWallet) => void;
  readonly dropChoice: () => void;
};

/**
 * The time for which a valid signature is kept after a refusal for a different reason, so that it can be sent again before it
 * expires.
 */
const KEPT_MS = 4 * 60_000;
const keeps = (refusal: RefusalEnvelope): boolean => refusal.error === 'invite_code_wrong';

export function useWalletSignIn(inviteCode: string | undefined): WalletSignInState {
  const { toastSuccess } = useApi();
  const app = useAppState();
  const back = useParam('back');
  const language = useSession((session) => session.language);
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<WalletFailure>();
  const [refusal, setRefusal] = useState<RefusalEnvelope>();
  const [choices, setChoices] = useState<readonly FoundWallet[]>([]);
  const kept = useRef<{ readonly signed: WalletSigned; readonly untilMs: number }>(undefined);
  const register = useConfirmed('POST user/addressreg', { showsRefusal: true });

  async function send(signed: WalletSigned): Promise<void> {
    kept.current = undefined;
    const invited = inviteCode === undefined || inviteCode === '' ? {} : { invite_code: inviteCode };
    const answer = await register.send({ ...signed, ...invited });
    if (answer?.type === 'ok') {
      toastSuccess('login_done');
      signIn(answer.message, back);
    } else if (answer !== undefined) {
      if (keeps(answer)) kept.current = { signed, untilMs: Date.now() + KEPT_MS };
      setRefusal(answer);
    }
  }

  async function signInWith(provider: WalletProvider): Promise<void> {
    setAsking(true);
    try {
      const { askNonce, signWith } = await import('../../lib/wallet-message.ts');
      const signed = await signWith(provider, () => askNonce(app));
      setAsking(false);
      if (!('failure' in signed)) await send(signed);
      else if (signed.failure !== 'no_account' || currentEntry().path === walletTipPath) {
        setFailure(signed.failure);
      } else navigate(walletTipLink(back));
    } finally {
      setAsking(false);
    }
  }

  async function start(): Promise<void> {
    setFailure(undefined);
    setRefusal(undefined);
    const again = kept.current;
    if (again !== undefined && Date.now() < again.untilMs) return send(again.signed);
    const { findWallets } = await import('../../lib/wallet-providers.ts');
    const [first, ...others] = await findWallets();
    if (first === undefined) location.assign(walletJumpPage(language));
    else if (others.length > 0) setChoices([first, ...others]);
    else await signInWith(first.provider);
    return undefined;
  }

  const [starting, setStarting] = useState(false);
  const inFlight = useRef(false);
  function once(work: () => Promise<void>): void {
    if (inFlight.current) return;
    inFlight.current = true;
    setStarting(true);
    void work().finally(() => {
      inFlight.current = false;
      setStarting(false);
    });
  }

  return {
    busy: starting,
    asking,
    failure,
    refusal,
    choices,
    start: () => once(start),
    choose: (wallet) => {
      setChoices([]);
      once(() => signInWith(wallet.provider));
    },
    dropChoice: () => setChoices([]),
  };
}
