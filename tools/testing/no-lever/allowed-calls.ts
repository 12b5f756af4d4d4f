/**
 * Every call with what it takes, and the word it is allowed for. A new call, or a new field of one, fails the test until
 * somebody has looked whether it could decide what a customer gets.
 */

/** What a call may be for. */
export const CALL_WORDS = {
  person: 'who the customer is and how they sign in',
  demo: 'play money, in demo mode alone, the same for whoever asks',
  market: 'what the market says, the same for everybody',
  own: 'the customer’s own money, orders and records, to be read',
  order: 'what a customer wants of their own accounts, done at the market’s price by rule',
  safety: 'what keeps an account its owner’s: proofs, secrets, sessions and mail',
  papers: 'what a customer shows of themselves: documents and the bank card, which no price or trade reads',
  bound: 'what customers forbid themselves and nobody else can set, or what their country forbids',
  payments: 'money that a customer says they sent, or wants sent; operators decide about it on record',
  credit: 'money that a customer asks to borrow, or pays back out of what is free, at the published cost',
  published: 'what the platform tells of itself, for anybody',
} as const;

type AllowedCall = readonly [word: keyof typeof CALL_WORDS, takes: string];

const ORDER_TO_OPEN =
  'symbol side type quantity leverage price worst_price fee_rate financing_rate take_profit stop_loss trailing collateral';

/** What proves that the customer is there. */
const CONFIRMING = 'totp passkey current_password message sign';

