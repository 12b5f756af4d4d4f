/** Japanese texts of every message. */
import type { MessageCode } from '../refusals.ts';

export const texts: Readonly<Record<MessageCode, string>> = {
  // Who you are
  user_not_found: 'このユーザーは存在しません。',
  login_wrong: 'アカウントまたはパスワードが正しくありません。両方を確認してもう一度入力してください。',
  code_wrong: '認証コードが正しくないか、期限切れです。確認するか、新しいコードを取得してください。',
  account_taken: 'このアカウント名はすでに使われています。別の名前を選んでください。',
  invite_code_wrong: 'この招待コードは存在しません。有効なコードを入力してください。',
  old_password_wrong: '現在のパスワードが正しくありません。もう一度入力してください。',
  passwords_differ: '2つのパスワードが一致しません。もう一度入力してください。',
  password_length: 'パスワードは{min}〜{max}文字にしてください。',
  password_common: 'このパスワードはよく使われるもので安全ではありません。別のものを選んでください。',
  account_frozen: 'アカウントは凍結されています。カスタマーサービスにお問い合わせください。',
  account_locked: 'アカウントはロックされています。カスタマーサービスにお問い合わせください。',
  too_young: '満{min}歳以上である必要があります。',
  session_ended: 'セッションが終了しました。もう一度ログインしてください。',
  confirmation_needed:
    'この変更にはご本人の確認が必要です。次のいずれかで確認してから、もう一度送信してください：{kinds}',
  confirmation_wrong: '本人確認ができなかったため、何も変更していません。もう一度お試しください。',
  approval_needed: 'この操作には、ご自身のキーによる署名が必要です。',
  approval_wrong: '署名の内容が送信内容と一致しません。もう一度お試しください。',
  reset_needed: '間違いが多すぎるため、この方法は使えなくなりました。続けるにはリセットしてください。',
  wallet_proof_wrong:
    'ウォレットの署名を受け付けられませんでした（{reason}）。新しいメッセージを取得して署名してください。',
  passkey_wrong: 'パスキーを受け付けられませんでした。もう一度試すか、別の方法を使ってください。',
  passkeys_too_many: 'パスキーは最大{max}個です。先に1つ削除してください。',
  email_missing: 'メールアドレスがまだ登録されていません。先に登録してください。',
  phone_wrong: 'この電話番号は正しくありません。国番号と番号を確認してください。',
  texts_unavailable:
    '現在、この番号にはSMSを送信できません。メールと認証アプリは引き続きご利用いただけます。',
  trading_password_missing: '取引パスワードがまだ設定されていません。先に設定してください。',
  trading_password_same: '取引パスワードとログインパスワードは異なるものにしてください。',
  too_many_attempts: '試行回数が多すぎます。{seconds}秒後にもう一度お試しください。',

  // Wallets and balances
  wallet_not_found: 'ウォレットが見つかりません。先にウォレットを追加してください。',
  fund_balance_insufficient:
    'ファンドに必要な現物口座の残高が不足しています。先に入金するか、資金を振り替えてください。',
  balance_insufficient:
    '残高が不足しています。必要額 {needed} {currency}、利用可能額 {available} {currency}。金額を減らしてください。',
  coins_insufficient:
    'コインが不足しています。必要数 {needed} {currency}、利用可能数 {available} {currency}。数量を減らしてください。',
  turnover_insufficient:
    '体験クレジットに必要な取引量にまだ達していません（{turnover} / {needed} USDT）。達するまで交換できません。',
  fees_insufficient:
    '体験クレジットを資金に交換できるのは、付与後にご自身の資金で支払った手数料の半分までです（支払済み {paid} USDT、交換済み {converted} USDT）。',
  currency_invalid: 'この通貨はここでは利用できません。別の通貨を選んでください。',

  // Trading
  pair_not_found: '取引ペアが見つかりません。',
  pair_not_active: 'この取引ペアは新規取引を受け付けていません。',
  trading_closed: '最新の価格がないため取引を一時停止しています。しばらくしてからお試しください。',
  market_closed: '市場は閉まっています。再開までお待ちください。',
  limit_sell_below_price: '指値の売りは現在価格{price}を下回れません。より高い価格を入力してください。',
  order_not_cancellable: 'この注文はもう取り消せません。',
  trade_not_found: '取引が見つからないか、取り消されています。更新してからもう一度お試しください。',
  lever_trade_open: 'レバレッジ取引が進行中です。先に決済してください。',
  open_trade_blocks: '未決済の取引があるため操作できません。先に決済してください。',
  quantity_below_minimum: '数量が最小値{min}を下回っています。{min}以上を入力してください。',
  quantity_above_maximum: '数量が最大値{max}を超えています。{max}以下を入力してください。',
  quantity_off_step: '数量は{step}の整数倍にしてください。',
  amount_below_minimum: '金額が最小値{min}を下回っています。{min}以上を入力してください。',
  price_off_tick: '価格は{tick}の整数倍にしてください。',
  price_above_maximum: '価格が最大値{max}を超えています。{max}以下を入力してください。',
  price_moved: '価格が{price}に変わり、許容する{worst}より不利です。確認してもう一度注文してください。',
  liquidity_insufficient: 'この注文に必要な流動性が不足しています。数量を減らすか、後でお試しください。',
  take_profit_wrong:
    '利確価格は、建値{entry}と現在価格{current}より利益の出る側にし、0にはできません。別の価格を入力してください。',
  stop_loss_wrong:
    '損切り価格は、建値{entry}と現在価格{current}より損失の出る側にし、0にはできません。別の価格を入力してください。',
  feature_off: 'この機能は無効か、現在ご利用いただけません。',
  no_transaction_records: '取引記録はまだありません。',
  orders_too_many: '未約定の注文が上限の{max}件に達しています。先に1件取り消してください。',
  lever_not_enabled:
    'レバレッジ取引はまだ有効になっていません。質問票に回答すると、カスタマーサービスが審査します。',
  bank_card_missing: '先に銀行口座を登録してください。',
  leverage_not_offered: 'このレバレッジは選べません。次から選んでください：{offered}。',
  margin_insufficient:
    '契約口座の残高が不足しています。証拠金と手数料に {needed} {currency} が必要で、利用可能額は {available} {currency} です。資金を振り替えるか、数量を減らしてください。',
  credit_insufficient:
    '体験クレジットが不足しています。必要額 {needed} {currency}、利用可能額 {available} {currency}。別の口座を使うか、数値を減らしてください。',
  credit_hedged:
    '{symbol}の反対方向をすでに保有しています。体験クレジットを両建てに使うことはできません。先に反対側を決済するか、別の銘柄をお選びください。',
  profit_lock_wrong:
    '利益確保の価格は、利益が出ている間だけ、建値{entry}と現在価格{current}の間に設定できます。別の価格を入力してください。',
  trailing_wrong: 'トレーリングの幅は0より大きく、現在価格{current}より小さくしてください。',
  position_not_open:
    'このポジションは保有中ではないか、すでに決済されています。更新して状態をご確認ください。',
  position_closing:
    'このポジションはすでに決済待ちです。市場の再開後、最初の価格で決済されます。操作は不要です。',
  market_closed_until: '市場は{reopens_at}まで閉まっています。再開後にお試しください。',
  positions_too_many:
    'ポジションと未約定注文が上限の{max}件に達しています。先に決済するか取り消してください。',

  // Short options
  duration_not_offered: 'この期間は選べません。次から選んでください（秒）：{offered}。',
  payout_changed: 'ペイアウト率が購入額の{payout_ratio}に変わりました。確認してもう一度注文してください。',
  session_ends_first:
    '市場はこのオプションの満期より前の{closes_at}に閉まります。より短い期間を選んでください。',
  stake_below_minimum: '購入額が最小値を下回っています。{min} {currency} 以上を入力してください。',
  stake_above_maximum: '購入額が最大値を超えています。{max} {currency} 以下を入力してください。',
  tickets_too_many: '保有中のオプションが上限の{max}件に達しています。満期までお待ちください。',
  exposure_customer_full:
    '保有中のオプションの最大利益は合計 {max} USDT までです。購入額を減らすか、満期までお待ちください。',
  exposure_full:
    'この市場のオプションはプラットフォームの上限に達しています。購入額を減らすか、後でお試しください。',
  option_balance_insufficient:
    'オプション口座の残高が不足しています。必要額 {needed} {currency}、利用可能額 {available} {currency}。資金を振り替えるか、購入額を減らしてください。',

  // Deposits and withdrawals
  address_missing: '出金アドレスがまだありません。先に追加してください。',
  address_exists: 'このアドレスはすでにアドレス帳にあります。',
  address_not_yours: '削除できるのはご自身のアドレスだけです。',
  withdrawal_pending: 'すでに出金申請があります。審査が終わるまでお待ちください。',
  withdrawal_exceeds_holdings: '出金額が保有額を超えています。金額を減らしてください。',
  trading_password_wrong: '取引パスワードが正しくありません。もう一度入力してください。',
  deposit_not_found: '入金記録が見つからないか、変更できない状態です。',
  network_invalid: 'このネットワークには対応していません。別のネットワークを選んでください。',
  deposits_too_many: '審査待ちの入金がすでに{max}件あります。審査を待つか、1件取り消してください。',
  reference_used:
    'この取引番号は別の入金ですでに使われています。確認するか、カスタマーサービスにお問い合わせください。',
  address_wrong: '有効な{network}のアドレスではありません。受取側からもう一度コピーしてください。',
  address_of_house: 'これは当社の入金用アドレスです。ご自身が受け取るアドレスを入力してください。',
  alerts_too_many: '価格アラートが上限の{max}件に達しています。先に1件削除してください。',
  recurring_too_many: '積立は{max}件までです。先に1件削除してください。',
  addresses_too_many: 'アドレス帳が上限の{max}件に達しています。先に1件削除してください。',
  address_not_ready: '新しいアドレスのため、{until}から利用できます。',
  withdrawal_below_minimum: '出金額が最小値を下回っています。{min} {currency} 以上を入力してください。',
  withdrawal_above_maximum: '出金額が最大値を超えています。{max} {currency} 以下を入力してください。',
  withdrawal_day_maximum:
    '24時間に出金できる額を超えています。残りは {left} {currency} です。金額を減らすか、後でお試しください。',
  quote_expired: '提示価格の有効時間が過ぎたため、交換は行われていません。新しい価格を取得してください。',
  quotes_exhausted:
    '1時間以内に提示した価格のうち、交換されなかったものが {max} 件に達しました。{until}から再び取得できます。',
  exchange_too_small: '数量が小さすぎて受け取り額が0になります。より大きい数量を入力してください。',
  exchange_too_large: '1回の交換は {max} USDT 相当までです。数量を減らしてください。',

  // Operators
  conflict_of_interest: 'このお客様と関係があるため、別の担当者が判断する必要があります。',
  case_changed: '確認後に内容が変わりました。もう一度確認してから判断してください。',
  case_held: 'この案件は保留中です。先に解除してください。',
  day_cap_reached: '{worth} USDT 相当ですが、24 時間の上限の残りは {left} USDT です。',
  colleague_needed: 'ただいま {max} 人に達しています。別の管理者に許可を依頼してください。',
  second_person_needed: '別の人の承認が必要です。',
  two_admins_needed: '管理者は2名以上残す必要があります。先に別の人を追加してください。',
  article_text_wrong:
    '{line} 行目（{language}）：ここでは「{found}」を使えません。修正してもう一度保存してください。',
  articles_too_many: '記事はすでに上限の {max} 件です。',
  holds_used_up: '保留は{max}回までです。この案件を決定してください。',
  amount_above_cap: '1件の記帳で動かせる上限 {max} を超えています。',
  effective_too_soon: '条件の開始は現在から{seconds}秒以上先にしてください。より遅い時刻を選んでください。',
  credit_active: 'このお客様には終了していない体験クレジットがあります。',
  house_funds_insufficient: '当社の口座の残高が足りません。',

  // Fund and loans
  project_ended: 'このプロジェクトは存在しないか、終了しています。',
  project_state_wrong: 'プロジェクトの現在の状態では操作できません。',
  participants_full: '参加者数が上限に達しています。',
  deposit_out_of_range: '入金額は{min}から{max}の間で入力してください。',
  loan_out_of_range: '借入額は{min}から{max}の間で入力してください。',
  terms_changed: '条件が変更されました。内容を確認して、もう一度送信してください。',
  project_limit_reached: '1つの口座でこの区分に参加できるのは{max}回までです。',
  loan_days_not_offered: 'この期間は選べません。選べる日数：{offered}。',
  agreement_changed: '借入契約書が変更されました。読んでから、もう一度同意してください。',
  credit_score_low: '信用スコアが足りません。{min}以上が必要です。',
  loan_open: '返済中の借入があります。完済後に新しく申し込めます。',
  loan_not_found: 'この借入は見つかりません。',
  repayment_above_due: '返済額は残りの{max} {currency}を超えられません。',
  order_out_of_range: '注文金額は{min}から{max}の間で入力してください。',
  order_state_wrong: '注文の現在の状態では操作できません。',
  product_not_found: 'この商品は存在しません。',
  amount_wrong: '金額が正しくありません。別の金額を入力してください。',

  // Identity verification
  id_number_verified: 'この証明書番号はすでに確認済みです。',
  verification_needed: '先に本人確認を行ってください。',
  already_applied: 'すでに申請済みです。再度の申請は不要です。',
  verification_awaiting: '申請を受け付けました。審査をお待ちください。',
  file_not_found: 'このファイルは見つからないか、すでに使われています。もう一度アップロードしてください。',

  // Bank card
  swift_wrong: 'SWIFTコードが正しくありません。銀行に確認してください。',
  iban_wrong: 'IBANが正しくありません。文字と数字をすべて確認してください。',
  routing_number_wrong: 'ルーティング番号が正しくありません。銀行に確認してください。',

  // What one’s country, or oneself, does not allow
  product_not_offered: 'この商品はお住まいの国では提供していません。提供している商品をご覧ください。',
  leverage_above_cap:
    'お住まいの国では、この銘柄のレバレッジは{max}倍までです。より低い倍率を選んでください。',
  own_limit_reached:
    'ご自身で決めた上限を超えます。残りは{left} USDTです。金額を減らすか、次の期間までお待ちください。',
  timed_out: '{until}まで取引を休止しています。決済と出金はできます。',
  self_excluded: '{until}までご自身で取引を禁止しています。決済と出金はできます。',
  balance_left: '口座に残高があります。先に出金してください。',
  withdrawals_paused:
    '帳簿を確認しているため、出金を一時停止しています。しばらくしてからもう一度お試しください。',
  withdrawals_held:
    'セキュリティ設定が最近変更されたため、出金は{until}までお待ちいただきます。その後にもう一度お試しください。',

  // Uploads
  uploads_too_many: '1日にアップロードできる回数に達しました。明日もう一度お試しください。',
  file_too_big: 'ファイルが大きすぎます。小さいファイルを選んでください。',
  file_duplicate: 'このファイルはすでにアップロードされています。別のファイルを選んでください。',
  file_type_wrong: 'この形式のファイルは使えません。別のファイルを選んでください。',
  upload_failed: 'アップロードできませんでした。もう一度お試しください。',

  // Any call
  parameter_wrong: '入力に誤りがあります：{field}。修正してもう一度お試しください。',
  parameter_missing: '入力が不足しています：{field}。入力してもう一度お試しください。',
  not_found: 'データが見つかりません。',
  operation_illegal: 'この操作は許可されていません。',
  request_illegal: 'リクエストを読み取れませんでした。',
  unauthorized: 'この操作を行う権限がありません。',
  clock_fixed: '時計を進められるのは、模擬相場の稼働中だけです。',
  request_failed: 'サーバー側で問題が発生しました。後でもう一度お試しください。',
  try_again: '処理できませんでした。もう一度お試しください。',
  state_abnormal: '現在の状態では操作できません。更新してからもう一度お試しください。',
  key_reused: 'このリクエスト番号は別の内容ですでに使われています。',
  host_unknown: 'このアドレスは当サイトのものではありません。正しいアドレスからアプリを開いてください。',
  origin_foreign: 'このリクエストは別のサイトから送られました。',
  too_many_requests: 'リクエストが多すぎます。少し待ってからお試しください。',
  busy: 'システムが混み合っています。少し待ってからお試しください。二重に処理されることはありません。',
  storage_low:
    '保存容量が不足しているため、現在この操作を受け付けられません。取引・入金・出金はご利用いただけます。',
  body_too_big: 'リクエストが大きすぎます。',

  // What succeeded
  login_done: 'ログインしました',
  register_done: '登録が完了しました',
  saved: '保存しました',
  added: '追加しました',
  deleted: '削除しました',
  updated: '更新しました',
  submitted_for_review: '送信しました。審査をお待ちください',
  password_changed: 'パスワードを変更しました',
  logout_done: 'ログアウトしました',
  cancel_done: '取り消しました',
  trading_account_set: '取引口座を設定しました',
  trading_password_set: '取引パスワードを設定しました',
  setup_done: '設定が完了しました',
  deposit_done: '入金が完了しました',
  withdrawal_applied: '出金を申請しました。承認をお待ちください',
  order_filled: '約定しました',
  order_placed: '注文を受け付けました',
  started_over: 'デモ口座をリセットしました',
  position_opened: 'ポジションを建てました',
  position_closed: '決済しました',
  close_waiting: '受け付けました。次の価格で決済します',
  stops_set: '利確・損切りを設定しました',
  margin_added: '証拠金を追加しました',
  transfer_done: '振り替えました',
  exchange_done: '交換しました',
  credit_converted: 'USDTに交換しました',
  session_closed: 'その端末をログアウトしました',
  limit_set: '上限を設定しました',
  limit_pending: '受け付けました。24時間後に有効になります',
  account_closed: '口座を閉鎖しました',
};
