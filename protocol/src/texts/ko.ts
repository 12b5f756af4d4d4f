/** Korean texts of every message. */
import type { MessageCode } from '../refusals.ts';

export const texts: Readonly<Record<MessageCode, string>> = {
  // Who you are
  user_not_found: '존재하지 않는 사용자입니다.',
  login_wrong: '계정 또는 비밀번호가 올바르지 않습니다. 둘 다 확인한 뒤 다시 입력하세요.',
  code_wrong: '인증 코드가 올바르지 않거나 만료되었습니다. 확인하거나 새 코드를 받으세요.',
  account_taken: '이미 사용 중인 계정 이름입니다. 다른 이름을 선택하세요.',
  invite_code_wrong: '존재하지 않는 초대 코드입니다. 유효한 코드를 입력하세요.',
  old_password_wrong: '현재 비밀번호가 올바르지 않습니다. 다시 입력하세요.',
  passwords_differ: '두 비밀번호가 일치하지 않습니다. 다시 입력하세요.',
  password_length: '비밀번호는 {min}~{max}자여야 합니다.',
  password_common: '너무 흔한 비밀번호라 안전하지 않습니다. 다른 비밀번호를 선택하세요.',
  account_frozen: '계정이 동결되었습니다. 고객센터에 문의하세요.',
  account_locked: '계정이 잠겼습니다. 고객센터에 문의하세요.',
  too_young: '만 {min}세 이상이어야 합니다.',
  session_ended: '세션이 종료되었습니다. 다시 로그인하세요.',
  confirmation_needed: '본인 확인이 필요한 변경입니다. 다음 중 하나로 확인한 뒤 다시 보내세요: {kinds}',
  confirmation_wrong: '본인 확인이 되지 않아 아무것도 변경하지 않았습니다. 다시 시도하세요.',
  approval_needed: '이 결정에는 본인 키의 서명이 필요합니다.',
  approval_wrong: '서명한 내용이 보낸 내용과 다릅니다. 다시 시도하세요.',
  reset_needed: '잘못된 시도가 너무 많아 이 방법을 쓸 수 없습니다. 계속하려면 재설정하세요.',
  wallet_proof_wrong: '지갑 서명을 받아들일 수 없습니다({reason}). 새 메시지를 받아 서명하세요.',
  passkey_wrong: '패스키를 받아들일 수 없습니다. 다시 시도하거나 다른 방법을 사용하세요.',
  passkeys_too_many: '패스키는 최대 {max}개입니다. 먼저 하나를 삭제하세요.',
  email_missing: '계정에 등록된 이메일이 없습니다. 먼저 등록하세요.',
  phone_wrong: '전화번호가 올바르지 않습니다. 국가 번호와 숫자를 확인하세요.',
  texts_unavailable:
    '지금은 이 번호로 문자 메시지를 보낼 수 없습니다. 이메일과 인증 앱은 계속 사용할 수 있습니다.',
  trading_password_missing: '거래 비밀번호가 아직 없습니다. 먼저 설정하세요.',
  trading_password_same: '거래 비밀번호와 로그인 비밀번호는 서로 달라야 합니다. 다른 것을 선택하세요.',
  too_many_attempts: '시도 횟수가 너무 많습니다. {seconds}초 후에 다시 시도하세요.',

  // Wallets and balances
  wallet_not_found: '지갑을 찾을 수 없습니다. 먼저 지갑을 추가하세요.',
  fund_balance_insufficient: '펀드에 필요한 현물 계좌 잔액이 부족합니다. 먼저 입금하거나 자금을 이체하세요.',
  balance_insufficient:
    '잔액이 부족합니다. 필요 {needed} {currency}, 사용 가능 {available} {currency}. 더 적은 금액을 입력하세요.',
  coins_insufficient:
    '코인이 부족합니다. 필요 {needed} {currency}, 사용 가능 {available} {currency}. 더 적은 수량을 입력하세요.',
  turnover_insufficient:
    '체험금에 필요한 거래량에 아직 도달하지 않았습니다({turnover} / {needed} USDT). 도달하기 전에는 전환할 수 없습니다.',
  fees_insufficient:
    '체험금은 지급 이후 고객님의 자금으로 낸 수수료의 절반까지 전환할 수 있습니다(낸 수수료 {paid} USDT, 전환 {converted} USDT).',
  currency_invalid: '여기서 사용할 수 없는 통화입니다. 다른 통화를 선택하세요.',

  // Trading
  pair_not_found: '거래쌍을 찾을 수 없습니다.',
  pair_not_active: '신규 거래를 받지 않는 거래쌍입니다.',
  trading_closed: '최신 가격이 없어 거래가 일시 중지되었습니다. 잠시 후 다시 시도하세요.',
  market_closed: '장이 마감되었습니다. 다시 열릴 때까지 기다리세요.',
  limit_sell_below_price: '지정가 매도는 현재가 {price}보다 낮을 수 없습니다. 더 높은 가격을 입력하세요.',
  order_not_cancellable: '더 이상 취소할 수 없는 주문입니다.',
  trade_not_found: '거래를 찾을 수 없거나 취소되었습니다. 새로고침 후 다시 시도하세요.',
  lever_trade_open: '진행 중인 레버리지 거래가 있습니다. 먼저 청산하세요.',
  open_trade_blocks: '미청산 거래가 있어 진행할 수 없습니다. 먼저 청산하세요.',
  quantity_below_minimum: '수량이 최소 {min}보다 적습니다. {min} 이상을 입력하세요.',
  quantity_above_maximum: '수량이 최대 {max}보다 많습니다. {max} 이하를 입력하세요.',
  quantity_off_step: '수량은 {step}의 정수배여야 합니다.',
  amount_below_minimum: '금액이 최소 {min}보다 적습니다. {min} 이상을 입력하세요.',
  price_off_tick: '가격은 {tick}의 정수배여야 합니다.',
  price_above_maximum: '가격이 최대 {max}보다 높습니다. {max} 이하를 입력하세요.',
  price_moved: '가격이 {price}(으)로 바뀌어 허용한 {worst}보다 불리합니다. 확인한 뒤 다시 주문하세요.',
  liquidity_insufficient: '이 주문에 필요한 유동성이 부족합니다. 수량을 줄이거나 나중에 다시 시도하세요.',
  take_profit_wrong:
    '익절가는 진입가 {entry}와(과) 현재가 {current}보다 이익 방향이어야 하며 0일 수 없습니다. 다른 가격을 입력하세요.',
  stop_loss_wrong:
    '손절가는 진입가 {entry}와(과) 현재가 {current}보다 손실 방향이어야 하며 0일 수 없습니다. 다른 가격을 입력하세요.',
  feature_off: '꺼져 있거나 지금은 사용할 수 없는 기능입니다.',
  no_transaction_records: '아직 거래 내역이 없습니다.',
  orders_too_many: '미체결 주문이 최대 {max}건에 도달했습니다. 먼저 하나를 취소하세요.',
  lever_not_enabled: '레버리지 거래가 아직 허용되지 않았습니다. 설문에 답하면 고객센터가 심사합니다.',
  bank_card_missing: '먼저 은행 계좌를 등록하세요.',
  leverage_not_offered: '제공하지 않는 레버리지입니다. 다음 중에서 선택하세요: {offered}.',
  margin_insufficient:
    '계약 계좌 잔액이 부족합니다. 증거금과 수수료로 {needed} {currency}이(가) 필요하고 사용 가능 금액은 {available} {currency}입니다. 자금을 이체하거나 수량을 줄이세요.',
  credit_insufficient:
    '체험금이 부족합니다. {needed} {currency}이(가) 필요하고 사용 가능 금액은 {available} {currency}입니다. 다른 계좌를 사용하거나 더 적은 값을 입력하세요.',
  credit_hedged:
    '{symbol}의 반대 방향을 보유하고 있습니다. 체험금은 양방향 거래에 쓸 수 없습니다. 반대쪽을 먼저 청산하거나 다른 종목을 거래하세요.',
  profit_lock_wrong:
    '이익 고정가는 포지션이 이익일 때 진입가 {entry}와(과) 현재가 {current} 사이여야 합니다. 다른 가격을 입력하세요.',
  trailing_wrong: '추적 손절 간격은 0보다 크고 현재가 {current}보다 작아야 합니다. 다른 값을 입력하세요.',
  position_not_open: '보유 중이 아니거나 이미 청산된 포지션입니다. 새로고침하여 상태를 확인하세요.',
  position_closing:
    '이미 청산 대기 중인 포지션입니다. 장이 열린 뒤 첫 가격에 청산되므로 따로 하실 일이 없습니다.',
  market_closed_until: '장이 {reopens_at}까지 닫혀 있습니다. 그때 다시 시도하세요.',
  positions_too_many:
    '포지션과 미체결 주문이 최대 {max}건에 도달했습니다. 먼저 하나를 청산하거나 취소하세요.',

  // Short options
  duration_not_offered: '제공하지 않는 만기입니다. 다음 중에서 선택하세요(초): {offered}.',
  payout_changed: '수익률이 투자금의 {payout_ratio}(으)로 바뀌었습니다. 확인한 뒤 다시 주문하세요.',
  session_ends_first: '이 옵션의 만기 전인 {closes_at}에 장이 닫힙니다. 더 짧은 만기를 선택하세요.',
  stake_below_minimum: '투자금이 최소보다 적습니다. {min} {currency} 이상을 입력하세요.',
  stake_above_maximum: '투자금이 최대보다 많습니다. {max} {currency} 이하를 입력하세요.',
  tickets_too_many: '보유 중인 옵션이 최대 {max}건에 도달했습니다. 하나가 만기될 때까지 기다리세요.',
  exposure_customer_full:
    '보유 중인 옵션의 최대 수익은 합계 {max} USDT까지입니다. 투자금을 줄이거나 하나가 만기될 때까지 기다리세요.',
  exposure_full: '이 시장의 옵션이 플랫폼 한도에 도달했습니다. 투자금을 줄이거나 나중에 다시 시도하세요.',
  option_balance_insufficient:
    '옵션 계좌 잔액이 부족합니다. {needed} {currency}이(가) 필요하고 사용 가능 금액은 {available} {currency}입니다. 자금을 이체하거나 투자금을 줄이세요.',

  // Deposits and withdrawals
  address_missing: '출금 주소가 아직 없습니다. 먼저 추가하세요.',
  address_exists: '주소록에 이미 있는 주소입니다.',
  address_not_yours: '본인의 주소만 삭제할 수 있습니다.',
  withdrawal_pending: '이미 출금 신청이 있습니다. 심사가 끝날 때까지 기다리세요.',
  withdrawal_exceeds_holdings: '출금액이 보유액을 초과합니다. 더 적은 금액을 입력하세요.',
  trading_password_wrong: '거래 비밀번호가 올바르지 않습니다. 다시 입력하세요.',
  deposit_not_found: '입금 내역을 찾을 수 없거나 변경할 수 없는 상태입니다.',
  network_invalid: '지원하지 않는 네트워크입니다. 다른 네트워크를 선택하세요.',
  deposits_too_many:
    '심사 중인 입금이 이미 {max}건 있습니다. 심사가 끝날 때까지 기다리거나 하나를 취소하세요.',
  reference_used: '다른 입금에 이미 사용된 거래 번호입니다. 확인하거나 고객센터에 문의하세요.',
  address_wrong: '유효한 {network} 주소가 아닙니다. 받는 곳에서 다시 복사하세요.',
  address_of_house: '저희의 입금 주소입니다. 직접 받으실 주소를 입력하세요.',
  alerts_too_many: '가격 알림이 최대 {max}개입니다. 먼저 하나를 삭제하세요.',
  recurring_too_many: '코인 모으기는 최대 {max}개까지 만들 수 있습니다. 먼저 하나를 삭제하세요.',
  addresses_too_many: '주소록이 최대 {max}개로 가득 찼습니다. 먼저 하나를 삭제하세요.',
  address_not_ready: '새 주소이므로 {until}부터 사용할 수 있습니다.',
  withdrawal_below_minimum: '출금액이 최소보다 적습니다. {min} {currency} 이상을 입력하세요.',
  withdrawal_above_maximum: '출금액이 최대보다 많습니다. {max} {currency} 이하를 입력하세요.',
  withdrawal_day_maximum:
    '24시간 출금 한도를 초과합니다. 남은 한도는 {left} {currency}입니다. 금액을 줄이거나 나중에 다시 시도하세요.',
  quote_expired: '가격의 유효 시간이 지나 교환되지 않았습니다. 새 가격을 요청하세요.',
  quotes_exhausted:
    '한 시간 안에 교환하지 않은 가격이 {max}건에 이르렀습니다. {until}부터 다시 요청할 수 있습니다.',
  exchange_too_small: '수량이 너무 적어 받을 금액이 0이 됩니다. 더 큰 수량을 입력하세요.',
  exchange_too_large: '한 번에 최대 {max} USDT 상당까지 교환할 수 있습니다. 수량을 줄이세요.',

  // Operators
  conflict_of_interest: '이 고객과 관련이 있으므로 다른 사람이 결정해야 합니다.',
  case_changed: '확인한 뒤에 내용이 바뀌었습니다. 다시 확인한 후 결정하세요.',
  case_held: '보류 중인 건입니다. 먼저 보류를 해제하세요.',
  day_cap_reached: '{worth} USDT 상당이며 24시간 처리 한도는 {left} USDT 남았습니다.',
  colleague_needed: '현재 고객 {max}명에 도달했습니다. 다른 관리자에게 승인을 요청하세요.',
  second_person_needed: '다른 사람의 승인이 필요합니다.',
  two_admins_needed: '관리자가 두 명 이상 남아야 합니다. 먼저 다른 관리자를 추가하세요.',
  article_text_wrong:
    '{line}번째 줄({language}): 여기에는 ‘{found}’을(를) 쓸 수 없습니다. 고친 뒤 다시 저장하세요.',
  articles_too_many: '글이 이미 최대 {max}개입니다.',
  holds_used_up: '보류는 {max}번까지만 가능합니다. 이 건을 결정하세요.',
  amount_above_cap: '한 번에 옮길 수 있는 한도 {max}을(를) 초과합니다.',
  effective_too_soon: '조건은 지금부터 최소 {seconds}초 뒤에 시작해야 합니다. 더 늦은 시각을 선택하세요.',
  credit_active: '이 고객에게 아직 끝나지 않은 체험 크레딧이 있습니다.',
  house_funds_insufficient: '회사 계좌의 잔액이 부족합니다.',

  // Fund and loans
  project_ended: '존재하지 않거나 종료된 프로젝트입니다.',
  project_state_wrong: '프로젝트의 현재 상태에서는 할 수 없습니다.',
  participants_full: '최대 참여 인원에 도달했습니다.',
  deposit_out_of_range: '입금액은 {min}에서 {max} 사이여야 합니다.',
  loan_out_of_range: '대출액은 {min}에서 {max} 사이여야 합니다.',
  terms_changed: '약관이 변경되었습니다. 확인한 뒤 다시 보내 주세요.',
  project_limit_reached: '계정마다 이 등급에 최대 {max}번까지 참여할 수 있습니다.',
  loan_days_not_offered: '제공되지 않는 기간입니다. 선택 가능한 일수: {offered}.',
  agreement_changed: '대출 계약서가 변경되었습니다. 읽고 다시 동의해 주세요.',
  credit_score_low: '신용 점수가 부족합니다. 최소 {min}점이 필요합니다.',
  loan_open: '상환하지 않은 대출이 있습니다. 모두 갚은 뒤 다시 신청할 수 있습니다.',
  loan_not_found: '해당 대출을 찾을 수 없습니다.',
  repayment_above_due: '갚을 금액 {max} {currency}보다 많이 상환할 수 없습니다.',
  order_out_of_range: '주문 금액은 {min}에서 {max} 사이여야 합니다.',
  order_state_wrong: '주문의 현재 상태에서는 할 수 없습니다.',
  product_not_found: '존재하지 않는 상품입니다.',
  amount_wrong: '금액이 올바르지 않습니다. 다른 금액을 입력하세요.',

  // Identity verification
  id_number_verified: '이미 인증된 신분증 번호입니다.',
  verification_needed: '먼저 본인 인증을 하세요.',
  already_applied: '이미 신청했습니다. 다시 신청할 필요가 없습니다.',
  verification_awaiting: '신청이 접수되어 심사를 기다리고 있습니다.',
  file_not_found: '파일을 찾을 수 없거나 이미 사용되었습니다. 다시 업로드하세요.',

  // Bank card
  swift_wrong: 'SWIFT 코드가 올바르지 않습니다. 은행에 확인하세요.',
  iban_wrong: 'IBAN이 올바르지 않습니다. 글자와 숫자를 모두 확인하세요.',
  routing_number_wrong: '라우팅 번호가 올바르지 않습니다. 은행에 확인하세요.',

  // What one’s country, or oneself, does not allow
  product_not_offered: '거주 국가에서는 제공하지 않는 상품입니다. 제공되는 상품을 확인하세요.',
  leverage_above_cap: '거주 국가에서 이 종목의 레버리지는 최대 {max}배입니다. 더 낮은 배율을 선택하세요.',
  own_limit_reached:
    '직접 정한 한도를 넘습니다. 남은 금액은 {left} USDT입니다. 더 적은 금액을 입력하거나 다음 기간을 기다리세요.',
  timed_out: '{until}까지 거래를 쉬기로 했습니다. 청산과 출금은 할 수 있습니다.',
  self_excluded: '{until}까지 스스로 거래를 금지했습니다. 청산과 출금은 할 수 있습니다.',
  balance_left: '계정에 잔액이 남아 있습니다. 먼저 출금하세요.',
  withdrawals_paused: '장부를 확인하는 동안 출금이 중지됩니다. 나중에 다시 시도하세요.',
  withdrawals_held: '최근에 보안 설정이 바뀌어 {until}까지 출금이 보류됩니다. 그 후에 다시 시도하세요.',

  // Uploads
  uploads_too_many: '하루에 업로드할 수 있는 횟수를 다 썼습니다. 내일 다시 시도하세요.',
  file_too_big: '파일이 너무 큽니다. 더 작은 파일을 선택하세요.',
  file_duplicate: '이미 업로드한 파일입니다. 다른 파일을 선택하세요.',
  file_type_wrong: '허용되지 않는 파일 형식입니다. 다른 파일을 선택하세요.',
  upload_failed: '업로드하지 못했습니다. 다시 시도하세요.',

  // Any call
  parameter_wrong: '입력값이 올바르지 않습니다: {field}. 수정한 뒤 다시 시도하세요.',
  parameter_missing: '입력값이 없습니다: {field}. 입력한 뒤 다시 시도하세요.',
  not_found: '데이터를 찾을 수 없습니다.',
  operation_illegal: '허용되지 않는 작업입니다.',
  request_illegal: '요청을 읽을 수 없습니다.',
  unauthorized: '이 작업을 할 권한이 없습니다.',
  clock_fixed: '모의 시장이 운영되는 동안에만 시계를 앞당길 수 있습니다.',
  request_failed: '서버에 문제가 생겼습니다. 나중에 다시 시도하세요.',
  try_again: '처리하지 못했습니다. 다시 시도하세요.',
  state_abnormal: '현재 상태에서는 할 수 없습니다. 새로고침 후 다시 시도하세요.',
  key_reused: '이 요청 번호는 이미 다른 내용에 사용되었습니다.',
  host_unknown: '이 주소는 저희 주소가 아닙니다. 올바른 주소에서 앱을 여세요.',
  origin_foreign: '다른 사이트에서 보낸 요청입니다.',
  too_many_requests: '요청이 너무 많습니다. 잠시 후 다시 시도하세요.',
  busy: '시스템이 혼잡합니다. 잠시 후 다시 시도하세요. 두 번 처리되지 않습니다.',
  storage_low: '저장 공간이 부족해 지금은 처리할 수 없습니다. 거래, 입금, 출금은 계속 이용할 수 있습니다.',
  body_too_big: '요청이 너무 큽니다.',

  // What succeeded
  login_done: '로그인했습니다',
  register_done: '가입이 완료되었습니다',
  saved: '저장했습니다',
  added: '추가했습니다',
  deleted: '삭제했습니다',
  updated: '업데이트했습니다',
  submitted_for_review: '제출되었습니다. 심사를 기다리세요',
  password_changed: '비밀번호를 변경했습니다',
  logout_done: '로그아웃했습니다',
  cancel_done: '취소했습니다',
  trading_account_set: '거래 계좌를 설정했습니다',
  trading_password_set: '거래 비밀번호를 설정했습니다',
  setup_done: '설정이 완료되었습니다',
  deposit_done: '입금이 완료되었습니다',
  withdrawal_applied: '출금을 신청했습니다. 승인을 기다리세요',
  order_filled: '체결되었습니다',
  order_placed: '주문이 접수되었습니다',
  started_over: '데모 계좌를 초기화했습니다',
  position_opened: '포지션을 열었습니다',
  position_closed: '청산했습니다',
  close_waiting: '접수되었으며 다음 가격에 청산됩니다',
  stops_set: '익절·손절을 설정했습니다',
  margin_added: '증거금을 추가했습니다',
  transfer_done: '이체했습니다',
  exchange_done: '교환되었습니다',
  credit_converted: 'USDT로 전환되었습니다',
  session_closed: '해당 기기에서 로그아웃했습니다',
  limit_set: '한도를 설정했습니다',
  limit_pending: '접수했습니다. 24시간 후에 적용됩니다',
  account_closed: '계정을 해지했습니다',
};