export const CALLS: Readonly<Record<string, AllowedCall>> = {
  'POST user/register': ['person', 'account email code password re_password invite_code birth_date'],
  'POST user/login': ['person', 'account password totp passkey'],
  'POST user/logout': ['person', ''],
  'POST sms_mail': ['person', 'email'],
  'POST user/forget': ['person', 'email code password re_password totp passkey'],
  'POST safe/update_password': ['person', 'old_password password re_password totp passkey message sign'],
  'GET user/info': ['person', ''],
  'POST set/lang': ['person', 'language'],
  'GET lever/questionnaire': ['person', ''],
  'POST lever/apply': [
    'person',
    'knowledge experience loss_capacity funds_source quiz_leverage quiz_close_out quiz_gap quiz_worst',
  ],
  'GET user/nonce': ['person', ''],
  'POST user/addressreg': ['person', 'address message sign invite_code totp passkey'],
  'POST user/passkey_options': ['person', ''],
  'POST user/passkey_login': ['person', 'passkey'],
  'GET getareacode': ['person', ''],
  'POST sms_send_d': ['person', 'area_code phone'],
  'GET user/credit': ['person', ''],
  'GET user/acts': ['person', 'cursor limit'],
  'GET user/usermessage': ['person', 'id cursor limit'],
  'POST user/message_read': ['person', 'id'],
  'GET user/notice_choices': ['person', ''],
  'POST user/notice_choice': ['person', 'topic channel enabled'],
  'POST user/close': ['person', `account ${CONFIRMING}`],
  'POST user/export': ['person', CONFIRMING],

  'GET safe/overview': ['safety', ''],
  'POST safe/google': ['safety', `action code ${CONFIRMING}`],
  'GET safe/passkeys': ['safety', ''],
  'POST safe/passkey_options': ['safety', ''],
  'POST safe/passkey_add': ['safety', `created name ${CONFIRMING}`],
  'POST safe/passkey_remove': ['safety', `id ${CONFIRMING}`],
  'POST safe/confirm_options': ['safety', ''],
  'POST safe/trading_password': ['safety', `password re_password current code ${CONFIRMING}`],
  'POST safe/email': ['safety', `email code ${CONFIRMING}`],
  'POST safe/phone': ['safety', `area_code phone code ${CONFIRMING}`],
  'POST safe/anti_phishing': ['safety', `word ${CONFIRMING}`],
  'GET user/sessions': ['safety', ''],
  'POST user/sessions_end': ['safety', 'id'],
  'GET user/logins': ['safety', 'cursor'],

  'POST upload': ['papers', 'purpose'],
  'GET user/getrealinfo': ['papers', ''],
  'POST user/real_name': [
    'papers',
    'country first_name last_name birth_date certificate_type certificate_number front back',
  ],
  'POST user/cash_info': ['papers', ''],
  'POST user/cash_save': [
    'papers',
    `real_name bank_name swift bank_address card_number user_name payee_country phone recipient_address routing_number ${CONFIRMING}`,
  ],

  // Each only ever refuses what the customer wanted.
  'GET user/limits': ['bound', ''],
  'POST user/limit_set': ['bound', 'kind period amount'],
  'POST user/time_out': ['bound', 'hours'],
  'POST user/self_exclude': ['bound', 'months'],
  'GET jurisdictions': ['bound', ''],

  'GET demo': ['demo', ''],
  'GET demo/mail': ['demo', ''],
  'GET demo/mailbox': ['demo', 'email'],
  'POST demo/start_over': ['demo', ''],

  'GET currency/quotation_new': ['market', ''],
  'GET currency/new_timeshar': ['market', 'symbol period from to'],
  'GET tape': ['market', 'symbol from_seq limit'],
  'GET tape/checkpoints': ['market', 'symbol from_seq limit'],
  'GET currency/whlist': ['market', ''],
  'GET currency/whkdata': ['market', 'symbol period from to'],
  'GET currency/whtrade': ['market', 'symbol'],
  'GET lh/wh_bzhl_list': ['market', ''],
  'GET microtrade/seconds': ['market', 'symbol'],

  'POST wallet/list': ['own', ''],
  'POST wallet/get_info': ['own', 'currency'],
  'POST wallet/detail': ['own', 'currency account group from to cursor limit'],
  'GET wallet/journal': ['own', 'seq'],
  'GET wallet/history': ['own', 'days'],
  'GET wallet/accumulated': ['own', ''],
  'GET user/invite': ['own', ''],
  'GET user/invite_earnings': ['own', 'cursor level limit'],
  'GET wallet/ledger': ['own', ''],
  'GET coin/list': ['own', 'status symbol cursor limit'],
  'POST lever/deal': ['own', 'symbol'],
  'POST lever/my_trade': ['own', 'status symbol cursor limit'],
  'POST lever/my_wh_trade': ['own', 'status symbol cursor limit'],
  'GET microtrade/payable_currencies': ['own', 'symbol'],
  'GET microtrade/lists': ['own', 'status symbol cursor limit'],
  'GET microtrade/whlists': ['own', 'status symbol cursor limit'],
  'GET microtrade/results': ['own', 'days'],
  'GET wallet/experience': ['own', ''],
  'GET wallet/myFlashAgainstList': ['own', 'cursor limit'],
  'GET wallet/flashAgainstList': ['own', ''],

  'GET project': ['own', ''],
  'POST project/order': ['order', 'project_id amount terms_version'],
  'GET lh/deposit/config': ['own', ''],
  'POST lh/deposit': ['order', 'project_id amount terms_version'],
  'POST lh/deposit/cancel': ['order', 'id fee'],
  'GET lh/deposit/ordersum': ['own', ''],
  'GET lh/deposit/order': ['own', 'status cursor limit'],
  'GET lh/deposit/records': ['own', 'id cursor limit'],
  'GET lh/loan/config': ['own', ''],
  'GET lh/loan/statistics': ['own', ''],
  'GET lh/loan/order': ['own', 'status cursor limit'],
  'GET lh/loan/payments': ['own', 'id'],

  // The agreement and the terms that were shown, which only refuse the application when they are others now.
  'POST lh/loan/submit': ['credit', 'amount days house income bank identity agree terms_version'],
  'POST lh/loan/cancel': ['credit', 'id'],
  'POST lh/loan/repayment': ['credit', 'id amount trading_password'],
  'POST wallet/transfer': ['order', 'currency from to amount'],
  'POST wallet/flash_quote': ['order', 'from to amount'],
  'POST wallet/flashAgainst': ['order', 'from to amount quote_id'],
  'POST wallet/get_in_address': ['payments', 'currency'],
  'POST wallet/charge_req': ['payments', 'currency network amount voucher reference'],
  'POST wallet/charge_cancel': ['payments', 'id'],
  'GET wallet/out_terms': ['own', ''],
  'GET cashlist/log': ['own', 'status currency cursor limit'],
  'POST wallet/out': ['payments', 'currency amount address arrives trading_password totp passkey'],
  'POST wallet/out_cancel': ['payments', 'id'],
  'GET wallet/address': ['own', ''],
  'POST wallet/address_add': ['payments', `network address label ${CONFIRMING}`],
  'POST wallet/address_delete': ['payments', 'id'],
  'GET chargelist/log': ['own', 'status currency cursor limit'],
  'POST wallet/experience_convert': ['order', ''],
  'POST coin/trade': [
    'order',
    'symbol side type quantity amount price worst_price fee_rate from to worst_amount to_fee_rate',
  ],
  'POST order/cancel': ['order', 'id'],
  'POST order/cancel_all': ['order', 'symbol'],
  'POST lever/submit': ['order', ORDER_TO_OPEN],
  'POST lever/whsubmit': ['order', ORDER_TO_OPEN],
  'POST lever/setstop': ['order', 'id take_profit stop_loss profit_lock trailing add_margin'],
  'POST lever/close': ['order', 'id quantity'],
  'POST lever/whclose': ['order', 'id quantity'],
  'POST lever/dealall': ['order', 'side symbol product'],
  'POST lever/cancel': ['order', 'id'],
  'POST lever/cancel_all': ['order', 'symbol product'],
  // The payout that was shown, which only refuses the ticket when it is another now.
  'POST microtrade/submit': ['order', 'symbol side seconds stake currency payout_ratio'],
  'POST microtrade/whsubmit': ['order', 'symbol side seconds stake currency payout_ratio'],

  'GET transparency/loss_share': ['published', ''],
  'GET transparency/keys': ['published', ''],
  'GET transparency/checkpoints': ['published', ''],
  'GET transparency/voids': ['published', 'day cursor'],
  'GET transparency/withdrawals': ['published', ''],
  'GET transparency/terms': ['published', ''],
  'GET transparency/fund': ['published', ''],
  'GET transparency/strategy': ['published', 'day cursor limit'],
};

