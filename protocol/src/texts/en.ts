/** English texts of every message. */
import type { MessageCode } from '../refusals.ts';

export const texts: Readonly<Record<MessageCode, string>> = {
  // Who you are
  user_not_found: 'This user does not exist.',
  login_wrong: 'The account or the password is wrong. Check both and try again.',
  code_wrong: 'The verification code is wrong or has expired. Check it or ask for a new one.',
  account_taken: 'This account name is already taken. Choose another one.',
  invite_code_wrong: 'This invite code does not exist. Enter a valid one.',
  old_password_wrong: 'The current password is wrong. Enter it again.',
  passwords_differ: 'The two passwords are not the same. Enter them again.',
  password_length: 'The password must have {min} to {max} characters.',
  password_common: 'This password is too common to be safe. Choose another one.',
  account_frozen: 'Your account is frozen. Contact customer service.',
  account_locked: 'Your account is locked. Contact customer service.',
  too_young: 'You must be at least {min} years old.',
  session_ended: 'Your session has ended. Log in again.',
  confirmation_needed:
    'This change needs a proof that it is you, by one of: {kinds}. Confirm it and send it again.',
  confirmation_wrong: 'The proof did not hold, so nothing was changed. Try again.',
  approval_needed: 'Sign this decision with your key.',
  approval_wrong: 'Your signature doesn’t match this decision. Try again.',
  reset_needed: 'There were too many wrong tries, so this way is closed. Reset it to go on.',
  wallet_proof_wrong:
    'The wallet’s signature was not accepted ({reason}). Ask for a new message and sign that.',
  passkey_wrong: 'The passkey was not accepted. Try again or use another way.',
  passkeys_too_many: 'You have reached the maximum of {max} passkeys. Remove one first.',
  email_missing: 'Your account has no e-mail address yet. Bind one first.',
  phone_wrong: 'This phone number is not valid. Check the country code and the digits.',
  texts_unavailable:
    'We can’t send text messages to this number right now. Your e-mail and your authenticator keep working.',
  trading_password_missing: 'Your account has no trading password yet. Set one first.',
  trading_password_same: 'Trading password and login password must differ. Choose another.',
  too_many_attempts: 'Too many attempts. Try again in {seconds} seconds.',

  // Wallets and balances
  wallet_not_found: 'The wallet was not found. Add a wallet first.',
  fund_balance_insufficient:
    'Your spot account does not hold enough for the fund. Deposit or transfer money to it first.',
  balance_insufficient:
    'Not enough balance: {needed} {currency} needed, {available} {currency} available. Enter a smaller amount.',
  coins_insufficient:
    'Not enough coins: {needed} {currency} needed, {available} {currency} available. Enter a smaller quantity.',
  turnover_insufficient:
    'You’ve turned over {turnover} of the {needed} USDT that your experience credit needs. You can convert it after that.',
  fees_insufficient:
    'You can convert experience credit up to half of the fees you’ve paid with your own money since it was granted: {paid} USDT paid, {converted} USDT converted.',
  currency_invalid: 'This currency is not available here. Choose another one.',

  // Trading
  pair_not_found: 'This trading pair was not found.',
  pair_not_active: 'This pair is not open for new trades.',
  trading_closed: 'Trading is paused because there is no fresh price. Try again shortly.',
  market_closed: 'The market is closed. Wait until it opens again.',
  limit_sell_below_price:
    'A limit order cannot sell below the current price of {price}. Enter a higher price.',
  order_not_cancellable: 'This order can no longer be cancelled.',
  trade_not_found: 'The trade was not found or has been cancelled. Refresh and try again.',
  lever_trade_open: 'A leveraged trade is in progress. Close it first.',
  open_trade_blocks: 'This is not possible while a trade is open. Close it first.',
  quantity_below_minimum: 'The quantity is below the minimum of {min}. Enter {min} or more.',
  quantity_above_maximum: 'The quantity is above the maximum of {max}. Enter {max} or less.',
  quantity_off_step: 'The quantity must be a whole multiple of {step}.',
  amount_below_minimum: 'The amount is below the minimum of {min}. Enter {min} or more.',
  price_off_tick: 'The price must be a whole multiple of {tick}.',
  price_above_maximum: 'The price is above the maximum of {max}. Enter {max} or less.',
  price_moved: 'The price is now {price}, worse than the {worst} you accept. Check it and order again.',
  liquidity_insufficient:
    'There is not enough liquidity for this order. Enter a smaller quantity or try later.',
  take_profit_wrong:
    'A take-profit must lie on the profit side of the entry price {entry} and the current price {current}, and not be 0. Enter another price.',
  stop_loss_wrong:
    'A stop-loss must lie on the loss side of the entry price {entry} and the current price {current}, and not be 0. Enter another price.',
  feature_off: 'This feature is off or not available at the moment.',
  no_transaction_records: 'There are no transactions yet.',
  orders_too_many: 'You have reached the maximum of {max} open orders. Cancel one first.',
  lever_not_enabled:
    'Leveraged trading is not enabled for you. Fill in the questionnaire; customer service then decides.',
  bank_card_missing: 'Add your bank account first.',
  leverage_not_offered: 'This leverage is not offered. Choose one of: {offered}.',
  margin_insufficient:
    'Not enough in the contract account: margin and fee need {needed} {currency}, {available} {currency} available. Transfer money to it or enter a smaller quantity.',
  credit_insufficient:
    'Not enough experience credit: {needed} {currency} needed, {available} {currency} available. Pay from another account or enter a smaller figure.',
  credit_hedged:
    'You already hold the opposite side of {symbol}. Experience credit can’t be used to hedge. Close the other side first, or trade another symbol.',
  profit_lock_wrong:
    'A profit lock must lie between the entry price {entry} and the current price {current}, and the position must be in profit. Enter another price.',
  trailing_wrong:
    'The trailing distance must be above 0 and below the current price of {current}. Enter another distance.',
  position_not_open: 'This position is not open, or has been closed already. Refresh to see its state.',
  position_closing:
    'This position is already closing. It closes at the first price after the market opens; there is nothing to do.',
  market_closed_until: 'The market is closed until {reopens_at}. Try again then.',
  positions_too_many:
    'You have reached the maximum of {max} positions and resting orders. Close or cancel one first.',

  // Short options
  duration_not_offered: 'This duration is not offered. Choose one of these, in seconds: {offered}.',
  payout_changed: 'The payout is now {payout_ratio} of the stake. Check it and order again.',
  session_ends_first:
    'The market closes at {closes_at}, before this option would expire. Choose a shorter duration.',
  stake_below_minimum: 'The stake is below the minimum. Enter {min} {currency} or more.',
  stake_above_maximum: 'The stake is above the maximum. Enter {max} {currency} or less.',
  tickets_too_many: 'You have reached the maximum of {max} open options. Wait until one ends.',
  exposure_customer_full:
    'Your open options together may win at most {max} USDT. Enter a smaller stake or wait until one ends.',
  exposure_full:
    'The open options on this market have reached the platform’s limit. Enter a smaller stake or try again later.',
  option_balance_insufficient:
    'Not enough in the option account: {needed} {currency} needed, {available} {currency} available. Transfer money to it or enter a smaller stake.',

  // Deposits and withdrawals
  address_missing: 'There is no withdrawal address yet. Add one first.',
  address_exists: 'This address is already in your address book.',
  address_not_yours: 'You can delete only your own addresses.',
  withdrawal_pending: 'You already have a withdrawal request. Wait until it is reviewed.',
  withdrawal_exceeds_holdings: 'The withdrawal is more than you hold. Enter a smaller amount.',
  trading_password_wrong: 'The trading password is wrong. Try again.',
  deposit_not_found: 'The deposit was not found or can no longer be changed.',
  network_invalid: 'This network is not offered. Choose another one.',
  deposits_too_many: 'You already have {max} deposits waiting. Wait until one is reviewed or cancel one.',
  reference_used:
    'This transaction number was already given for another deposit. Check it, or contact customer service.',
  address_wrong: 'This is not a valid {network} address. Copy it again from where you receive.',
  address_of_house: 'This is one of our own deposit addresses. Enter the address where you want to receive.',
  alerts_too_many: 'You wait for {max} prices already. Delete one first.',
  recurring_too_many: 'You already have {max} recurring buys. Delete one first.',
  addresses_too_many: 'Your address book is full at {max} addresses. Delete one first.',
  address_not_ready: 'This address is new and can be used from {until} on.',
  withdrawal_below_minimum: 'The withdrawal is below the minimum. Enter {min} {currency} or more.',
  withdrawal_above_maximum: 'The withdrawal is above the maximum. Enter {max} {currency} or less.',
  withdrawal_day_maximum:
    'This is more than may be withdrawn in 24 hours: {left} {currency} are left. Enter a smaller amount or try again later.',
  quote_expired: 'This price has expired and nothing was exchanged. Ask for a new one.',
  quotes_exhausted:
    'You were given {max} prices within an hour without exchanging at them. You can ask for another one from {until} on.',
  exchange_too_small: 'The amount is so small that nothing would be received. Enter a larger one.',
  exchange_too_large: 'One exchange may be worth at most {max} USDT. Enter a smaller amount.',

  // Operators
  conflict_of_interest: 'You are tied to this customer, so somebody else has to decide.',
  case_changed: 'This has changed since you looked at it. Look again before you decide.',
  case_held: 'This case is on hold. Release it first.',
  day_cap_reached: 'This is worth {worth} USDT. Your 24-hour limit has {left} USDT left.',
  colleague_needed:
    'You’ve looked at {max} customers, which is your limit for now. Ask another admin to allow more.',
  second_person_needed: 'Another person has to approve this.',
  two_admins_needed: 'Two admins have to be left. Add another one first.',
  article_text_wrong: 'Line {line} ({language}): “{found}” is not allowed here. Change it and save again.',
  articles_too_many: 'There are {max} articles already, which is the most there can be.',
  holds_used_up: 'This was held {max} times, and no more are possible. Decide it.',
  amount_above_cap: 'The amount is above what one entry may move: {max}.',
  effective_too_soon: 'Terms have to begin at least {seconds} seconds from now. Choose a later time.',
  credit_active: 'This customer still has experience credit that has not ended.',
  house_funds_insufficient: 'The account of the house does not hold enough for this.',

  // Fund and loans
  project_ended: 'This project does not exist or has ended.',
  project_state_wrong: 'This is not possible in the current state of the project.',
  participants_full: 'The maximum number of participants is reached.',
  deposit_out_of_range: 'The deposit must be between {min} and {max}.',
  loan_out_of_range: 'The loan must be between {min} and {max}.',
  terms_changed: 'The terms have changed since. Look at them and send it again.',
  project_limit_reached: 'Each account can join this tier {max} times at most.',
  loan_days_not_offered: 'This period is not offered. Choose one of these, in days: {offered}.',
  agreement_changed: 'The loan agreement has changed since. Read it and agree again.',
  credit_score_low: 'The credit score is too low; at least {min} is needed.',
  loan_open: 'A loan is open already. Another can be asked for once it is settled.',
  loan_not_found: 'This loan does not exist.',
  repayment_above_due: 'No more can be paid back than is owed: {max} {currency}.',
  order_out_of_range: 'The order amount must be between {min} and {max}.',
  order_state_wrong: 'This is not possible in the current state of the order.',
  product_not_found: 'This product does not exist.',
  amount_wrong: 'The amount is not valid. Enter another one.',

  // Identity verification
  id_number_verified: 'This ID number has already been verified.',
  verification_needed: 'Verify your identity first.',
  already_applied: 'You have already applied. There is no need to apply again.',
  verification_awaiting: 'Your application is submitted and waiting for review.',
  file_not_found: 'This file was not found or was used already. Upload it again.',

  // Bank card
  swift_wrong: 'This SWIFT code is not valid. Check it with your bank.',
  iban_wrong: 'This IBAN is not valid. Check every letter and digit.',
  routing_number_wrong: 'This routing number is not valid. Check its digits with your bank.',

  // What one’s country, or oneself, does not allow
  product_not_offered: 'This product is not offered in your country. See which ones are.',
  leverage_above_cap: 'In your country the leverage of this instrument ends at {max}×. Choose a lower one.',
  own_limit_reached:
    'This goes beyond a limit that you set for yourself: {left} USDT are left. Enter a smaller amount or wait for the next period.',
  timed_out: 'You have paused trading until {until}. Closing and withdrawing stay possible.',
  self_excluded:
    'You have excluded yourself from trading until {until}. Closing and withdrawing stay possible.',
  balance_left: 'There is still money in the account. Withdraw it first.',
  withdrawals_paused: 'Withdrawals are paused while we check our books. Try again later.',
  withdrawals_held:
    'A security setting was changed recently, so withdrawals wait until {until}. Try again then.',

  // Uploads
  uploads_too_many: 'You have uploaded as many files as one day allows. Try again tomorrow.',
  file_too_big: 'The file is too big. Choose a smaller one.',
  file_duplicate: 'This file has already been uploaded. Choose another one.',
  file_type_wrong: 'This type of file is not accepted. Choose another one.',
  upload_failed: 'The upload failed. Try again.',

  // Any call
  parameter_wrong: 'This entry is not valid: {field}. Correct it and try again.',
  parameter_missing: 'This entry is missing: {field}. Fill it in and try again.',
  not_found: 'Nothing was found here.',
  operation_illegal: 'This operation is not allowed.',
  request_illegal: 'The request could not be read.',
  unauthorized: 'You are not authorised to do this.',
  clock_fixed: 'The clock can be set forward only while a simulated market runs.',
  request_failed: 'Something went wrong on our side. Try again later.',
  try_again: 'That did not work. Try again.',
  state_abnormal: 'This is not possible in the current state. Refresh and try again.',
  key_reused: 'This request number was already used for something else.',
  host_unknown: 'This isn’t our address. Open the app at its own address.',
  origin_foreign: 'This request came from another website.',
  too_many_requests: 'Too many requests. Wait a moment and try again.',
  busy: 'The system is busy. Try again in a moment; nothing will be done twice.',
  storage_low:
    'We’re low on storage and can’t accept this right now. Trading, deposits and withdrawals still work.',
  body_too_big: 'The request is too big.',

  // What succeeded
  login_done: 'Logged in',
  register_done: 'Account opened',
  saved: 'Saved',
  added: 'Added',
  deleted: 'Deleted',
  updated: 'Updated',
  submitted_for_review: 'Submitted, waiting for review',
  password_changed: 'Password changed',
  logout_done: 'Logged out',
  cancel_done: 'Cancelled',
  trading_account_set: 'Trading account set',
  trading_password_set: 'Trading password set',
  setup_done: 'Setup complete',
  deposit_done: 'Deposit complete',
  withdrawal_applied: 'Withdrawal requested, waiting for approval',
  order_filled: 'Order filled',
  order_placed: 'Order placed',
  started_over: 'Demo account reset',
  position_opened: 'Position opened',
  position_closed: 'Position closed',
  close_waiting: 'Accepted. It closes at the next price.',
  stops_set: 'Levels set',
  margin_added: 'Margin added',
  transfer_done: 'Transferred',
  exchange_done: 'Exchanged',
  credit_converted: 'Converted to USDT',
  session_closed: 'Device signed out',
  limit_set: 'Limit set',
  limit_pending: 'Accepted, counts in 24 hours',
  account_closed: 'Account closed',
};
