/** Handlers of registration and login with a browser wallet. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import { WALLET_CHAIN_ID } from '@candor/protocol/wallet-sign-in/schemas.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CallAnswer, CallContext, Handlers } from '../../calls/handler.ts';
import { NameTaken, inviterOf, openAccount } from '../../identity/accounts.ts';
import type { Opening } from '../../identity/accounts.ts';
import { waitRefusal } from '../../identity/secrets/attempts.ts';
import type { Attempts } from '../../identity/secrets/attempts.ts';
import type { Confirmation } from '../../identity/factors/confirmation.ts';
import { NONCE_VALID_MS } from '../../identity/factors/nonces.ts';
import type { OriginRule } from '../../identity/factors/origin.ts';
import { signedIn, signedUp } from '../../identity/sessions/sign-in.ts';
import type { SignInDeps } from '../../identity/sessions/sign-in.ts';
import { proofWrong } from '../../identity/wallet/wallet-proof.ts';
import type { WalletProof } from '../../identity/wallet/wallet-proof.ts';
import { walletOwner } from './store.ts';
import type { WalletOwner } from './store.ts';

/** The text that the wallet shows its owner. It is in English only, because EIP-4361 allows only ASCII characters here. */
const STATEMENT = 'Sign in to Candor. This signature costs nothing and moves no money.';
/** The inviter recorded for customers without an invite code: the house. */
const HOUSE = 0n;

export type WalletSignInDeps = SignInDeps & {
  readonly attempts: Pick<Attempts, 'loginAddress' | 'registrationAddress'>;
  readonly wallet: WalletProof;
  readonly confirmation: Pick<Confirmation, 'secondFactor'>;
  readonly opening: Opening;
  readonly originOf: OriginRule;
};

type Input = CallInput<'POST user/addressreg'>;
type Answer = CallAnswer<'POST user/addressreg'>;
type Proven = { readonly input: Input; readonly context: CallContext; readonly nonce: string };

export function walletSignInHandlers(
  deps: WalletSignInDeps,
): Pick<Handlers, 'GET user/nonce' | 'POST user/addressreg'> {
  return {
    'GET user/nonce': async (_input, context) => {
      const { origin, host } = deps.originOf(context.host);
      const nowMs = deps.now();
      return ok({
        nonce: await deps.wallet.handOut(),
        domain: host,
        uri: origin,
        chain_id: WALLET_CHAIN_ID,
        statement: STATEMENT,
        issued_at: Math.floor(nowMs / 1000),
        expires_at: Math.floor((nowMs + NONCE_VALID_MS) / 1000),
      });
    },

    'POST user/addressreg': async (input, context) => {
      const wait = waitRefusal(deps.attempts.loginAddress.take(context.address, deps.now()));
      if (wait !== undefined) return wait;
      const proof = await deps.wallet.prove(input, deps.originOf(context.host));
      if (!proof.ok) return proof;
      const { written, nonce } = proof.value;
      if (input.address !== written) return proofWrong('other_address');
      const answer = await enter(deps, { input, context, nonce });
      // Keeps the nonce valid, so that the client can send the same signature again with the field that was missing or invalid.
      if (!answer.ok) await deps.wallet.hold(nonce, input.message);
      return answer;
    },
  };
}

async function enter(deps: WalletSignInDeps, proven: Proven): Promise<Answer> {
  const address = proven.input.address.toLowerCase();
  const owner = await walletOwner(deps.pool, address);
  if (owner !== undefined) return signIn(deps, owner, proven);
  const answer = await signUp(deps, address, proven);
  if (answer !== 'taken') return answer;
  // Another message from the same wallet may have registered it concurrently.
  const first = await walletOwner(deps.pool, address);
  return first === undefined ? refuse('try_again') : signIn(deps, first, proven);
}

async function signIn(
  deps: WalletSignInDeps,
  owner: WalletOwner,
  { input, context }: Proven,
): Promise<Answer> {
  // The caller has proven ownership of the wallet, so nothing about the account need be concealed, not even that it is closed.
  if (owner.status === 'locked' || owner.status === 'closed') return refuse('account_locked');
  const violation = await deps.confirmation.secondFactor(owner.id, input, context);
  if (violation !== undefined) return violation;
  const token = await signedIn(deps, { customer: owner.id, context });
  return token === undefined ? refuse('account_locked') : ok(token);
}

async function signUp(
  deps: WalletSignInDeps,
  address: string,
  { input, context }: Proven,
): Promise<Answer | 'taken'> {
  const { pool, opening, attempts } = deps;
  const nowMs = deps.now();
  const wait = waitRefusal(attempts.registrationAddress.take(context.address, nowMs));
  if (wait !== undefined) return wait;
  const invitedBy = input.invite_code === undefined ? HOUSE : await inviterOf(pool, input.invite_code);
  if (invitedBy === undefined) return refuse('invite_code_wrong', { field: 'invite_code' });
  try {
    const { customer, token } = await inTransaction(pool, async (connection) => {
      const id = await openAccount(connection, opening, {
        account: address,
        walletAddress: address,
        invitedBy,
        language: context.language,
        leverEnabled: false,
        nowMs,
      });
      return { customer: id, token: await signedUp(deps, { customer: id, context }, connection) };
    });
    await opening.grant(customer);
    return ok(token);
  } catch (error) {
    if (error instanceof NameTaken) return 'taken';
    throw error;
  }
}
