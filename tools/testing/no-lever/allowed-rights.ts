/**
 * Everything that anybody but the owner may do in the database, with the word it is allowed for; the owner's connection is
 * closed before anything is served. Functions and triggers stand here too, since the former act and the latter guard.
 */

type Rights = {
  /** Why these may be. */
  readonly because: string;
  readonly may: string;
  readonly on: string;
};

/** Nobody may change or remove what these hold, whatever a list here says. */
export const HISTORY = [
  'tape',
  'checkpoint',
  'candle',
  'journal',
  'answer',
  'spot_fill',
  'exchange',
  'audit',
  'credit_change',
  'security_event',
  'custody_statement',
  'operator_tie',
  'terms',
  'fund_day',
  'fund_rate',
  'fund_payment',
  'strategy_trade',
  'strategy_report',
  'loan_payment',
  'article_version',
  'article_text',
  'article_picture',
  'agreement_notice',
  'chat_message',
  'chat_answer',
  'chat_evidence',
  'chat_canned',
];
/** Moved by journals alone: nobody writes them, whatever a list here says. */
export const KEPT_BY_JOURNALS = ['balance', 'house_balance', 'journal_template', 'posting'];

/** Of the serving role. A thing with a dot is a column. */
export const RIGHTS: readonly Rights[] = [
  {
    because: 'history: written once and never changed',
    may: 'select insert',
    on: 'tape checkpoint candle journal answer spot_fill exchange',
  },
  {
    because: 'the log of operators: its number, hash and transaction are made by the database',
    may: 'select',
    on: 'audit',
  },
  {
    because: 'what an operator says of an act',
    may: 'insert',
    on: 'audit.time_ms audit.operator audit.role audit.action audit.subject audit.before audit.after audit.reason',
  },
  {
    because: 'to be read: only journals move them',
    may: 'select',
    on: 'balance house_balance journal_template posting open_hold open_stake experience_turnover customer_gate own_day own_history',
  },
  {
    because: 'rows of customers, whose way and terms a trigger guards',
    may: 'select insert update',
    on: 'option_ticket position spot_order experience_credit',
  },
  {
    because:
      'shares of a friend’s fund income: a trigger holds each against the payment, the tree of invitations and its journal',
    may: 'select insert update',
    on: 'referral_reward',
  },
  {
    because: 'a customer’s own firm price for ten seconds, made by the tape and good once',
    may: 'select insert update',
    on: 'exchange_quote',
  },
  {
    because:
      'what customers ask to be sent: a trigger guards its way, and asks for the record of who decided, two persons above a size',
    may: 'select insert update',
    on: 'withdrawal',
  },
  {
    because: 'where customers may have money sent: a trigger lets an address only be taken off the list',
    may: 'select insert update',
    on: 'withdrawal_address',
  },
  {
    because: 'how far an approved payment has come to the payment provider',
    may: 'select insert update',
    on: 'payout',
  },
  {
    because:
      'what customers borrow: a trigger keeps what was agreed, lets no day pass before its time, and asks for the record of who lent',
    may: 'select insert update',
    on: 'loan',
  },
  {
    because: 'what was paid back: written once, and nothing without its journal',
    may: 'select insert',
    on: 'loan_payment',
  },
  {
    because: 'which picture is part of which loan, and the credit score, to be read',
    may: 'select',
    on: 'loan_document credit_standing',
  },
  {
    because: 'a loan moves the score by what its marks say, and the database asks for the line of it',
    may: 'update',
    on: 'credit_standing.score',
  },
  { because: 'what was asked for lately, to be read', may: 'select', on: 'deposit_lately withdrawal_lately' },
  {
    because:
      'orders of the fund: a trigger keeps what was agreed, and asks for the record of who accepted; of uses nothing is paid',
    may: 'select insert update',
    on: 'fund_order fund_use',
  },
  {
    because: 'what was published and paid of the fund: written once, and a payment is the published rate',
    may: 'select insert',
    on: 'fund_day fund_rate fund_payment',
  },
  {
    because: 'the rate that an order waits for, and what all weigh in a day, to be read',
    may: 'select',
    on: 'fund_next_rate fund_weight',
  },
  {
    because:
      'what waits for the strategy’s next slot and for midnight; triggers hold it against what was booked',
    may: 'select insert update',
    on: 'strategy_clock',
  },
  {
    because: 'what the strategy made: written once, and nothing without its journal, the tape or two persons',
    may: 'select insert',
    on: 'strategy_trade strategy_report',
  },
  {
    because: 'what customers say they sent: a trigger guards its way, and asks for the record of who decided',
    may: 'select insert update',
    on: 'deposit',
  },
  {
    because:
      'derived from the tape in the transaction that appends to it; a fill names the entry it is held against',
    may: 'select insert update',
    on: 'tape_head tape_minute',
  },
  { because: 'figures that only bound what is accepted', may: 'select insert update', on: 'counter' },
  {
    because: 'what customers bound themselves to: the database refuses what would loosen it at once',
    may: 'select insert update',
    on: 'own_limit',
  },
  { because: 'pauses that customers took: written once', may: 'select insert', on: 'own_pause' },
  {
    because: 'who leads, and how far the engine is',
    may: 'select insert update',
    on: 'leader engine_position',
  },
  { because: 'the time of a replay or a demo, the same for everybody', may: 'select update', on: 'clock' },
  { because: 'what waits for the engine', may: 'select insert delete', on: 'engine_inbox' },
  { because: 'a book is opened by its function and counts its own journals', may: 'select', on: 'book' },
  { because: 'counts journals', may: 'update', on: 'book.seq' },
  {
    because: 'people register',
    may: 'select insert',
    on: 'customer invite_code bank_card operator lever_application',
  },
  {
    because: 'people change how they sign in and are spoken to',
    may: 'update',
    on: 'customer.password_hash customer.language customer.security_changed_ms customer.wallet_address',
  },
  {
    because: 'an operator decides about leverage, and the database asks for the record',
    may: 'update',
    on: 'customer.lever_enabled lever_application.status lever_application.reason lever_application.decided_ms',
  },
  {
    because: 'people close their account, and no other change of it passes without a record',
    may: 'select',
    on: 'account_standing',
  },
  { because: 'closes an account', may: 'update', on: 'account_standing.status account_standing.closed_ms' },
  {
    because:
      'an operator decides about standing, verification and score, and the database asks for the record',
    may: 'update',
    on: 'customer.status customer.standing_reason customer.kyc_status customer.country customer.credit_score customer.closed_ms',
  },
  {
    because: 'wrong guesses are counted, and forgotten when one was right',
    may: 'select insert update delete',
    on: 'guess',
  },
  {
    because: 'what happened to an account’s safety: written once',
    may: 'select insert',
    on: 'security_event',
  },
  { because: 'which key seals here: written once', may: 'select insert', on: 'vault_key' },
  {
    because: 'the second factor of operators: its secret, and which code was used',
    may: 'update',
    on: 'operator.sealed_totp_secret operator.totp_last_step',
  },
  {
    because: 'operators sign in, and are taken off the list',
    may: 'select insert',
    on: 'operator_session',
  },
  {
    because:
      'ends a session, or says that it is in use; lets somebody in whom two persons added, or lets in no more',
    may: 'update',
    on: 'operator_session.seen_ms operator_session.ended_ms operator.disabled_ms operator.confirmed_by operator.confirmed_ms',
  },
  {
    because: 'whom an operator decides nothing about: written once, and never taken back',
    may: 'select insert',
    on: 'operator_tie',
  },
  { because: 'the same, to be read by commands', may: 'select', on: 'customer_tie' },
  {
    because: 'what banks and chains say is held: written once, moves nothing',
    may: 'select insert',
    on: 'custody_statement',
  },
  {
    because: 'what takes two persons, and the database asks for both and for their records',
    may: 'select insert update',
    on: 'proposal',
  },
  {
    because: 'what was published: written once, numbered by the database, and only what two approved',
    may: 'select insert',
    on: 'terms',
  },
  {
    because:
      'what customers read of the house: written once, and the database asks for the record of who wrote it',
    may: 'select insert',
    on: 'article_version article_text article_picture',
  },
  { because: 'what a customer is told: written once', may: 'select insert', on: 'notice' },
  { because: 'what all are told: the database writes it by itself', may: 'select', on: 'agreement_notice' },
  { because: 'that somebody read it', may: 'select insert', on: 'agreement_notice_read' },
  {
    because:
      'prices that customers wait for, and nothing happens by but a message: a trigger holds each end against the tape',
    may: 'select insert update',
    on: 'price_alert',
  },
  {
    because: 'how much of their shares customers were told, which nothing is paid by',
    may: 'select insert update',
    on: 'referral_told',
  },
  {
    because:
      'what was said to customer service: written by one function alone, which nobody writes under another name by',
    may: 'select',
    on: 'chat_message chat_answer',
  },
  { because: 'writes a message behind the last one', may: 'execute', on: 'chat_append' },
  { because: 'whose a conversation is', may: 'select', on: 'chat_conversation' },
  {
    because: 'opens a conversation',
    may: 'insert',
    on: 'chat_conversation.customer chat_conversation.visitor_hash chat_conversation.language chat_conversation.opened_ms chat_conversation.last_ms',
  },
  {
    because:
      'who has a conversation, for which the database asks for the record, and up to where it was read',
    may: 'update',
    on: 'chat_conversation.assigned_to chat_conversation.status chat_conversation.waiting_since_ms chat_conversation.customer_read chat_conversation.house_read chat_conversation.unread_since_ms chat_conversation.mailed_at_read',
  },
  {
    because: 'pictures of a conversation: never changed, and cleared away where they were not sent',
    may: 'select insert delete',
    on: 'chat_picture',
  },
  {
    because: 'evidence and ready-made answers: written once',
    may: 'select insert',
    on: 'chat_evidence chat_canned',
  },
  { because: 'what mails may be about', may: 'select', on: 'mail_kind' },
  {
    because: 'that it was mailed, pushed, and read',
    may: 'update',
    on: 'notice.mailed_ms notice.pushed_ms notice.read_ms',
  },
  { because: 'what signs pushes: made once', may: 'select insert', on: 'push_key' },
  {
    because: 'browsers that are pushed to, and what waits for them, come and go',
    may: 'select insert update delete',
    on: 'push_subscription push_delivery',
  },
  {
    because: 'asks for an act’s record and for whose account it is, which guards need to know',
    may: 'execute',
    on: 'audit_by operator_person operator_admits operator_takes_two operator_last_but_one',
  },
  {
    because: 'what somebody hands in: never changed but for what it is part of, and cleared away',
    may: 'select insert delete',
    on: 'stored_file',
  },
  {
    because: 'a picture becomes part of an application, or may be handed in again',
    may: 'update',
    on: 'stored_file.attached stored_file.released',
  },
  { because: 'people submit who they are', may: 'select insert', on: 'kyc_application' },
  {
    because: 'an operator decides about it, and the database asks for the record',
    may: 'update',
    on: 'kyc_application.status kyc_application.reason kyc_application.decided_ms',
  },
  {
    because: 'people replace their bank card',
    may: 'update',
    on: 'bank_card.sealed bank_card.shown bank_card.payee_country bank_card.bound_ms',
  },
  { because: 'people choose what they are told', may: 'select insert update', on: 'notification_choice' },
  { because: 'why a score is what it is: written once', may: 'select insert', on: 'credit_change' },
  {
    because: 'sessions, codes and mail come and go',
    may: 'select insert update',
    on: 'session email_code mail',
  },
  {
    because: 'what is handed out to be signed is burnt and cleared away',
    may: 'select insert update delete',
    on: 'nonce',
  },
  { because: 'messages to phones, as mail', may: 'select insert update', on: 'text_message' },
  {
    because: 'people bind and unbind what proves who they are',
    may: 'select insert update delete',
    on: 'authenticator recovery_code passkey',
  },
  {
    because: 'people change where they are reached, and what money leaves by',
    may: 'update',
    on: 'customer.email customer.email_key customer.phone customer.anti_phishing_word customer.trading_password_hash',
  },
  { because: 'what has ended is cleared away', may: 'delete', on: 'session mail' },
  { because: 'numbers for new rows', may: 'usage', on: 'row_id session_id engine_inbox_id_seq' },
  {
    because: 'opens books and balances at zero, brings a house account together, asks for an act’s record',
    may: 'execute',
    on: 'open_book open_balances open_house_balances draw_to_slot audit_has',
  },
];

