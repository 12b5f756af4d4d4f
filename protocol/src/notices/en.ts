/** What customers are told, in English. */
import type { NoticeTexts } from './kinds.ts';

export const texts: NoticeTexts = {
  password_changed: {
    subject: 'Your password was changed',
    text: 'The password of your account was changed and your other devices were logged out. Withdrawals are held for 24 hours. If it was not you, set a new password now and contact customer service.',
  },
  new_device: {
    subject: 'A new device signed in',
    text: 'Your account was signed in to on a device that was not seen there before: {device}, from the address {address}, {time_at}. If it was you, there is nothing to do. If it was not you, set a new password now, which ends every session, and contact customer service.',
  },
  email_changed: {
    subject: 'Your e-mail address was changed',
    text: 'The e-mail address of your account was changed. Withdrawals are held for 24 hours. If it was not you, set a new password now and contact customer service.',
  },
  phone_changed: {
    subject: 'Your phone number was changed',
    text: 'A phone number was bound to your account, or replaced. If it was not you, set a new password now and contact customer service.',
  },
  factor_changed: {
    subject: 'Your two-step sign-in was changed',
    text: 'An authenticator, a passkey or a recovery code of your account was added, replaced, removed or used. Withdrawals may be held for 24 hours. If it was not you, set a new password now and contact customer service.',
  },
  trading_password_changed: {
    subject: 'Your trading password was changed',
    text: 'The trading password of your account was set or changed. After a change withdrawals are held for 24 hours. If it was not you, set a new password now and contact customer service.',
  },
  bank_card_changed: {
    subject: 'Your bank card was changed',
    text: 'A bank card was bound to your account, or replaced. After a replacement withdrawals are held for 24 hours. If it was not you, set a new password now and contact customer service.',
  },
  guesses_locked: {
    subject: 'Somebody guessed at your account',
    text: 'There were several wrong tries at a password or a code of your account, so no more are taken from there for a while. None of them was right. Devices that you use are not held up by a stranger. If it was you, try again later or set a new password. If it was not you, a second factor keeps strangers out even of a guessed password.',
  },
  kyc_approved: {
    subject: 'Your identity is verified',
    text: 'The verification of your identity was approved. If you did not ask for it, contact customer service.',
  },
  kyc_rejected: {
    subject: 'Your identity could not be verified',
    text: 'The verification of your identity was not approved this time. The reason is in the app, under verification, where you can try again. If you did not ask for it, contact customer service.',
  },
  leverage_decided: {
    subject: 'A decision about leveraged trading',
    text: 'Whether your account may trade with leverage was decided. The decision and its reason are in the app, under leverage. If you did not ask for it, contact customer service.',
  },
  standing_changed: {
    subject: 'The standing of your account has changed',
    text: 'Your account was frozen, locked or released by us. What it may do now, and the reason, is in the app or told by customer service. Stops and targets of open positions go on. If you think that it is a mistake, contact customer service.',
  },
  limits_changed: {
    subject: 'Your own limits were changed',
    text: 'A limit or a pause of your account was set or changed. What is tighter counts at once, what is looser after 24 hours. If it was not you, set a new password now and contact customer service.',
  },
  account_closed: {
    subject: 'Your account was closed',
    text: 'Your account was closed as you asked, and nobody can sign in to it any more. If it was not you, contact customer service at once.',
  },
  deposit_credited: {
    subject: 'Your deposit was credited',
    text: '{amount} {currency} of your deposit were credited to your spot account. The record with its journal is in the app, under financial records.',
  },
  deposit_failed: {
    subject: 'Your deposit was not credited',
    text: 'Your deposit of {amount} {currency} was not credited. The reason is in the app, under deposits. If you did send the money, contact customer service and keep the proof of it.',
  },
  withdrawal_requested: {
    subject: 'You asked for a withdrawal',
    text: 'A withdrawal of {amount} {currency} to {address} was asked for and the amount is frozen. It can be cancelled in the app while it is under review. If it was not you, cancel it, set a new password now and contact customer service.',
  },
  withdrawal_held: {
    subject: 'Your withdrawal is on hold',
    text: 'Your withdrawal of {amount} {currency} is on hold until {until} at the latest. The reason is in the app, under withdrawals. The money stays yours, and you can cancel the withdrawal.',
  },
  withdrawal_sent: {
    subject: 'Your withdrawal was sent',
    text: 'Your withdrawal of {amount} {currency} was sent to {address}. The reference of the payment is {reference}.',
  },
  withdrawal_failed: {
    subject: 'Your withdrawal was not carried out',
    text: 'Your withdrawal of {amount} {currency} was not carried out and the whole amount is available again. The reason is in the app, under withdrawals.',
  },
  address_added: {
    subject: 'A withdrawal address was added',
    text: 'The {network} address {address} was added to the addresses to which your money may be withdrawn. If it was not you, delete it in the app, set a new password now and contact customer service.',
  },
  balance_corrected: {
    subject: 'Your balance was corrected',
    text: 'Two of our operators corrected a balance of your account by {amount} {currency}. The record with its reason is in the app, under financial records. If you think that it is a mistake, contact customer service.',
  },
  promotion_granted: {
    subject: 'You were granted experience credit',
    text: 'You were granted experience credit of {amount} USDT. It can be used for leveraged trades and cannot be withdrawn; its conditions and its end are in the app, under experience credit.',
  },
  loan_disbursed: {
    subject: 'Your loan was paid out',
    text: 'Your loan of {amount} {currency} was approved and is in your spot account. It is to be repaid by {until}; you can repay earlier, in part or whole, and then pay interest for the days used. What it costs is in the app, under loans.',
  },
  loan_refused: {
    subject: 'Your loan was not approved',
    text: 'Your application for a loan of {amount} {currency} was not approved. The reason is in the app, under loans, and your documents can be used again.',
  },
  loan_reminder: {
    subject: 'Your loan is due soon',
    text: '{amount} {currency} of your loan are owed now, and it is to be repaid by {until}. From then on each begun day costs a fee. You repay it in the app, under loans; nothing is taken by itself.',
  },
  loan_overdue: {
    subject: 'Your loan is overdue',
    text: 'Your loan was to be repaid by {until}, and {amount} {currency} are owed now. Each begun day adds a fee, up to the cap in your agreement, and your credit score has gone down. You repay it in the app, under loans, in part or whole; nothing is taken by itself. If you cannot, contact customer service.',
  },
  fund_ending: {
    subject: 'Your order in the fund ends soon',
    text: 'Your order of {amount} {currency} in the fund ends at {until}. Your principal is back in your spot account then, and you need do nothing for it.',
  },
  fund_ended: {
    subject: 'Your order in the fund has ended',
    text: 'Your order in the fund has ended. {amount} {currency} of principal are back in your spot account; the income that was paid over its days is {income} {currency}. What is left of its last day is paid after the next midnight UTC. Each payment is in the app, under the fund.',
  },
  fund_refused: {
    subject: 'Your order in the fund was not accepted',
    text: 'Your order of {amount} {currency} in the fund was not accepted. The whole amount is back in your spot account.',
  },
  position_warned: {
    subject: 'Margin warning',
    text: 'The margin health of your position in {symbol} is down to {share}. At 50% it is closed out. You can add margin, close a part of it or set a stop in the app.',
  },
  position_closed_out: {
    subject: 'Your position was closed out',
    text: 'The margin health of your position in {symbol} fell to 50%, and it was closed out at {price}. The receipt with every figure is in the app, under positions, where you can verify it.',
  },
  option_voided: {
    subject: 'An option is void',
    text: 'There was no price at a moment that decides your option on {symbol}, so it is void. The stake of {amount} {currency} is back in full. The ticket in the app says why.',
  },
  fund_started: {
    subject: 'Your order in the fund has started',
    text: 'Your order of {amount} {currency} in the fund has started and ends at {until}. The income of each day is credited to your spot account.',
  },
  fund_terminated: {
    subject: 'Your order in the fund was ended early',
    text: 'Your order in the fund was ended early, as you asked. {amount} {currency} of principal are back in your spot account, after a fee of {fee} {currency}. If it was not you, set a new password now and contact customer service.',
  },
  loan_settled: {
    subject: 'Your loan is repaid',
    text: 'Your loan of {amount} {currency} is repaid in full, and nothing is owed any more. Each payment is in the app, under loans.',
  },
  referral_earned: {
    subject: 'Your friends brought you a share',
    text: '{amount} {currency} were credited to your spot account: your share of the fund income of people whom you invited, since the last message of this kind. Each share is in the app, under friends.',
  },
  price_alert: {
    subject: 'A price you wait for was reached',
    text: '{symbol} has reached {level}: it was {price} at {reached_at}, in entry {entry} of the price tape. This alert is used up; you can set another one in the app.',
  },
  recurring_bought: {
    subject: 'Your recurring buy went through',
    text: 'Your recurring buy of {amount} {currency} bought {quantity} {coin} at the market price. The price, the fee and the receipt are in the app, under recurring buys.',
  },
  recurring_skipped: {
    subject: 'Your recurring buy was skipped',
    text: 'Your recurring buy of {amount} {currency} of {coin} was skipped this time. The reason is in the app, under recurring buys. We won’t try again before its next date.',
  },
  recurring_short: {
    subject: 'Not enough USDT for your recurring buy',
    text: 'There wasn’t enough {currency} in your spot account for your recurring buy of {amount} {currency} of {coin}, so it was skipped. We won’t try again before its next date. After three skips in a row we pause the plan.',
  },
  recurring_paused: {
    subject: 'Your recurring buy is paused',
    text: 'Your recurring buy of {amount} {currency} of {coin} was skipped for the third time in a row because there wasn’t enough {currency} in your spot account, so we’ve paused it. Add money, then resume it in the app.',
  },
  recurring_held: {
    subject: 'We paused your recurring buy',
    text: 'We’ve paused your recurring buy of {coin}. The reason is in the app, under recurring buys, where you can resume it.',
  },
  chat_waiting: {
    subject: 'An answer waits for you',
    text: 'Customer service has answered you. The answer waits in the app, under customer service.',
  },
  agreement_changed: {
    subject: 'An agreement or legal notice has changed',
    text: 'Read what it says now, since when that counts, and what it said before. If you do not agree, customer service is there for you, and you can withdraw your money and close your account.',
  },
};