/** What HTTP answers besides the calls: nothing of it changes anything, but that a payment provider says what it did. */
export const PLAIN_ROUTES: Readonly<Record<string, string>> = {
  'GET /healthz': 'lives',
  'GET /readyz': 'is ready',
  'GET /api/openapi.json': 'reference',
  'GET /api/docs': 'reference',
  'GET /api/docs.css': 'reference',
  'POST /api/payout/callback': 'what became of a payment that was approved, by the provider’s token',
  'GET /api/tape/:symbol': 'GET tape by another path',
  'GET /api/tape/:symbol/checkpoints': 'GET tape/checkpoints by another path',
};

/** What a connected device may say, and what it is told. */
export const SOCKET: Readonly<Record<string, string>> = {
  'says join': 'a public room',
  'says leave': 'a public room',
  'says authenticate': 'whose private events it hears',
  'hears quotes': 'the market',
  'hears candle': 'the market',
  'hears wallet': 'own money',
  'hears order': 'own orders',
  'hears position': 'own positions',
  'hears option': 'own tickets',
  'hears deposit': 'own deposits',
  'hears withdrawal': 'own withdrawals',
  'hears fund': 'own orders of the fund',
  'hears loan': 'own loans',
  'hears notification': 'own messages',
  'hears session_ended': 'own session',
};