/** Of everybody, the serving role among them: what a trigger calls, and what reckons without reading. */
export const PUBLIC_RIGHTS: readonly Rights[] = [
  {
    because: 'what time it is in the market, which anybody is told',
    may: 'execute',
    on: 'clock_ms market_ms',
  },
  { because: 'whether money is real here', may: 'execute', on: 'is_live_house' },
  {
    because: 'reckons without reading anything',
    may: 'execute',
    on: 'article_is_agreement audit_field chat_place is_house name_skeleton own_limit_allowed',
  },
  { because: 'moves counters, which takes the right to update them', may: 'execute', on: 'move_counters' },
  {
    because: 'a trigger’s own, which nobody can call',
    may: 'execute',
    on: `article_picture_recorded article_text_recorded article_version_recorded audit_link chat_canned_record chat_conversation_record custody_statement_record clock_set_forward clock_record customer_record deposit_credited deposit_journal deposit_transition experience_credit_refuse fund_day_borne_out fund_journal fund_order_moved fund_order_version fund_order_transition fund_payment_borne_out fund_rate_of_its_day fund_terms_counter journal_apply journal_by_two kyc_application_transition lever_application_transition lever_enabled_record loan_journal referral_journal loan_moved loan_transition notice_heard price_alert_transition no_play_capital credit_change_numbered credit_change_of_loan
      option_ticket_borne_out option_ticket_new option_ticket_refuse option_ticket_terms operator_record operator_session_begins own_limit_loosening position_refuse proposal_transition refuse_change referral_reward_borne_out referral_reward_moved referral_reward_transition spot_order_transition strategy_clock_counts strategy_clock_transition strategy_journal strategy_report_by_two
      strategy_trade_borne_out
      terms_by_two terms_notice terms_number withdrawal_address_fixed withdrawal_holds withdrawal_journal withdrawal_moved withdrawal_transition`,
  },
  { because: 'to see the tables at all', may: 'usage', on: 'schema:public' },
];

