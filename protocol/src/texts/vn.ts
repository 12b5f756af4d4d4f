/** Vietnamese texts of every message. */
import type { MessageCode } from '../refusals.ts';

export const texts: Readonly<Record<MessageCode, string>> = {
  // Who you are
  user_not_found: 'Người dùng này không tồn tại.',
  login_wrong: 'Tài khoản hoặc mật khẩu không đúng. Hãy kiểm tra cả hai và thử lại.',
  code_wrong: 'Mã xác minh không đúng hoặc đã hết hạn. Hãy kiểm tra lại hoặc lấy mã mới.',
  account_taken: 'Tên tài khoản này đã có người dùng. Hãy chọn tên khác.',
  invite_code_wrong: 'Mã mời này không tồn tại. Hãy nhập mã hợp lệ.',
  old_password_wrong: 'Mật khẩu hiện tại không đúng. Hãy nhập lại.',
  passwords_differ: 'Hai mật khẩu không giống nhau. Hãy nhập lại.',
  password_length: 'Mật khẩu phải có từ {min} đến {max} ký tự.',
  password_common: 'Mật khẩu này quá phổ biến nên không an toàn. Hãy chọn mật khẩu khác.',
  account_frozen: 'Tài khoản của bạn đã bị đóng băng. Hãy liên hệ bộ phận hỗ trợ khách hàng.',
  account_locked: 'Tài khoản của bạn đã bị khóa. Hãy liên hệ bộ phận hỗ trợ khách hàng.',
  too_young: 'Bạn phải từ {min} tuổi trở lên.',
  session_ended: 'Phiên đăng nhập đã kết thúc. Hãy đăng nhập lại.',
  confirmation_needed:
    'Thay đổi này cần xác nhận chính là bạn, bằng một trong các cách: {kinds}. Hãy xác nhận rồi gửi lại.',
  confirmation_wrong: 'Xác nhận không hợp lệ nên chưa có gì thay đổi. Hãy thử lại.',
  approval_needed: 'Quyết định này phải được ký bằng khóa của bạn.',
  approval_wrong: 'Nội dung đã ký không khớp với nội dung đã gửi. Hãy thử lại.',
  reset_needed: 'Đã sai quá nhiều lần nên cách này bị khóa. Hãy đặt lại để tiếp tục.',
  wallet_proof_wrong: 'Chữ ký của ví không được chấp nhận ({reason}). Hãy lấy thông điệp mới và ký lại.',
  passkey_wrong: 'Khóa truy cập không được chấp nhận. Hãy thử lại hoặc dùng cách khác.',
  passkeys_too_many: 'Bạn đã có tối đa {max} khóa truy cập. Hãy xóa bớt một khóa trước.',
  email_missing: 'Tài khoản của bạn chưa có email. Hãy liên kết email trước.',
  phone_wrong: 'Số điện thoại này không hợp lệ. Hãy kiểm tra mã quốc gia và các chữ số.',
  texts_unavailable:
    'Hiện chúng tôi không gửi được tin nhắn đến số này. Email và ứng dụng xác thực vẫn dùng được.',
  trading_password_missing: 'Tài khoản của bạn chưa có mật khẩu giao dịch. Hãy đặt mật khẩu trước.',
  trading_password_same: 'Mật khẩu giao dịch và mật khẩu đăng nhập phải khác nhau. Hãy chọn mật khẩu khác.',
  too_many_attempts: 'Thử quá nhiều lần. Hãy thử lại sau {seconds} giây.',

  // Wallets and balances
  wallet_not_found: 'Không tìm thấy ví. Hãy thêm ví trước.',
  fund_balance_insufficient:
    'Số dư tài khoản giao ngay không đủ cho quỹ. Hãy nạp tiền hoặc chuyển tiền vào trước.',
  balance_insufficient:
    'Số dư không đủ: cần {needed} {currency}, khả dụng {available} {currency}. Hãy nhập số tiền nhỏ hơn.',
  coins_insufficient:
    'Không đủ coin: cần {needed} {currency}, khả dụng {available} {currency}. Hãy nhập số lượng nhỏ hơn.',
  turnover_insufficient:
    'Bạn đã giao dịch {turnover} trên {needed} USDT cần thiết cho tiền trải nghiệm. Đạt đủ mới có thể chuyển đổi.',
  fees_insufficient:
    'Bạn chỉ chuyển đổi được tiền trải nghiệm tối đa bằng một nửa số phí đã trả bằng tiền của mình kể từ khi được cấp: đã trả {paid} USDT, đã chuyển đổi {converted} USDT.',
  currency_invalid: 'Loại tiền này không dùng được ở đây. Hãy chọn loại khác.',

  // Trading
  pair_not_found: 'Không tìm thấy cặp giao dịch.',
  pair_not_active: 'Cặp này không nhận giao dịch mới.',
  trading_closed: 'Giao dịch tạm dừng vì chưa có giá mới. Hãy thử lại sau ít phút.',
  market_closed: 'Thị trường đang đóng cửa. Hãy đợi đến khi mở lại.',
  limit_sell_below_price: 'Lệnh giới hạn không thể bán dưới giá hiện tại {price}. Hãy nhập giá cao hơn.',
  order_not_cancellable: 'Không thể hủy lệnh này nữa.',
  trade_not_found: 'Giao dịch không tồn tại hoặc đã bị hủy. Hãy tải lại và thử lại.',
  lever_trade_open: 'Có giao dịch đòn bẩy đang chạy. Hãy đóng trước.',
  open_trade_blocks: 'Không thể thực hiện khi còn giao dịch mở. Hãy đóng trước.',
  quantity_below_minimum: 'Số lượng thấp hơn mức tối thiểu {min}. Hãy nhập {min} trở lên.',
  quantity_above_maximum: 'Số lượng vượt mức tối đa {max}. Hãy nhập {max} trở xuống.',
  quantity_off_step: 'Số lượng phải là bội số nguyên của {step}.',
  amount_below_minimum: 'Số tiền thấp hơn mức tối thiểu {min}. Hãy nhập {min} trở lên.',
  price_off_tick: 'Giá phải là bội số nguyên của {tick}.',
  price_above_maximum: 'Giá vượt mức tối đa {max}. Hãy nhập {max} trở xuống.',
  price_moved: 'Giá hiện là {price}, kém hơn mức {worst} bạn chấp nhận. Hãy kiểm tra và đặt lại lệnh.',
  liquidity_insufficient: 'Không đủ thanh khoản cho lệnh này. Hãy giảm số lượng hoặc thử lại sau.',
  take_profit_wrong:
    'Giá chốt lời phải nằm về phía có lãi so với giá vào {entry} và giá hiện tại {current}, và không được bằng 0. Hãy nhập giá khác.',
  stop_loss_wrong:
    'Giá cắt lỗ phải nằm về phía lỗ so với giá vào {entry} và giá hiện tại {current}, và không được bằng 0. Hãy nhập giá khác.',
  feature_off: 'Tính năng này đang tắt hoặc tạm thời không khả dụng.',
  no_transaction_records: 'Chưa có giao dịch nào.',
  orders_too_many: 'Bạn đã đạt tối đa {max} lệnh chờ. Hãy hủy bớt một lệnh trước.',
  lever_not_enabled:
    'Bạn chưa được bật giao dịch đòn bẩy. Hãy trả lời bảng câu hỏi để bộ phận hỗ trợ khách hàng xét duyệt.',
  bank_card_missing: 'Hãy thêm tài khoản ngân hàng trước.',
  leverage_not_offered: 'Không có mức đòn bẩy này. Hãy chọn một trong các mức: {offered}.',
  margin_insufficient:
    'Tài khoản hợp đồng không đủ: ký quỹ và phí cần {needed} {currency}, hiện có {available} {currency}. Hãy chuyển tiền vào hoặc giảm số lượng.',
  credit_insufficient:
    'Tiền trải nghiệm không đủ: cần {needed} {currency}, hiện có {available} {currency}. Hãy dùng tài khoản khác hoặc nhập con số nhỏ hơn.',
  credit_hedged:
    'Bạn đang giữ chiều ngược lại của {symbol}. Tiền trải nghiệm không được dùng để phòng hộ: hãy đóng chiều kia trước hoặc chọn mã khác.',
  profit_lock_wrong:
    'Giá khóa lời phải nằm giữa giá vào {entry} và giá hiện tại {current}, khi vị thế đang có lãi. Hãy nhập giá khác.',
  trailing_wrong:
    'Khoảng cách cắt lỗ động phải lớn hơn 0 và nhỏ hơn giá hiện tại {current}. Hãy nhập giá trị khác.',
  position_not_open: 'Vị thế này không mở hoặc đã được đóng. Hãy tải lại để xem trạng thái.',
  position_closing:
    'Vị thế này đang chờ đóng. Vị thế sẽ đóng ở mức giá đầu tiên khi thị trường mở lại; bạn không cần làm gì.',
  market_closed_until: 'Thị trường đóng cửa đến {reopens_at}. Hãy thử lại khi đó.',
  positions_too_many: 'Bạn đã đạt tối đa {max} vị thế và lệnh chờ. Hãy đóng hoặc hủy bớt trước.',

  // Short options
  duration_not_offered: 'Không có kỳ hạn này. Hãy chọn một trong các kỳ hạn sau, tính bằng giây: {offered}.',
  payout_changed: 'Tỷ lệ chi trả hiện là {payout_ratio} của số tiền đặt. Hãy kiểm tra và đặt lại lệnh.',
  session_ends_first:
    'Thị trường đóng cửa ({closes_at}) trước khi quyền chọn này đáo hạn. Hãy chọn kỳ hạn ngắn hơn.',
  stake_below_minimum: 'Số tiền đặt thấp hơn mức tối thiểu. Hãy nhập {min} {currency} trở lên.',
  stake_above_maximum: 'Số tiền đặt vượt mức tối đa. Hãy nhập {max} {currency} trở xuống.',
  tickets_too_many: 'Bạn đã đạt tối đa {max} quyền chọn đang mở. Hãy chờ một quyền chọn đáo hạn.',
  exposure_customer_full:
    'Các quyền chọn đang mở của bạn chỉ được thắng tối đa tổng cộng {max} USDT. Hãy giảm số tiền đặt hoặc chờ một quyền chọn đáo hạn.',
  exposure_full:
    'Các quyền chọn đang mở trên thị trường này đã đạt giới hạn của nền tảng. Hãy giảm số tiền đặt hoặc thử lại sau.',
  option_balance_insufficient:
    'Tài khoản quyền chọn không đủ: cần {needed} {currency}, hiện có {available} {currency}. Hãy chuyển tiền vào hoặc giảm số tiền đặt.',

  // Deposits and withdrawals
  address_missing: 'Chưa có địa chỉ rút tiền. Hãy thêm địa chỉ trước.',
  address_exists: 'Địa chỉ này đã có trong sổ địa chỉ của bạn.',
  address_not_yours: 'Bạn chỉ có thể xóa địa chỉ của chính mình.',
  withdrawal_pending: 'Bạn đã có yêu cầu rút tiền. Hãy đợi xét duyệt xong.',
  withdrawal_exceeds_holdings: 'Số tiền rút vượt quá số bạn đang có. Hãy nhập số nhỏ hơn.',
  trading_password_wrong: 'Mật khẩu giao dịch không đúng. Hãy thử lại.',
  deposit_not_found: 'Khoản nạp không tồn tại hoặc không thể thay đổi nữa.',
  network_invalid: 'Không hỗ trợ mạng này. Hãy chọn mạng khác.',
  deposits_too_many: 'Bạn đã có {max} khoản nạp đang chờ. Hãy đợi xét duyệt một khoản hoặc hủy bớt.',
  reference_used:
    'Mã giao dịch này đã được dùng cho khoản nạp khác. Hãy kiểm tra lại hoặc liên hệ bộ phận hỗ trợ khách hàng.',
  address_wrong: 'Đây không phải địa chỉ {network} hợp lệ. Hãy sao chép lại từ nơi nhận.',
  address_of_house: 'Đây là địa chỉ nhận tiền của chúng tôi. Hãy nhập địa chỉ mà bạn muốn nhận tiền.',
  alerts_too_many: 'Bạn đã đặt {max} cảnh báo giá. Hãy xóa bớt một cảnh báo trước.',
  recurring_too_many: 'Bạn đã có {max} kế hoạch mua định kỳ. Hãy xóa bớt một kế hoạch trước.',
  addresses_too_many: 'Sổ địa chỉ đã đầy với {max} địa chỉ. Hãy xóa bớt một địa chỉ trước.',
  address_not_ready: 'Địa chỉ này mới được thêm và dùng được từ {until}.',
  withdrawal_below_minimum: 'Số tiền rút thấp hơn mức tối thiểu. Hãy nhập {min} {currency} trở lên.',
  withdrawal_above_maximum: 'Số tiền rút vượt mức tối đa. Hãy nhập {max} {currency} trở xuống.',
  withdrawal_day_maximum:
    'Vượt quá số được rút trong 24 giờ: còn {left} {currency}. Hãy nhập số nhỏ hơn hoặc thử lại sau.',
  quote_expired: 'Giá này đã hết hạn và chưa có gì được quy đổi. Hãy lấy giá mới.',
  quotes_exhausted:
    'Trong một giờ bạn đã nhận {max} mức giá mà không quy đổi. Bạn có thể lấy giá mới từ {until}.',
  exchange_too_small: 'Số lượng quá nhỏ nên sẽ không nhận được gì. Hãy nhập số lớn hơn.',
  exchange_too_large: 'Mỗi lần quy đổi có giá trị tối đa {max} USDT. Hãy nhập số nhỏ hơn.',

  // Operators
  conflict_of_interest: 'Bạn có liên quan đến khách hàng này nên người khác phải quyết định.',
  case_changed: 'Nội dung đã thay đổi sau khi bạn xem. Hãy xem lại trước khi quyết định.',
  case_held: 'Hồ sơ này đang tạm giữ. Hãy gỡ tạm giữ trước.',
  day_cap_reached: 'Khoản này trị giá {worth} USDT, hạn mức 24 giờ của bạn chỉ còn {left} USDT.',
  colleague_needed: 'Bạn đã đạt {max} khách hàng lúc này. Hãy nhờ một quản trị viên khác cho phép thêm.',
  second_person_needed: 'Cần một người khác phê duyệt.',
  two_admins_needed: 'Phải còn lại hai quản trị viên. Hãy thêm một người khác trước.',
  article_text_wrong: 'Dòng {line} ({language}): không được dùng “{found}” ở đây. Hãy sửa rồi lưu lại.',
  articles_too_many: 'Đã có {max} bài viết, mức tối đa.',
  holds_used_up: 'Hồ sơ đã tạm giữ {max} lần, không thể tạm giữ thêm. Hãy quyết định.',
  amount_above_cap: 'Số tiền vượt mức tối đa của một bút toán: {max}.',
  effective_too_soon: 'Điều khoản phải bắt đầu sau ít nhất {seconds} giây nữa. Hãy chọn thời điểm muộn hơn.',
  credit_active: 'Khách hàng này vẫn còn tín dụng trải nghiệm chưa kết thúc.',
  house_funds_insufficient: 'Tài khoản của nền tảng không đủ số dư.',

  // Fund and loans
  project_ended: 'Dự án này không tồn tại hoặc đã kết thúc.',
  project_state_wrong: 'Trạng thái hiện tại của dự án không cho phép thao tác này.',
  participants_full: 'Đã đạt số người tham gia tối đa.',
  deposit_out_of_range: 'Số tiền nạp phải từ {min} đến {max}.',
  loan_out_of_range: 'Số tiền vay phải từ {min} đến {max}.',
  terms_changed: 'Điều khoản đã thay đổi. Hãy xem lại rồi gửi lại.',
  project_limit_reached: 'Mỗi tài khoản chỉ được tham gia bậc này tối đa {max} lần.',
  loan_days_not_offered: 'Không có kỳ hạn này. Hãy chọn một trong các kỳ hạn sau (ngày): {offered}.',
  agreement_changed: 'Hợp đồng vay đã thay đổi. Hãy đọc và đồng ý lại.',
  credit_score_low: 'Điểm tín dụng chưa đủ; cần ít nhất {min}.',
  loan_open: 'Bạn còn một khoản vay chưa tất toán. Hãy tất toán trước khi vay tiếp.',
  loan_not_found: 'Không tìm thấy khoản vay này.',
  repayment_above_due: 'Không thể trả nhiều hơn số còn nợ: {max} {currency}.',
  order_out_of_range: 'Số tiền đặt lệnh phải từ {min} đến {max}.',
  order_state_wrong: 'Trạng thái hiện tại của lệnh không cho phép thao tác này.',
  product_not_found: 'Sản phẩm này không tồn tại.',
  amount_wrong: 'Số tiền không hợp lệ. Hãy nhập số khác.',

  // Identity verification
  id_number_verified: 'Số giấy tờ này đã được xác minh.',
  verification_needed: 'Hãy xác minh danh tính trước.',
  already_applied: 'Bạn đã nộp đơn. Không cần nộp lại.',
  verification_awaiting: 'Đơn của bạn đã được gửi và đang chờ xét duyệt.',
  file_not_found: 'Không tìm thấy tệp này hoặc tệp đã được dùng. Hãy tải lên lại.',

  // Bank card
  swift_wrong: 'Mã SWIFT này không hợp lệ. Hãy hỏi lại ngân hàng.',
  iban_wrong: 'IBAN này không hợp lệ. Hãy kiểm tra từng chữ cái và chữ số.',
  routing_number_wrong: 'Số định tuyến này không hợp lệ. Hãy hỏi lại ngân hàng của bạn.',

  // What one’s country, or oneself, does not allow
  product_not_offered: 'Sản phẩm này không được cung cấp ở nước bạn. Hãy xem những sản phẩm có cung cấp.',
  leverage_above_cap: 'Ở nước bạn, đòn bẩy của mã này tối đa là {max} lần. Hãy chọn mức thấp hơn.',
  own_limit_reached:
    'Vượt quá hạn mức bạn tự đặt: còn {left} USDT. Hãy nhập số tiền nhỏ hơn hoặc đợi kỳ sau.',
  timed_out: 'Bạn đã tạm dừng giao dịch đến {until}. Vẫn có thể đóng lệnh và rút tiền.',
  self_excluded: 'Bạn đã tự cấm mình giao dịch đến {until}. Vẫn có thể đóng lệnh và rút tiền.',
  balance_left: 'Tài khoản vẫn còn tiền. Hãy rút hết trước.',
  withdrawals_paused: 'Tạm dừng rút tiền trong khi chúng tôi kiểm tra sổ sách. Hãy thử lại sau.',
  withdrawals_held:
    'Cài đặt bảo mật vừa thay đổi nên việc rút tiền phải đợi đến {until}. Hãy thử lại khi đó.',

  // Uploads
  uploads_too_many: 'Bạn đã tải lên đủ số tệp cho phép trong một ngày. Hãy thử lại vào ngày mai.',
  file_too_big: 'Tệp quá lớn. Hãy chọn tệp nhỏ hơn.',
  file_duplicate: 'Tệp này đã được tải lên. Hãy chọn tệp khác.',
  file_type_wrong: 'Không chấp nhận loại tệp này. Hãy chọn tệp khác.',
  upload_failed: 'Tải lên không thành công. Hãy thử lại.',

  // Any call
  parameter_wrong: 'Thông tin không hợp lệ: {field}. Hãy sửa và thử lại.',
  parameter_missing: 'Thiếu thông tin: {field}. Hãy điền vào và thử lại.',
  not_found: 'Không tìm thấy dữ liệu.',
  operation_illegal: 'Thao tác này không được phép.',
  request_illegal: 'Không đọc được yêu cầu.',
  unauthorized: 'Bạn không có quyền thực hiện thao tác này.',
  clock_fixed: 'Chỉ có thể chỉnh đồng hồ tiến lên khi thị trường mô phỏng đang chạy.',
  request_failed: 'Hệ thống gặp sự cố. Hãy thử lại sau.',
  try_again: 'Chưa thực hiện được. Hãy thử lại.',
  state_abnormal: 'Trạng thái hiện tại không cho phép. Hãy tải lại và thử lại.',
  key_reused: 'Mã yêu cầu này đã được dùng cho nội dung khác.',
  host_unknown: 'Địa chỉ này không phải của chúng tôi. Hãy mở ứng dụng từ đúng địa chỉ.',
  origin_foreign: 'Yêu cầu này đến từ một trang web khác.',
  too_many_requests: 'Quá nhiều yêu cầu. Hãy đợi một lát rồi thử lại.',
  busy: 'Hệ thống đang bận. Hãy thử lại sau ít phút; không có gì bị thực hiện hai lần.',
  storage_low:
    'Hệ thống sắp hết dung lượng lưu trữ nên tạm thời không nhận yêu cầu này. Giao dịch, nạp và rút tiền vẫn hoạt động.',
  body_too_big: 'Yêu cầu quá lớn.',

  // What succeeded
  login_done: 'Đã đăng nhập',
  register_done: 'Đã mở tài khoản',
  saved: 'Đã lưu',
  added: 'Đã thêm',
  deleted: 'Đã xóa',
  updated: 'Đã cập nhật',
  submitted_for_review: 'Đã gửi, đang chờ xét duyệt',
  password_changed: 'Đã đổi mật khẩu',
  logout_done: 'Đã đăng xuất',
  cancel_done: 'Đã hủy',
  trading_account_set: 'Đã thiết lập tài khoản giao dịch',
  trading_password_set: 'Đã thiết lập mật khẩu giao dịch',
  setup_done: 'Đã hoàn tất thiết lập',
  deposit_done: 'Đã nạp tiền xong',
  withdrawal_applied: 'Đã yêu cầu rút tiền, đang chờ phê duyệt',
  order_filled: 'Lệnh đã khớp',
  order_placed: 'Đã đặt lệnh',
  started_over: 'Đã đặt lại tài khoản demo',
  position_opened: 'Đã mở vị thế',
  position_closed: 'Đã đóng vị thế',
  close_waiting: 'Đã nhận, sẽ đóng ở mức giá tiếp theo',
  stops_set: 'Đã đặt mức chốt lời, cắt lỗ',
  margin_added: 'Đã thêm ký quỹ',
  transfer_done: 'Đã chuyển tiền',
  exchange_done: 'Đã quy đổi',
  credit_converted: 'Đã chuyển đổi thành USDT',
  session_closed: 'Đã đăng xuất thiết bị đó',
  limit_set: 'Đã đặt hạn mức',
  limit_pending: 'Đã tiếp nhận, có hiệu lực sau 24 giờ',
  account_closed: 'Đã đóng tài khoản',
};
