/**
 * Every call of the API: what it takes, what it answers, and what it refuses. Printed from the platform's own table of calls by
 * `npm run print:sdk`. Amounts and prices are decimal strings with at most eight decimals, times are in seconds since 1970 unless
 * their name ends in `_ms`, ids are strings.
 */

export type Calls = {
  /**
   * Opens an account and returns a session token.
   *
   * Refused with:
   * - `passwords_differ`: The two passwords don’t match. Enter them again.
   * - `password_length`: Your password must have {min} to {max} characters.
   * - `password_common`: This password is too common to be safe. Choose another one.
   * - `too_young`: You must be at least {min} years old.
   * - `code_wrong`: This verification code is wrong or has expired. Check it or request a new one.
   * - `invite_code_wrong`: This invite code doesn’t exist. Check it and try again.
   * - `account_taken`: This account name is taken. Choose another one.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST user/register': {
    request: { account: string; email: string; code: string; password: string; re_password: string; invite_code: string; birth_date: string };
    answer: string;
    refusals: 'passwords_differ' | 'password_length' | 'password_common' | 'too_young' | 'code_wrong' | 'invite_code_wrong' | 'account_taken' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Emails a six-digit code for registration or a password reset. The code is valid for ten minutes.
   *
   * Refused with:
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   */
  'POST sms_mail': {
    request: { email: string; purpose?: 'register' | 'reset' | 'contact' | 'trading_password' };
    answer: { code?: string };
    refusals: 'too_many_attempts' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The emails with codes to an address, which a demo keeps instead of sending, newest first.
   */
  'GET demo/mailbox': {
    request: { email: string };
    answer: ({ subject: string; text: string; sent_at: number })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Logs in by account name or email and returns a session token.
   *
   * Refused with:
   * - `login_wrong`: This account or password is wrong. Check both and try again.
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST user/login': {
    request: { account: string; password: string; totp?: string; passkey?: string };
    answer: string;
    refusals: 'login_wrong' | 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Ends the session of the token.
   * Needs a session or an API key.
   */
  'POST user/logout': {
    request: Record<string, never>;
    answer: Record<string, never>;
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Sets a new password with an emailed code and the second factor, if there is one. Ends every session.
   *
   * Refused with:
   * - `passwords_differ`: The two passwords don’t match. Enter them again.
   * - `password_length`: Your password must have {min} to {max} characters.
   * - `password_common`: This password is too common to be safe. Choose another one.
   * - `trading_password_same`: Your trading PIN can’t be the same as your password. Choose another one.
   * - `code_wrong`: This verification code is wrong or has expired. Check it or request a new one.
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST user/forget': {
    request: { email: string; code: string; password: string; re_password: string; totp?: string; passkey?: string };
    answer: Record<string, never>;
    refusals: 'passwords_differ' | 'password_length' | 'password_common' | 'trading_password_same' | 'code_wrong' | 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Changes the password and ends every other session.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `passwords_differ`: The two passwords don’t match. Enter them again.
   * - `password_length`: Your password must have {min} to {max} characters.
   * - `password_common`: This password is too common to be safe. Choose another one.
   * - `trading_password_same`: Your trading PIN can’t be the same as your password. Choose another one.
   * - `old_password_wrong`: Your current password is wrong. Enter it again.
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST safe/update_password': {
    request: { old_password?: string; password: string; re_password: string; totp?: string; passkey?: string; message?: string; sign?: string };
    answer: Record<string, never>;
    refusals: 'passwords_differ' | 'password_length' | 'password_common' | 'trading_password_same' | 'old_password_wrong' | 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The customer’s profile, with personal data masked, and what is set up.
   * Needs a session or an API key.
   */
  'GET user/info': {
    request: Record<string, never>;
    answer: { id: string; account: string; email: string | null; wallet_address: string | null; status: 'active' | 'frozen'; standing_reason: 'own_request' | 'security_check' | 'documents_needed' | 'suspected_misuse' | 'court_order' | 'settled' | null; country: string | null; jurisdiction: { profile: string; products: ('spot' | 'contracts' | 'forex' | 'options' | 'fund' | 'loans' | 'referral')[]; warnings: ('leveraged_losses' | 'crypto_unprotected' | 'options_barred' | 'crypto_contracts_barred' | 'not_served')[] }; invite_code: string; credit_score: number; kyc_status: 'not_started' | 'under_review' | 'approved' | 'rejected'; lever_enabled: boolean; has_trading_password: boolean; totp_enabled: boolean; registered_at: number; language: 'zh' | 'en' | 'es' | 'it' | 'jp' | 'ko' | 'pt' | 'hk' | 'vn'; account_balance: string; available_balance: string; experience_balance: string; cumulative_income: string; today_income: string };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Stores the language for emails and notifications.
   * Needs a session or an API key.
   */
  'POST set/lang': {
    request: { language: 'zh' | 'en' | 'es' | 'it' | 'jp' | 'ko' | 'pt' | 'hk' | 'vn' };
    answer: Record<string, never>;
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The devices that are logged in.
   * Needs a session or an API key.
   */
  'GET user/sessions': {
    request: Record<string, never>;
    answer: ({ id: string; browser: string; system: string; address: string; created_at: number; seen_at: number; current: boolean })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Ends one session, or all but this one.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `not_found`: We couldn’t find what you’re looking for.
   */
  'POST user/sessions_end': {
    request: { id?: string };
    answer: ({ id: string; browser: string; system: string; address: string; created_at: number; seen_at: number; current: boolean })[];
    refusals: 'not_found' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Logins and other security events of the account, newest first.
   * Needs a session or an API key.
   */
  'GET user/logins': {
    request: { cursor?: string };
    answer: { items: ({ id: string; kind: 'registered' | 'login' | 'login_failed' | 'logout' | 'session_ended' | 'password_changed' | 'password_reset' | 'totp_bound' | 'totp_unbound' | 'totp_reused' | 'recovery_codes_renewed' | 'recovery_code_used' | 'passkey_added' | 'passkey_removed' | 'trading_password_set' | 'trading_password_changed' | 'trading_password_reset' | 'email_bound' | 'email_changed' | 'phone_bound' | 'phone_changed' | 'anti_phishing_changed' | 'bank_card_bound' | 'bank_card_changed' | 'verification_submitted' | 'guesses_locked' | 'frozen' | 'locked' | 'released' | 'data_exported' | 'factor_reset' | 'address_added' | 'address_deleted'; time: number; browser: string; system: string; address: string })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The customer’s email, which a demo keeps instead of sending, newest first.
   * Needs a session or an API key.
   */
  'GET demo/mail': {
    request: Record<string, never>;
    answer: ({ id: string; subject: string; text: string; sent_at: number })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * A nonce for a browser wallet to sign. It is valid once, for five minutes.
   */
  'GET user/nonce': {
    request: Record<string, never>;
    answer: { nonce: string; domain: string; uri: string; chain_id: 42161; statement: string; issued_at: number; expires_at: number };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Logs in or registers with a browser wallet’s signature over a message with a nonce (EIP-4361), and returns a session token.
   *
   * Refused with:
   * - `wallet_proof_wrong`: We couldn’t accept your wallet’s signature ({reason}). Request a new message and sign it.
   * - `invite_code_wrong`: This invite code doesn’t exist. Check it and try again.
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST user/addressreg': {
    request: { address: string; message: string; sign: string; invite_code?: string; totp?: string; passkey?: string };
    answer: string;
    refusals: 'wallet_proof_wrong' | 'invite_code_wrong' | 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * A challenge for a passkey to sign, to log in with it or to use it as the second factor.
   */
  'POST user/passkey_options': {
    request: Record<string, never>;
    answer: { challenge: string; rp_id: string; timeout_ms: number; allow: ({ id: string; transports: (string)[] })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Logs in with a passkey and returns a session token.
   *
   * Refused with:
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   */
  'POST user/passkey_login': {
    request: { passkey: string };
    answer: string;
    refusals: 'confirmation_wrong' | 'too_many_attempts' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Countries and their dialling codes.
   */
  'GET getareacode': {
    request: Record<string, never>;
    answer: ({ country: string; area_code: string })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Texts a six-digit code to a phone. The code is valid for ten minutes.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `phone_wrong`: This phone number isn’t valid. Check the country code and the number.
   * - `texts_unavailable`: We can’t send text messages to this number right now. You can still use your email and your authenticator app.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   */
  'POST sms_send_d': {
    request: { area_code: string; phone: string };
    answer: { code?: string };
    refusals: 'phone_wrong' | 'texts_unavailable' | 'too_many_attempts' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The protections of the account, and how a change must be confirmed.
   * Needs a session or an API key.
   */
  'GET safe/overview': {
    request: Record<string, never>;
    answer: { email: string | null; phone: string | null; wallet_address: string | null; has_password: boolean; has_trading_password: boolean; totp_enabled: boolean; recovery_codes_left: number; passkeys: number; anti_phishing_word: string | null; withdrawals_held_until: number | null; confirm_with: ('totp' | 'passkey' | 'password' | 'wallet')[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Reads, adds or removes the authenticator, or makes new recovery codes.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `code_wrong`: This verification code is wrong or has expired. Check it or request a new one.
   * - `state_abnormal`: You can’t do this right now. Refresh and try again.
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST safe/google': {
    request: { action: 'read' | 'bind' | 'unbind' | 'renew_codes'; code?: string; totp?: string; passkey?: string; current_password?: string; message?: string; sign?: string };
    answer: { totp_enabled: boolean; recovery_codes_left: number; secret?: string; otpauth_url?: string; recovery_codes?: (string)[] };
    refusals: 'code_wrong' | 'state_abnormal' | 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The customer’s passkeys.
   * Needs a session or an API key.
   */
  'GET safe/passkeys': {
    request: Record<string, never>;
    answer: ({ id: string; name: string; created_at: number; used_at: number | null })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The options that a browser needs to create a passkey.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `passkeys_too_many`: You’ve reached the maximum of {max} passkeys. Remove one first.
   */
  'POST safe/passkey_options': {
    request: Record<string, never>;
    answer: { challenge: string; rp_id: string; rp_name: string; timeout_ms: number; user_id: string; user_name: string; exclude: ({ id: string; transports: (string)[] })[] };
    refusals: 'passkeys_too_many' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Stores a passkey that the browser created.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `passkey_wrong`: We couldn’t accept this passkey. Try again or use another method.
   * - `passkeys_too_many`: You’ve reached the maximum of {max} passkeys. Remove one first.
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST safe/passkey_add': {
    request: { created: string; name: string; totp?: string; passkey?: string; current_password?: string; message?: string; sign?: string };
    answer: ({ id: string; name: string; created_at: number; used_at: number | null })[];
    refusals: 'passkey_wrong' | 'passkeys_too_many' | 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Removes a passkey.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `not_found`: We couldn’t find what you’re looking for.
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST safe/passkey_remove': {
    request: { id: string; totp?: string; passkey?: string; current_password?: string; message?: string; sign?: string };
    answer: ({ id: string; name: string; created_at: number; used_at: number | null })[];
    refusals: 'not_found' | 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * A challenge for a passkey to sign, to confirm a change.
   * Needs a session or an API key.
   */
  'POST safe/confirm_options': {
    request: Record<string, never>;
    answer: { challenge: string; rp_id: string; timeout_ms: number; allow: ({ id: string; transports: (string)[] })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Sets, changes or resets the trading PIN, the six digits that a withdrawal needs.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `passwords_differ`: The two passwords don’t match. Enter them again.
   * - `password_common`: This password is too common to be safe. Choose another one.
   * - `trading_password_same`: Your trading PIN can’t be the same as your password. Choose another one.
   * - `trading_password_wrong`: Your trading PIN is wrong. Try again.
   * - `email_missing`: Your account has no email address yet. Add one first.
   * - `code_wrong`: This verification code is wrong or has expired. Check it or request a new one.
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST safe/trading_password': {
    request: { password: string; re_password: string; current?: string; code?: string; totp?: string; passkey?: string; current_password?: string; message?: string; sign?: string };
    answer: Record<string, never>;
    refusals: 'passwords_differ' | 'password_common' | 'trading_password_same' | 'trading_password_wrong' | 'email_missing' | 'code_wrong' | 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Adds or changes the email address with a code sent to it. The old address is notified.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `code_wrong`: This verification code is wrong or has expired. Check it or request a new one.
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST safe/email': {
    request: { email: string; code: string; totp?: string; passkey?: string; current_password?: string; message?: string; sign?: string };
    answer: Record<string, never>;
    refusals: 'code_wrong' | 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Adds or changes the phone number with a code sent to it.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `phone_wrong`: This phone number isn’t valid. Check the country code and the number.
   * - `code_wrong`: This verification code is wrong or has expired. Check it or request a new one.
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST safe/phone': {
    request: { area_code: string; phone: string; code: string; totp?: string; passkey?: string; current_password?: string; message?: string; sign?: string };
    answer: Record<string, never>;
    refusals: 'phone_wrong' | 'code_wrong' | 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Sets the anti-phishing code that appears in each of our emails.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST safe/anti_phishing': {
    request: { word: string; totp?: string; passkey?: string; current_password?: string; message?: string; sign?: string };
    answer: Record<string, never>;
    refusals: 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The state of the identity verification, and the data given, masked.
   * Needs a session or an API key.
   */
  'GET user/getrealinfo': {
    request: Record<string, never>;
    answer: { status: 'not_started' | 'under_review' | 'approved' | 'rejected'; reason: 'photo_unreadable' | 'document_expired' | 'name_mismatch' | 'number_mismatch' | 'birth_date_mismatch' | 'document_not_accepted' | 'under_age' | 'suspected_forgery' | null; submitted_time: number | null; decided_time: number | null; given: { country: string; first_name: string; last_name: string; birth_date: string; certificate_type: 'driving_licence' | 'passport' | 'id_card'; certificate_number: string } | null; looked_at: ({ time: number; role: string })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Submits documents to verify the customer’s identity. A decision usually takes less than 24 hours.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `verification_awaiting`: We’ve received your application and are reviewing it.
   * - `already_applied`: You’ve already applied. You don’t need to apply again.
   * - `id_number_verified`: This document number has already been used to verify an account. If you think this is a mistake, contact Support.
   * - `too_young`: You must be at least {min} years old.
   * - `file_not_found`: We couldn’t find this file, or it’s already been used. Upload it again.
   */
  'POST user/real_name': {
    request: { country: 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AQ' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BV' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GS' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HM' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PN' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TC' | 'TD' | 'TF' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'UM' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW'; first_name: string; last_name: string; birth_date: string; certificate_type: 'driving_licence' | 'passport' | 'id_card'; certificate_number: string; front: string; back: string };
    answer: { status: 'not_started' | 'under_review' | 'approved' | 'rejected'; reason: 'photo_unreadable' | 'document_expired' | 'name_mismatch' | 'number_mismatch' | 'birth_date_mismatch' | 'document_not_accepted' | 'under_age' | 'suspected_forgery' | null; submitted_time: number | null; decided_time: number | null; given: { country: string; first_name: string; last_name: string; birth_date: string; certificate_type: 'driving_licence' | 'passport' | 'id_card'; certificate_number: string } | null; looked_at: ({ time: number; role: string })[] };
    refusals: 'verification_awaiting' | 'already_applied' | 'id_number_verified' | 'too_young' | 'file_not_found' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The saved bank card, masked.
   * Needs a session or an API key.
   */
  'POST user/cash_info': {
    request: Record<string, never>;
    answer: { bound: boolean; bound_time: number | null; shown: { real_name: string; bank_name: string; swift: string; bank_address: string; card_number: string; user_name: string; payee_country: string; phone: string; recipient_address: string; routing_number: string | null } | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Saves the bank card, or replaces it.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `swift_wrong`: This SWIFT code isn’t valid. Check it with your bank.
   * - `iban_wrong`: This IBAN isn’t valid. Check every letter and digit.
   * - `routing_number_wrong`: This routing number isn’t valid. Check it with your bank.
   * - `phone_wrong`: This phone number isn’t valid. Check the country code and the number.
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST user/cash_save': {
    request: { real_name: string; bank_name: string; swift: string; bank_address: string; card_number: string; user_name: string; payee_country: 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AQ' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BV' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GS' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HM' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PN' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TC' | 'TD' | 'TF' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'UM' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW'; phone: string; recipient_address: string; routing_number?: string; totp?: string; passkey?: string; current_password?: string; message?: string; sign?: string };
    answer: { bound: boolean; bound_time: number | null; shown: { real_name: string; bank_name: string; swift: string; bank_address: string; card_number: string; user_name: string; payee_country: string; phone: string; recipient_address: string; routing_number: string | null } | null };
    refusals: 'swift_wrong' | 'iban_wrong' | 'routing_number_wrong' | 'phone_wrong' | 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The customer’s own limits and pauses, how much of each is used, and the result of trading.
   * Needs a session or an API key.
   */
  'GET user/limits': {
    request: Record<string, never>;
    answer: { limits: ({ kind: 'deposit' | 'loss' | 'stake'; period: 'day' | 'week' | 'month'; amount: string | null; pending: { amount: string | null; from: number } | null; used: string; resets_at: number })[]; time_out_until: number | null; excluded_until: number | null; results: { day: string; week: string; month: string; at_risk: string } };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Sets a limit. A tighter one takes effect immediately, a looser one after 24 hours.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `amount_wrong`: This amount isn’t valid. Enter another one.
   */
  'POST user/limit_set': {
    request: { kind: 'deposit' | 'loss' | 'stake'; period: 'day' | 'week' | 'month'; amount: string | '' };
    answer: { kind: 'deposit' | 'loss' | 'stake'; period: 'day' | 'week' | 'month'; amount: string | null; pending: { amount: string | null; from: number } | null; used: string; resets_at: number };
    refusals: 'amount_wrong' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Pauses trading for 24 hours to six weeks. The pause can’t be shortened.
   * Needs a session or an API key.
   */
  'POST user/time_out': {
    request: { hours: number | string };
    answer: { until: number };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Excludes the customer from trading for six months or more. The exclusion can’t be lifted.
   * Needs a session or an API key.
   */
  'POST user/self_exclude': {
    request: { months: number | string };
    answer: { until: number };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The products offered in each country, with the source of every figure.
   */
  'GET jurisdictions': {
    request: Record<string, never>;
    answer: { mode: string; profiles: ({ profile: string; countries: (string)[]; products: ('spot' | 'contracts' | 'forex' | 'options' | 'fund' | 'loans' | 'referral')[]; warnings: ('leveraged_losses' | 'crypto_unprotected' | 'options_barred' | 'crypto_contracts_barred' | 'not_served')[]; leverage_max: ({ class: string; max: number | null })[]; sources: ({ of: string; source: string })[] })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The credit score, and what it consists of.
   * Needs a session or an API key.
   */
  'GET user/credit': {
    request: Record<string, never>;
    answer: { score: number; changes: ({ time: number; before: number; after: number; reason: 'opened' | 'identity_verified' | 'loan_repaid_in_time' | 'loan_overdue' | 'operator_correction' | 'document_forged' })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The notifications that the customer receives, and those that can’t be switched off.
   * Needs a session or an API key.
   */
  'GET user/notice_choices': {
    request: Record<string, never>;
    answer: ({ topic: 'security' | 'withdrawals' | 'margin' | 'account' | 'money' | 'orders' | 'options' | 'fund' | 'fund_income' | 'loan_overdue' | 'loans' | 'referral' | 'price_alerts' | 'api_keys' | 'recurring' | 'service' | 'agreements'; channel: 'in_app' | 'email' | 'push'; enabled: boolean; fixed: boolean })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Switches a notification on or off.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `state_abnormal`: You can’t do this right now. Refresh and try again.
   */
  'POST user/notice_choice': {
    request: { topic: 'security' | 'withdrawals' | 'margin' | 'account' | 'money' | 'orders' | 'options' | 'fund' | 'fund_income' | 'loan_overdue' | 'loans' | 'referral' | 'price_alerts' | 'api_keys' | 'recurring' | 'service' | 'agreements'; channel: 'in_app' | 'email' | 'push'; enabled: boolean };
    answer: ({ topic: 'security' | 'withdrawals' | 'margin' | 'account' | 'money' | 'orders' | 'options' | 'fund' | 'fund_income' | 'loan_overdue' | 'loans' | 'referral' | 'price_alerts' | 'api_keys' | 'recurring' | 'service' | 'agreements'; channel: 'in_app' | 'email' | 'push'; enabled: boolean; fixed: boolean })[];
    refusals: 'state_abnormal' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Closes the account for good if nothing is open and no money is left. In a demo, the play money goes back.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `feature_off`: This feature isn’t available right now.
   * - `open_trade_blocks`: You can’t do this while a trade is open. Close it first.
   * - `balance_left`: There’s still money in your account. Withdraw it first.
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST user/close': {
    request: { account: string; totp?: string; passkey?: string; current_password?: string; message?: string; sign?: string };
    answer: Record<string, never>;
    refusals: 'feature_off' | 'open_trade_blocks' | 'balance_left' | 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * All data that the platform stores about the customer.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST user/export': {
    request: { totp?: string; passkey?: string; current_password?: string; message?: string; sign?: string };
    answer: { made_at: number; sections: Record<string, (Record<string, unknown>)[]> };
    refusals: 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Messages to the customer, newest first, and how many are unread.
   * Needs a session or an API key.
   */
  'GET user/usermessage': {
    request: { id?: string; cursor?: string; limit?: number | string };
    answer: { items: ({ id: string; kind: 'new_device' | 'signing_key_added' | 'guesses_locked' | 'password_changed' | 'email_changed' | 'phone_changed' | 'factor_changed' | 'trading_password_changed' | 'kyc_approved' | 'kyc_rejected' | 'bank_card_changed' | 'limits_changed' | 'account_closed' | 'price_alert' | 'api_key_made' | 'api_order_waits' | 'webhook_made' | 'webhook_stopped' | 'recurring_bought' | 'recurring_skipped' | 'recurring_short' | 'recurring_paused' | 'recurring_held' | 'order_bought' | 'order_sold' | 'order_took_profit' | 'order_stopped' | 'order_expired' | 'order_refused' | 'orders_switched_off' | 'deposit_credited' | 'deposit_failed' | 'withdrawal_requested' | 'withdrawal_held' | 'withdrawal_sent' | 'withdrawal_failed' | 'address_added' | 'position_warned' | 'position_closed_out' | 'position_opened_long' | 'position_opened_short' | 'position_took_profit' | 'position_stopped' | 'position_locked' | 'position_trailed' | 'position_reduced' | 'position_closed_late' | 'leverage_decided' | 'option_voided' | 'option_won' | 'option_lost' | 'option_tied' | 'fund_started' | 'fund_ending' | 'fund_ended' | 'fund_terminated' | 'fund_refused' | 'fund_income' | 'referral_earned' | 'loan_disbursed' | 'loan_refused' | 'loan_reminder' | 'loan_overdue' | 'loan_settled' | 'chat_waiting' | 'agreement_changed' | 'standing_changed' | 'balance_corrected' | 'promotion_granted'; params: Record<string, string>; time: number; read: boolean })[]; unread: number; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Marks a message as read, or all of them.
   * Needs a session or an API key.
   */
  'POST user/message_read': {
    request: { id?: string };
    answer: { unread: number };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The customer’s price alerts.
   * Needs a session or an API key.
   */
  'GET price_alerts': {
    request: Record<string, never>;
    answer: { items: ({ id: string; symbol: string; price: string; direction: 'above' | 'below'; created_at: number })[]; max: number };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Creates a price alert, which notifies the customer once, when the last price reaches it.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `pair_not_found`: We couldn’t find this trading pair.
   * - `amount_wrong`: This amount isn’t valid. Enter another one.
   * - `alerts_too_many`: You already have {max} price alerts. Delete one first.
   */
  'POST price_alert': {
    request: { symbol: string; price: string; direction?: 'above' | 'below' };
    answer: { id: string; symbol: string; price: string; direction: 'above' | 'below'; created_at: number };
    refusals: 'pair_not_found' | 'amount_wrong' | 'alerts_too_many' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Deletes a price alert.
   * Needs a session or an API key.
   */
  'POST price_alert_delete': {
    request: { id: string };
    answer: Record<string, never>;
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The customer’s watchlists, in their order. `version` is 0 if none was ever saved.
   * Needs a session or an API key.
   */
  'GET watchlists': {
    request: Record<string, never>;
    answer: { version: number; items: ({ name: string; symbols: (string)[] })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Replaces all watchlists, so that one call adds, renames, moves or deletes. It is based on a version and refused if there is a newer one.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `pair_not_found`: We couldn’t find this trading pair.
   * - `watchlists_changed`: Your watchlists were changed on another device. You now see the latest version. Try again.
   */
  'POST watchlists': {
    request: { version: number; items: ({ name: string; symbols: (string)[] })[] };
    answer: { version: number; items: ({ name: string; symbols: (string)[] })[] };
    refusals: 'pair_not_found' | 'watchlists_changed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The customer’s API keys with their mandates and last uses, newest first.
   * Needs a session or an API key.
   */
  'GET api_keys': {
    request: Record<string, never>;
    answer: { items: ({ id: string; name: string; kind: 'hmac-sha256' | 'ed25519'; key: string; scopes: ('read' | 'trade')[]; symbols: (string)[]; order_max: string; loss_max: string; ask_above: string | null; networks: (string)[]; expires_at: number; created_at: number; revoked_at: number | null; used_at: number | null; used_from: string | null; lost_today: string })[]; max: number; now: number };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Makes a key. The secret of an HMAC key is in this answer and is never shown again.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `api_keys_too_many`: You already have {max} API keys. Revoke one first.
   * - `pair_not_found`: We couldn’t find this trading pair.
   * - `amount_wrong`: This amount isn’t valid. Enter another one.
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST api_keys/create': {
    request: { name: string; kind: 'hmac-sha256' | 'ed25519'; public_key?: string; scopes: ('read' | 'trade')[]; symbols: (string)[]; order_max: string; loss_max: string; ask_above?: string; networks: (string)[]; days: number; totp?: string; passkey?: string; current_password?: string; message?: string; sign?: string };
    answer: { id: string; key: string; secret?: string };
    refusals: 'api_keys_too_many' | 'pair_not_found' | 'amount_wrong' | 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Revokes a key for good, immediately.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST api_keys/revoke': {
    request: { id: string; totp?: string; passkey?: string; current_password?: string; message?: string; sign?: string };
    answer: Record<string, never>;
    refusals: 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Orders by keys that wait for the customer’s confirmation, the next to expire first.
   * Needs a session or an API key.
   */
  'GET api_keys/waiting': {
    request: Record<string, never>;
    answer: { items: ({ id: string; key_name: string; symbol: string; side: 'buy' | 'sell' | 'convert'; type: 'market' | 'limit' | 'stop' | 'stop_limit' | 'oco' | 'trailing_stop'; quantity: string | null; amount: string | null; price: string | null; stop_price: string | null; trailing?: string; trailing_bps?: number; take_profit?: string; stop_loss?: string; amends?: string; size: string; created_at: number; expires_at: number })[]; now: number };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Places a waiting order as an order of the customer, at current prices.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `api_order_over`: This order has expired or has already been answered.
   */
  'POST api_keys/confirm': {
    request: { id: string };
    answer: { order: string };
    refusals: 'api_order_over' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Declines a waiting order.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `api_order_over`: This order has expired or has already been answered.
   */
  'POST api_keys/decline': {
    request: { id: string };
    answer: Record<string, never>;
    refusals: 'api_order_over' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The customer’s webhooks, newest first.
   * Needs a session or an API key.
   */
  'GET webhooks': {
    request: Record<string, never>;
    answer: { items: ({ id: string; url: string; kinds: ('order.filled' | 'order.cancelled' | 'order.expired' | 'order.refused' | 'position.opened' | 'position.reduced' | 'position.partly_closed' | 'position.closed' | 'position.cancelled' | 'ticket.settled' | 'deposit.credited' | 'withdrawal.changed')[]; status: 'on' | 'off'; reason: 'customer' | 'gone' | 'failing' | null; created_at: number; since: number; waiting: number; failing: number; delivered_at: number | null })[]; max: number; now: number };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Creates a webhook that receives signed events. The secret is in this answer and never shown again.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `webhooks_too_many`: You already have {max} webhooks. Delete one first.
   * - `webhook_url_wrong`: Use an https:// address on the public internet, on port 443 or 8443, without a user name.
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST webhooks/create': {
    request: { url: string; kinds: ('order.filled' | 'order.cancelled' | 'order.expired' | 'order.refused' | 'position.opened' | 'position.reduced' | 'position.partly_closed' | 'position.closed' | 'position.cancelled' | 'ticket.settled' | 'deposit.credited' | 'withdrawal.changed')[]; totp?: string; passkey?: string; current_password?: string; message?: string; sign?: string };
    answer: { id: string; secret: string };
    refusals: 'webhooks_too_many' | 'webhook_url_wrong' | 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Changes the address and the kinds of events, and turns a webhook on or off.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `webhook_url_wrong`: Use an https:// address on the public internet, on port 443 or 8443, without a user name.
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST webhooks/change': {
    request: { id: string; url: string; kinds: ('order.filled' | 'order.cancelled' | 'order.expired' | 'order.refused' | 'position.opened' | 'position.reduced' | 'position.partly_closed' | 'position.closed' | 'position.cancelled' | 'ticket.settled' | 'deposit.credited' | 'withdrawal.changed')[]; enabled: boolean; totp?: string; passkey?: string; current_password?: string; message?: string; sign?: string };
    answer: Record<string, never>;
    refusals: 'webhook_url_wrong' | 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Creates a new secret. For a day, deliveries are signed with both.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST webhooks/rotate': {
    request: { id: string; totp?: string; passkey?: string; current_password?: string; message?: string; sign?: string };
    answer: { secret: string; both_until: number };
    refusals: 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Deletes a webhook with its secret and its deliveries.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST webhooks/delete': {
    request: { id: string; totp?: string; passkey?: string; current_password?: string; message?: string; sign?: string };
    answer: Record<string, never>;
    refusals: 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The deliveries of a webhook in the last thirty days, newest first, each with its attempts.
   * Needs a session or an API key.
   */
  'GET webhooks/deliveries': {
    request: { id: string; cursor?: string; limit?: number | string };
    answer: { items: ({ id: string; event: string; kind: 'order.filled' | 'order.cancelled' | 'order.expired' | 'order.refused' | 'position.opened' | 'position.reduced' | 'position.partly_closed' | 'position.closed' | 'position.cancelled' | 'ticket.settled' | 'deposit.credited' | 'withdrawal.changed' | 'test'; created_at: number; status: 'waiting' | 'delivered' | 'failed' | 'gone' | 'stopped'; next_at: number | null; attempts: ({ at: number; status: number | null; ms: number; error: 'timeout' | 'name' | 'address' | 'certificate' | 'connection' | null })[] })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Sends an event of the kind `test`, with the retries of any other.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `webhook_off`: This webhook is off. Turn it on first.
   * - `webhook_busy`: This event is still waiting to be delivered. You can send it again once that has ended.
   */
  'POST webhooks/test': {
    request: { id: string };
    answer: { delivery: string };
    refusals: 'webhook_off' | 'webhook_busy' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Sends a delivery that ended again, under the same id.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `webhook_off`: This webhook is off. Turn it on first.
   * - `webhook_busy`: This event is still waiting to be delivered. You can send it again once that has ended.
   */
  'POST webhooks/deliver_again': {
    request: { id: string; delivery: string };
    answer: Record<string, never>;
    refusals: 'webhook_off' | 'webhook_busy' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Cancels every resting order of every product, each immediately or at the next price, and returns the result for each. Take profit and stop loss of open positions stay.
   * Needs a session or an API key.
   */
  'POST orders/cancel_all': {
    request: Record<string, never>;
    answer: { products: ({ product: 'spot' | 'leveraged'; orders: ({ id: string; status: 'cancelled' | 'waiting' | 'kept' })[]; refusal: 'user_not_found' | 'login_wrong' | 'code_wrong' | 'account_taken' | 'invite_code_wrong' | 'old_password_wrong' | 'passwords_differ' | 'password_length' | 'password_common' | 'too_young' | 'confirmation_needed' | 'confirmation_wrong' | 'reset_needed' | 'phone_wrong' | 'trading_password_same' | 'too_many_attempts' | 'already_applied' | 'pair_not_found' | 'pair_not_active' | 'trading_closed' | 'trading_paused' | 'market_closed' | 'limit_sell_below_price' | 'order_not_cancellable' | 'trade_not_found' | 'open_trade_blocks' | 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step' | 'price_off_tick' | 'price_above_maximum' | 'price_moved' | 'liquidity_insufficient' | 'credit_insufficient' | 'credit_hedged' | 'market_closed_until' | 'terms_changed' | 'product_not_offered' | 'balance_insufficient' | 'coins_insufficient' | 'currency_invalid' | 'order_state_wrong' | 'amount_wrong' | 'wallet_proof_wrong' | 'passkey_wrong' | 'passkeys_too_many' | 'email_missing' | 'texts_unavailable' | 'trading_password_missing' | 'trading_password_wrong' | 'id_number_verified' | 'verification_needed' | 'verification_awaiting' | 'bank_card_missing' | 'swift_wrong' | 'iban_wrong' | 'routing_number_wrong' | 'file_not_found' | 'uploads_too_many' | 'file_too_big' | 'file_duplicate' | 'file_type_wrong' | 'upload_failed' | 'own_limit_reached' | 'timed_out' | 'self_excluded' | 'feature_off' | 'balance_left' | 'alerts_too_many' | 'watchlists_changed' | 'device_keys_too_many' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits' | 'api_order_over' | 'api_keys_too_many' | 'webhooks_too_many' | 'webhook_url_wrong' | 'webhook_off' | 'webhook_busy' | 'recurring_too_many' | 'clock_fixed' | 'clock_past_present' | 'wallet_not_found' | 'no_transaction_records' | 'statement_too_long' | 'deposit_not_found' | 'network_invalid' | 'deposits_too_many' | 'reference_used' | 'deposit_out_of_range' | 'address_missing' | 'withdrawal_pending' | 'withdrawal_exceeds_holdings' | 'address_not_ready' | 'withdrawal_below_minimum' | 'withdrawal_above_maximum' | 'withdrawal_day_maximum' | 'case_held' | 'holds_used_up' | 'withdrawals_paused' | 'withdrawals_held' | 'address_exists' | 'address_not_yours' | 'address_wrong' | 'address_of_house' | 'addresses_too_many' | 'quote_expired' | 'quotes_exhausted' | 'exchange_too_small' | 'exchange_too_large' | 'amount_below_minimum' | 'orders_too_many' | 'stop_already_reached' | 'stop_on_wrong_side' | 'take_profit_wrong' | 'stop_loss_wrong' | 'expiry_wrong' | 'client_order_id_used' | 'post_only_would_fill' | 'lever_not_enabled' | 'leverage_not_offered' | 'margin_insufficient' | 'trailing_wrong' | 'position_not_open' | 'position_closing' | 'change_waiting' | 'positions_too_many' | 'leverage_above_cap' | 'profit_lock_wrong' | 'lever_trade_open' | 'duration_not_offered' | 'payout_changed' | 'session_ends_first' | 'stake_below_minimum' | 'stake_above_maximum' | 'tickets_too_many' | 'exposure_customer_full' | 'exposure_full' | 'option_balance_insufficient' | 'turnover_insufficient' | 'fees_insufficient' | 'fund_balance_insufficient' | 'project_ended' | 'project_state_wrong' | 'participants_full' | 'project_limit_reached' | 'order_out_of_range' | 'product_not_found' | 'loan_out_of_range' | 'loan_days_not_offered' | 'agreement_changed' | 'credit_score_low' | 'loan_open' | 'loan_not_found' | 'repayment_above_due' | 'opening_stopped' | 'payouts_stopped' | 'article_text_wrong' | 'articles_too_many' | 'two_admins_needed' | 'amount_above_cap' | 'effective_too_soon' | 'liabilities_uncovered' | 'credit_active' | 'approval_needed' | 'approval_wrong' | 'conflict_of_interest' | 'case_changed' | 'second_person_needed' | 'day_cap_reached' | 'colleague_needed' | 'house_funds_insufficient' | 'unauthorized' | 'account_frozen' | 'account_locked' | 'session_ended' | 'parameter_wrong' | 'parameter_missing' | 'not_found' | 'operation_illegal' | 'request_illegal' | 'request_failed' | 'try_again' | 'state_abnormal' | 'key_reused' | 'host_unknown' | 'origin_foreign' | 'too_many_requests' | 'busy' | 'storage_low' | 'body_too_big' | null })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Whether the customer’s dead man’s switch is armed, and when it fires.
   * Needs a session or an API key.
   */
  'GET orders/dead_mans_switch': {
    request: Record<string, never>;
    answer: { status: 'off' | 'armed' | 'fired'; seconds: number | null; set_at: number | null; fires_at: number | null; fired_seq: number | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Cancels every resting order of every product after the given number of seconds, unless the call is repeated before then. 0 disarms the switch. Take profit and stop loss of open positions stay.
   * Needs a session or an API key.
   */
  'POST orders/dead_mans_switch': {
    request: { seconds: number | string };
    answer: { status: 'off' | 'armed' | 'fired'; seconds: number | null; set_at: number | null; fires_at: number | null; fired_seq: number | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The customer’s recurring buys, each with its next time and what it has bought so far.
   * Needs a session or an API key.
   */
  'GET recurring/plans': {
    request: Record<string, never>;
    answer: { items: ({ id: string; symbol: string; amount: string; every: 'day' | 'week' | 'month'; on_day: number; hour: number; status: 'active' | 'paused'; reason: 'customer' | 'short' | 'unusual_activity' | 'market_trouble' | 'support_request' | null; next_at: number | null; short_run: number; bought: { times: number; quantity: string; spent: string; average_price: string | null }; created_at: number })[]; max: number; late_seconds: number; now: number };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The result of each time that a plan was due, newest first.
   * Needs a session or an API key.
   */
  'GET recurring/purchases': {
    request: { id?: string; symbol?: string; kind?: 'ordered' | 'bought' | 'skipped'; from?: number | string; to?: number | string; cursor?: string; limit?: number | string };
    answer: { items: ({ id: string; plan: string; due_at: number; time_at: number; status: 'ordered' | 'bought' | 'skipped'; reason: string | null; amount: string; order: string | null; fill: { symbol: string; side: 'buy' | 'sell'; quantity: string; price: string; value: string; fee: string; fee_rate: string; tape_seq: number } | null })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Buys a coin at market for the same amount of USDT on a schedule, at the first price after each scheduled time.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `pair_not_found`: We couldn’t find this trading pair.
   * - `self_excluded`: You’ve excluded yourself from trading until {until}. You can still close trades and withdraw.
   * - `timed_out`: You’ve paused trading until {until}. You can still close trades and withdraw.
   * - `product_not_offered`: This product isn’t available in your country. See which products are.
   * - `pair_not_active`: This pair isn’t open for new trades. Choose another one.
   * - `opening_stopped`: We’ve stopped new trades here until {until} at the latest. You can still cancel orders, close positions and sell.
   * - `trading_paused`: We’ve paused new trades while we check our accounts. Try again later. You can still cancel orders and close positions.
   * - `recurring_too_many`: You already have {max} recurring buys. Delete one first.
   * - `amount_below_minimum`: The amount is below the minimum of {min}. Enter {min} or more.
   * - `quantity_above_maximum`: The quantity is above the maximum of {max}. Enter {max} or less.
   */
  'POST recurring/create': {
    request: { symbol: string; amount: string; every: 'day' | 'week' | 'month'; on_day: number; hour: number; first_day?: string };
    answer: { id: string; symbol: string; amount: string; every: 'day' | 'week' | 'month'; on_day: number; hour: number; status: 'active' | 'paused'; reason: 'customer' | 'short' | 'unusual_activity' | 'market_trouble' | 'support_request' | null; next_at: number | null; short_run: number; bought: { times: number; quantity: string; spent: string; average_price: string | null }; created_at: number };
    refusals: 'pair_not_found' | 'self_excluded' | 'timed_out' | 'product_not_offered' | 'pair_not_active' | 'opening_stopped' | 'trading_paused' | 'recurring_too_many' | 'amount_below_minimum' | 'quantity_above_maximum' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Changes the amount or the schedule, starting with the next scheduled time.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `amount_below_minimum`: The amount is below the minimum of {min}. Enter {min} or more.
   * - `quantity_above_maximum`: The quantity is above the maximum of {max}. Enter {max} or less.
   */
  'POST recurring/change': {
    request: { id: string; amount: string; every: 'day' | 'week' | 'month'; on_day: number; hour: number };
    answer: { id: string; symbol: string; amount: string; every: 'day' | 'week' | 'month'; on_day: number; hour: number; status: 'active' | 'paused'; reason: 'customer' | 'short' | 'unusual_activity' | 'market_trouble' | 'support_request' | null; next_at: number | null; short_run: number; bought: { times: number; quantity: string; spent: string; average_price: string | null }; created_at: number };
    refusals: 'amount_below_minimum' | 'quantity_above_maximum' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Pauses a plan until it is resumed.
   * Needs a session or an API key.
   */
  'POST recurring/pause': {
    request: { id: string };
    answer: { id: string; symbol: string; amount: string; every: 'day' | 'week' | 'month'; on_day: number; hour: number; status: 'active' | 'paused'; reason: 'customer' | 'short' | 'unusual_activity' | 'market_trouble' | 'support_request' | null; next_at: number | null; short_run: number; bought: { times: number; quantity: string; spent: string; average_price: string | null }; created_at: number };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Resumes a plan at the next scheduled time. Missed purchases aren’t made up.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `self_excluded`: You’ve excluded yourself from trading until {until}. You can still close trades and withdraw.
   * - `timed_out`: You’ve paused trading until {until}. You can still close trades and withdraw.
   * - `product_not_offered`: This product isn’t available in your country. See which products are.
   */
  'POST recurring/resume': {
    request: { id: string };
    answer: { id: string; symbol: string; amount: string; every: 'day' | 'week' | 'month'; on_day: number; hour: number; status: 'active' | 'paused'; reason: 'customer' | 'short' | 'unusual_activity' | 'market_trouble' | 'support_request' | null; next_at: number | null; short_run: number; bought: { times: number; quantity: string; spent: string; average_price: string | null }; created_at: number };
    refusals: 'self_excluded' | 'timed_out' | 'product_not_offered' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Deletes a plan permanently. The coins that it bought remain.
   * Needs a session or an API key.
   */
  'POST recurring/delete': {
    request: { id: string };
    answer: Record<string, never>;
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The public key with which a browser subscribes to push messages.
   * Needs a session or an API key.
   */
  'GET user/push_key': {
    request: Record<string, never>;
    answer: { key: string };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Sends push messages to this browser while its session lasts. Repeat the call to show more or less in them.
   * Needs a session or an API key.
   */
  'POST user/push_subscribe': {
    request: { endpoint: string; p256dh: string; auth: string; details?: boolean };
    answer: Record<string, never>;
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Stops push messages to this browser.
   * Needs a session or an API key.
   */
  'POST user/push_unsubscribe': {
    request: { endpoint: string };
    answer: Record<string, never>;
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Registers a public key with which this device signs orders. Registering the same key again changes nothing.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `device_keys_too_many`: This session has registered too many signing keys today. Try again tomorrow.
   */
  'POST receipts/device_key': {
    request: { public_key: string; signature: string };
    answer: { number: number; time_ms: number };
    refusals: 'device_keys_too_many' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The device keys of this customer, oldest first.
   * Needs a session or an API key.
   */
  'GET receipts/device_keys': {
    request: Record<string, never>;
    answer: { keys: ({ number: number; public_key: string; at_ms: number; browser: string; system: string })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The orders that this customer’s devices signed, newest first, each with the platform’s receipt. They show who ended an order.
   * Needs a session or an API key.
   */
  'GET receipts/orders': {
    request: { cursor?: string };
    answer: { items: ({ text: string; body: string; device_key: string; signature: string; receipt: { text: string; signature: string; leaf: string; place: number; path: (string)[] }; index: number | null })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The position of a batch of receipts in the public log.
   *
   * Refused with:
   * - `trade_not_found`: We couldn’t find this trade, or it was cancelled. Refresh and try again.
   */
  'GET receipts/batch': {
    request: { number: string };
    answer: { text: string; index: number | null };
    refusals: 'trade_not_found' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The example logins, an invite code, and whether the history of a new demo is still being made.
   */
  'GET demo': {
    request: { at_ms?: string };
    answer: { customers: ({ account: string; password: string })[]; operators: ({ account: string; password: string; totp_secret?: string; role: 'support' | 'reviewer' | 'treasurer' | 'admin' })[]; invite_code: string; console: string | null; ahead_ms: number; clock_steps: ({ number: number; wall_ms: number; ahead_ms: number; index: number | null })[]; history: { state: 'running' | 'stopped'; seconds_left: number } | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Every instrument with its latest quote, its 24-hour figures and its limits.
   */
  'GET currency/quotation_new': {
    request: Record<string, never>;
    answer: ({ symbol: string; kind: 'crypto' | 'forex' | 'metal'; base: string; quote: string; bid: string; ask: string; last: string; change_24h: string; high_24h: string; low_24h: string; volume_24h: string; open: boolean; closed_because: 'session' | 'stale' | null; reopens_at: number | null; offered: boolean; tape_seq: number; time: number; spot: boolean; tick_size: string; quantity_step: string; quantity_min: string; quantity_max: string; spot_fee_rate: string; spark: (string)[] })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Candles of an instrument, oldest first.
   *
   * Refused with:
   * - `pair_not_found`: We couldn’t find this trading pair.
   */
  'GET currency/new_timeshar': {
    request: { symbol: string; period: '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '1D' | '1W'; from?: number | string; to?: number | string };
    answer: ({ time: number; open: string; high: string; low: string; close: string; volume: string })[];
    refusals: 'pair_not_found' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Entries of the price record exactly as they were hashed, at most 1,000. Also at `tape/:symbol`.
   *
   * Refused with:
   * - `pair_not_found`: We couldn’t find this trading pair.
   */
  'GET tape': {
    request: { symbol: string; from_seq?: number | string; limit?: number | string };
    answer: ({ seq: number; time_ms: number; bid: string; ask: string; last: string; volume: string; feed_time_ms: number; gap: boolean; kind: 'quote' | 'gap' | 'halt' | 'reject'; reason?: string; refused?: string; refused_count?: number; sources?: { min: number; age_max_ms: number; deviation_max: string; quotes: ({ name: string; state: 'used' | 'stale' | 'deviates' | 'missing'; time_ms?: number; bid?: string; ask?: string; last?: string; message?: string })[] }; hash: string })[];
    refusals: 'pair_not_found' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Signed heads of the price record, and the key that verifies them. Also at `tape/:symbol/checkpoints`.
   *
   * Refused with:
   * - `pair_not_found`: We couldn’t find this trading pair.
   */
  'GET tape/checkpoints': {
    request: { symbol: string; from_seq?: number | string; limit?: number | string };
    answer: { public_key: string; checkpoints: ({ seq: number; hash: string; time: number; public_key: string; signature: string })[] };
    refusals: 'pair_not_found' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Cancels open orders and resets the balances with journals. The history is kept.
   * Needs a session or an API key.
   */
  'POST demo/start_over': {
    request: Record<string, never>;
    answer: Record<string, never>;
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Every wallet with its available and frozen balance, by account, and its value.
   * Needs a session or an API key.
   */
  'POST wallet/list': {
    request: Record<string, never>;
    answer: ({ currency: string; spot: { available: string; frozen: string }; contract: { available: string; frozen: string }; option: { available: string; frozen: string }; experience?: { available: string; frozen: string }; fund?: { available: string; frozen: string }; due?: string; loans?: string; value_usdt: string })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * One wallet, with the purpose of each frozen part.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `wallet_not_found`: We couldn’t find this wallet. Add a wallet first.
   */
  'POST wallet/get_info': {
    request: { currency: string };
    answer: { currency: string; spot: { available: string; frozen: string }; contract: { available: string; frozen: string }; option: { available: string; frozen: string }; experience?: { available: string; frozen: string }; fund?: { available: string; frozen: string }; due?: string; loans?: string; value_usdt: string; frozen_by: ({ ref: string; account: 'spot' | 'contract' | 'option' | 'experience' | 'fund'; amount: string; symbol: string | null })[] };
    refusals: 'wallet_not_found' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Every journal that moved the customer’s money, newest first, filtered.
   * Needs a session or an API key.
   */
  'POST wallet/detail': {
    request: { currency?: string; account?: 'spot' | 'contract' | 'option' | 'experience' | 'fund'; group?: 'deposit' | 'withdrawal' | 'transfer' | 'exchange' | 'spot' | 'leverage' | 'option' | 'credit' | 'fund' | 'loan' | 'referral' | 'correction' | 'demo'; from?: number | string; to?: number | string; cursor?: string; limit?: number | string };
    answer: { items: ({ seq: number; kind: string; group: 'deposit' | 'withdrawal' | 'transfer' | 'exchange' | 'spot' | 'leverage' | 'option' | 'credit' | 'fund' | 'loan' | 'referral' | 'correction' | 'demo'; ref: string; time: number; changes: ({ account: 'spot' | 'contract' | 'option' | 'experience' | 'fund'; frozen: boolean; currency: string; amount: string })[] })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * One record as a journal, with the postings of both sides.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `no_transaction_records`: There are no transactions to show.
   */
  'GET wallet/journal': {
    request: { seq: number | string };
    answer: { seq: number; kind: string; group: 'deposit' | 'withdrawal' | 'transfer' | 'exchange' | 'spot' | 'leverage' | 'option' | 'credit' | 'fund' | 'loan' | 'referral' | 'correction' | 'demo'; ref: string; time: number; postings: ({ account: string; own: boolean; currency: string; amount: string })[]; symbol: string | null; reason: string | null };
    refusals: 'no_transaction_records' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The total value of the account at the end of each day, recomputed from the journals and the tape, and now.
   * Needs a session or an API key.
   */
  'GET wallet/history': {
    request: { days?: number | string };
    answer: ({ time: number; value_usdt: string })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Income by source, today and in total, losses included.
   * Needs a session or an API key.
   */
  'GET wallet/accumulated': {
    request: Record<string, never>;
    answer: { today: string; total: string; sources: ({ source: 'options' | 'contracts' | 'forex' | 'fund' | 'referral' | 'credit'; today: string; total: string })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The customer’s whole ledger as plain-text accounting, for hledger and similar programs.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   */
  'GET wallet/ledger': {
    request: Record<string, never>;
    answer: { text: string };
    refusals: 'too_many_attempts' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The months and years for which there is a statement, newest first.
   * Needs a session or an API key.
   */
  'GET statement/periods': {
    request: Record<string, never>;
    answer: { months: ({ period: string; final: boolean })[]; years: ({ period: string; final: boolean })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * A month or year in UTC: balances before and after, every kind of movement, every cost in money and in per cent, and what each coin cost and gained.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `statement_too_long`: There are more than {max} entries, which is too many for one file. Choose a shorter period, or download your full ledger under Records.
   */
  'GET statement/one': {
    request: { period: string };
    answer: { period: string; final: boolean; from: number; to: number; valued_at: number; opening_value_usdt: string; closing_value_usdt: string; opening_total_usdt: string; closing_total_usdt: string; closing_open_profit_usdt: string; closing_due_usdt: string; closing_loans_usdt: string; accounts: ({ account: 'spot' | 'contract' | 'option' | 'experience' | 'fund'; currency: string; opening: string; received: string; paid: string; closing: string; closing_value_usdt: string })[]; movements: ({ kind: string; group: 'deposit' | 'withdrawal' | 'transfer' | 'exchange' | 'spot' | 'leverage' | 'option' | 'credit' | 'fund' | 'loan' | 'referral' | 'correction' | 'demo'; account: 'spot' | 'contract' | 'option' | 'experience' | 'fund'; currency: string; count: number; received: string; paid: string })[]; costs: ({ kind: 'spot_fee' | 'spot_spread' | 'exchange_fee' | 'exchange_spread' | 'contract_fee' | 'contract_spread' | 'forex_fee' | 'forex_spread' | 'overnight' | 'loan_fee' | 'loan_interest' | 'withdrawal_fee' | 'fund_exit_fee'; currency: string; amount: string; base: string; percent: string | null })[]; holdings: ({ currency: string; quantity: string; cost: string; average_cost: string | null; value_usdt: string | null; unrealised: string | null; unrealised_percent: string | null; realised: string })[] };
    refusals: 'statement_too_long' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The statement with every movement, as PDF, CSV, OFX 2.2, or plain-text accounting for hledger.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `statement_too_long`: There are more than {max} entries, which is too many for one file. Choose a shorter period, or download your full ledger under Records.
   */
  'GET statement/file': {
    request: { period: string; form: 'pdf' | 'csv' | 'ofx' | 'hledger' };
    answer: { name: string; type: string; encoding: 'text' | 'base64'; body: string };
    refusals: 'statement_too_long' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The average cost of each coin, and the gains of past sales.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `statement_too_long`: There are more than {max} entries, which is too many for one file. Choose a shorter period, or download your full ledger under Records.
   */
  'GET statement/holdings': {
    request: Record<string, never>;
    answer: ({ currency: string; quantity: string; cost: string; average_cost: string | null; realised: string })[];
    refusals: 'statement_too_long' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Every cost so far, by kind, in money and in per cent.
   * Needs a session or an API key.
   */
  'GET statement/costs': {
    request: Record<string, never>;
    answer: ({ kind: 'spot_fee' | 'spot_spread' | 'exchange_fee' | 'exchange_spread' | 'contract_fee' | 'contract_spread' | 'forex_fee' | 'forex_spread' | 'overnight' | 'loan_fee' | 'loan_interest' | 'withdrawal_fee' | 'fund_exit_fee'; currency: string; amount: string; base: string; percent: string | null })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The disposals of a year, first in, first out or at average cost, and the results of leverage, options and the fund.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `statement_too_long`: There are more than {max} entries, which is too many for one file. Choose a shorter period, or download your full ledger under Records.
   */
  'GET statement/tax': {
    request: { year: string; method: 'fifo' | 'average' };
    answer: { year: string; final: boolean; method: 'fifo' | 'average'; disposals: ({ currency: string; acquired: number | null; disposed: number; quantity: string; proceeds: string; cost: string; gain: string })[]; proceeds: string; cost: string; gain: string; sections: ({ section: 'leverage' | 'options' | 'fund' | 'other'; name: string; count: number; result: string; costs: string; net: string })[] };
    refusals: 'statement_too_long' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The tax report as PDF or CSV.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `statement_too_long`: There are more than {max} entries, which is too many for one file. Choose a shorter period, or download your full ledger under Records.
   */
  'GET statement/tax_file': {
    request: { year: string; method: 'fifo' | 'average'; form: 'pdf' | 'csv' };
    answer: { name: string; type: string; encoding: 'text' | 'base64'; body: string };
    refusals: 'statement_too_long' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The total value of the account now, and every part of it, in USDT.
   * Needs a session or an API key.
   */
  'GET portfolio/value': {
    request: Record<string, never>;
    answer: { total: string; available: string; experience: string; parts: ({ part: 'spot' | 'contract' | 'option' | 'fund' | 'open_profit' | 'due' | 'loans'; value_usdt: string })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The total value over time, deposits and withdrawals, and the time-weighted return of each period.
   * Needs a session or an API key.
   */
  'GET portfolio/history': {
    request: Record<string, never>;
    answer: { points: ({ time: number; value_usdt: string })[]; flows: ({ time: number; kind: 'deposit' | 'withdrawal' | 'grant' | 'start_over' | 'correction'; currency: string; amount: string; value_usdt: string })[]; since: number | null; performance: ({ period: '1w' | '1m' | '3m' | '1y' | 'all'; from: number; return_percent: string | null; profit_usdt: string; deposited_usdt: string; withdrawn_usdt: string })[]; best_day: { time: number; profit_usdt: string; return_percent: string | null } | null; worst_day: { time: number; profit_usdt: string; return_percent: string | null } | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Operators’ actions on this account, newest first.
   * Needs a session or an API key.
   */
  'GET user/acts': {
    request: { cursor?: string; limit?: number | string };
    answer: { items: ({ time: number; role: string; action: string; reason: string | null })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Where to send money: addresses by chain and wire instructions by currency, with limits.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `currency_invalid`: This currency isn’t available here. Choose another one.
   */
  'POST wallet/get_in_address': {
    request: { currency?: string };
    answer: { ways: ({ currency: string; network: 'bitcoin' | 'ethereum' | 'arbitrum' | 'tron' | 'wire'; min: string; max: string; credited_as: string; rate: string | null; address: string | null; instructions: { beneficiary: string; bank_name: string; bank_address: string; swift: string; account: string; reference: string } | null })[]; review_hours: number };
    refusals: 'currency_invalid' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Reports that money was sent, with a picture as proof. An operator reviews it.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `self_excluded`: You’ve excluded yourself from trading until {until}. You can still close trades and withdraw.
   * - `timed_out`: You’ve paused trading until {until}. You can still close trades and withdraw.
   * - `currency_invalid`: This currency isn’t available here. Choose another one.
   * - `network_invalid`: This network isn’t available. Choose another one.
   * - `amount_wrong`: This amount isn’t valid. Enter another one.
   * - `deposit_out_of_range`: Your deposit must be between {min} and {max}.
   * - `file_not_found`: We couldn’t find this file, or it’s already been used. Upload it again.
   * - `file_duplicate`: This file has already been uploaded. Choose another one.
   * - `reference_used`: This transaction number was already used for another deposit. Check it or contact Support.
   * - `deposits_too_many`: You already have {max} deposits waiting. Wait for one to finish, or cancel one.
   * - `own_limit_reached`: This would exceed a limit you’ve set. You have {left} USDT left. Enter a smaller amount or wait for the next period.
   */
  'POST wallet/charge_req': {
    request: { currency: string; network: string; amount: string; voucher: string; reference?: string };
    answer: { id: string; status: 'under_review' | 'waiting' | 'success' | 'failed' };
    refusals: 'self_excluded' | 'timed_out' | 'currency_invalid' | 'network_invalid' | 'amount_wrong' | 'deposit_out_of_range' | 'file_not_found' | 'file_duplicate' | 'reference_used' | 'deposits_too_many' | 'own_limit_reached' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Cancels a deposit while it is under review.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `deposit_not_found`: We couldn’t find this deposit, or it can no longer be changed.
   * - `order_state_wrong`: The order’s status doesn’t allow this. Refresh to see the latest.
   */
  'POST wallet/charge_cancel': {
    request: { id: string };
    answer: { id: string; status: 'under_review' | 'waiting' | 'success' | 'failed' };
    refusals: 'deposit_not_found' | 'order_state_wrong' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Deposits, newest first.
   * Needs a session or an API key.
   */
  'GET chargelist/log': {
    request: { status?: 'under_review' | 'waiting' | 'success' | 'failed'; currency?: string; from?: number | string; to?: number | string; cursor?: string; limit?: number | string };
    answer: { items: ({ id: string; currency: string; network: 'bitcoin' | 'ethereum' | 'arbitrum' | 'tron' | 'wire'; amount: string; status: 'under_review' | 'waiting' | 'success' | 'failed'; reason: 'cancelled_by_customer' | 'not_received' | 'amount_differs' | 'voucher_unreadable' | 'name_differs' | 'duplicate' | 'source_unclear' | null; reference: string | null; credited: { currency: string; amount: string; rate: string | null; reference: string } | null; submitted_at: number; deadline_at: number; overdue: boolean; decided_at: number | null })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The conditions of a withdrawal now: limits, fee, expected time and available balance.
   * Needs a session or an API key.
   */
  'GET wallet/out_terms': {
    request: Record<string, never>;
    answer: { currencies: ({ currency: string; networks: ('bitcoin' | 'ethereum' | 'arbitrum' | 'tron')[]; min: string; max: string; day_max: string; day_left: string; fee_rate: string; two_from: string; available: string })[]; arrival_hours: number; held_until: number | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Requests a withdrawal to a saved address. The amount is frozen immediately.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `verification_needed`: Verify your identity first.
   * - `trading_password_missing`: You don’t have a trading PIN yet. Set one up first.
   * - `bank_card_missing`: Add a bank account first.
   * - `withdrawals_held`: You changed a security setting recently, so withdrawals are on hold until {until}. Try again then.
   * - `currency_invalid`: This currency isn’t available here. Choose another one.
   * - `network_invalid`: This network isn’t available. Choose another one.
   * - `amount_wrong`: This amount isn’t valid. Enter another one.
   * - `withdrawal_below_minimum`: This is below the minimum withdrawal. Enter {min} {currency} or more.
   * - `withdrawal_above_maximum`: This is above the maximum withdrawal. Enter {max} {currency} or less.
   * - `withdrawal_day_maximum`: This is more than you can withdraw in 24 hours. You have {left} {currency} left. Enter a smaller amount or try again later.
   * - `address_missing`: You don’t have a withdrawal address yet. Add one first.
   * - `address_not_yours`: You can delete only your own addresses.
   * - `address_not_ready`: This address is new. You can use it from {until}.
   * - `withdrawal_pending`: You already have a withdrawal in progress. Wait until it’s complete.
   * - `withdrawal_exceeds_holdings`: This is more than you have. Enter a smaller amount.
   * - `case_changed`: This has changed since you opened it. Check it again before you decide.
   * - `trading_password_wrong`: Your trading PIN is wrong. Try again.
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST wallet/out': {
    request: { currency: string; amount: string; address: string; arrives?: string; trading_password: string; totp?: string; passkey?: string };
    answer: { id: string; amount: string; fee: string; arrives: string; status: 'under_review' | 'waiting' | 'success' | 'failed'; deadline_at: number };
    refusals: 'verification_needed' | 'trading_password_missing' | 'bank_card_missing' | 'withdrawals_held' | 'currency_invalid' | 'network_invalid' | 'amount_wrong' | 'withdrawal_below_minimum' | 'withdrawal_above_maximum' | 'withdrawal_day_maximum' | 'address_missing' | 'address_not_yours' | 'address_not_ready' | 'withdrawal_pending' | 'withdrawal_exceeds_holdings' | 'case_changed' | 'trading_password_wrong' | 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Cancels a withdrawal while it is under review. The money is available again immediately.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `not_found`: We couldn’t find what you’re looking for.
   * - `order_state_wrong`: The order’s status doesn’t allow this. Refresh to see the latest.
   */
  'POST wallet/out_cancel': {
    request: { id: string };
    answer: { id: string; status: 'under_review' | 'waiting' | 'success' | 'failed' };
    refusals: 'not_found' | 'order_state_wrong' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Withdrawals, newest first.
   * Needs a session or an API key.
   */
  'GET cashlist/log': {
    request: { status?: 'under_review' | 'waiting' | 'success' | 'failed'; currency?: string; from?: number | string; to?: number | string; cursor?: string; limit?: number | string };
    answer: { items: ({ id: string; currency: string; network: 'bitcoin' | 'ethereum' | 'arbitrum' | 'tron'; address: string; amount: string; fee: string; arrives: string; status: 'under_review' | 'waiting' | 'success' | 'failed'; reason: 'cancelled_by_customer' | 'start_over' | 'address_unsafe' | 'source_unclear' | 'suspected_misuse' | 'customer_request' | 'payout_returned' | 'payout_impossible' | null; hold: { reason: 'security_check' | 'source_of_funds' | 'documents_needed' | 'network_trouble' | 'court_order'; until: number } | null; paused: 'account_frozen' | 'account_locked' | null; requested_at: number; deadline_at: number; overdue: boolean; approved_at: number | null; decided_at: number | null; paid_reference: string | null })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * How long withdrawals took in the last thirty days, and how many are waiting, held or overdue.
   */
  'GET transparency/withdrawals': {
    request: Record<string, never>;
    answer: { paid: number; in_time: number; median_minutes: number | null; slowest_tenth_minutes: number | null; failed: ({ reason: 'cancelled_by_customer' | 'start_over' | 'address_unsafe' | 'source_unclear' | 'suspected_misuse' | 'customer_request' | 'payout_returned' | 'payout_impossible'; count: number })[]; waiting: number; overdue: number; held: ({ reason: 'security_check' | 'source_of_funds' | 'documents_needed' | 'network_trouble' | 'court_order'; count: number })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The saved withdrawal addresses.
   * Needs a session or an API key.
   */
  'GET wallet/address': {
    request: Record<string, never>;
    answer: { items: ({ id: string; network: 'bitcoin' | 'ethereum' | 'arbitrum' | 'tron'; currencies: (string)[]; address: string; label: string; added_at: number; usable_at: number })[]; max: number; cool_off_seconds: number };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Adds a withdrawal address, whose checksum must match its network.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `trading_password_missing`: You don’t have a trading PIN yet. Set one up first.
   * - `network_invalid`: This network isn’t available. Choose another one.
   * - `address_wrong`: This isn’t a valid {network} address. Copy it again from the receiving wallet.
   * - `address_of_house`: This is one of our own deposit addresses. Enter the address where you want to receive the money.
   * - `address_exists`: You already have this withdrawal address.
   * - `addresses_too_many`: You’ve reached the maximum of {max} withdrawal addresses. Delete one first.
   * - `confirmation_needed`: To make this change, confirm that it’s you. You can use: {kinds}.
   * - `confirmation_wrong`: We couldn’t confirm that it’s you, so nothing was changed. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   */
  'POST wallet/address_add': {
    request: { network: string; address: string; label?: string; totp?: string; passkey?: string; current_password?: string; message?: string; sign?: string };
    answer: { id: string; network: 'bitcoin' | 'ethereum' | 'arbitrum' | 'tron'; currencies: (string)[]; address: string; label: string; added_at: number; usable_at: number };
    refusals: 'trading_password_missing' | 'network_invalid' | 'address_wrong' | 'address_of_house' | 'address_exists' | 'addresses_too_many' | 'confirmation_needed' | 'confirmation_wrong' | 'too_many_attempts' | 'reset_needed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Deletes a withdrawal address.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `trading_password_missing`: You don’t have a trading PIN yet. Set one up first.
   * - `address_not_yours`: You can delete only your own addresses.
   */
  'POST wallet/address_delete': {
    request: { id: string };
    answer: Record<string, never>;
    refusals: 'trading_password_missing' | 'address_not_yours' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The coins that can be converted, and the fee of each.
   * Needs a session or an API key.
   */
  'GET wallet/flashAgainstList': {
    request: Record<string, never>;
    answer: { currencies: (string)[]; fee_rate: string; valid_seconds: number; max_usdt: string; unused_max: number };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * A firm price for a conversion, valid for ten seconds.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `self_excluded`: You’ve excluded yourself from trading until {until}. You can still close trades and withdraw.
   * - `timed_out`: You’ve paused trading until {until}. You can still close trades and withdraw.
   * - `product_not_offered`: This product isn’t available in your country. See which products are.
   * - `opening_stopped`: We’ve stopped new trades here until {until} at the latest. You can still cancel orders, close positions and sell.
   * - `trading_paused`: We’ve paused new trades while we check our accounts. Try again later. You can still cancel orders and close positions.
   * - `currency_invalid`: This currency isn’t available here. Choose another one.
   * - `pair_not_active`: This pair isn’t open for new trades. Choose another one.
   * - `quotes_exhausted`: You’ve asked for {max} prices within an hour without using one. You can ask again from {until}.
   * - `amount_wrong`: This amount isn’t valid. Enter another one.
   * - `exchange_too_small`: This amount is too small to exchange. Enter a larger one.
   * - `exchange_too_large`: You can exchange up to {max} USDT at a time. Enter a smaller amount.
   * - `trading_closed`: Trading is paused because we don’t have an up-to-date price. Try again shortly.
   * - `market_closed`: The market is closed. Try again when it opens.
   * - `coins_insufficient`: You don’t have enough {currency}. You need {needed} and have {available} available. Enter a smaller quantity.
   * - `balance_insufficient`: Your balance is too low. You need {needed} {currency} and have {available} {currency} available. Enter a smaller amount.
   * - `liquidity_insufficient`: There isn’t enough liquidity for this order. Enter a smaller quantity or try again later.
   */
  'POST wallet/flash_quote': {
    request: { from: string; to: string; amount: string };
    answer: { quote_id: string; from: string; to: string; from_amount: string; to_amount: string; rate: string; fee: string; legs: ({ symbol: string; side: 'buy' | 'sell'; quantity: string; price: string; tape_seq: number })[]; valid_ms: number };
    refusals: 'self_excluded' | 'timed_out' | 'product_not_offered' | 'opening_stopped' | 'trading_paused' | 'currency_invalid' | 'pair_not_active' | 'quotes_exhausted' | 'amount_wrong' | 'exchange_too_small' | 'exchange_too_large' | 'trading_closed' | 'market_closed' | 'coins_insufficient' | 'balance_insufficient' | 'liquidity_insufficient' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Converts exactly as quoted, or refuses.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `self_excluded`: You’ve excluded yourself from trading until {until}. You can still close trades and withdraw.
   * - `timed_out`: You’ve paused trading until {until}. You can still close trades and withdraw.
   * - `product_not_offered`: This product isn’t available in your country. See which products are.
   * - `opening_stopped`: We’ve stopped new trades here until {until} at the latest. You can still cancel orders, close positions and sell.
   * - `trading_paused`: We’ve paused new trades while we check our accounts. Try again later. You can still cancel orders and close positions.
   * - `quote_expired`: This price has expired, and nothing was exchanged. Get a new price.
   * - `trading_closed`: Trading is paused because we don’t have an up-to-date price. Try again shortly.
   * - `market_closed`: The market is closed. Try again when it opens.
   * - `coins_insufficient`: You don’t have enough {currency}. You need {needed} and have {available} available. Enter a smaller quantity.
   * - `balance_insufficient`: Your balance is too low. You need {needed} {currency} and have {available} {currency} available. Enter a smaller amount.
   * - `liquidity_insufficient`: There isn’t enough liquidity for this order. Enter a smaller quantity or try again later.
   */
  'POST wallet/flashAgainst': {
    request: { from: string; to: string; amount: string; quote_id: string };
    answer: { id: string; from: string; to: string; from_amount: string; to_amount: string; rate: string; fee: string; legs: ({ symbol: string; side: 'buy' | 'sell'; quantity: string; price: string; tape_seq: number })[]; time: number };
    refusals: 'self_excluded' | 'timed_out' | 'product_not_offered' | 'opening_stopped' | 'trading_paused' | 'quote_expired' | 'trading_closed' | 'market_closed' | 'coins_insufficient' | 'balance_insufficient' | 'liquidity_insufficient' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Conversions, newest first.
   * Needs a session or an API key.
   */
  'GET wallet/myFlashAgainstList': {
    request: { currency?: string; from?: number | string; to?: number | string; cursor?: string; limit?: number | string };
    answer: { items: ({ id: string; from: string; to: string; from_amount: string; to_amount: string; rate: string; fee: string; legs: ({ symbol: string; side: 'buy' | 'sell'; quantity: string; price: string; tape_seq: number })[]; time: number })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Places a spot order: market, limit, stop, stop-limit, trailing stop or OCO on a pair, a purchase with take profit, stop loss or both, or coin to coin.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `self_excluded`: You’ve excluded yourself from trading until {until}. You can still close trades and withdraw.
   * - `timed_out`: You’ve paused trading until {until}. You can still close trades and withdraw.
   * - `product_not_offered`: This product isn’t available in your country. See which products are.
   * - `pair_not_found`: We couldn’t find this trading pair.
   * - `pair_not_active`: This pair isn’t open for new trades. Choose another one.
   * - `opening_stopped`: We’ve stopped new trades here until {until} at the latest. You can still cancel orders, close positions and sell.
   * - `trading_paused`: We’ve paused new trades while we check our accounts. Try again later. You can still cancel orders and close positions.
   * - `currency_invalid`: This currency isn’t available here. Choose another one.
   * - `quantity_below_minimum`: The quantity is below the minimum of {min}. Enter {min} or more.
   * - `quantity_above_maximum`: The quantity is above the maximum of {max}. Enter {max} or less.
   * - `quantity_off_step`: The quantity must be a multiple of {step}.
   * - `amount_below_minimum`: The amount is below the minimum of {min}. Enter {min} or more.
   * - `amount_wrong`: This amount isn’t valid. Enter another one.
   * - `price_off_tick`: The price must be a multiple of {tick}.
   * - `price_above_maximum`: The price is above the maximum of {max}. Enter {max} or less.
   * - `trading_closed`: Trading is paused because we don’t have an up-to-date price. Try again shortly.
   * - `market_closed`: The market is closed. Try again when it opens.
   * - `limit_sell_below_price`: A limit sell order can’t be below the current price of {price}. Enter a higher price.
   * - `terms_changed`: The terms have changed in the meantime. Check the new terms and try again.
   * - `price_moved`: The price is now {price}, which is worse than your limit of {worst}. Check the new price and order again.
   * - `balance_insufficient`: Your balance is too low. You need {needed} {currency} and have {available} {currency} available. Enter a smaller amount.
   * - `coins_insufficient`: You don’t have enough {currency}. You need {needed} and have {available} available. Enter a smaller quantity.
   * - `liquidity_insufficient`: There isn’t enough liquidity for this order. Enter a smaller quantity or try again later.
   * - `orders_too_many`: You’ve reached the maximum of {max} open orders. Cancel one first.
   * - `stop_already_reached`: The price of {price} has already reached your stop. Set the stop further away, or place a market order.
   * - `stop_on_wrong_side`: To sell, the stop must be below the limit of {price}; to buy, above it.
   * - `post_only_would_fill`: The current price {price} has already reached your limit, so this post-only order would fill right away. Change the limit or turn post-only off.
   * - `trailing_wrong`: The trailing distance must be above 0 and below the current price of {current}. Enter another distance.
   * - `take_profit_wrong`: Your take profit must be on the profit side of the entry price {entry} and the current price {current}, and can’t be 0. Enter another price.
   * - `stop_loss_wrong`: Your stop loss must be on the losing side of the entry price {entry} and the current price {current}, and can’t be 0. Enter another price.
   * - `expiry_wrong`: An order can end at a time between one second and {days} days from now. Choose another time.
   * - `client_order_id_used`: Another of your open orders already has this client order ID. Use a different one.
   */
  'POST coin/trade': {
    request: { symbol?: string; side?: 'buy' | 'sell'; type?: 'market' | 'limit' | 'stop' | 'stop_limit' | 'oco' | 'trailing_stop'; quantity?: string; amount?: string; price?: string; stop_price?: string; trailing?: string; trailing_bps?: number; take_profit?: string; stop_loss?: string; time_in_force?: 'GTC' | 'GTD' | 'IOC' | 'FOK'; expires_at?: number; post_only?: boolean; client_order_id?: string; limit_client_order_id?: string; stop_client_order_id?: string; worst_price?: string; fee_rate?: string; from?: string; to?: string; worst_amount?: string; to_fee_rate?: string };
    answer: { id: string; status: 'open' | 'filled' | 'cancelled'; legs: ({ symbol: string; side: 'buy' | 'sell'; quantity: string; price: string; value: string; fee: string; fee_rate: string; tape_seq: number })[] };
    refusals: 'self_excluded' | 'timed_out' | 'product_not_offered' | 'pair_not_found' | 'pair_not_active' | 'opening_stopped' | 'trading_paused' | 'currency_invalid' | 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step' | 'amount_below_minimum' | 'amount_wrong' | 'price_off_tick' | 'price_above_maximum' | 'trading_closed' | 'market_closed' | 'limit_sell_below_price' | 'terms_changed' | 'price_moved' | 'balance_insufficient' | 'coins_insufficient' | 'liquidity_insufficient' | 'orders_too_many' | 'stop_already_reached' | 'stop_on_wrong_side' | 'post_only_would_fill' | 'trailing_wrong' | 'take_profit_wrong' | 'stop_loss_wrong' | 'expiry_wrong' | 'client_order_id_used' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Spot orders with their fills and reasons, newest first.
   * Needs a session or an API key.
   */
  'GET coin/list': {
    request: { status?: 'in_transaction' | 'completed'; symbol?: string; kind?: 'market' | 'limit' | 'stop' | 'stop_limit' | 'oco' | 'convert'; from?: number | string; to?: number | string; client_order_id?: string; entry_id?: string; cursor?: string; limit?: number | string };
    answer: { items: ({ id: string; symbol: string; side: 'buy' | 'sell'; type: 'market' | 'limit' | 'stop' | 'stop_limit' | 'oco' | 'trailing_stop'; to_symbol: string | null; key_name?: string; quantity: string; price: string | null; stop_price: string | null; triggered_seq: number | null; trailing?: string; trailing_bps?: number; trailing_from_seq?: number; take_profit?: string; stop_loss?: string; entry_id?: string; time_in_force: 'GTC' | 'GTD' | 'IOC' | 'FOK'; expires_at: number | null; client_order_id: string | null; limit_client_order_id?: string; stop_client_order_id?: string; filled_quantity: string; fee_rate: string; status: 'open' | 'filled' | 'cancelled'; reason: 'user_not_found' | 'login_wrong' | 'code_wrong' | 'account_taken' | 'invite_code_wrong' | 'old_password_wrong' | 'passwords_differ' | 'password_length' | 'password_common' | 'too_young' | 'confirmation_needed' | 'confirmation_wrong' | 'reset_needed' | 'phone_wrong' | 'trading_password_same' | 'too_many_attempts' | 'already_applied' | 'pair_not_found' | 'pair_not_active' | 'trading_closed' | 'trading_paused' | 'market_closed' | 'limit_sell_below_price' | 'order_not_cancellable' | 'trade_not_found' | 'open_trade_blocks' | 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step' | 'price_off_tick' | 'price_above_maximum' | 'price_moved' | 'liquidity_insufficient' | 'credit_insufficient' | 'credit_hedged' | 'market_closed_until' | 'terms_changed' | 'product_not_offered' | 'balance_insufficient' | 'coins_insufficient' | 'currency_invalid' | 'order_state_wrong' | 'amount_wrong' | 'wallet_proof_wrong' | 'passkey_wrong' | 'passkeys_too_many' | 'email_missing' | 'texts_unavailable' | 'trading_password_missing' | 'trading_password_wrong' | 'id_number_verified' | 'verification_needed' | 'verification_awaiting' | 'bank_card_missing' | 'swift_wrong' | 'iban_wrong' | 'routing_number_wrong' | 'file_not_found' | 'uploads_too_many' | 'file_too_big' | 'file_duplicate' | 'file_type_wrong' | 'upload_failed' | 'own_limit_reached' | 'timed_out' | 'self_excluded' | 'feature_off' | 'balance_left' | 'alerts_too_many' | 'watchlists_changed' | 'device_keys_too_many' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits' | 'api_order_over' | 'api_keys_too_many' | 'webhooks_too_many' | 'webhook_url_wrong' | 'webhook_off' | 'webhook_busy' | 'recurring_too_many' | 'clock_fixed' | 'clock_past_present' | 'wallet_not_found' | 'no_transaction_records' | 'statement_too_long' | 'deposit_not_found' | 'network_invalid' | 'deposits_too_many' | 'reference_used' | 'deposit_out_of_range' | 'address_missing' | 'withdrawal_pending' | 'withdrawal_exceeds_holdings' | 'address_not_ready' | 'withdrawal_below_minimum' | 'withdrawal_above_maximum' | 'withdrawal_day_maximum' | 'case_held' | 'holds_used_up' | 'withdrawals_paused' | 'withdrawals_held' | 'address_exists' | 'address_not_yours' | 'address_wrong' | 'address_of_house' | 'addresses_too_many' | 'quote_expired' | 'quotes_exhausted' | 'exchange_too_small' | 'exchange_too_large' | 'amount_below_minimum' | 'orders_too_many' | 'stop_already_reached' | 'stop_on_wrong_side' | 'take_profit_wrong' | 'stop_loss_wrong' | 'expiry_wrong' | 'client_order_id_used' | 'post_only_would_fill' | 'lever_not_enabled' | 'leverage_not_offered' | 'margin_insufficient' | 'trailing_wrong' | 'position_not_open' | 'position_closing' | 'change_waiting' | 'positions_too_many' | 'leverage_above_cap' | 'profit_lock_wrong' | 'lever_trade_open' | 'duration_not_offered' | 'payout_changed' | 'session_ends_first' | 'stake_below_minimum' | 'stake_above_maximum' | 'tickets_too_many' | 'exposure_customer_full' | 'exposure_full' | 'option_balance_insufficient' | 'turnover_insufficient' | 'fees_insufficient' | 'fund_balance_insufficient' | 'project_ended' | 'project_state_wrong' | 'participants_full' | 'project_limit_reached' | 'order_out_of_range' | 'product_not_found' | 'loan_out_of_range' | 'loan_days_not_offered' | 'agreement_changed' | 'credit_score_low' | 'loan_open' | 'loan_not_found' | 'repayment_above_due' | 'opening_stopped' | 'payouts_stopped' | 'article_text_wrong' | 'articles_too_many' | 'two_admins_needed' | 'amount_above_cap' | 'effective_too_soon' | 'liabilities_uncovered' | 'credit_active' | 'approval_needed' | 'approval_wrong' | 'conflict_of_interest' | 'case_changed' | 'second_person_needed' | 'day_cap_reached' | 'colleague_needed' | 'house_funds_insufficient' | 'unauthorized' | 'account_frozen' | 'account_locked' | 'session_ended' | 'parameter_wrong' | 'parameter_missing' | 'not_found' | 'operation_illegal' | 'request_illegal' | 'request_failed' | 'try_again' | 'state_abnormal' | 'key_reused' | 'host_unknown' | 'origin_foreign' | 'too_many_requests' | 'busy' | 'storage_low' | 'body_too_big' | 'customer' | 'start_over' | 'expired' | null; legs: ({ symbol: string; side: 'buy' | 'sell'; quantity: string; price: string; value: string; fee: string; fee_rate: string; tape_seq: number })[]; amended_at?: number; cancel_asked_at: number | null; created_at: number; updated_at: number })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Cancels a resting order and releases its frozen amount, immediately or at the next price.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `trade_not_found`: We couldn’t find this trade, or it was cancelled. Refresh and try again.
   * - `order_not_cancellable`: This order can no longer be cancelled.
   */
  'POST order/cancel': {
    request: { id?: string; client_order_id?: string };
    answer: { id: string; status: 'open' | 'filled' | 'cancelled' };
    refusals: 'trade_not_found' | 'order_not_cancellable' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Changes the limit, stop, quantity, trailing distance or end of a resting order, which keeps its id.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `trade_not_found`: We couldn’t find this trade, or it was cancelled. Refresh and try again.
   * - `order_state_wrong`: The order’s status doesn’t allow this. Refresh to see the latest.
   * - `self_excluded`: You’ve excluded yourself from trading until {until}. You can still close trades and withdraw.
   * - `timed_out`: You’ve paused trading until {until}. You can still close trades and withdraw.
   * - `product_not_offered`: This product isn’t available in your country. See which products are.
   * - `pair_not_active`: This pair isn’t open for new trades. Choose another one.
   * - `opening_stopped`: We’ve stopped new trades here until {until} at the latest. You can still cancel orders, close positions and sell.
   * - `trading_paused`: We’ve paused new trades while we check our accounts. Try again later. You can still cancel orders and close positions.
   * - `quantity_below_minimum`: The quantity is below the minimum of {min}. Enter {min} or more.
   * - `quantity_above_maximum`: The quantity is above the maximum of {max}. Enter {max} or less.
   * - `quantity_off_step`: The quantity must be a multiple of {step}.
   * - `price_off_tick`: The price must be a multiple of {tick}.
   * - `price_above_maximum`: The price is above the maximum of {max}. Enter {max} or less.
   * - `trading_closed`: Trading is paused because we don’t have an up-to-date price. Try again shortly.
   * - `market_closed`: The market is closed. Try again when it opens.
   * - `limit_sell_below_price`: A limit sell order can’t be below the current price of {price}. Enter a higher price.
   * - `stop_already_reached`: The price of {price} has already reached your stop. Set the stop further away, or place a market order.
   * - `stop_on_wrong_side`: To sell, the stop must be below the limit of {price}; to buy, above it.
   * - `post_only_would_fill`: The current price {price} has already reached your limit, so this post-only order would fill right away. Change the limit or turn post-only off.
   * - `trailing_wrong`: The trailing distance must be above 0 and below the current price of {current}. Enter another distance.
   * - `take_profit_wrong`: Your take profit must be on the profit side of the entry price {entry} and the current price {current}, and can’t be 0. Enter another price.
   * - `stop_loss_wrong`: Your stop loss must be on the losing side of the entry price {entry} and the current price {current}, and can’t be 0. Enter another price.
   * - `expiry_wrong`: An order can end at a time between one second and {days} days from now. Choose another time.
   * - `balance_insufficient`: Your balance is too low. You need {needed} {currency} and have {available} {currency} available. Enter a smaller amount.
   * - `coins_insufficient`: You don’t have enough {currency}. You need {needed} and have {available} available. Enter a smaller quantity.
   */
  'POST order/amend': {
    request: { id?: string; client_order_id?: string; price?: string; stop_price?: string; quantity?: string; trailing?: string; trailing_bps?: number; expires_at?: number | null };
    answer: { id: string; status: 'open' | 'filled' | 'cancelled' };
    refusals: 'trade_not_found' | 'order_state_wrong' | 'self_excluded' | 'timed_out' | 'product_not_offered' | 'pair_not_active' | 'opening_stopped' | 'trading_paused' | 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step' | 'price_off_tick' | 'price_above_maximum' | 'trading_closed' | 'market_closed' | 'limit_sell_below_price' | 'stop_already_reached' | 'stop_on_wrong_side' | 'post_only_would_fill' | 'trailing_wrong' | 'take_profit_wrong' | 'stop_loss_wrong' | 'expiry_wrong' | 'balance_insufficient' | 'coins_insufficient' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Lists the amendments of a spot order, with its values before and after, the oldest first.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `trade_not_found`: We couldn’t find this trade, or it was cancelled. Refresh and try again.
   */
  'GET order/amendments': {
    request: { id: string };
    answer: { items: ({ version: number; was_price: string | null; was_stop_price: string | null; was_quantity: string; price: string | null; stop_price: string | null; quantity: string; tape_seq: number; amended_at_ms: number })[] };
    refusals: 'trade_not_found' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Cancels every resting order, or those of one instrument, each immediately or at the next price.
   * Needs a session or an API key.
   */
  'POST order/cancel_all': {
    request: { symbol?: string };
    answer: ({ id: string; status: 'open' | 'filled' | 'cancelled' })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * What the leveraged ticket of an instrument needs: quote, limits, costs, money and open positions.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `pair_not_found`: We couldn’t find this trading pair.
   * - `pair_not_active`: This pair isn’t open for new trades. Choose another one.
   */
  'POST lever/deal': {
    request: { symbol: string };
    answer: { symbol: string; quote: { bid: string; ask: string; last: string; tape_seq: number; time: number } | null; session: { open: boolean; closed_because: 'session' | 'stale' | null; reopens_at: number | null }; limits: { tick_size: string; price_max: string; quantity_step: string; quantity_min: string; quantity_max: string; contract_size: string; pip_size: string }; leverages: (number)[]; fees: { open_rate: string; close_rate: string }; financing: { long_rate: string; short_rate: string; next_at: number }; rate: { currency: string; rate: string; symbol: string | null; seq: number | null; time: number | null } | null; loss_share: { share_percent: string | null; reason: 'too_few_customers' | null; customers: number; customers_min: number; from: number; to: number; basis: 'closed_positions' }; account: { available: string; frozen: string; promo: string }; positions: ({ id: string; product: 'contract' | 'forex'; symbol: string; side: 'long' | 'short'; type: 'market' | 'limit' | 'stop'; status: 'pending' | 'open' | 'closing' | 'closed' | 'cancelled'; reason: 'customer' | 'close_all' | 'take_profit' | 'stop_loss' | 'profit_lock' | 'trailing' | 'close_out' | 'reduce' | 'start_over' | 'expired' | 'reduced' | 'user_not_found' | 'login_wrong' | 'code_wrong' | 'account_taken' | 'invite_code_wrong' | 'old_password_wrong' | 'passwords_differ' | 'password_length' | 'password_common' | 'too_young' | 'confirmation_needed' | 'confirmation_wrong' | 'reset_needed' | 'phone_wrong' | 'trading_password_same' | 'too_many_attempts' | 'already_applied' | 'pair_not_found' | 'pair_not_active' | 'trading_closed' | 'trading_paused' | 'market_closed' | 'limit_sell_below_price' | 'order_not_cancellable' | 'trade_not_found' | 'open_trade_blocks' | 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step' | 'price_off_tick' | 'price_above_maximum' | 'price_moved' | 'liquidity_insufficient' | 'credit_insufficient' | 'credit_hedged' | 'market_closed_until' | 'terms_changed' | 'product_not_offered' | 'balance_insufficient' | 'coins_insufficient' | 'currency_invalid' | 'order_state_wrong' | 'amount_wrong' | 'wallet_proof_wrong' | 'passkey_wrong' | 'passkeys_too_many' | 'email_missing' | 'texts_unavailable' | 'trading_password_missing' | 'trading_password_wrong' | 'id_number_verified' | 'verification_needed' | 'verification_awaiting' | 'bank_card_missing' | 'swift_wrong' | 'iban_wrong' | 'routing_number_wrong' | 'file_not_found' | 'uploads_too_many' | 'file_too_big' | 'file_duplicate' | 'file_type_wrong' | 'upload_failed' | 'own_limit_reached' | 'timed_out' | 'self_excluded' | 'feature_off' | 'balance_left' | 'alerts_too_many' | 'watchlists_changed' | 'device_keys_too_many' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits' | 'api_order_over' | 'api_keys_too_many' | 'webhooks_too_many' | 'webhook_url_wrong' | 'webhook_off' | 'webhook_busy' | 'recurring_too_many' | 'clock_fixed' | 'clock_past_present' | 'wallet_not_found' | 'no_transaction_records' | 'statement_too_long' | 'deposit_not_found' | 'network_invalid' | 'deposits_too_many' | 'reference_used' | 'deposit_out_of_range' | 'address_missing' | 'withdrawal_pending' | 'withdrawal_exceeds_holdings' | 'address_not_ready' | 'withdrawal_below_minimum' | 'withdrawal_above_maximum' | 'withdrawal_day_maximum' | 'case_held' | 'holds_used_up' | 'withdrawals_paused' | 'withdrawals_held' | 'address_exists' | 'address_not_yours' | 'address_wrong' | 'address_of_house' | 'addresses_too_many' | 'quote_expired' | 'quotes_exhausted' | 'exchange_too_small' | 'exchange_too_large' | 'amount_below_minimum' | 'orders_too_many' | 'stop_already_reached' | 'stop_on_wrong_side' | 'take_profit_wrong' | 'stop_loss_wrong' | 'expiry_wrong' | 'client_order_id_used' | 'post_only_would_fill' | 'lever_not_enabled' | 'leverage_not_offered' | 'margin_insufficient' | 'trailing_wrong' | 'position_not_open' | 'position_closing' | 'change_waiting' | 'positions_too_many' | 'leverage_above_cap' | 'profit_lock_wrong' | 'lever_trade_open' | 'duration_not_offered' | 'payout_changed' | 'session_ends_first' | 'stake_below_minimum' | 'stake_above_maximum' | 'tickets_too_many' | 'exposure_customer_full' | 'exposure_full' | 'option_balance_insufficient' | 'turnover_insufficient' | 'fees_insufficient' | 'fund_balance_insufficient' | 'project_ended' | 'project_state_wrong' | 'participants_full' | 'project_limit_reached' | 'order_out_of_range' | 'product_not_found' | 'loan_out_of_range' | 'loan_days_not_offered' | 'agreement_changed' | 'credit_score_low' | 'loan_open' | 'loan_not_found' | 'repayment_above_due' | 'opening_stopped' | 'payouts_stopped' | 'article_text_wrong' | 'articles_too_many' | 'two_admins_needed' | 'amount_above_cap' | 'effective_too_soon' | 'liabilities_uncovered' | 'credit_active' | 'approval_needed' | 'approval_wrong' | 'conflict_of_interest' | 'case_changed' | 'second_person_needed' | 'day_cap_reached' | 'colleague_needed' | 'house_funds_insufficient' | 'unauthorized' | 'account_frozen' | 'account_locked' | 'session_ended' | 'parameter_wrong' | 'parameter_missing' | 'not_found' | 'operation_illegal' | 'request_illegal' | 'request_failed' | 'try_again' | 'state_abnormal' | 'key_reused' | 'host_unknown' | 'origin_foreign' | 'too_many_requests' | 'busy' | 'storage_low' | 'body_too_big' | null; quantity: string; open_quantity: string; closing_quantity: string | null; leverage: number; collateral: 'contract' | 'promo'; price: string | null; entry_price: string | null; entry_seq: number | null; entry_time: number | null; entry_time_ms: number | null; rate: string; rate_seq: number | null; contract_size: string; placed_rate: string; placed_rate_seq: number | null; entry_rate: string | null; entry_rate_seq: number | null; margin: string; initial_margin: string; fee: string; fee_rate: string; financing_rate: string; financing: string; nights: ({ seq: number; time_ms: number; nights: number; quantity: string; price: string; rate: string; rate_seq: number | null; amount: string })[]; charge?: string; take_profit: string | null; stop_loss: string | null; profit_lock: string | null; trailing: string | null; liquidation_price: string | null; realised_pnl: string; close_price: string | null; closes: ({ quantity: string; price: string; tape_seq: number; rate: string; rate_seq: number | null; pnl: string; fee: string; financing: string; shortfall: string; offset?: string; charged?: string; charge?: string; owed?: string; reason: 'customer' | 'close_all' | 'take_profit' | 'stop_loss' | 'profit_lock' | 'trailing' | 'close_out' | 'reduce' | 'start_over'; order?: string; time: number; time_ms: number })[]; warned: 0 | 75 | 60; cancel_asked_time: number | null; change: { asked_time: number; take_profit: string | null; stop_loss: string | null; profit_lock: string | null; trailing: string | null; margin: string } | null; time_in_force?: 'GTC' | 'GTD' | 'IOC' | 'FOK'; expires_at?: number | null; post_only?: boolean; client_order_id?: string | null; worst_price?: string | null; amended_time?: number; reduces?: string; created_time: number; closed_time: number | null })[]; lever_enabled: boolean };
    refusals: 'pair_not_found' | 'pair_not_active' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Opens a contract position at market, or places a limit or a stop order for one.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `pair_not_found`: We couldn’t find this trading pair.
   * - `pair_not_active`: This pair isn’t open for new trades. Choose another one.
   * - `self_excluded`: You’ve excluded yourself from trading until {until}. You can still close trades and withdraw.
   * - `timed_out`: You’ve paused trading until {until}. You can still close trades and withdraw.
   * - `product_not_offered`: This product isn’t available in your country. See which products are.
   * - `lever_not_enabled`: Leveraged trading isn’t turned on for your account. Complete the questionnaire, and Support will review it.
   * - `bank_card_missing`: Add a bank account first.
   * - `opening_stopped`: We’ve stopped new trades here until {until} at the latest. You can still cancel orders, close positions and sell.
   * - `trading_paused`: We’ve paused new trades while we check our accounts. Try again later. You can still cancel orders and close positions.
   * - `leverage_above_cap`: The maximum leverage for this market in your country is {max}×. Choose a lower one.
   * - `leverage_not_offered`: This leverage isn’t available. Choose one of these: {offered}.
   * - `market_closed_until`: The market is closed until {reopens_at}. Try again then.
   * - `trading_closed`: Trading is paused because we don’t have an up-to-date price. Try again shortly.
   * - `terms_changed`: The terms have changed in the meantime. Check the new terms and try again.
   * - `price_moved`: The price is now {price}, which is worse than your limit of {worst}. Check the new price and order again.
   * - `quantity_below_minimum`: The quantity is below the minimum of {min}. Enter {min} or more.
   * - `quantity_above_maximum`: The quantity is above the maximum of {max}. Enter {max} or less.
   * - `quantity_off_step`: The quantity must be a multiple of {step}.
   * - `expiry_wrong`: An order can end at a time between one second and {days} days from now. Choose another time.
   * - `client_order_id_used`: Another of your open orders already has this client order ID. Use a different one.
   * - `price_above_maximum`: The price is above the maximum of {max}. Enter {max} or less.
   * - `price_off_tick`: The price must be a multiple of {tick}.
   * - `limit_sell_below_price`: A limit sell order can’t be below the current price of {price}. Enter a higher price.
   * - `post_only_would_fill`: The current price {price} has already reached your limit, so this post-only order would fill right away. Change the limit or turn post-only off.
   * - `stop_already_reached`: The price of {price} has already reached your stop. Set the stop further away, or place a market order.
   * - `take_profit_wrong`: Your take profit must be on the profit side of the entry price {entry} and the current price {current}, and can’t be 0. Enter another price.
   * - `stop_loss_wrong`: Your stop loss must be on the losing side of the entry price {entry} and the current price {current}, and can’t be 0. Enter another price.
   * - `trailing_wrong`: The trailing distance must be above 0 and below the current price of {current}. Enter another distance.
   * - `margin_insufficient`: Your contract account doesn’t have enough for the margin and fee. You need {needed} {currency} and have {available} {currency} available. Transfer money to it or enter a smaller quantity.
   * - `credit_insufficient`: You don’t have enough trial credit. You need {needed} {currency} and have {available} {currency} available. Enter a smaller amount or pay from another account.
   * - `positions_too_many`: You’ve reached the maximum of {max} positions and open orders. Close or cancel one first.
   * - `credit_hedged`: You already hold the opposite side of {symbol}, and trial credit can’t be used to hedge. Close the other side first, or trade another market.
   * - `liquidity_insufficient`: There isn’t enough liquidity for this order. Enter a smaller quantity or try again later.
   * - `own_limit_reached`: This would exceed a limit you’ve set. You have {left} USDT left. Enter a smaller amount or wait for the next period.
   */
  'POST lever/submit': {
    request: { symbol: string; side: 'long' | 'short'; type: 'market' | 'limit' | 'stop'; quantity: string; leverage: number | string; price?: string; worst_price?: string; fee_rate?: string; financing_rate?: string; take_profit?: string; stop_loss?: string; trailing?: string; collateral?: 'contract' | 'promo'; time_in_force?: 'GTC' | 'GTD' | 'IOC' | 'FOK'; expires_at?: number | string; post_only?: boolean | 'true' | 'false'; client_order_id?: string };
    answer: { id: string; status: 'pending' | 'open' | 'closing' | 'closed' | 'cancelled'; price: string | null; margin: string; fee: string; liquidation_price: string | null; tape_seq: number | null };
    refusals: 'pair_not_found' | 'pair_not_active' | 'self_excluded' | 'timed_out' | 'product_not_offered' | 'lever_not_enabled' | 'bank_card_missing' | 'opening_stopped' | 'trading_paused' | 'leverage_above_cap' | 'leverage_not_offered' | 'market_closed_until' | 'trading_closed' | 'terms_changed' | 'price_moved' | 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step' | 'expiry_wrong' | 'client_order_id_used' | 'price_above_maximum' | 'price_off_tick' | 'limit_sell_below_price' | 'post_only_would_fill' | 'stop_already_reached' | 'take_profit_wrong' | 'stop_loss_wrong' | 'trailing_wrong' | 'margin_insufficient' | 'credit_insufficient' | 'positions_too_many' | 'credit_hedged' | 'liquidity_insufficient' | 'own_limit_reached' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Contract orders and positions with their closings, newest first.
   * Needs a session or an API key.
   */
  'POST lever/my_trade': {
    request: { status?: 'holding' | 'in_transaction' | 'completed'; symbol?: string; kind?: 'long' | 'short'; from?: number | string; to?: number | string; client_order_id?: string; cursor?: string; limit?: number | string };
    answer: { items: ({ id: string; product: 'contract' | 'forex'; symbol: string; side: 'long' | 'short'; type: 'market' | 'limit' | 'stop'; status: 'pending' | 'open' | 'closing' | 'closed' | 'cancelled'; reason: 'customer' | 'close_all' | 'take_profit' | 'stop_loss' | 'profit_lock' | 'trailing' | 'close_out' | 'reduce' | 'start_over' | 'expired' | 'reduced' | 'user_not_found' | 'login_wrong' | 'code_wrong' | 'account_taken' | 'invite_code_wrong' | 'old_password_wrong' | 'passwords_differ' | 'password_length' | 'password_common' | 'too_young' | 'confirmation_needed' | 'confirmation_wrong' | 'reset_needed' | 'phone_wrong' | 'trading_password_same' | 'too_many_attempts' | 'already_applied' | 'pair_not_found' | 'pair_not_active' | 'trading_closed' | 'trading_paused' | 'market_closed' | 'limit_sell_below_price' | 'order_not_cancellable' | 'trade_not_found' | 'open_trade_blocks' | 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step' | 'price_off_tick' | 'price_above_maximum' | 'price_moved' | 'liquidity_insufficient' | 'credit_insufficient' | 'credit_hedged' | 'market_closed_until' | 'terms_changed' | 'product_not_offered' | 'balance_insufficient' | 'coins_insufficient' | 'currency_invalid' | 'order_state_wrong' | 'amount_wrong' | 'wallet_proof_wrong' | 'passkey_wrong' | 'passkeys_too_many' | 'email_missing' | 'texts_unavailable' | 'trading_password_missing' | 'trading_password_wrong' | 'id_number_verified' | 'verification_needed' | 'verification_awaiting' | 'bank_card_missing' | 'swift_wrong' | 'iban_wrong' | 'routing_number_wrong' | 'file_not_found' | 'uploads_too_many' | 'file_too_big' | 'file_duplicate' | 'file_type_wrong' | 'upload_failed' | 'own_limit_reached' | 'timed_out' | 'self_excluded' | 'feature_off' | 'balance_left' | 'alerts_too_many' | 'watchlists_changed' | 'device_keys_too_many' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits' | 'api_order_over' | 'api_keys_too_many' | 'webhooks_too_many' | 'webhook_url_wrong' | 'webhook_off' | 'webhook_busy' | 'recurring_too_many' | 'clock_fixed' | 'clock_past_present' | 'wallet_not_found' | 'no_transaction_records' | 'statement_too_long' | 'deposit_not_found' | 'network_invalid' | 'deposits_too_many' | 'reference_used' | 'deposit_out_of_range' | 'address_missing' | 'withdrawal_pending' | 'withdrawal_exceeds_holdings' | 'address_not_ready' | 'withdrawal_below_minimum' | 'withdrawal_above_maximum' | 'withdrawal_day_maximum' | 'case_held' | 'holds_used_up' | 'withdrawals_paused' | 'withdrawals_held' | 'address_exists' | 'address_not_yours' | 'address_wrong' | 'address_of_house' | 'addresses_too_many' | 'quote_expired' | 'quotes_exhausted' | 'exchange_too_small' | 'exchange_too_large' | 'amount_below_minimum' | 'orders_too_many' | 'stop_already_reached' | 'stop_on_wrong_side' | 'take_profit_wrong' | 'stop_loss_wrong' | 'expiry_wrong' | 'client_order_id_used' | 'post_only_would_fill' | 'lever_not_enabled' | 'leverage_not_offered' | 'margin_insufficient' | 'trailing_wrong' | 'position_not_open' | 'position_closing' | 'change_waiting' | 'positions_too_many' | 'leverage_above_cap' | 'profit_lock_wrong' | 'lever_trade_open' | 'duration_not_offered' | 'payout_changed' | 'session_ends_first' | 'stake_below_minimum' | 'stake_above_maximum' | 'tickets_too_many' | 'exposure_customer_full' | 'exposure_full' | 'option_balance_insufficient' | 'turnover_insufficient' | 'fees_insufficient' | 'fund_balance_insufficient' | 'project_ended' | 'project_state_wrong' | 'participants_full' | 'project_limit_reached' | 'order_out_of_range' | 'product_not_found' | 'loan_out_of_range' | 'loan_days_not_offered' | 'agreement_changed' | 'credit_score_low' | 'loan_open' | 'loan_not_found' | 'repayment_above_due' | 'opening_stopped' | 'payouts_stopped' | 'article_text_wrong' | 'articles_too_many' | 'two_admins_needed' | 'amount_above_cap' | 'effective_too_soon' | 'liabilities_uncovered' | 'credit_active' | 'approval_needed' | 'approval_wrong' | 'conflict_of_interest' | 'case_changed' | 'second_person_needed' | 'day_cap_reached' | 'colleague_needed' | 'house_funds_insufficient' | 'unauthorized' | 'account_frozen' | 'account_locked' | 'session_ended' | 'parameter_wrong' | 'parameter_missing' | 'not_found' | 'operation_illegal' | 'request_illegal' | 'request_failed' | 'try_again' | 'state_abnormal' | 'key_reused' | 'host_unknown' | 'origin_foreign' | 'too_many_requests' | 'busy' | 'storage_low' | 'body_too_big' | null; quantity: string; open_quantity: string; closing_quantity: string | null; leverage: number; collateral: 'contract' | 'promo'; price: string | null; entry_price: string | null; entry_seq: number | null; entry_time: number | null; entry_time_ms: number | null; rate: string; rate_seq: number | null; contract_size: string; placed_rate: string; placed_rate_seq: number | null; entry_rate: string | null; entry_rate_seq: number | null; margin: string; initial_margin: string; fee: string; fee_rate: string; financing_rate: string; financing: string; nights: ({ seq: number; time_ms: number; nights: number; quantity: string; price: string; rate: string; rate_seq: number | null; amount: string })[]; charge?: string; take_profit: string | null; stop_loss: string | null; profit_lock: string | null; trailing: string | null; liquidation_price: string | null; realised_pnl: string; close_price: string | null; closes: ({ quantity: string; price: string; tape_seq: number; rate: string; rate_seq: number | null; pnl: string; fee: string; financing: string; shortfall: string; offset?: string; charged?: string; charge?: string; owed?: string; reason: 'customer' | 'close_all' | 'take_profit' | 'stop_loss' | 'profit_lock' | 'trailing' | 'close_out' | 'reduce' | 'start_over'; order?: string; time: number; time_ms: number })[]; warned: 0 | 75 | 60; cancel_asked_time: number | null; change: { asked_time: number; take_profit: string | null; stop_loss: string | null; profit_lock: string | null; trailing: string | null; margin: string } | null; time_in_force?: 'GTC' | 'GTD' | 'IOC' | 'FOK'; expires_at?: number | null; post_only?: boolean; client_order_id?: string | null; worst_price?: string | null; amended_time?: number; reduces?: string; created_time: number; closed_time: number | null })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Why a position was closed by its liquidation or by a level, in plain words.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `trade_not_found`: We couldn’t find this trade, or it was cancelled. Refresh and try again.
   * - `order_state_wrong`: The order’s status doesn’t allow this. Refresh to see the latest.
   */
  'GET lever/explained': {
    request: { id: string };
    answer: { reason: 'close_out' | 'stop_loss' | 'take_profit' | 'profit_lock' | 'trailing'; text: string };
    refusals: 'trade_not_found' | 'order_state_wrong' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Sets, moves or removes take profit, stop loss and trailing stop of a position or resting order, or adds margin.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `trade_not_found`: We couldn’t find this trade, or it was cancelled. Refresh and try again.
   * - `position_not_open`: This position isn’t open, or it has already been closed. Refresh to see the latest.
   * - `position_closing`: This position is already closing. It will close at the first price after the market opens. You don’t need to do anything.
   * - `change_waiting`: Your last change takes effect at the next price. Try again after that.
   * - `trading_closed`: Trading is paused because we don’t have an up-to-date price. Try again shortly.
   * - `price_above_maximum`: The price is above the maximum of {max}. Enter {max} or less.
   * - `price_off_tick`: The price must be a multiple of {tick}.
   * - `take_profit_wrong`: Your take profit must be on the profit side of the entry price {entry} and the current price {current}, and can’t be 0. Enter another price.
   * - `stop_loss_wrong`: Your stop loss must be on the losing side of the entry price {entry} and the current price {current}, and can’t be 0. Enter another price.
   * - `profit_lock_wrong`: A profit lock must be between the entry price {entry} and the current price {current}, and the position must be in profit. Enter another price.
   * - `trailing_wrong`: The trailing distance must be above 0 and below the current price of {current}. Enter another distance.
   * - `self_excluded`: You’ve excluded yourself from trading until {until}. You can still close trades and withdraw.
   * - `timed_out`: You’ve paused trading until {until}. You can still close trades and withdraw.
   * - `amount_wrong`: This amount isn’t valid. Enter another one.
   * - `margin_insufficient`: Your contract account doesn’t have enough for the margin and fee. You need {needed} {currency} and have {available} {currency} available. Transfer money to it or enter a smaller quantity.
   * - `credit_insufficient`: You don’t have enough trial credit. You need {needed} {currency} and have {available} {currency} available. Enter a smaller amount or pay from another account.
   * - `own_limit_reached`: This would exceed a limit you’ve set. You have {left} USDT left. Enter a smaller amount or wait for the next period.
   */
  'POST lever/setstop': {
    request: { id: string; take_profit?: null | '' | string; stop_loss?: null | '' | string; profit_lock?: null | '' | string; trailing?: null | '' | string; add_margin?: string };
    answer: { id: string; product: 'contract' | 'forex'; symbol: string; side: 'long' | 'short'; type: 'market' | 'limit' | 'stop'; status: 'pending' | 'open' | 'closing' | 'closed' | 'cancelled'; reason: 'customer' | 'close_all' | 'take_profit' | 'stop_loss' | 'profit_lock' | 'trailing' | 'close_out' | 'reduce' | 'start_over' | 'expired' | 'reduced' | 'user_not_found' | 'login_wrong' | 'code_wrong' | 'account_taken' | 'invite_code_wrong' | 'old_password_wrong' | 'passwords_differ' | 'password_length' | 'password_common' | 'too_young' | 'confirmation_needed' | 'confirmation_wrong' | 'reset_needed' | 'phone_wrong' | 'trading_password_same' | 'too_many_attempts' | 'already_applied' | 'pair_not_found' | 'pair_not_active' | 'trading_closed' | 'trading_paused' | 'market_closed' | 'limit_sell_below_price' | 'order_not_cancellable' | 'trade_not_found' | 'open_trade_blocks' | 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step' | 'price_off_tick' | 'price_above_maximum' | 'price_moved' | 'liquidity_insufficient' | 'credit_insufficient' | 'credit_hedged' | 'market_closed_until' | 'terms_changed' | 'product_not_offered' | 'balance_insufficient' | 'coins_insufficient' | 'currency_invalid' | 'order_state_wrong' | 'amount_wrong' | 'wallet_proof_wrong' | 'passkey_wrong' | 'passkeys_too_many' | 'email_missing' | 'texts_unavailable' | 'trading_password_missing' | 'trading_password_wrong' | 'id_number_verified' | 'verification_needed' | 'verification_awaiting' | 'bank_card_missing' | 'swift_wrong' | 'iban_wrong' | 'routing_number_wrong' | 'file_not_found' | 'uploads_too_many' | 'file_too_big' | 'file_duplicate' | 'file_type_wrong' | 'upload_failed' | 'own_limit_reached' | 'timed_out' | 'self_excluded' | 'feature_off' | 'balance_left' | 'alerts_too_many' | 'watchlists_changed' | 'device_keys_too_many' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits' | 'api_order_over' | 'api_keys_too_many' | 'webhooks_too_many' | 'webhook_url_wrong' | 'webhook_off' | 'webhook_busy' | 'recurring_too_many' | 'clock_fixed' | 'clock_past_present' | 'wallet_not_found' | 'no_transaction_records' | 'statement_too_long' | 'deposit_not_found' | 'network_invalid' | 'deposits_too_many' | 'reference_used' | 'deposit_out_of_range' | 'address_missing' | 'withdrawal_pending' | 'withdrawal_exceeds_holdings' | 'address_not_ready' | 'withdrawal_below_minimum' | 'withdrawal_above_maximum' | 'withdrawal_day_maximum' | 'case_held' | 'holds_used_up' | 'withdrawals_paused' | 'withdrawals_held' | 'address_exists' | 'address_not_yours' | 'address_wrong' | 'address_of_house' | 'addresses_too_many' | 'quote_expired' | 'quotes_exhausted' | 'exchange_too_small' | 'exchange_too_large' | 'amount_below_minimum' | 'orders_too_many' | 'stop_already_reached' | 'stop_on_wrong_side' | 'take_profit_wrong' | 'stop_loss_wrong' | 'expiry_wrong' | 'client_order_id_used' | 'post_only_would_fill' | 'lever_not_enabled' | 'leverage_not_offered' | 'margin_insufficient' | 'trailing_wrong' | 'position_not_open' | 'position_closing' | 'change_waiting' | 'positions_too_many' | 'leverage_above_cap' | 'profit_lock_wrong' | 'lever_trade_open' | 'duration_not_offered' | 'payout_changed' | 'session_ends_first' | 'stake_below_minimum' | 'stake_above_maximum' | 'tickets_too_many' | 'exposure_customer_full' | 'exposure_full' | 'option_balance_insufficient' | 'turnover_insufficient' | 'fees_insufficient' | 'fund_balance_insufficient' | 'project_ended' | 'project_state_wrong' | 'participants_full' | 'project_limit_reached' | 'order_out_of_range' | 'product_not_found' | 'loan_out_of_range' | 'loan_days_not_offered' | 'agreement_changed' | 'credit_score_low' | 'loan_open' | 'loan_not_found' | 'repayment_above_due' | 'opening_stopped' | 'payouts_stopped' | 'article_text_wrong' | 'articles_too_many' | 'two_admins_needed' | 'amount_above_cap' | 'effective_too_soon' | 'liabilities_uncovered' | 'credit_active' | 'approval_needed' | 'approval_wrong' | 'conflict_of_interest' | 'case_changed' | 'second_person_needed' | 'day_cap_reached' | 'colleague_needed' | 'house_funds_insufficient' | 'unauthorized' | 'account_frozen' | 'account_locked' | 'session_ended' | 'parameter_wrong' | 'parameter_missing' | 'not_found' | 'operation_illegal' | 'request_illegal' | 'request_failed' | 'try_again' | 'state_abnormal' | 'key_reused' | 'host_unknown' | 'origin_foreign' | 'too_many_requests' | 'busy' | 'storage_low' | 'body_too_big' | null; quantity: string; open_quantity: string; closing_quantity: string | null; leverage: number; collateral: 'contract' | 'promo'; price: string | null; entry_price: string | null; entry_seq: number | null; entry_time: number | null; entry_time_ms: number | null; rate: string; rate_seq: number | null; contract_size: string; placed_rate: string; placed_rate_seq: number | null; entry_rate: string | null; entry_rate_seq: number | null; margin: string; initial_margin: string; fee: string; fee_rate: string; financing_rate: string; financing: string; nights: ({ seq: number; time_ms: number; nights: number; quantity: string; price: string; rate: string; rate_seq: number | null; amount: string })[]; charge?: string; take_profit: string | null; stop_loss: string | null; profit_lock: string | null; trailing: string | null; liquidation_price: string | null; realised_pnl: string; close_price: string | null; closes: ({ quantity: string; price: string; tape_seq: number; rate: string; rate_seq: number | null; pnl: string; fee: string; financing: string; shortfall: string; offset?: string; charged?: string; charge?: string; owed?: string; reason: 'customer' | 'close_all' | 'take_profit' | 'stop_loss' | 'profit_lock' | 'trailing' | 'close_out' | 'reduce' | 'start_over'; order?: string; time: number; time_ms: number })[]; warned: 0 | 75 | 60; cancel_asked_time: number | null; change: { asked_time: number; take_profit: string | null; stop_loss: string | null; profit_lock: string | null; trailing: string | null; margin: string } | null; time_in_force?: 'GTC' | 'GTD' | 'IOC' | 'FOK'; expires_at?: number | null; post_only?: boolean; client_order_id?: string | null; worst_price?: string | null; amended_time?: number; reduces?: string; created_time: number; closed_time: number | null };
    refusals: 'trade_not_found' | 'position_not_open' | 'position_closing' | 'change_waiting' | 'trading_closed' | 'price_above_maximum' | 'price_off_tick' | 'take_profit_wrong' | 'stop_loss_wrong' | 'profit_lock_wrong' | 'trailing_wrong' | 'self_excluded' | 'timed_out' | 'amount_wrong' | 'margin_insufficient' | 'credit_insufficient' | 'own_limit_reached' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Closes a contract position or a part of it at the quote, at any equity.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `trade_not_found`: We couldn’t find this trade, or it was cancelled. Refresh and try again.
   * - `position_not_open`: This position isn’t open, or it has already been closed. Refresh to see the latest.
   * - `position_closing`: This position is already closing. It will close at the first price after the market opens. You don’t need to do anything.
   * - `market_closed_until`: The market is closed until {reopens_at}. Try again then.
   * - `trading_closed`: Trading is paused because we don’t have an up-to-date price. Try again shortly.
   * - `quantity_below_minimum`: The quantity is below the minimum of {min}. Enter {min} or more.
   * - `quantity_above_maximum`: The quantity is above the maximum of {max}. Enter {max} or less.
   * - `quantity_off_step`: The quantity must be a multiple of {step}.
   */
  'POST lever/close': {
    request: { id: string; quantity?: string };
    answer: { id: string; status: 'pending' | 'open' | 'closing' | 'closed' | 'cancelled'; price: string | null; pnl: string | null; fee: string | null; tape_seq: number | null };
    refusals: 'trade_not_found' | 'position_not_open' | 'position_closing' | 'market_closed_until' | 'trading_closed' | 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Closes every position, or those of one side, instrument or product, and returns the result for each.
   * Needs a session or an API key.
   */
  'POST lever/dealall': {
    request: { side?: 'long' | 'short'; symbol?: string; product?: 'contract' | 'forex' };
    answer: ({ id: string; status: 'pending' | 'open' | 'closing' | 'closed' | 'cancelled'; pnl: string | null; refusal: 'user_not_found' | 'login_wrong' | 'code_wrong' | 'account_taken' | 'invite_code_wrong' | 'old_password_wrong' | 'passwords_differ' | 'password_length' | 'password_common' | 'too_young' | 'confirmation_needed' | 'confirmation_wrong' | 'reset_needed' | 'phone_wrong' | 'trading_password_same' | 'too_many_attempts' | 'already_applied' | 'pair_not_found' | 'pair_not_active' | 'trading_closed' | 'trading_paused' | 'market_closed' | 'limit_sell_below_price' | 'order_not_cancellable' | 'trade_not_found' | 'open_trade_blocks' | 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step' | 'price_off_tick' | 'price_above_maximum' | 'price_moved' | 'liquidity_insufficient' | 'credit_insufficient' | 'credit_hedged' | 'market_closed_until' | 'terms_changed' | 'product_not_offered' | 'balance_insufficient' | 'coins_insufficient' | 'currency_invalid' | 'order_state_wrong' | 'amount_wrong' | 'wallet_proof_wrong' | 'passkey_wrong' | 'passkeys_too_many' | 'email_missing' | 'texts_unavailable' | 'trading_password_missing' | 'trading_password_wrong' | 'id_number_verified' | 'verification_needed' | 'verification_awaiting' | 'bank_card_missing' | 'swift_wrong' | 'iban_wrong' | 'routing_number_wrong' | 'file_not_found' | 'uploads_too_many' | 'file_too_big' | 'file_duplicate' | 'file_type_wrong' | 'upload_failed' | 'own_limit_reached' | 'timed_out' | 'self_excluded' | 'feature_off' | 'balance_left' | 'alerts_too_many' | 'watchlists_changed' | 'device_keys_too_many' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits' | 'api_order_over' | 'api_keys_too_many' | 'webhooks_too_many' | 'webhook_url_wrong' | 'webhook_off' | 'webhook_busy' | 'recurring_too_many' | 'clock_fixed' | 'clock_past_present' | 'wallet_not_found' | 'no_transaction_records' | 'statement_too_long' | 'deposit_not_found' | 'network_invalid' | 'deposits_too_many' | 'reference_used' | 'deposit_out_of_range' | 'address_missing' | 'withdrawal_pending' | 'withdrawal_exceeds_holdings' | 'address_not_ready' | 'withdrawal_below_minimum' | 'withdrawal_above_maximum' | 'withdrawal_day_maximum' | 'case_held' | 'holds_used_up' | 'withdrawals_paused' | 'withdrawals_held' | 'address_exists' | 'address_not_yours' | 'address_wrong' | 'address_of_house' | 'addresses_too_many' | 'quote_expired' | 'quotes_exhausted' | 'exchange_too_small' | 'exchange_too_large' | 'amount_below_minimum' | 'orders_too_many' | 'stop_already_reached' | 'stop_on_wrong_side' | 'take_profit_wrong' | 'stop_loss_wrong' | 'expiry_wrong' | 'client_order_id_used' | 'post_only_would_fill' | 'lever_not_enabled' | 'leverage_not_offered' | 'margin_insufficient' | 'trailing_wrong' | 'position_not_open' | 'position_closing' | 'change_waiting' | 'positions_too_many' | 'leverage_above_cap' | 'profit_lock_wrong' | 'lever_trade_open' | 'duration_not_offered' | 'payout_changed' | 'session_ends_first' | 'stake_below_minimum' | 'stake_above_maximum' | 'tickets_too_many' | 'exposure_customer_full' | 'exposure_full' | 'option_balance_insufficient' | 'turnover_insufficient' | 'fees_insufficient' | 'fund_balance_insufficient' | 'project_ended' | 'project_state_wrong' | 'participants_full' | 'project_limit_reached' | 'order_out_of_range' | 'product_not_found' | 'loan_out_of_range' | 'loan_days_not_offered' | 'agreement_changed' | 'credit_score_low' | 'loan_open' | 'loan_not_found' | 'repayment_above_due' | 'opening_stopped' | 'payouts_stopped' | 'article_text_wrong' | 'articles_too_many' | 'two_admins_needed' | 'amount_above_cap' | 'effective_too_soon' | 'liabilities_uncovered' | 'credit_active' | 'approval_needed' | 'approval_wrong' | 'conflict_of_interest' | 'case_changed' | 'second_person_needed' | 'day_cap_reached' | 'colleague_needed' | 'house_funds_insufficient' | 'unauthorized' | 'account_frozen' | 'account_locked' | 'session_ended' | 'parameter_wrong' | 'parameter_missing' | 'not_found' | 'operation_illegal' | 'request_illegal' | 'request_failed' | 'try_again' | 'state_abnormal' | 'key_reused' | 'host_unknown' | 'origin_foreign' | 'too_many_requests' | 'busy' | 'storage_low' | 'body_too_big' | null })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * A reduce-only order at market, of any leveraged product: closes up to a quantity of the positions on the other side of an instrument, oldest first, and never opens one.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `pair_not_found`: We couldn’t find this trading pair.
   * - `position_not_open`: This position isn’t open, or it has already been closed. Refresh to see the latest.
   * - `quantity_below_minimum`: The quantity is below the minimum of {min}. Enter {min} or more.
   * - `quantity_off_step`: The quantity must be a multiple of {step}.
   */
  'POST lever/reduce': {
    request: { symbol: string; side: 'long' | 'short'; quantity: string };
    answer: ({ id: string; status: 'pending' | 'open' | 'closing' | 'closed' | 'cancelled'; quantity: string; pnl: string | null; refusal: 'user_not_found' | 'login_wrong' | 'code_wrong' | 'account_taken' | 'invite_code_wrong' | 'old_password_wrong' | 'passwords_differ' | 'password_length' | 'password_common' | 'too_young' | 'confirmation_needed' | 'confirmation_wrong' | 'reset_needed' | 'phone_wrong' | 'trading_password_same' | 'too_many_attempts' | 'already_applied' | 'pair_not_found' | 'pair_not_active' | 'trading_closed' | 'trading_paused' | 'market_closed' | 'limit_sell_below_price' | 'order_not_cancellable' | 'trade_not_found' | 'open_trade_blocks' | 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step' | 'price_off_tick' | 'price_above_maximum' | 'price_moved' | 'liquidity_insufficient' | 'credit_insufficient' | 'credit_hedged' | 'market_closed_until' | 'terms_changed' | 'product_not_offered' | 'balance_insufficient' | 'coins_insufficient' | 'currency_invalid' | 'order_state_wrong' | 'amount_wrong' | 'wallet_proof_wrong' | 'passkey_wrong' | 'passkeys_too_many' | 'email_missing' | 'texts_unavailable' | 'trading_password_missing' | 'trading_password_wrong' | 'id_number_verified' | 'verification_needed' | 'verification_awaiting' | 'bank_card_missing' | 'swift_wrong' | 'iban_wrong' | 'routing_number_wrong' | 'file_not_found' | 'uploads_too_many' | 'file_too_big' | 'file_duplicate' | 'file_type_wrong' | 'upload_failed' | 'own_limit_reached' | 'timed_out' | 'self_excluded' | 'feature_off' | 'balance_left' | 'alerts_too_many' | 'watchlists_changed' | 'device_keys_too_many' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits' | 'api_order_over' | 'api_keys_too_many' | 'webhooks_too_many' | 'webhook_url_wrong' | 'webhook_off' | 'webhook_busy' | 'recurring_too_many' | 'clock_fixed' | 'clock_past_present' | 'wallet_not_found' | 'no_transaction_records' | 'statement_too_long' | 'deposit_not_found' | 'network_invalid' | 'deposits_too_many' | 'reference_used' | 'deposit_out_of_range' | 'address_missing' | 'withdrawal_pending' | 'withdrawal_exceeds_holdings' | 'address_not_ready' | 'withdrawal_below_minimum' | 'withdrawal_above_maximum' | 'withdrawal_day_maximum' | 'case_held' | 'holds_used_up' | 'withdrawals_paused' | 'withdrawals_held' | 'address_exists' | 'address_not_yours' | 'address_wrong' | 'address_of_house' | 'addresses_too_many' | 'quote_expired' | 'quotes_exhausted' | 'exchange_too_small' | 'exchange_too_large' | 'amount_below_minimum' | 'orders_too_many' | 'stop_already_reached' | 'stop_on_wrong_side' | 'take_profit_wrong' | 'stop_loss_wrong' | 'expiry_wrong' | 'client_order_id_used' | 'post_only_would_fill' | 'lever_not_enabled' | 'leverage_not_offered' | 'margin_insufficient' | 'trailing_wrong' | 'position_not_open' | 'position_closing' | 'change_waiting' | 'positions_too_many' | 'leverage_above_cap' | 'profit_lock_wrong' | 'lever_trade_open' | 'duration_not_offered' | 'payout_changed' | 'session_ends_first' | 'stake_below_minimum' | 'stake_above_maximum' | 'tickets_too_many' | 'exposure_customer_full' | 'exposure_full' | 'option_balance_insufficient' | 'turnover_insufficient' | 'fees_insufficient' | 'fund_balance_insufficient' | 'project_ended' | 'project_state_wrong' | 'participants_full' | 'project_limit_reached' | 'order_out_of_range' | 'product_not_found' | 'loan_out_of_range' | 'loan_days_not_offered' | 'agreement_changed' | 'credit_score_low' | 'loan_open' | 'loan_not_found' | 'repayment_above_due' | 'opening_stopped' | 'payouts_stopped' | 'article_text_wrong' | 'articles_too_many' | 'two_admins_needed' | 'amount_above_cap' | 'effective_too_soon' | 'liabilities_uncovered' | 'credit_active' | 'approval_needed' | 'approval_wrong' | 'conflict_of_interest' | 'case_changed' | 'second_person_needed' | 'day_cap_reached' | 'colleague_needed' | 'house_funds_insufficient' | 'unauthorized' | 'account_frozen' | 'account_locked' | 'session_ended' | 'parameter_wrong' | 'parameter_missing' | 'not_found' | 'operation_illegal' | 'request_illegal' | 'request_failed' | 'try_again' | 'state_abnormal' | 'key_reused' | 'host_unknown' | 'origin_foreign' | 'too_many_requests' | 'busy' | 'storage_low' | 'body_too_big' | null })[];
    refusals: 'pair_not_found' | 'position_not_open' | 'quantity_below_minimum' | 'quantity_off_step' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Changes the price, the quantity, the levels or the end of a resting leveraged order, which keeps its id.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `trade_not_found`: We couldn’t find this trade, or it was cancelled. Refresh and try again.
   * - `order_state_wrong`: The order’s status doesn’t allow this. Refresh to see the latest.
   * - `change_waiting`: Your last change takes effect at the next price. Try again after that.
   * - `self_excluded`: You’ve excluded yourself from trading until {until}. You can still close trades and withdraw.
   * - `timed_out`: You’ve paused trading until {until}. You can still close trades and withdraw.
   * - `product_not_offered`: This product isn’t available in your country. See which products are.
   * - `lever_not_enabled`: Leveraged trading isn’t turned on for your account. Complete the questionnaire, and Support will review it.
   * - `bank_card_missing`: Add a bank account first.
   * - `pair_not_active`: This pair isn’t open for new trades. Choose another one.
   * - `opening_stopped`: We’ve stopped new trades here until {until} at the latest. You can still cancel orders, close positions and sell.
   * - `leverage_above_cap`: The maximum leverage for this market in your country is {max}×. Choose a lower one.
   * - `trading_paused`: We’ve paused new trades while we check our accounts. Try again later. You can still cancel orders and close positions.
   * - `market_closed_until`: The market is closed until {reopens_at}. Try again then.
   * - `trading_closed`: Trading is paused because we don’t have an up-to-date price. Try again shortly.
   * - `quantity_below_minimum`: The quantity is below the minimum of {min}. Enter {min} or more.
   * - `quantity_above_maximum`: The quantity is above the maximum of {max}. Enter {max} or less.
   * - `quantity_off_step`: The quantity must be a multiple of {step}.
   * - `expiry_wrong`: An order can end at a time between one second and {days} days from now. Choose another time.
   * - `price_above_maximum`: The price is above the maximum of {max}. Enter {max} or less.
   * - `price_off_tick`: The price must be a multiple of {tick}.
   * - `stop_already_reached`: The price of {price} has already reached your stop. Set the stop further away, or place a market order.
   * - `limit_sell_below_price`: A limit sell order can’t be below the current price of {price}. Enter a higher price.
   * - `post_only_would_fill`: The current price {price} has already reached your limit, so this post-only order would fill right away. Change the limit or turn post-only off.
   * - `take_profit_wrong`: Your take profit must be on the profit side of the entry price {entry} and the current price {current}, and can’t be 0. Enter another price.
   * - `stop_loss_wrong`: Your stop loss must be on the losing side of the entry price {entry} and the current price {current}, and can’t be 0. Enter another price.
   * - `trailing_wrong`: The trailing distance must be above 0 and below the current price of {current}. Enter another distance.
   * - `price_moved`: The price is now {price}, which is worse than your limit of {worst}. Check the new price and order again.
   * - `margin_insufficient`: Your contract account doesn’t have enough for the margin and fee. You need {needed} {currency} and have {available} {currency} available. Transfer money to it or enter a smaller quantity.
   * - `credit_insufficient`: You don’t have enough trial credit. You need {needed} {currency} and have {available} {currency} available. Enter a smaller amount or pay from another account.
   * - `liquidity_insufficient`: There isn’t enough liquidity for this order. Enter a smaller quantity or try again later.
   * - `own_limit_reached`: This would exceed a limit you’ve set. You have {left} USDT left. Enter a smaller amount or wait for the next period.
   */
  'POST lever/amend': {
    request: { id?: string; client_order_id?: string; price?: string; quantity?: string; take_profit?: null | '' | string; stop_loss?: null | '' | string; trailing?: null | '' | string; expires_at?: null | '' | number | string };
    answer: { id: string; product: 'contract' | 'forex'; symbol: string; side: 'long' | 'short'; type: 'market' | 'limit' | 'stop'; status: 'pending' | 'open' | 'closing' | 'closed' | 'cancelled'; reason: 'customer' | 'close_all' | 'take_profit' | 'stop_loss' | 'profit_lock' | 'trailing' | 'close_out' | 'reduce' | 'start_over' | 'expired' | 'reduced' | 'user_not_found' | 'login_wrong' | 'code_wrong' | 'account_taken' | 'invite_code_wrong' | 'old_password_wrong' | 'passwords_differ' | 'password_length' | 'password_common' | 'too_young' | 'confirmation_needed' | 'confirmation_wrong' | 'reset_needed' | 'phone_wrong' | 'trading_password_same' | 'too_many_attempts' | 'already_applied' | 'pair_not_found' | 'pair_not_active' | 'trading_closed' | 'trading_paused' | 'market_closed' | 'limit_sell_below_price' | 'order_not_cancellable' | 'trade_not_found' | 'open_trade_blocks' | 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step' | 'price_off_tick' | 'price_above_maximum' | 'price_moved' | 'liquidity_insufficient' | 'credit_insufficient' | 'credit_hedged' | 'market_closed_until' | 'terms_changed' | 'product_not_offered' | 'balance_insufficient' | 'coins_insufficient' | 'currency_invalid' | 'order_state_wrong' | 'amount_wrong' | 'wallet_proof_wrong' | 'passkey_wrong' | 'passkeys_too_many' | 'email_missing' | 'texts_unavailable' | 'trading_password_missing' | 'trading_password_wrong' | 'id_number_verified' | 'verification_needed' | 'verification_awaiting' | 'bank_card_missing' | 'swift_wrong' | 'iban_wrong' | 'routing_number_wrong' | 'file_not_found' | 'uploads_too_many' | 'file_too_big' | 'file_duplicate' | 'file_type_wrong' | 'upload_failed' | 'own_limit_reached' | 'timed_out' | 'self_excluded' | 'feature_off' | 'balance_left' | 'alerts_too_many' | 'watchlists_changed' | 'device_keys_too_many' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits' | 'api_order_over' | 'api_keys_too_many' | 'webhooks_too_many' | 'webhook_url_wrong' | 'webhook_off' | 'webhook_busy' | 'recurring_too_many' | 'clock_fixed' | 'clock_past_present' | 'wallet_not_found' | 'no_transaction_records' | 'statement_too_long' | 'deposit_not_found' | 'network_invalid' | 'deposits_too_many' | 'reference_used' | 'deposit_out_of_range' | 'address_missing' | 'withdrawal_pending' | 'withdrawal_exceeds_holdings' | 'address_not_ready' | 'withdrawal_below_minimum' | 'withdrawal_above_maximum' | 'withdrawal_day_maximum' | 'case_held' | 'holds_used_up' | 'withdrawals_paused' | 'withdrawals_held' | 'address_exists' | 'address_not_yours' | 'address_wrong' | 'address_of_house' | 'addresses_too_many' | 'quote_expired' | 'quotes_exhausted' | 'exchange_too_small' | 'exchange_too_large' | 'amount_below_minimum' | 'orders_too_many' | 'stop_already_reached' | 'stop_on_wrong_side' | 'take_profit_wrong' | 'stop_loss_wrong' | 'expiry_wrong' | 'client_order_id_used' | 'post_only_would_fill' | 'lever_not_enabled' | 'leverage_not_offered' | 'margin_insufficient' | 'trailing_wrong' | 'position_not_open' | 'position_closing' | 'change_waiting' | 'positions_too_many' | 'leverage_above_cap' | 'profit_lock_wrong' | 'lever_trade_open' | 'duration_not_offered' | 'payout_changed' | 'session_ends_first' | 'stake_below_minimum' | 'stake_above_maximum' | 'tickets_too_many' | 'exposure_customer_full' | 'exposure_full' | 'option_balance_insufficient' | 'turnover_insufficient' | 'fees_insufficient' | 'fund_balance_insufficient' | 'project_ended' | 'project_state_wrong' | 'participants_full' | 'project_limit_reached' | 'order_out_of_range' | 'product_not_found' | 'loan_out_of_range' | 'loan_days_not_offered' | 'agreement_changed' | 'credit_score_low' | 'loan_open' | 'loan_not_found' | 'repayment_above_due' | 'opening_stopped' | 'payouts_stopped' | 'article_text_wrong' | 'articles_too_many' | 'two_admins_needed' | 'amount_above_cap' | 'effective_too_soon' | 'liabilities_uncovered' | 'credit_active' | 'approval_needed' | 'approval_wrong' | 'conflict_of_interest' | 'case_changed' | 'second_person_needed' | 'day_cap_reached' | 'colleague_needed' | 'house_funds_insufficient' | 'unauthorized' | 'account_frozen' | 'account_locked' | 'session_ended' | 'parameter_wrong' | 'parameter_missing' | 'not_found' | 'operation_illegal' | 'request_illegal' | 'request_failed' | 'try_again' | 'state_abnormal' | 'key_reused' | 'host_unknown' | 'origin_foreign' | 'too_many_requests' | 'busy' | 'storage_low' | 'body_too_big' | null; quantity: string; open_quantity: string; closing_quantity: string | null; leverage: number; collateral: 'contract' | 'promo'; price: string | null; entry_price: string | null; entry_seq: number | null; entry_time: number | null; entry_time_ms: number | null; rate: string; rate_seq: number | null; contract_size: string; placed_rate: string; placed_rate_seq: number | null; entry_rate: string | null; entry_rate_seq: number | null; margin: string; initial_margin: string; fee: string; fee_rate: string; financing_rate: string; financing: string; nights: ({ seq: number; time_ms: number; nights: number; quantity: string; price: string; rate: string; rate_seq: number | null; amount: string })[]; charge?: string; take_profit: string | null; stop_loss: string | null; profit_lock: string | null; trailing: string | null; liquidation_price: string | null; realised_pnl: string; close_price: string | null; closes: ({ quantity: string; price: string; tape_seq: number; rate: string; rate_seq: number | null; pnl: string; fee: string; financing: string; shortfall: string; offset?: string; charged?: string; charge?: string; owed?: string; reason: 'customer' | 'close_all' | 'take_profit' | 'stop_loss' | 'profit_lock' | 'trailing' | 'close_out' | 'reduce' | 'start_over'; order?: string; time: number; time_ms: number })[]; warned: 0 | 75 | 60; cancel_asked_time: number | null; change: { asked_time: number; take_profit: string | null; stop_loss: string | null; profit_lock: string | null; trailing: string | null; margin: string } | null; time_in_force?: 'GTC' | 'GTD' | 'IOC' | 'FOK'; expires_at?: number | null; post_only?: boolean; client_order_id?: string | null; worst_price?: string | null; amended_time?: number; reduces?: string; created_time: number; closed_time: number | null };
    refusals: 'trade_not_found' | 'order_state_wrong' | 'change_waiting' | 'self_excluded' | 'timed_out' | 'product_not_offered' | 'lever_not_enabled' | 'bank_card_missing' | 'pair_not_active' | 'opening_stopped' | 'leverage_above_cap' | 'trading_paused' | 'market_closed_until' | 'trading_closed' | 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step' | 'expiry_wrong' | 'price_above_maximum' | 'price_off_tick' | 'stop_already_reached' | 'limit_sell_below_price' | 'post_only_would_fill' | 'take_profit_wrong' | 'stop_loss_wrong' | 'trailing_wrong' | 'price_moved' | 'margin_insufficient' | 'credit_insufficient' | 'liquidity_insufficient' | 'own_limit_reached' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Places an order that closes a leveraged position, or a part of it, when the price comes to a limit or a stop. It opens nothing and ends with its position.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `trade_not_found`: We couldn’t find this trade, or it was cancelled. Refresh and try again.
   * - `position_closing`: This position is already closing. It will close at the first price after the market opens. You don’t need to do anything.
   * - `position_not_open`: This position isn’t open, or it has already been closed. Refresh to see the latest.
   * - `market_closed_until`: The market is closed until {reopens_at}. Try again then.
   * - `trading_closed`: Trading is paused because we don’t have an up-to-date price. Try again shortly.
   * - `quantity_above_maximum`: The quantity is above the maximum of {max}. Enter {max} or less.
   * - `quantity_below_minimum`: The quantity is below the minimum of {min}. Enter {min} or more.
   * - `quantity_off_step`: The quantity must be a multiple of {step}.
   * - `expiry_wrong`: An order can end at a time between one second and {days} days from now. Choose another time.
   * - `client_order_id_used`: Another of your open orders already has this client order ID. Use a different one.
   * - `price_above_maximum`: The price is above the maximum of {max}. Enter {max} or less.
   * - `price_off_tick`: The price must be a multiple of {tick}.
   * - `stop_already_reached`: The price of {price} has already reached your stop. Set the stop further away, or place a market order.
   * - `limit_sell_below_price`: A limit sell order can’t be below the current price of {price}. Enter a higher price.
   * - `post_only_would_fill`: The current price {price} has already reached your limit, so this post-only order would fill right away. Change the limit or turn post-only off.
   * - `positions_too_many`: You’ve reached the maximum of {max} positions and open orders. Close or cancel one first.
   */
  'POST lever/close_at': {
    request: { id: string; type: 'limit' | 'stop'; price: string; quantity?: string; expires_at?: number | string; client_order_id?: string };
    answer: { id: string; product: 'contract' | 'forex'; symbol: string; side: 'long' | 'short'; type: 'market' | 'limit' | 'stop'; status: 'pending' | 'open' | 'closing' | 'closed' | 'cancelled'; reason: 'customer' | 'close_all' | 'take_profit' | 'stop_loss' | 'profit_lock' | 'trailing' | 'close_out' | 'reduce' | 'start_over' | 'expired' | 'reduced' | 'user_not_found' | 'login_wrong' | 'code_wrong' | 'account_taken' | 'invite_code_wrong' | 'old_password_wrong' | 'passwords_differ' | 'password_length' | 'password_common' | 'too_young' | 'confirmation_needed' | 'confirmation_wrong' | 'reset_needed' | 'phone_wrong' | 'trading_password_same' | 'too_many_attempts' | 'already_applied' | 'pair_not_found' | 'pair_not_active' | 'trading_closed' | 'trading_paused' | 'market_closed' | 'limit_sell_below_price' | 'order_not_cancellable' | 'trade_not_found' | 'open_trade_blocks' | 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step' | 'price_off_tick' | 'price_above_maximum' | 'price_moved' | 'liquidity_insufficient' | 'credit_insufficient' | 'credit_hedged' | 'market_closed_until' | 'terms_changed' | 'product_not_offered' | 'balance_insufficient' | 'coins_insufficient' | 'currency_invalid' | 'order_state_wrong' | 'amount_wrong' | 'wallet_proof_wrong' | 'passkey_wrong' | 'passkeys_too_many' | 'email_missing' | 'texts_unavailable' | 'trading_password_missing' | 'trading_password_wrong' | 'id_number_verified' | 'verification_needed' | 'verification_awaiting' | 'bank_card_missing' | 'swift_wrong' | 'iban_wrong' | 'routing_number_wrong' | 'file_not_found' | 'uploads_too_many' | 'file_too_big' | 'file_duplicate' | 'file_type_wrong' | 'upload_failed' | 'own_limit_reached' | 'timed_out' | 'self_excluded' | 'feature_off' | 'balance_left' | 'alerts_too_many' | 'watchlists_changed' | 'device_keys_too_many' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits' | 'api_order_over' | 'api_keys_too_many' | 'webhooks_too_many' | 'webhook_url_wrong' | 'webhook_off' | 'webhook_busy' | 'recurring_too_many' | 'clock_fixed' | 'clock_past_present' | 'wallet_not_found' | 'no_transaction_records' | 'statement_too_long' | 'deposit_not_found' | 'network_invalid' | 'deposits_too_many' | 'reference_used' | 'deposit_out_of_range' | 'address_missing' | 'withdrawal_pending' | 'withdrawal_exceeds_holdings' | 'address_not_ready' | 'withdrawal_below_minimum' | 'withdrawal_above_maximum' | 'withdrawal_day_maximum' | 'case_held' | 'holds_used_up' | 'withdrawals_paused' | 'withdrawals_held' | 'address_exists' | 'address_not_yours' | 'address_wrong' | 'address_of_house' | 'addresses_too_many' | 'quote_expired' | 'quotes_exhausted' | 'exchange_too_small' | 'exchange_too_large' | 'amount_below_minimum' | 'orders_too_many' | 'stop_already_reached' | 'stop_on_wrong_side' | 'take_profit_wrong' | 'stop_loss_wrong' | 'expiry_wrong' | 'client_order_id_used' | 'post_only_would_fill' | 'lever_not_enabled' | 'leverage_not_offered' | 'margin_insufficient' | 'trailing_wrong' | 'position_not_open' | 'position_closing' | 'change_waiting' | 'positions_too_many' | 'leverage_above_cap' | 'profit_lock_wrong' | 'lever_trade_open' | 'duration_not_offered' | 'payout_changed' | 'session_ends_first' | 'stake_below_minimum' | 'stake_above_maximum' | 'tickets_too_many' | 'exposure_customer_full' | 'exposure_full' | 'option_balance_insufficient' | 'turnover_insufficient' | 'fees_insufficient' | 'fund_balance_insufficient' | 'project_ended' | 'project_state_wrong' | 'participants_full' | 'project_limit_reached' | 'order_out_of_range' | 'product_not_found' | 'loan_out_of_range' | 'loan_days_not_offered' | 'agreement_changed' | 'credit_score_low' | 'loan_open' | 'loan_not_found' | 'repayment_above_due' | 'opening_stopped' | 'payouts_stopped' | 'article_text_wrong' | 'articles_too_many' | 'two_admins_needed' | 'amount_above_cap' | 'effective_too_soon' | 'liabilities_uncovered' | 'credit_active' | 'approval_needed' | 'approval_wrong' | 'conflict_of_interest' | 'case_changed' | 'second_person_needed' | 'day_cap_reached' | 'colleague_needed' | 'house_funds_insufficient' | 'unauthorized' | 'account_frozen' | 'account_locked' | 'session_ended' | 'parameter_wrong' | 'parameter_missing' | 'not_found' | 'operation_illegal' | 'request_illegal' | 'request_failed' | 'try_again' | 'state_abnormal' | 'key_reused' | 'host_unknown' | 'origin_foreign' | 'too_many_requests' | 'busy' | 'storage_low' | 'body_too_big' | null; quantity: string; open_quantity: string; closing_quantity: string | null; leverage: number; collateral: 'contract' | 'promo'; price: string | null; entry_price: string | null; entry_seq: number | null; entry_time: number | null; entry_time_ms: number | null; rate: string; rate_seq: number | null; contract_size: string; placed_rate: string; placed_rate_seq: number | null; entry_rate: string | null; entry_rate_seq: number | null; margin: string; initial_margin: string; fee: string; fee_rate: string; financing_rate: string; financing: string; nights: ({ seq: number; time_ms: number; nights: number; quantity: string; price: string; rate: string; rate_seq: number | null; amount: string })[]; charge?: string; take_profit: string | null; stop_loss: string | null; profit_lock: string | null; trailing: string | null; liquidation_price: string | null; realised_pnl: string; close_price: string | null; closes: ({ quantity: string; price: string; tape_seq: number; rate: string; rate_seq: number | null; pnl: string; fee: string; financing: string; shortfall: string; offset?: string; charged?: string; charge?: string; owed?: string; reason: 'customer' | 'close_all' | 'take_profit' | 'stop_loss' | 'profit_lock' | 'trailing' | 'close_out' | 'reduce' | 'start_over'; order?: string; time: number; time_ms: number })[]; warned: 0 | 75 | 60; cancel_asked_time: number | null; change: { asked_time: number; take_profit: string | null; stop_loss: string | null; profit_lock: string | null; trailing: string | null; margin: string } | null; time_in_force?: 'GTC' | 'GTD' | 'IOC' | 'FOK'; expires_at?: number | null; post_only?: boolean; client_order_id?: string | null; worst_price?: string | null; amended_time?: number; reduces?: string; created_time: number; closed_time: number | null };
    refusals: 'trade_not_found' | 'position_closing' | 'position_not_open' | 'market_closed_until' | 'trading_closed' | 'quantity_above_maximum' | 'quantity_below_minimum' | 'quantity_off_step' | 'expiry_wrong' | 'client_order_id_used' | 'price_above_maximum' | 'price_off_tick' | 'stop_already_reached' | 'limit_sell_below_price' | 'post_only_would_fill' | 'positions_too_many' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Cancels a resting leveraged order and releases what it froze, immediately or at the next price.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `trade_not_found`: We couldn’t find this trade, or it was cancelled. Refresh and try again.
   * - `order_not_cancellable`: This order can no longer be cancelled.
   */
  'POST lever/cancel': {
    request: { id?: string; client_order_id?: string };
    answer: { id: string; status: 'pending' | 'open' | 'closing' | 'closed' | 'cancelled' };
    refusals: 'trade_not_found' | 'order_not_cancellable' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Cancels every resting leveraged order, or those of one instrument or product, each immediately or at the next price.
   * Needs a session or an API key.
   */
  'POST lever/cancel_all': {
    request: { symbol?: string; product?: 'contract' | 'forex' };
    answer: ({ id: string; status: 'pending' | 'open' | 'closing' | 'closed' | 'cancelled' })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Forex and metals: every instrument with its latest quote, its 24-hour figures and its limits in lots.
   */
  'GET currency/whlist': {
    request: Record<string, never>;
    answer: ({ symbol: string; kind: 'crypto' | 'forex' | 'metal'; base: string; quote: string; bid: string; ask: string; last: string; change_24h: string; high_24h: string; low_24h: string; volume_24h: string; open: boolean; closed_because: 'session' | 'stale' | null; reopens_at: number | null; offered: boolean; tape_seq: number; time: number; tick_size: string; quantity_step: string; quantity_min: string; quantity_max: string; spark: (string)[]; contract_size: string; pip_size: string; leverages: (number)[]; fee_rate: string })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Candles of a currency pair or metal, oldest first.
   *
   * Refused with:
   * - `pair_not_found`: We couldn’t find this trading pair.
   */
  'GET currency/whkdata': {
    request: { symbol: string; period: '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '1D' | '1W'; from?: number | string; to?: number | string };
    answer: ({ time: number; open: string; high: string; low: string; close: string; volume: string })[];
    refusals: 'pair_not_found' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The public part of the ticket of an instrument with leverage, such as a coin, a currency pair or a metal: quote, limits, costs and conversion rate.
   *
   * Refused with:
   * - `pair_not_found`: We couldn’t find this trading pair.
   */
  'GET currency/whtrade': {
    request: { symbol: string };
    answer: { symbol: string; quote: { bid: string; ask: string; last: string; tape_seq: number; time: number } | null; session: { open: boolean; closed_because: 'session' | 'stale' | null; reopens_at: number | null }; limits: { tick_size: string; price_max: string; quantity_step: string; quantity_min: string; quantity_max: string; contract_size: string; pip_size: string }; leverages: (number)[]; fees: { open_rate: string; close_rate: string }; financing: { long_rate: string; short_rate: string; next_at: number }; rate: { currency: string; rate: string; symbol: string | null; seq: number | null; time: number | null } | null; loss_share: { share_percent: string | null; reason: 'too_few_customers' | null; customers: number; customers_min: number; from: number; to: number; basis: 'closed_positions' } };
    refusals: 'pair_not_found' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The rates, published hourly, at which profit in a quote currency becomes USDT.
   */
  'GET lh/wh_bzhl_list': {
    request: Record<string, never>;
    answer: ({ currency: string; rate: string; symbol: string | null; seq: number | null; time: number | null })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Opens a forex or metal position at market, or places a limit order for one.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `pair_not_found`: We couldn’t find this trading pair.
   * - `pair_not_active`: This pair isn’t open for new trades. Choose another one.
   * - `self_excluded`: You’ve excluded yourself from trading until {until}. You can still close trades and withdraw.
   * - `timed_out`: You’ve paused trading until {until}. You can still close trades and withdraw.
   * - `product_not_offered`: This product isn’t available in your country. See which products are.
   * - `lever_not_enabled`: Leveraged trading isn’t turned on for your account. Complete the questionnaire, and Support will review it.
   * - `bank_card_missing`: Add a bank account first.
   * - `opening_stopped`: We’ve stopped new trades here until {until} at the latest. You can still cancel orders, close positions and sell.
   * - `trading_paused`: We’ve paused new trades while we check our accounts. Try again later. You can still cancel orders and close positions.
   * - `leverage_above_cap`: The maximum leverage for this market in your country is {max}×. Choose a lower one.
   * - `leverage_not_offered`: This leverage isn’t available. Choose one of these: {offered}.
   * - `market_closed_until`: The market is closed until {reopens_at}. Try again then.
   * - `trading_closed`: Trading is paused because we don’t have an up-to-date price. Try again shortly.
   * - `terms_changed`: The terms have changed in the meantime. Check the new terms and try again.
   * - `price_moved`: The price is now {price}, which is worse than your limit of {worst}. Check the new price and order again.
   * - `quantity_below_minimum`: The quantity is below the minimum of {min}. Enter {min} or more.
   * - `quantity_above_maximum`: The quantity is above the maximum of {max}. Enter {max} or less.
   * - `quantity_off_step`: The quantity must be a multiple of {step}.
   * - `expiry_wrong`: An order can end at a time between one second and {days} days from now. Choose another time.
   * - `client_order_id_used`: Another of your open orders already has this client order ID. Use a different one.
   * - `price_above_maximum`: The price is above the maximum of {max}. Enter {max} or less.
   * - `price_off_tick`: The price must be a multiple of {tick}.
   * - `limit_sell_below_price`: A limit sell order can’t be below the current price of {price}. Enter a higher price.
   * - `post_only_would_fill`: The current price {price} has already reached your limit, so this post-only order would fill right away. Change the limit or turn post-only off.
   * - `stop_already_reached`: The price of {price} has already reached your stop. Set the stop further away, or place a market order.
   * - `take_profit_wrong`: Your take profit must be on the profit side of the entry price {entry} and the current price {current}, and can’t be 0. Enter another price.
   * - `stop_loss_wrong`: Your stop loss must be on the losing side of the entry price {entry} and the current price {current}, and can’t be 0. Enter another price.
   * - `trailing_wrong`: The trailing distance must be above 0 and below the current price of {current}. Enter another distance.
   * - `margin_insufficient`: Your contract account doesn’t have enough for the margin and fee. You need {needed} {currency} and have {available} {currency} available. Transfer money to it or enter a smaller quantity.
   * - `credit_insufficient`: You don’t have enough trial credit. You need {needed} {currency} and have {available} {currency} available. Enter a smaller amount or pay from another account.
   * - `positions_too_many`: You’ve reached the maximum of {max} positions and open orders. Close or cancel one first.
   * - `credit_hedged`: You already hold the opposite side of {symbol}, and trial credit can’t be used to hedge. Close the other side first, or trade another market.
   * - `liquidity_insufficient`: There isn’t enough liquidity for this order. Enter a smaller quantity or try again later.
   * - `own_limit_reached`: This would exceed a limit you’ve set. You have {left} USDT left. Enter a smaller amount or wait for the next period.
   */
  'POST lever/whsubmit': {
    request: { symbol: string; side: 'long' | 'short'; type: 'market' | 'limit' | 'stop'; quantity: string; leverage: number | string; price?: string; worst_price?: string; fee_rate?: string; financing_rate?: string; take_profit?: string; stop_loss?: string; trailing?: string; collateral?: 'contract' | 'promo'; time_in_force?: 'GTC' | 'GTD' | 'IOC' | 'FOK'; expires_at?: number | string; post_only?: boolean | 'true' | 'false'; client_order_id?: string };
    answer: { id: string; status: 'pending' | 'open' | 'closing' | 'closed' | 'cancelled'; price: string | null; margin: string; fee: string; liquidation_price: string | null; tape_seq: number | null };
    refusals: 'pair_not_found' | 'pair_not_active' | 'self_excluded' | 'timed_out' | 'product_not_offered' | 'lever_not_enabled' | 'bank_card_missing' | 'opening_stopped' | 'trading_paused' | 'leverage_above_cap' | 'leverage_not_offered' | 'market_closed_until' | 'trading_closed' | 'terms_changed' | 'price_moved' | 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step' | 'expiry_wrong' | 'client_order_id_used' | 'price_above_maximum' | 'price_off_tick' | 'limit_sell_below_price' | 'post_only_would_fill' | 'stop_already_reached' | 'take_profit_wrong' | 'stop_loss_wrong' | 'trailing_wrong' | 'margin_insufficient' | 'credit_insufficient' | 'positions_too_many' | 'credit_hedged' | 'liquidity_insufficient' | 'own_limit_reached' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Forex and metal orders and positions with their closings, newest first.
   * Needs a session or an API key.
   */
  'POST lever/my_wh_trade': {
    request: { status?: 'holding' | 'in_transaction' | 'completed'; symbol?: string; kind?: 'long' | 'short'; from?: number | string; to?: number | string; client_order_id?: string; cursor?: string; limit?: number | string };
    answer: { items: ({ id: string; product: 'contract' | 'forex'; symbol: string; side: 'long' | 'short'; type: 'market' | 'limit' | 'stop'; status: 'pending' | 'open' | 'closing' | 'closed' | 'cancelled'; reason: 'customer' | 'close_all' | 'take_profit' | 'stop_loss' | 'profit_lock' | 'trailing' | 'close_out' | 'reduce' | 'start_over' | 'expired' | 'reduced' | 'user_not_found' | 'login_wrong' | 'code_wrong' | 'account_taken' | 'invite_code_wrong' | 'old_password_wrong' | 'passwords_differ' | 'password_length' | 'password_common' | 'too_young' | 'confirmation_needed' | 'confirmation_wrong' | 'reset_needed' | 'phone_wrong' | 'trading_password_same' | 'too_many_attempts' | 'already_applied' | 'pair_not_found' | 'pair_not_active' | 'trading_closed' | 'trading_paused' | 'market_closed' | 'limit_sell_below_price' | 'order_not_cancellable' | 'trade_not_found' | 'open_trade_blocks' | 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step' | 'price_off_tick' | 'price_above_maximum' | 'price_moved' | 'liquidity_insufficient' | 'credit_insufficient' | 'credit_hedged' | 'market_closed_until' | 'terms_changed' | 'product_not_offered' | 'balance_insufficient' | 'coins_insufficient' | 'currency_invalid' | 'order_state_wrong' | 'amount_wrong' | 'wallet_proof_wrong' | 'passkey_wrong' | 'passkeys_too_many' | 'email_missing' | 'texts_unavailable' | 'trading_password_missing' | 'trading_password_wrong' | 'id_number_verified' | 'verification_needed' | 'verification_awaiting' | 'bank_card_missing' | 'swift_wrong' | 'iban_wrong' | 'routing_number_wrong' | 'file_not_found' | 'uploads_too_many' | 'file_too_big' | 'file_duplicate' | 'file_type_wrong' | 'upload_failed' | 'own_limit_reached' | 'timed_out' | 'self_excluded' | 'feature_off' | 'balance_left' | 'alerts_too_many' | 'watchlists_changed' | 'device_keys_too_many' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits' | 'api_order_over' | 'api_keys_too_many' | 'webhooks_too_many' | 'webhook_url_wrong' | 'webhook_off' | 'webhook_busy' | 'recurring_too_many' | 'clock_fixed' | 'clock_past_present' | 'wallet_not_found' | 'no_transaction_records' | 'statement_too_long' | 'deposit_not_found' | 'network_invalid' | 'deposits_too_many' | 'reference_used' | 'deposit_out_of_range' | 'address_missing' | 'withdrawal_pending' | 'withdrawal_exceeds_holdings' | 'address_not_ready' | 'withdrawal_below_minimum' | 'withdrawal_above_maximum' | 'withdrawal_day_maximum' | 'case_held' | 'holds_used_up' | 'withdrawals_paused' | 'withdrawals_held' | 'address_exists' | 'address_not_yours' | 'address_wrong' | 'address_of_house' | 'addresses_too_many' | 'quote_expired' | 'quotes_exhausted' | 'exchange_too_small' | 'exchange_too_large' | 'amount_below_minimum' | 'orders_too_many' | 'stop_already_reached' | 'stop_on_wrong_side' | 'take_profit_wrong' | 'stop_loss_wrong' | 'expiry_wrong' | 'client_order_id_used' | 'post_only_would_fill' | 'lever_not_enabled' | 'leverage_not_offered' | 'margin_insufficient' | 'trailing_wrong' | 'position_not_open' | 'position_closing' | 'change_waiting' | 'positions_too_many' | 'leverage_above_cap' | 'profit_lock_wrong' | 'lever_trade_open' | 'duration_not_offered' | 'payout_changed' | 'session_ends_first' | 'stake_below_minimum' | 'stake_above_maximum' | 'tickets_too_many' | 'exposure_customer_full' | 'exposure_full' | 'option_balance_insufficient' | 'turnover_insufficient' | 'fees_insufficient' | 'fund_balance_insufficient' | 'project_ended' | 'project_state_wrong' | 'participants_full' | 'project_limit_reached' | 'order_out_of_range' | 'product_not_found' | 'loan_out_of_range' | 'loan_days_not_offered' | 'agreement_changed' | 'credit_score_low' | 'loan_open' | 'loan_not_found' | 'repayment_above_due' | 'opening_stopped' | 'payouts_stopped' | 'article_text_wrong' | 'articles_too_many' | 'two_admins_needed' | 'amount_above_cap' | 'effective_too_soon' | 'liabilities_uncovered' | 'credit_active' | 'approval_needed' | 'approval_wrong' | 'conflict_of_interest' | 'case_changed' | 'second_person_needed' | 'day_cap_reached' | 'colleague_needed' | 'house_funds_insufficient' | 'unauthorized' | 'account_frozen' | 'account_locked' | 'session_ended' | 'parameter_wrong' | 'parameter_missing' | 'not_found' | 'operation_illegal' | 'request_illegal' | 'request_failed' | 'try_again' | 'state_abnormal' | 'key_reused' | 'host_unknown' | 'origin_foreign' | 'too_many_requests' | 'busy' | 'storage_low' | 'body_too_big' | null; quantity: string; open_quantity: string; closing_quantity: string | null; leverage: number; collateral: 'contract' | 'promo'; price: string | null; entry_price: string | null; entry_seq: number | null; entry_time: number | null; entry_time_ms: number | null; rate: string; rate_seq: number | null; contract_size: string; placed_rate: string; placed_rate_seq: number | null; entry_rate: string | null; entry_rate_seq: number | null; margin: string; initial_margin: string; fee: string; fee_rate: string; financing_rate: string; financing: string; nights: ({ seq: number; time_ms: number; nights: number; quantity: string; price: string; rate: string; rate_seq: number | null; amount: string })[]; charge?: string; take_profit: string | null; stop_loss: string | null; profit_lock: string | null; trailing: string | null; liquidation_price: string | null; realised_pnl: string; close_price: string | null; closes: ({ quantity: string; price: string; tape_seq: number; rate: string; rate_seq: number | null; pnl: string; fee: string; financing: string; shortfall: string; offset?: string; charged?: string; charge?: string; owed?: string; reason: 'customer' | 'close_all' | 'take_profit' | 'stop_loss' | 'profit_lock' | 'trailing' | 'close_out' | 'reduce' | 'start_over'; order?: string; time: number; time_ms: number })[]; warned: 0 | 75 | 60; cancel_asked_time: number | null; change: { asked_time: number; take_profit: string | null; stop_loss: string | null; profit_lock: string | null; trailing: string | null; margin: string } | null; time_in_force?: 'GTC' | 'GTD' | 'IOC' | 'FOK'; expires_at?: number | null; post_only?: boolean; client_order_id?: string | null; worst_price?: string | null; amended_time?: number; reduces?: string; created_time: number; closed_time: number | null })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Closes a forex or metal position or a part of it. While the market is closed, the whole position waits for the first quote.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `trade_not_found`: We couldn’t find this trade, or it was cancelled. Refresh and try again.
   * - `position_not_open`: This position isn’t open, or it has already been closed. Refresh to see the latest.
   * - `position_closing`: This position is already closing. It will close at the first price after the market opens. You don’t need to do anything.
   * - `market_closed_until`: The market is closed until {reopens_at}. Try again then.
   * - `trading_closed`: Trading is paused because we don’t have an up-to-date price. Try again shortly.
   * - `quantity_below_minimum`: The quantity is below the minimum of {min}. Enter {min} or more.
   * - `quantity_above_maximum`: The quantity is above the maximum of {max}. Enter {max} or less.
   * - `quantity_off_step`: The quantity must be a multiple of {step}.
   */
  'POST lever/whclose': {
    request: { id: string; quantity?: string };
    answer: { id: string; status: 'pending' | 'open' | 'closing' | 'closed' | 'cancelled'; price: string | null; pnl: string | null; fee: string | null; tape_seq: number | null };
    refusals: 'trade_not_found' | 'position_not_open' | 'position_closing' | 'market_closed_until' | 'trading_closed' | 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Makes up to twenty calls that open, change or end a trade, one after another, each with its own key, answer and receipt. A refused one doesn’t stop the others.
   * Needs a session or an API key.
   */
  'POST orders/batch': {
    request: { orders: ({ call: 'POST coin/trade' | 'POST order/amend' | 'POST order/cancel' | 'POST order/cancel_all' | 'POST lever/submit' | 'POST lever/setstop' | 'POST lever/close' | 'POST lever/dealall' | 'POST lever/cancel' | 'POST lever/cancel_all' | 'POST lever/whsubmit' | 'POST lever/whclose' | 'POST microtrade/submit' | 'POST microtrade/whsubmit' | 'POST wallet/flashAgainst' | 'POST orders/cancel_all' | 'POST lever/reduce' | 'POST lever/amend' | 'POST lever/close_at'; fields?: Record<string, unknown>; idempotency_key?: string; signature?: string })[] };
    answer: { orders: ({ status: number; answer: { type: 'ok' | 'error' | '999'; code: 0 | 1 }; receipt?: string; idempotency_key: string | null })[]; accepted: number; refused: number };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The questions about leveraged trading, and the state of the application for it.
   * Needs a session or an API key.
   */
  'GET lever/questionnaire': {
    request: Record<string, never>;
    answer: { state: 'none' | 'submitted' | 'approved' | 'rejected' | 'switched_off'; reason: 'knowledge_insufficient' | 'loss_capacity_insufficient' | 'funds_source_unclear' | 'customer_request' | 'other' | null; submitted_time: number | null; decided_time: number | null; lever_enabled: boolean; questions: ({ code: 'knowledge' | 'experience' | 'loss_capacity' | 'funds_source' | 'quiz_leverage' | 'quiz_close_out' | 'quiz_gap' | 'quiz_worst'; answers: (string)[] })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Applies for leveraged trading with the answers. Support decides.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `self_excluded`: You’ve excluded yourself from trading until {until}. You can still close trades and withdraw.
   * - `timed_out`: You’ve paused trading until {until}. You can still close trades and withdraw.
   * - `product_not_offered`: This product isn’t available in your country. See which products are.
   * - `verification_needed`: Verify your identity first.
   * - `already_applied`: You’ve already applied. You don’t need to apply again.
   */
  'POST lever/apply': {
    request: { knowledge: 'none' | 'some' | 'good'; experience: 'none' | 'under_one_year' | 'one_to_three_years' | 'over_three_years'; loss_capacity: 'bearable' | 'hard' | 'unbearable'; funds_source: 'salary' | 'savings' | 'business' | 'inheritance' | 'borrowed' | 'other'; quiz_leverage: 'one' | 'ten' | 'hundred'; quiz_close_out: 'nothing' | 'only_a_warning' | 'position_is_closed'; quiz_gap: 'at_the_stop' | 'at_the_next_price' | 'not_at_all'; quiz_worst: 'half_the_margin' | 'the_margin' | 'the_whole_account' };
    answer: { state: 'none' | 'submitted' | 'approved' | 'rejected' | 'switched_off'; reason: 'knowledge_insufficient' | 'loss_capacity_insufficient' | 'funds_source_unclear' | 'customer_request' | 'other' | null; submitted_time: number | null; decided_time: number | null };
    refusals: 'self_excluded' | 'timed_out' | 'product_not_offered' | 'verification_needed' | 'already_applied' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Moves available money between the customer’s own accounts, immediately and without a fee.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `currency_invalid`: This currency isn’t available here. Choose another one.
   * - `amount_wrong`: This amount isn’t valid. Enter another one.
   * - `balance_insufficient`: Your balance is too low. You need {needed} {currency} and have {available} {currency} available. Enter a smaller amount.
   */
  'POST wallet/transfer': {
    request: { currency: string; from: 'spot' | 'contract' | 'option'; to: 'spot' | 'contract' | 'option'; amount: string };
    answer: { id: string; time: number };
    refusals: 'currency_invalid' | 'amount_wrong' | 'balance_insufficient' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The durations on offer, what each pays, and the win rate at which it breaks even.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `pair_not_found`: We couldn’t find this trading pair.
   * - `pair_not_active`: This pair isn’t open for new trades. Choose another one.
   * - `product_not_offered`: This product isn’t available in your country. See which products are.
   */
  'GET microtrade/seconds': {
    request: { symbol?: string };
    answer: ({ seconds: number; payout_ratio: string; break_even_rate: string })[];
    refusals: 'pair_not_found' | 'pair_not_active' | 'product_not_offered' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The currencies for stakes: how much of each is available, and its limits.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `pair_not_found`: We couldn’t find this trading pair.
   * - `pair_not_active`: This pair isn’t open for new trades. Choose another one.
   */
  'GET microtrade/payable_currencies': {
    request: { symbol?: string };
    answer: ({ currency: 'USDT' | 'BTC' | 'ETH' | 'EXPERIENCE'; available: string; min: string | null; max: string | null })[];
    refusals: 'pair_not_found' | 'pair_not_active' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Buys an option on BTC or ETH, up or down. The next entry of the price record is the strike.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `pair_not_found`: We couldn’t find this trading pair.
   * - `pair_not_active`: This pair isn’t open for new trades. Choose another one.
   * - `currency_invalid`: This currency isn’t available here. Choose another one.
   * - `self_excluded`: You’ve excluded yourself from trading until {until}. You can still close trades and withdraw.
   * - `timed_out`: You’ve paused trading until {until}. You can still close trades and withdraw.
   * - `product_not_offered`: This product isn’t available in your country. See which products are.
   * - `bank_card_missing`: Add a bank account first.
   * - `opening_stopped`: We’ve stopped new trades here until {until} at the latest. You can still cancel orders, close positions and sell.
   * - `trading_paused`: We’ve paused new trades while we check our accounts. Try again later. You can still cancel orders and close positions.
   * - `market_closed_until`: The market is closed until {reopens_at}. Try again then.
   * - `trading_closed`: Trading is paused because we don’t have an up-to-date price. Try again shortly.
   * - `duration_not_offered`: This duration isn’t available. Choose one of these, in seconds: {offered}.
   * - `payout_changed`: The payout is now {payout_ratio} of the stake. Check the new payout and order again.
   * - `session_ends_first`: The market closes at {closes_at}, before this option would expire. Choose a shorter duration.
   * - `stake_below_minimum`: This is below the minimum stake. Enter {min} {currency} or more.
   * - `stake_above_maximum`: This is above the maximum stake. Enter {max} {currency} or less.
   * - `option_balance_insufficient`: Your option account balance is too low. You need {needed} {currency} and have {available} {currency} available. Transfer money to it or enter a smaller stake.
   * - `credit_insufficient`: You don’t have enough trial credit. You need {needed} {currency} and have {available} {currency} available. Enter a smaller amount or pay from another account.
   * - `credit_hedged`: You already hold the opposite side of {symbol}, and trial credit can’t be used to hedge. Close the other side first, or trade another market.
   * - `tickets_too_many`: You’ve reached the maximum of {max} open options. Wait until one ends.
   * - `exposure_customer_full`: The most your open options can win in total is {max} USDT. Enter a smaller stake or wait until one ends.
   * - `exposure_full`: Open options on this market have reached our limit. Enter a smaller stake or try again later.
   * - `liquidity_insufficient`: There isn’t enough liquidity for this order. Enter a smaller quantity or try again later.
   * - `own_limit_reached`: This would exceed a limit you’ve set. You have {left} USDT left. Enter a smaller amount or wait for the next period.
   */
  'POST microtrade/submit': {
    request: { symbol: string; side: 'up' | 'down'; seconds: number | string; stake: string; currency: string; payout_ratio?: string };
    answer: { id: string; status: 'open' | 'won' | 'lost' | 'tied' | 'void'; symbol: string; side: 'up' | 'down'; seconds: number; stake: string; currency: 'USDT' | 'BTC' | 'ETH' | 'EXPERIENCE'; payout_ratio: string; profit: string; created_at: number; expires_at: number; accepted_seq: number; accepted_ms: number; strike_seq: number };
    refusals: 'pair_not_found' | 'pair_not_active' | 'currency_invalid' | 'self_excluded' | 'timed_out' | 'product_not_offered' | 'bank_card_missing' | 'opening_stopped' | 'trading_paused' | 'market_closed_until' | 'trading_closed' | 'duration_not_offered' | 'payout_changed' | 'session_ends_first' | 'stake_below_minimum' | 'stake_above_maximum' | 'option_balance_insufficient' | 'credit_insufficient' | 'credit_hedged' | 'tickets_too_many' | 'exposure_customer_full' | 'exposure_full' | 'liquidity_insufficient' | 'own_limit_reached' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Buys an option on a currency pair or metal, within the hours of its market.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `pair_not_found`: We couldn’t find this trading pair.
   * - `pair_not_active`: This pair isn’t open for new trades. Choose another one.
   * - `currency_invalid`: This currency isn’t available here. Choose another one.
   * - `self_excluded`: You’ve excluded yourself from trading until {until}. You can still close trades and withdraw.
   * - `timed_out`: You’ve paused trading until {until}. You can still close trades and withdraw.
   * - `product_not_offered`: This product isn’t available in your country. See which products are.
   * - `bank_card_missing`: Add a bank account first.
   * - `opening_stopped`: We’ve stopped new trades here until {until} at the latest. You can still cancel orders, close positions and sell.
   * - `trading_paused`: We’ve paused new trades while we check our accounts. Try again later. You can still cancel orders and close positions.
   * - `market_closed_until`: The market is closed until {reopens_at}. Try again then.
   * - `trading_closed`: Trading is paused because we don’t have an up-to-date price. Try again shortly.
   * - `duration_not_offered`: This duration isn’t available. Choose one of these, in seconds: {offered}.
   * - `payout_changed`: The payout is now {payout_ratio} of the stake. Check the new payout and order again.
   * - `session_ends_first`: The market closes at {closes_at}, before this option would expire. Choose a shorter duration.
   * - `stake_below_minimum`: This is below the minimum stake. Enter {min} {currency} or more.
   * - `stake_above_maximum`: This is above the maximum stake. Enter {max} {currency} or less.
   * - `option_balance_insufficient`: Your option account balance is too low. You need {needed} {currency} and have {available} {currency} available. Transfer money to it or enter a smaller stake.
   * - `credit_insufficient`: You don’t have enough trial credit. You need {needed} {currency} and have {available} {currency} available. Enter a smaller amount or pay from another account.
   * - `credit_hedged`: You already hold the opposite side of {symbol}, and trial credit can’t be used to hedge. Close the other side first, or trade another market.
   * - `tickets_too_many`: You’ve reached the maximum of {max} open options. Wait until one ends.
   * - `exposure_customer_full`: The most your open options can win in total is {max} USDT. Enter a smaller stake or wait until one ends.
   * - `exposure_full`: Open options on this market have reached our limit. Enter a smaller stake or try again later.
   * - `liquidity_insufficient`: There isn’t enough liquidity for this order. Enter a smaller quantity or try again later.
   * - `own_limit_reached`: This would exceed a limit you’ve set. You have {left} USDT left. Enter a smaller amount or wait for the next period.
   */
  'POST microtrade/whsubmit': {
    request: { symbol: string; side: 'up' | 'down'; seconds: number | string; stake: string; currency: string; payout_ratio?: string };
    answer: { id: string; status: 'open' | 'won' | 'lost' | 'tied' | 'void'; symbol: string; side: 'up' | 'down'; seconds: number; stake: string; currency: 'USDT' | 'BTC' | 'ETH' | 'EXPERIENCE'; payout_ratio: string; profit: string; created_at: number; expires_at: number; accepted_seq: number; accepted_ms: number; strike_seq: number };
    refusals: 'pair_not_found' | 'pair_not_active' | 'currency_invalid' | 'self_excluded' | 'timed_out' | 'product_not_offered' | 'bank_card_missing' | 'opening_stopped' | 'trading_paused' | 'market_closed_until' | 'trading_closed' | 'duration_not_offered' | 'payout_changed' | 'session_ends_first' | 'stake_below_minimum' | 'stake_above_maximum' | 'option_balance_insufficient' | 'credit_insufficient' | 'credit_hedged' | 'tickets_too_many' | 'exposure_customer_full' | 'exposure_full' | 'liquidity_insufficient' | 'own_limit_reached' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Options on BTC and ETH, open and ended, newest first.
   * Needs a session or an API key.
   */
  'GET microtrade/lists': {
    request: { status?: 'open' | 'won' | 'lost' | 'tied' | 'void' | 'ended'; symbol?: string; kind?: 'up' | 'down'; from?: number | string; to?: number | string; cursor?: string; limit?: number | string };
    answer: ({ id: string; symbol: string; side: 'up' | 'down'; seconds: number; stake: string; currency: 'USDT' | 'BTC' | 'ETH' | 'EXPERIENCE'; payout_ratio: string; profit: string; status: 'open' | 'won' | 'lost' | 'tied' | 'void'; reason: 'gap_strike' | 'gap_expiry' | 'start_over' | null; accepted_seq: number; strike: string | null; strike_seq: number; strike_at_ms: number | null; struck_from_ms: number | null; settle: string | null; settle_seq: number | null; created_at: number; accepted_ms: number; expires_at: number; settled_at: number | null; pnl: string | null })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Options on currency pairs and metals, open and ended, newest first.
   * Needs a session or an API key.
   */
  'GET microtrade/whlists': {
    request: { status?: 'open' | 'won' | 'lost' | 'tied' | 'void' | 'ended'; symbol?: string; kind?: 'up' | 'down'; from?: number | string; to?: number | string; cursor?: string; limit?: number | string };
    answer: ({ id: string; symbol: string; side: 'up' | 'down'; seconds: number; stake: string; currency: 'USDT' | 'BTC' | 'ETH' | 'EXPERIENCE'; payout_ratio: string; profit: string; status: 'open' | 'won' | 'lost' | 'tied' | 'void'; reason: 'gap_strike' | 'gap_expiry' | 'start_over' | null; accepted_seq: number; strike: string | null; strike_seq: number; strike_at_ms: number | null; struck_from_ms: number | null; settle: string | null; settle_seq: number | null; created_at: number; accepted_ms: number; expires_at: number; settled_at: number | null; pnl: string | null })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The customer’s own record: won, lost, win rate next to the break-even rate, and net result.
   * Needs a session or an API key.
   */
  'GET microtrade/results': {
    request: { days?: number | string };
    answer: { currencies: ({ currency: 'USDT' | 'BTC' | 'ETH' | 'EXPERIENCE'; tickets: number; won: number; lost: number; tied: number; void: number; staked: string; net: string })[]; all: { won: number; lost: number; tied: number; void: number; win_rate: string | null; break_even_rate: string | null; net_usdt: string }; days: ({ day: string; won: number; lost: number; net_usdt: string })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The trial credit: how much is left, until when, and the turnover and fees that convert it.
   * Needs a session or an API key.
   */
  'GET wallet/experience': {
    request: Record<string, never>;
    answer: { amount: string; granted: string; turnover: string; turnover_needed: string; fees_paid: string; converted: string; convertible: string; expires_at: number | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Converts free trial credit into USDT of the spot account: profit first, or all of it once the turnover is reached, up to half of the fees paid since.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `credit_insufficient`: You don’t have enough trial credit. You need {needed} {currency} and have {available} {currency} available. Enter a smaller amount or pay from another account.
   * - `turnover_insufficient`: Your turnover is {turnover} of the {needed} USDT you need. Once you reach that, you can convert your trial credit.
   * - `open_trade_blocks`: You can’t do this while a trade is open. Close it first.
   * - `fees_insufficient`: You can convert trial credit up to half of the fees you’ve paid with your own money since you received it. You’ve paid {paid} USDT in fees and converted {converted} USDT so far.
   */
  'POST wallet/experience_convert': {
    request: Record<string, never>;
    answer: { amount: string };
    refusals: 'credit_insufficient' | 'turnover_insufficient' | 'open_trade_blocks' | 'fees_insufficient' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The tiers of the fund with the last published results. Rates are per cent a day, estimated and not guaranteed.
   * Needs a session or an API key.
   */
  'GET project': {
    request: Record<string, never>;
    answer: ({ id: string; name: string; min: string; max: string; rate_min: string; rate_max: string; yearly_min: string; yearly_max: string; days: number; limit_per_account: number | null; used: number; places: number; places_left: number; early_fee_rate: string; terms_version: number; open: boolean; closed_by: 'terms' | 'places' | 'cover' | null; latest: { day: string; rate: string; yearly: string } | null })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Invests in a tier of the fund, like `POST lh/deposit`.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `self_excluded`: You’ve excluded yourself from trading until {until}. You can still close trades and withdraw.
   * - `timed_out`: You’ve paused trading until {until}. You can still close trades and withdraw.
   * - `product_not_offered`: This product isn’t available in your country. See which products are.
   * - `verification_needed`: Verify your identity first.
   * - `opening_stopped`: We’ve stopped new trades here until {until} at the latest. You can still cancel orders, close positions and sell.
   * - `amount_wrong`: This amount isn’t valid. Enter another one.
   * - `project_ended`: This fund tier doesn’t exist or has ended. Choose another tier.
   * - `project_state_wrong`: This fund tier isn’t open right now. Choose another tier or try again later.
   * - `order_out_of_range`: The amount must be between {min} and {max}.
   * - `terms_changed`: The terms have changed in the meantime. Check the new terms and try again.
   * - `project_limit_reached`: You can invest in this fund tier up to {max} times.
   * - `participants_full`: This fund tier is full. Choose another tier or try again later.
   * - `fund_balance_insufficient`: Your spot account doesn’t have enough to invest this amount. Deposit or transfer money to it first.
   */
  'POST project/order': {
    request: { project_id?: string; amount: string; terms_version?: number };
    answer: { id: string; status: 'pending' | 'in_progress' | 'ended' | 'failed'; order: { id: string; project_id: string; currency: string; amount: string; rate_min: string; rate_max: string; days: number; early_fee_rate: string; status: 'pending' | 'in_progress' | 'ended' | 'failed'; reason: 'matured' | 'terminated' | 'cancelled' | 'rejected' | 'start_over' | null; income: string; fee: string; profit: string; paid_days: number; applied_at: number; started_at: number | null; expires_at: number | null; next_income_at: number | null; last_income_at: number | null; ended_at: number | null } };
    refusals: 'self_excluded' | 'timed_out' | 'product_not_offered' | 'verification_needed' | 'opening_stopped' | 'amount_wrong' | 'project_ended' | 'project_state_wrong' | 'order_out_of_range' | 'terms_changed' | 'project_limit_reached' | 'participants_full' | 'fund_balance_insufficient' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The amounts that can be invested in the fund now, and the available balance.
   * Needs a session or an API key.
   */
  'GET lh/deposit/config': {
    request: Record<string, never>;
    answer: { currency: string; min: string; max: string; available: string; review_seconds: number; tiers: ({ id: string; name: string; min: string; max: string; rate_min: string; rate_max: string; yearly_min: string; yearly_max: string; days: number; limit_per_account: number | null; used: number; places: number; places_left: number; early_fee_rate: string; terms_version: number; open: boolean; closed_by: 'terms' | 'places' | 'cover' | null; latest: { day: string; rate: string; yearly: string } | null })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The amount invested, and the income of today and in total.
   * Needs a session or an API key.
   */
  'GET lh/deposit/ordersum': {
    request: Record<string, never>;
    answer: { principal: string; pending: number; in_progress: number; income_today: string; income_total: string; fees_total: string };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The customer’s fund orders, newest first.
   * Needs a session or an API key.
   */
  'GET lh/deposit/order': {
    request: { status?: 'in_progress' | 'finished'; from?: number | string; to?: number | string; cursor?: string; limit?: number | string };
    answer: { items: ({ id: string; project_id: string; currency: string; amount: string; rate_min: string; rate_max: string; days: number; early_fee_rate: string; status: 'pending' | 'in_progress' | 'ended' | 'failed'; reason: 'matured' | 'terminated' | 'cancelled' | 'rejected' | 'start_over' | null; income: string; fee: string; profit: string; paid_days: number; applied_at: number; started_at: number | null; expires_at: number | null; next_income_at: number | null; last_income_at: number | null; ended_at: number | null })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Each payment of income, newest first, of one order or of all.
   * Needs a session or an API key.
   */
  'GET lh/deposit/records': {
    request: { id?: string; from?: number | string; to?: number | string; cursor?: string; limit?: number | string };
    answer: { items: ({ order_id: string; number: number; time: number; day: string; part_ms: number; rate: string; yearly: string; amount: string })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Invests an amount in the fund. Without a tier, the amount decides it.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `self_excluded`: You’ve excluded yourself from trading until {until}. You can still close trades and withdraw.
   * - `timed_out`: You’ve paused trading until {until}. You can still close trades and withdraw.
   * - `product_not_offered`: This product isn’t available in your country. See which products are.
   * - `verification_needed`: Verify your identity first.
   * - `opening_stopped`: We’ve stopped new trades here until {until} at the latest. You can still cancel orders, close positions and sell.
   * - `amount_wrong`: This amount isn’t valid. Enter another one.
   * - `project_ended`: This fund tier doesn’t exist or has ended. Choose another tier.
   * - `project_state_wrong`: This fund tier isn’t open right now. Choose another tier or try again later.
   * - `order_out_of_range`: The amount must be between {min} and {max}.
   * - `terms_changed`: The terms have changed in the meantime. Check the new terms and try again.
   * - `project_limit_reached`: You can invest in this fund tier up to {max} times.
   * - `participants_full`: This fund tier is full. Choose another tier or try again later.
   * - `fund_balance_insufficient`: Your spot account doesn’t have enough to invest this amount. Deposit or transfer money to it first.
   */
  'POST lh/deposit': {
    request: { project_id?: string; amount: string; terms_version?: number };
    answer: { id: string; status: 'pending' | 'in_progress' | 'ended' | 'failed'; order: { id: string; project_id: string; currency: string; amount: string; rate_min: string; rate_max: string; days: number; early_fee_rate: string; status: 'pending' | 'in_progress' | 'ended' | 'failed'; reason: 'matured' | 'terminated' | 'cancelled' | 'rejected' | 'start_over' | null; income: string; fee: string; profit: string; paid_days: number; applied_at: number; started_at: number | null; expires_at: number | null; next_income_at: number | null; last_income_at: number | null; ended_at: number | null } };
    refusals: 'self_excluded' | 'timed_out' | 'product_not_offered' | 'verification_needed' | 'opening_stopped' | 'amount_wrong' | 'project_ended' | 'project_state_wrong' | 'order_out_of_range' | 'terms_changed' | 'project_limit_reached' | 'participants_full' | 'fund_balance_insufficient' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Ends a fund order early and returns the principal less the fee that was shown, or all of it if the order is still pending.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `product_not_found`: We couldn’t find this fund order.
   * - `order_state_wrong`: The order’s status doesn’t allow this. Refresh to see the latest.
   * - `terms_changed`: The terms have changed in the meantime. Check the new terms and try again.
   */
  'POST lh/deposit/cancel': {
    request: { id: string; fee?: string };
    answer: { principal: string; fee: string; order: { id: string; project_id: string; currency: string; amount: string; rate_min: string; rate_max: string; days: number; early_fee_rate: string; status: 'pending' | 'in_progress' | 'ended' | 'failed'; reason: 'matured' | 'terminated' | 'cancelled' | 'rejected' | 'start_over' | null; income: string; fee: string; profit: string; paid_days: number; applied_at: number; started_at: number | null; expires_at: number | null; next_income_at: number | null; last_income_at: number | null; ended_at: number | null } };
    refusals: 'product_not_found' | 'order_state_wrong' | 'terms_changed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The customer’s invite code and its earnings.
   * Needs a session or an API key.
   */
  'GET user/invite': {
    request: Record<string, never>;
    answer: { invite_code: string; offered: boolean; rates: (string)[]; currency: string; total: string; direct: string; indirect: string; invited_direct: number; invited_indirect: number };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Each share of a friend’s fund income, newest first, with its source.
   * Needs a session or an API key.
   */
  'GET user/invite_earnings': {
    request: { level?: 'direct' | 'indirect'; from?: number | string; to?: number | string; cursor?: string; limit?: number | string };
    answer: { items: ({ id: string; time: number; level: number; from: string; base: string; rate: string; amount: string; shortfall: 'fees_short' | 'linked' | 'not_offered' | 'not_verified' | 'restricted' | null })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The strategy’s daily results with their publications, and the balance of its account.
   */
  'GET transparency/fund': {
    request: Record<string, never>;
    answer: { currency: string; source: 'simulated' | 'reported'; balance: string; reserved: string; capital: string; result_today: string; principal: string; open: boolean; days: ({ day: string; result: string; balance: string; wanted: string; reserved: string; covered: boolean; published_at: number; rates: ({ project_id: string; terms_version: number; principal: string; principal_ms: string; rate: string; yearly: string })[] })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The strategy’s trades with both legs, newest first.
   */
  'GET transparency/strategy': {
    request: { day?: string; symbol?: string; from?: number | string; to?: number | string; cursor?: string; limit?: number | string };
    answer: { items: ({ id: string; time: number; symbol: string; quantity: string; buy: { venue: string; price: string; fee: string }; sell: { venue: string; price: string; fee: string }; result: string; tape_seq: number })[]; reports: ({ day: string; result: string; evidence: string; booked_at: number })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * How much may be borrowed, for how long and at what cost.
   * Needs a session or an API key.
   */
  'GET lh/loan/config': {
    request: Record<string, never>;
    answer: { currency: string; open: boolean; min: string; max: string; days: (number)[]; daily_rate: string; overdue_rate: string; overdue_cap: string; terms_version: number; score: number; score_min: number; agreement: string };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The totals borrowed and repaid, and the current debt.
   * Needs a session or an API key.
   */
  'GET lh/loan/statistics': {
    request: Record<string, never>;
    answer: { currency: string; borrowed: string; repaid: string; due: string; overdue: string; score: number; open: { id: string; currency: string; amount: string; days: number; daily_rate: string; overdue_rate: string; overdue_cap: string; method: 'at_maturity'; apr: string; status: 'pending_review' | 'disbursed' | 'settled' | 'failed'; reason: 'cancelled_by_customer' | 'income_unclear' | 'documents_unreadable' | 'documents_mismatch' | 'credit_score_low' | 'account_restricted' | 'start_over' | null; overdue: boolean; interest_planned: string; total_planned: string; unpaid: string; interest: string; overdue_fee: string; due: string; repaid: string; applied_at: number; deadline_at: number; disbursed_at: number | null; due_at: number | null; settled_at: number | null; agreement: string } | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The customer’s loans, newest first.
   * Needs a session or an API key.
   */
  'GET lh/loan/order': {
    request: { status?: 'open' | 'finished'; from?: number | string; to?: number | string; cursor?: string; limit?: number | string };
    answer: { items: ({ id: string; currency: string; amount: string; days: number; daily_rate: string; overdue_rate: string; overdue_cap: string; method: 'at_maturity'; apr: string; status: 'pending_review' | 'disbursed' | 'settled' | 'failed'; reason: 'cancelled_by_customer' | 'income_unclear' | 'documents_unreadable' | 'documents_mismatch' | 'credit_score_low' | 'account_restricted' | 'start_over' | null; overdue: boolean; interest_planned: string; total_planned: string; unpaid: string; interest: string; overdue_fee: string; due: string; repaid: string; applied_at: number; deadline_at: number; disbursed_at: number | null; due_at: number | null; settled_at: number | null; agreement: string })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The repayments of one loan, divided into fee, interest and principal.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `loan_not_found`: We couldn’t find this loan.
   */
  'GET lh/loan/payments': {
    request: { id: string };
    answer: { items: ({ time: number; amount: string; fee: string; interest: string; principal: string })[] };
    refusals: 'loan_not_found' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Applies for a loan with four documents and consent to its agreement. An operator reviews it.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `product_not_offered`: This product isn’t available in your country. See which products are.
   * - `verification_needed`: Verify your identity first.
   * - `opening_stopped`: We’ve stopped new trades here until {until} at the latest. You can still cancel orders, close positions and sell.
   * - `amount_wrong`: This amount isn’t valid. Enter another one.
   * - `loan_out_of_range`: Your loan must be between {min} and {max}.
   * - `loan_days_not_offered`: This loan term isn’t available. Choose one of these, in days: {offered}.
   * - `agreement_changed`: The loan agreement has changed since you opened it. Read the new version and accept it.
   * - `terms_changed`: The terms have changed in the meantime. Check the new terms and try again.
   * - `credit_score_low`: The credit score is too low for a loan. It needs to be at least {min}.
   * - `loan_open`: There’s already an open loan. You can apply for another once it’s repaid.
   * - `file_not_found`: We couldn’t find this file, or it’s already been used. Upload it again.
   * - `file_duplicate`: This file has already been uploaded. Choose another one.
   */
  'POST lh/loan/submit': {
    request: { amount: string; days: number | string; house: string; income: string; bank: string; identity: string; agree: string; terms_version?: number };
    answer: { id: string; status: 'pending_review' | 'disbursed' | 'settled' | 'failed'; loan: { id: string; currency: string; amount: string; days: number; daily_rate: string; overdue_rate: string; overdue_cap: string; method: 'at_maturity'; apr: string; status: 'pending_review' | 'disbursed' | 'settled' | 'failed'; reason: 'cancelled_by_customer' | 'income_unclear' | 'documents_unreadable' | 'documents_mismatch' | 'credit_score_low' | 'account_restricted' | 'start_over' | null; overdue: boolean; interest_planned: string; total_planned: string; unpaid: string; interest: string; overdue_fee: string; due: string; repaid: string; applied_at: number; deadline_at: number; disbursed_at: number | null; due_at: number | null; settled_at: number | null; agreement: string } };
    refusals: 'product_not_offered' | 'verification_needed' | 'opening_stopped' | 'amount_wrong' | 'loan_out_of_range' | 'loan_days_not_offered' | 'agreement_changed' | 'terms_changed' | 'credit_score_low' | 'loan_open' | 'file_not_found' | 'file_duplicate' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Cancels an application while it is under review.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `loan_not_found`: We couldn’t find this loan.
   * - `order_state_wrong`: The order’s status doesn’t allow this. Refresh to see the latest.
   */
  'POST lh/loan/cancel': {
    request: { id: string };
    answer: { id: string; status: 'pending_review' | 'disbursed' | 'settled' | 'failed'; loan: { id: string; currency: string; amount: string; days: number; daily_rate: string; overdue_rate: string; overdue_cap: string; method: 'at_maturity'; apr: string; status: 'pending_review' | 'disbursed' | 'settled' | 'failed'; reason: 'cancelled_by_customer' | 'income_unclear' | 'documents_unreadable' | 'documents_mismatch' | 'credit_score_low' | 'account_restricted' | 'start_over' | null; overdue: boolean; interest_planned: string; total_planned: string; unpaid: string; interest: string; overdue_fee: string; due: string; repaid: string; applied_at: number; deadline_at: number; disbursed_at: number | null; due_at: number | null; settled_at: number | null; agreement: string } };
    refusals: 'loan_not_found' | 'order_state_wrong' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Repays a loan in part or in full, early or late: fee first, then interest, then principal.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `loan_not_found`: We couldn’t find this loan.
   * - `order_state_wrong`: The order’s status doesn’t allow this. Refresh to see the latest.
   * - `amount_wrong`: This amount isn’t valid. Enter another one.
   * - `repayment_above_due`: This is more than the amount owed. Enter {max} {currency} or less.
   * - `trading_password_missing`: You don’t have a trading PIN yet. Set one up first.
   * - `trading_password_wrong`: Your trading PIN is wrong. Try again.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   * - `reset_needed`: Too many wrong attempts. Reset it to continue.
   * - `balance_insufficient`: Your balance is too low. You need {needed} {currency} and have {available} {currency} available. Enter a smaller amount.
   */
  'POST lh/loan/repayment': {
    request: { id: string; amount?: string; trading_password: string };
    answer: { paid: { time: number; amount: string; fee: string; interest: string; principal: string }; loan: { id: string; currency: string; amount: string; days: number; daily_rate: string; overdue_rate: string; overdue_cap: string; method: 'at_maturity'; apr: string; status: 'pending_review' | 'disbursed' | 'settled' | 'failed'; reason: 'cancelled_by_customer' | 'income_unclear' | 'documents_unreadable' | 'documents_mismatch' | 'credit_score_low' | 'account_restricted' | 'start_over' | null; overdue: boolean; interest_planned: string; total_planned: string; unpaid: string; interest: string; overdue_fee: string; due: string; repaid: string; applied_at: number; deadline_at: number; disbursed_at: number | null; due_at: number | null; settled_at: number | null; agreement: string } };
    refusals: 'loan_not_found' | 'order_state_wrong' | 'amount_wrong' | 'repayment_above_due' | 'trading_password_missing' | 'trading_password_wrong' | 'too_many_attempts' | 'reset_needed' | 'balance_insufficient' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The share of customers who lost money with leveraged trading in the last twelve months, from the ledger.
   */
  'GET transparency/loss_share': {
    request: Record<string, never>;
    answer: { share_percent: string | null; reason: 'too_few_customers' | null; customers: number; customers_min: number; from: number; to: number; basis: 'closed_positions' };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The keys that sign checkpoints, and the texts that are hashed and signed, field by field.
   */
  'GET transparency/keys': {
    request: Record<string, never>;
    answer: { public_key: string; algorithm: 'ed25519'; hash: 'sha256'; genesis: string; entry_form: string; gap_form: string; halt_form: string; reject_form: string; refused_form: string; checkpoint_form: string; key_form: string; changes: ({ purpose: 'tape' | 'log' | 'vault'; number: number; before: string; public_key: string; since_ms: number; signed_before: string; signed: string })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The newest signed head of every price record.
   */
  'GET transparency/checkpoints': {
    request: Record<string, never>;
    answer: ({ symbol: string; seq: number; hash: string; time: number; public_key: string; signature: string })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The keys of the simulated market by day, newest first: the hash of each, signed before its first quote, and the key itself once the day is over.
   */
  'GET transparency/market_days': {
    request: Record<string, never>;
    answer: { form: string; days: ({ day: string; commitment: string; public_key: string; signature: string; committed_at: number; key: string | null })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The entries of the price records from which the simulated market continued with a day’s key, each time it started. With them, a day can be generated again.
   */
  'GET transparency/market_runs': {
    request: { day: string; from_ms?: string };
    answer: { runs: ({ commitment: string; started_ms: number; heads: Record<string, number>; step_ms: number | null })[]; next: { day: string; commitment: string; started_ms: number; heads: Record<string, number>; step_ms: number | null } | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Every gap that voided options, with its two entries, and what voids saved or cost the platform.
   */
  'GET transparency/voids': {
    request: { day?: string; cursor?: string };
    answer: { days: ({ day: string; tickets: number; saved_usdt: string; cost_usdt: string; undecided: number })[]; voids: ({ symbol: string; instant: 'strike' | 'expiry'; before: { seq: number; time_ms: number; gap: boolean }; after: { seq: number; time_ms: number; gap: boolean }; at: number; tickets: number; saved_usdt: string; cost_usdt: string; undecided: number })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * When payouts and new trades were frozen because the books did not balance, and whether they are now.
   */
  'GET transparency/freezes': {
    request: Record<string, never>;
    answer: { payouts_paused: boolean; trading_paused: boolean; checked_at: number | null; freezes: ({ number: number; reason: string; since_ms: number; until_ms: number | null })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The maximum age of a quote for an order to fill at it, by market, and every silence, halt and refused quote.
   */
  'GET transparency/pauses': {
    request: { cursor?: string };
    answer: { fills: ({ symbol: string; fill_age_ms: number; stale_after_ms: number })[]; pauses: ({ symbol: string; seq: number; time: number; kind: 'gap' | 'halt' | 'reject'; reason: string | null; refused_count: number | null })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Every limit, fee and availability that the platform may change, with all versions: past, current and future.
   */
  'GET transparency/terms': {
    request: Record<string, never>;
    answer: ({ subject: string; versions: ({ version: number; effective_at: number; until: number | null; current: boolean; body: Record<string, string | boolean> })[] })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * What the platform owes its customers by its newest statement, what it holds against it, and what banks and chains say of that.
   */
  'GET transparency/liabilities': {
    request: Record<string, never>;
    answer: { statement: { number: number; as_of: number; root: string; leaves: number } | null; play_money: boolean; currencies: ({ currency: string; liabilities: string; reserves: string; difference: string })[]; custody: ({ currency: string; source: string; amount: string; as_of: number; evidence: string | null })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The customer’s own leaves in the newest statement of liabilities, with the salt that opens them and their paths to its roots.
   * Needs a session or an API key.
   */
  'GET transparency/liability': {
    request: Record<string, never>;
    answer: { statement: string | null; as_of: number | null; log_index: number | null; seq: number; salt: string; leaves: ({ currency: string; part: number; amount: string; path: ({ side: 'left' | 'right'; hash: string; sum: string })[] })[]; claims: ({ currency: string; held: string; staked: string; profit: string; owed: string; income: string })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The entries of the public log about this customer, oldest first, each with its salt and the text that it commits to.
   * Needs a session or an API key.
   */
  'GET transparency/own': {
    request: { from_index?: string };
    answer: { entries: ({ index: number; kind: string; entry: string; salt: string; opening: string })[]; next_index: number | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * What operators stopped in an emergency: payouts, or the openings of a product or an instrument, with the reason, the beginning and the end.
   */
  'GET transparency/stops': {
    request: Record<string, never>;
    answer: { stops: ({ number: number; target: string; cause: 'prices' | 'provider' | 'error' | 'security' | 'authority'; since_ms: number; until_ms: number; in_effect: boolean; released: boolean })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Every fill and ended option without its customer, by the ledger roots that cover them. The public log has the hash of each list.
   */
  'GET transparency/fills': {
    request: { from_root?: string };
    answer: { lists: ({ root: number; entry: string; lines: (string)[] })[]; next_root: number | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * How the fills of a day compare with the quotes when their orders were accepted: better, worse or slower, whether the market rose or fell.
   */
  'GET transparency/fill_quality': {
    request: { day?: string };
    answer: { day: string | null; days: (string)[]; from_root: number | null; to_root: number | null; left_out: number; rows: ({ product: 'spot' | 'contract' | 'forex'; symbol: string; against: 'market' | 'level'; fills: number; waited: number; at: number; better: { count: number; sum_bp: string; mean_bp: string | null; p99_bp: string | null }; worse: { count: number; sum_bp: string; mean_bp: string | null; p99_bp: string | null }; favour: { orders: number; waited: number; sum_bp: string }; disfavour: { orders: number; waited: number; sum_bp: string }; wait_p50_ms: number | null; wait_p99_ms: number | null })[]; unfilled: ({ reason: string; count: number; gained: number; lost: number; undecided: number })[]; refused: ({ product: 'spot' | 'contract' | 'forex' | 'option' | 'exchange'; symbol: string; side: 'buy' | 'sell' | 'up' | 'down' | ''; reason: string; count: number })[]; refused_to_ms: number | null; halts: ({ symbol: string; count: number; total_ms: number; longest_ms: number; lasting: number })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * This customer’s lines in the public list of fills, with the openings of their hashes.
   * Needs a session or an API key.
   */
  'GET transparency/own_fills': {
    request: { cursor?: string };
    answer: { fills: ({ root: number; line: string; salt: string; opening: string })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The state of the conversation with support, and whether somebody is online.
   */
  'POST chat/open': {
    request: Record<string, never>;
    answer: { conversation: { status: 'open' | 'closed'; last: number; read: number; house_read: number; agent: { name: string; role: 'support' | 'reviewer' | 'admin' } | null } | null; unread: number; online: boolean; answers_within_minutes: number };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Messages of the conversation, oldest first: the newest, or those before or after a number.
   */
  'GET chat/messages': {
    request: { before?: number | string; after?: number | string };
    answer: { items: ({ number: number; from: 'you' | 'house'; client_id: string | null; by: { name: string; role: 'support' | 'reviewer' | 'admin' } | null; text: string; picture: { id: string; width: number; height: number } | null; evidence: { id: string; ticket: string; symbol: string } | null; time: number })[]; more: boolean };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Sends a message. Repeated requests with the same client ID send it once.
   *
   * Refused with:
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   */
  'POST chat/send': {
    request: { client_id: string; text?: string; picture?: string };
    answer: { number: number; from: 'you' | 'house'; client_id: string | null; by: { name: string; role: 'support' | 'reviewer' | 'admin' } | null; text: string; picture: { id: string; width: number; height: number } | null; evidence: { id: string; ticket: string; symbol: string } | null; time: number };
    refusals: 'too_many_attempts' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Marks the conversation as read up to a message.
   */
  'POST chat/read': {
    request: { number: number | string };
    answer: Record<string, never>;
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Shows support that a message is being written.
   */
  'POST chat/typing': {
    request: Record<string, never>;
    answer: Record<string, never>;
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * A picture of the conversation.
   */
  'POST chat/picture_open': {
    request: { picture: string };
    answer: { mime: string; base64: string };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Sends the evidence of an ended option, or of a fill of an order or position, which anybody can check offline.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `trade_not_found`: We couldn’t find this trade, or it was cancelled. Refresh and try again.
   * - `order_state_wrong`: The order’s status doesn’t allow this. Refresh to see the latest.
   * - `too_many_attempts`: Too many attempts. Try again in {seconds} seconds.
   */
  'POST chat/evidence': {
    request: { client_id: string; ticket: string; fill?: number };
    answer: { number: number; from: 'you' | 'house'; client_id: string | null; by: { name: string; role: 'support' | 'reviewer' | 'admin' } | null; text: string; picture: { id: string; width: number; height: number } | null; evidence: { id: string; ticket: string; symbol: string } | null; time: number };
    refusals: 'trade_not_found' | 'order_state_wrong' | 'too_many_attempts' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * An evidence file that was attached to the conversation.
   * Needs a session or an API key.
   */
  'POST chat/evidence_open': {
    request: { evidence: string };
    answer: { name: string; body: string };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Banners and news in the language of the call, newest first, or the results of a search.
   */
  'POST news/list': {
    request: { kind?: 'news' | 'banner'; search?: string; cursor?: string; limit?: number | string };
    answer: { banners: ({ id: string; title: string; summary: string; picture: string | null })[]; items: ({ id: string; title: string; summary: string; time: number; picture: string | null; reading_minutes: number })[]; next: string | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * One article, news or page, in the language of the call or otherwise in English.
   */
  'POST news/detail': {
    request: { id: string; version?: number | string };
    answer: { id: string; title: string; summary: string; kind: 'news' | 'page'; topic: 'start' | 'trading' | 'money' | 'safety' | 'legal' | null; body: string; time: number | null; picture: string | null; reading_minutes: number; version: number; changed_at: number | null; language: 'zh' | 'en' | 'es' | 'it' | 'jp' | 'ko' | 'pt' | 'hk' | 'vn'; agreement: boolean; former_version: number | null; counted_until: number | null; english_newer_at: number | null };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The help pages by topic, or the results of a search in their full text.
   */
  'GET news_articles/list': {
    request: { search?: string; topic?: 'start' | 'trading' | 'money' | 'safety' | 'legal' };
    answer: { items: ({ id: string; title: string; summary: string; topic: 'start' | 'trading' | 'money' | 'safety' | 'legal'; excerpt?: ({ text: string; hit: boolean })[] })[] };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * The agreements in force, and the version of each that the customer consented to.
   * Needs a session or an API key.
   */
  'GET agreements': {
    request: Record<string, never>;
    answer: ({ id: 'service-agreement' | 'terms' | 'privacy'; title: string; version: number; changed_at: number | null; consented_version: number | null; consented_at: number | null })[];
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Records the customer’s consent to the version in force of an agreement.
   * Needs a session or an API key.
   *
   * Refused with:
   * - `case_changed`: This has changed since you opened it. Check it again before you decide.
   */
  'POST agreements/consent': {
    request: { id: 'service-agreement' | 'terms' | 'privacy'; version: number | string };
    answer: { version: number; given_at: number };
    refusals: 'case_changed' | 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'session_ended' | 'account_frozen' | 'account_locked' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'key_reused' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
  /**
   * Support: whether somebody is online, the hours, and the address.
   */
  'GET news/getkf': {
    request: Record<string, never>;
    answer: { online: boolean; hours: { days: (number)[]; from: string; to: string; time_zone: string } | null; email: string | null; answers_within_minutes: number };
    refusals: 'parameter_wrong' | 'parameter_missing' | 'request_illegal' | 'too_many_requests' | 'host_unknown' | 'origin_foreign' | 'busy' | 'storage_low' | 'try_again' | 'request_failed' | 'body_too_big' | 'not_found' | 'api_key_unknown' | 'api_signature_wrong' | 'api_time_wrong' | 'api_key_revoked' | 'api_key_expired' | 'api_address_refused' | 'api_scope_missing' | 'api_symbol_refused' | 'api_order_too_big' | 'api_loss_reached' | 'api_order_waits';
  };
};

export type CallName = keyof Calls;
/** The calls that open, change or end a trade. */
export type OrderName =
  | 'POST orders/cancel_all'
  | 'POST wallet/flashAgainst'
  | 'POST coin/trade'
  | 'POST order/cancel'
  | 'POST order/amend'
  | 'POST order/cancel_all'
  | 'POST lever/submit'
  | 'POST lever/setstop'
  | 'POST lever/close'
  | 'POST lever/dealall'
  | 'POST lever/reduce'
  | 'POST lever/amend'
  | 'POST lever/close_at'
  | 'POST lever/cancel'
  | 'POST lever/cancel_all'
  | 'POST lever/whsubmit'
  | 'POST lever/whclose'
  | 'POST microtrade/submit'
  | 'POST microtrade/whsubmit';

const ORDERS: ReadonlySet<string> = new Set<OrderName>([
  'POST orders/cancel_all',
  'POST wallet/flashAgainst',
  'POST coin/trade',
  'POST order/cancel',
  'POST order/amend',
  'POST order/cancel_all',
  'POST lever/submit',
  'POST lever/setstop',
  'POST lever/close',
  'POST lever/dealall',
  'POST lever/reduce',
  'POST lever/amend',
  'POST lever/close_at',
  'POST lever/cancel',
  'POST lever/cancel_all',
  'POST lever/whsubmit',
  'POST lever/whclose',
  'POST microtrade/submit',
  'POST microtrade/whsubmit',
]);
const IDEMPOTENT: ReadonlySet<string> = new Set<CallName>([
  'POST user/register',
  'POST user/real_name',
  'POST user/limit_set',
  'POST user/time_out',
  'POST user/self_exclude',
  'POST user/close',
  'POST price_alert',
  'POST price_alert_delete',
  'POST api_keys/confirm',
  'POST api_keys/decline',
  'POST orders/cancel_all',
  'POST orders/dead_mans_switch',
  'POST recurring/create',
  'POST recurring/change',
  'POST recurring/pause',
  'POST recurring/resume',
  'POST recurring/delete',
  'POST demo/start_over',
  'POST wallet/charge_req',
  'POST wallet/charge_cancel',
  'POST wallet/out',
  'POST wallet/out_cancel',
  'POST wallet/address_add',
  'POST wallet/address_delete',
  'POST wallet/flashAgainst',
  'POST coin/trade',
  'POST order/cancel',
  'POST order/amend',
  'POST order/cancel_all',
  'POST lever/submit',
  'POST lever/setstop',
  'POST lever/close',
  'POST lever/dealall',
  'POST lever/reduce',
  'POST lever/amend',
  'POST lever/close_at',
  'POST lever/cancel',
  'POST lever/cancel_all',
  'POST lever/whsubmit',
  'POST lever/whclose',
  'POST orders/batch',
  'POST lever/apply',
  'POST wallet/transfer',
  'POST microtrade/submit',
  'POST microtrade/whsubmit',
  'POST wallet/experience_convert',
  'POST project/order',
  'POST lh/deposit',
  'POST lh/deposit/cancel',
  'POST lh/loan/submit',
  'POST lh/loan/cancel',
  'POST lh/loan/repayment',
  'POST agreements/consent',
]);

/** Whether the call is answered with a receipt. */
export const isOrder = (name: CallName): boolean => ORDERS.has(name);
/** Whether the call honours an idempotency key. */
export const isIdempotent = (name: CallName): boolean => IDEMPOTENT.has(name);