/** Functions with what they are given; those that act as their owner say so. */
export const FUNCTIONS: Readonly<Record<string, string>> = {
  'is_house(a)': 'reckons',
  'article_is_agreement(of_slug, of_topic)': 'reckons',
  'article_version_recorded()': 'guards',
  'article_text_recorded()': 'guards',
  'article_picture_recorded()': 'guards',
  'definer agreement_told()': 'tells everybody of what was published',
  'audit_field(value)': 'reckons',
  'name_skeleton(key)': 'reckons',
  'definer journal_apply()': 'guards and moves balances',
  'refuse_change()': 'guards',
  'definer open_book()': 'opens at zero',
  'definer open_balances(books, accounts, currencies)': 'opens at zero',
  'definer open_house_balances(accounts, currencies, at_slot)': 'opens at zero',
  'definer draw_to_slot(of_account, of_currency, to_slot, needed)': 'moves within one account of the house',
  'move_counters(names, amounts, at_slot)': 'counts',
  'definer chat_append(of_conversation, of_sender, of_client, of_operator, of_text, of_picture, of_evidence, at_ms, of_language, became, number, time_ms)':
    'writes a message',
  'chat_place(waiting_since_ms, last_ms)': 'reckons',
  'chat_canned_record()': 'guards',
  'chat_conversation_record()': 'guards',
  'spot_order_transition()': 'guards',
  'position_refuse()': 'guards',
  'option_ticket_new()': 'guards',
  'option_ticket_terms()': 'guards',
  'option_ticket_refuse()': 'guards',
  'definer option_ticket_borne_out()': 'guards',
  'deposit_transition()': 'guards',
  'withdrawal_transition()': 'guards',
  'withdrawal_journal()': 'guards',
  'withdrawal_moved()': 'guards',
  'withdrawal_address_fixed()': 'guards',
  'deposit_journal()': 'guards',
  'deposit_credited()': 'guards',
  'experience_credit_refuse()': 'guards',
  'fund_order_transition()': 'guards',
  'fund_order_version()': 'guards',
  'fund_order_moved()': 'guards',
  'fund_journal()': 'guards',
  'fund_payment_borne_out()': 'guards',
  'fund_terms_counter()': 'opens at zero',
  'fund_day_borne_out()': 'guards',
  'fund_rate_of_its_day()': 'guards',
  'referral_reward_borne_out()': 'guards',
  'referral_reward_moved()': 'guards',
  'referral_reward_transition()': 'guards',
  'strategy_clock_transition()': 'guards',
  'strategy_clock_counts()': 'guards',
  'strategy_trade_borne_out()': 'guards',
  'strategy_report_by_two()': 'guards',
  'strategy_journal()': 'guards',
  'definer audit_link()': 'chains records',
  'definer audit_has(of_subject, of_action)': 'guards',
  'definer audit_by(of_subject, of_action)': 'guards',
  'definer operator_person(of_account)': 'guards',
  'custody_statement_record()': 'guards',
  'journal_by_two()': 'guards',
  'operator_record()': 'guards',
  'operator_admits(of_account)': 'guards',
  'operator_takes_two()': 'guards',
  'operator_last_but_one(of_account)': 'guards',
  'operator_session_begins()': 'guards',
  'withdrawal_holds()': 'guards',
  'proposal_transition()': 'guards',
  'terms_by_two()': 'guards',
  'terms_number()': 'numbers versions',
  'terms_notice()': 'guards',
  'kyc_application_transition()': 'guards',
  'lever_application_transition()': 'guards',
  'own_limit_allowed(of_limit, at_ms)': 'reckons',
  'own_limit_loosening()': 'guards',
  'referral_journal()': 'guards',
  'price_alert_transition()': 'guards',
  'notice_heard()': 'says that somebody was told something',
  'lever_enabled_record()': 'guards',
  'loan_transition()': 'guards',
  'definer loan_documents()': 'guards',
  'loan_journal()': 'guards',
  'loan_moved()': 'guards',
  'credit_change_numbered()': 'guards',
  'credit_change_of_loan()': 'guards',
  'clock_ms()': 'reckons',
  'market_ms()': 'reckons',
  'clock_record()': 'guards',
  'clock_set_forward()': 'guards',
  'is_live_house()': 'reckons',
  'no_play_capital()': 'guards',
  'customer_record()': 'guards',
};

/** The guards, which must all be on. */
export const TRIGGERS: Readonly<Record<string, string>> = {
  'journal.journal_apply': 'zero sums, templates, balances',
  'journal.journal_append_only': 'history',
  'chat_message.chat_message_append_only': 'history',
  'chat_answer.chat_answer_append_only': 'history',
  'chat_evidence.chat_evidence_append_only': 'history',
  'chat_canned.chat_canned_append_only': 'history',
  'chat_canned.chat_canned_record': 'ready-made answers are written on record',
  'chat_conversation.chat_conversation_record': 'taken, handed over, given back and closed on record',
  'journal.journal_by_two': 'by hand only what two persons approved',
  'operator.operator_record':
    'added, confirmed and taken off the list on record, by two persons, and never made another',
  'operator.operator_kept': 'history',
  'operator_session.operator_session_begins': 'only who was confirmed signs in',
  'withdrawal.withdrawal_holds': 'every hold counts',
  'proposal.proposal_transition': 'made and decided on record, by two persons, and what ended stays',
  'terms.terms_append_only': 'history',
  'terms.terms_by_two': 'published by two persons, and not in the past',
  'terms.terms_number': 'versions without a gap',
  'terms.terms_notice': 'known for a day before customers agree to them for days',
  'loan.loan_transition':
    'lent on record, to somebody verified; what was agreed stays, what ended stays, and no mark passes before its time',
  'loan.loan_documents_shown': 'four pictures, each of one loan',
  'loan.loan_documents_ended': 'which are free again once it ended',
  'loan.loan_moved': 'a loan is what was lent less what was paid',
  'price_alert.price_alert_transition':
    'what was asked stays, and only an entry that reached it ends it as reached',
  'notice.notice_heard': 'says so to every process with the commit',
  'loan_payment.loan_payment_moved': 'the same',
  'loan_payment.loan_payment_append_only': 'history',
  'journal.referral_journal': 'no share without its row, neither set aside nor paid nor given back',
  'journal.loan_journal': 'no money of a loan without its row or payment',
  'credit_change.credit_change_numbered': 'which transaction wrote it',
  'credit_change.credit_change_of_loan': 'only what a mark of a loan says, once each',
  'spot_fill.spot_fill_append_only': 'history',
  'exchange.exchange_append_only': 'history',
  'tape.tape_append_only': 'history',
  'article_version.article_version_recorded': 'no version without the record of an operator whose role may',
  'article_version.article_version_append_only': 'history',
  'article_text.article_text_recorded': 'no text but of the version that is just written',
  'article_text.article_text_append_only': 'history',
  'article_text.agreement_told': 'no text of an agreement that is not told to everybody',
  'agreement_notice.agreement_notice_append_only': 'history',
  'article_picture.article_picture_recorded': 'no picture without its record',
  'article_picture.article_picture_append_only': 'history',
  'audit.audit_append_only': 'history',
  'operator_tie.operator_tie_append_only': 'history',
  'custody_statement.custody_statement_append_only': 'history',
  'custody_statement.custody_statement_record': 'noted on record',
  'audit.audit_link': 'the chain of the log',
  'spot_order.spot_order_transition': 'what ended stays',
  'position.position_transition': 'what was opened stays, what ended stays',
  'option_ticket.option_ticket_new': 'a ticket begins open',
  'option_ticket.option_ticket_terms': 'a ticket has the payout that was published when it was accepted',
  'option_ticket.option_ticket_transition': 'what was accepted stays, what ended stays',
  'option_ticket.option_ticket_borne_out': 'an outcome is what the tape says',
  'journal.deposit_journal': 'no credit but of a deposit that ended so',
  'deposit.deposit_credited': 'no deposit ends so without its credit',
  'deposit.deposit_transition': 'decided on record, of a free picture, and what ended stays',
  'withdrawal.withdrawal_transition': 'decided on record, a large one by two persons, and what ended stays',
  'withdrawal_address.withdrawal_address_fixed': 'taken off the list, and nothing else',
  'journal.withdrawal_journal': 'what moves for a withdrawal is what its row says',
  'withdrawal.withdrawal_held': 'nothing is asked for without being frozen',
  'withdrawal.withdrawal_ended': 'nothing ends without what it moves',
  'experience_credit.experience_credit_transition': 'what was granted stays',
  'clock.clock_set_forward': 'the wall’s time in a live house; in a demo forward, as the record says',
  'clock.clock_kept': 'one clock, for good',
  'journal.no_play_capital': 'no play money in a live house',
  'fund_order.fund_order_version': 'an order names the terms that count',
  'fund_order.fund_order_transition':
    'what was agreed stays, accepted by itself or on record, and what ended stays',
  'fund_order.fund_order_joined': 'nothing is handed over without being set apart',
  'fund_order.fund_order_went_on': 'nothing ends or is paid without what it moves',
  'journal.fund_journal': 'what moves for an order of the fund is what its row says',
  'fund_payment.fund_payment_borne_out': 'income is the published rate of its day, in its turn',
  'fund_payment.fund_payment_append_only': 'history',
  'fund_day.fund_day_append_only': 'history',
  'fund_rate.fund_rate_append_only': 'history',
  'fund_day.fund_day_borne_out': 'what is published is what was booked, shared by the formula among all',
  'fund_rate.fund_rate_of_its_day': 'no rate is added afterwards',
  'referral_reward.referral_reward_borne_out':
    'a share is of a payment of its transaction, for who stands so far above',
  'referral_reward.referral_reward_moved': 'what ends a share is a journal of exactly that',
  'referral_reward.referral_reward_transition': 'a share begins due and ends once',
  'strategy_clock.strategy_clock_transition': 'day after day, and a house plays or reports',
  'strategy_clock.strategy_clock_counts': 'what counts for a day is what was booked of it',
  'strategy_clock.strategy_clock_kept': 'history',
  'strategy_trade.strategy_trade_borne_out': 'a trade is of the tape’s entry at its time, and of its journal',
  'strategy_trade.strategy_trade_append_only': 'history',
  'strategy_report.strategy_report_by_two': 'what two persons approved, in these words',
  'strategy_report.strategy_report_append_only': 'history',
  'journal.strategy_journal': 'nothing of the strategy moves without what was booked or published',
  'terms.fund_terms_counter': 'opens what publication counts',
  'kyc_application.kyc_application_transition': 'decided on record',
  'lever_application.lever_application_transition': 'decided on record',
  'customer.lever_enabled_record': 'decided on record',
  'clock.clock_record': 'set on record',
  'customer.customer_record': 'decided on record, but for submitting and closing',
  'security_event.security_event_append_only': 'history',
  'credit_change.credit_change_append_only': 'history',
  'own_limit.own_limit_loosening': 'what is looser waits a day',
  'own_pause.own_pause_append_only': 'history',
};

/** One line a right, as the database tells them. */
export function rightLines(rights: readonly Rights[], who: string): string[] {
  return rights.flatMap(({ may, on }) =>
    on.split(/\s+/).flatMap((thing) => may.split(' ').map((one) => `${who}: ${one} ${thing}`)),
  );
}
