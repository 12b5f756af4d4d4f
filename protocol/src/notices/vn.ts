/** What customers are told, in Vietnamese. */
import type { NoticeTexts } from './kinds.ts';

export const texts: NoticeTexts = {
  password_changed: {
    subject: 'Mật khẩu của bạn đã được thay đổi',
    text: 'Mật khẩu tài khoản của bạn đã được thay đổi và các thiết bị khác đã bị đăng xuất. Việc rút tiền bị tạm giữ 24 giờ. Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ khách hàng.',
  },
  new_device: {
    subject: 'Đăng nhập trên thiết bị mới',
    text: 'Tài khoản của bạn vừa được đăng nhập trên một thiết bị chưa từng dùng: {device}, từ địa chỉ {address}, {time_at}. Nếu đó là bạn, bạn không cần làm gì. Nếu không phải, hãy đặt mật khẩu mới ngay, việc này kết thúc mọi phiên đăng nhập, và liên hệ bộ phận hỗ trợ khách hàng.',
  },
  email_changed: {
    subject: 'Địa chỉ email của bạn đã được thay đổi',
    text: 'Địa chỉ email của tài khoản đã được thay đổi. Việc rút tiền bị tạm giữ 24 giờ. Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ khách hàng.',
  },
  phone_changed: {
    subject: 'Số điện thoại của bạn đã được thay đổi',
    text: 'Một số điện thoại đã được liên kết với tài khoản của bạn hoặc được thay thế. Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ khách hàng.',
  },
  factor_changed: {
    subject: 'Xác thực hai bước của bạn đã được thay đổi',
    text: 'Ứng dụng xác thực, khóa truy cập hoặc mã khôi phục của tài khoản đã được thêm, thay thế, gỡ bỏ hoặc sử dụng. Việc rút tiền có thể bị tạm giữ 24 giờ. Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ khách hàng.',
  },
  trading_password_changed: {
    subject: 'Mật khẩu giao dịch của bạn đã được thay đổi',
    text: 'Mật khẩu giao dịch của tài khoản đã được đặt hoặc thay đổi. Sau khi thay đổi, việc rút tiền bị tạm giữ 24 giờ. Nếu không phải bạn, hãy đặt mật khẩu đăng nhập mới ngay và liên hệ bộ phận hỗ trợ khách hàng.',
  },
  bank_card_changed: {
    subject: 'Thẻ ngân hàng của bạn đã được thay đổi',
    text: 'Một thẻ ngân hàng đã được liên kết với tài khoản của bạn hoặc được thay thế. Sau khi thay thế, việc rút tiền bị tạm giữ 24 giờ. Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ khách hàng.',
  },
  guesses_locked: {
    subject: 'Có người đã đoán thông tin tài khoản của bạn',
    text: 'Mật khẩu hoặc mã của tài khoản đã bị nhập sai nhiều lần, vì vậy tạm thời không nhận thêm lần thử nào từ nơi đó. Không lần nào đúng. Người lạ không thể khóa các thiết bị bạn đang dùng. Nếu đó là bạn, hãy thử lại sau hoặc đặt mật khẩu mới. Nếu không phải bạn, yếu tố xác thực thứ hai sẽ chặn người lạ ngay cả khi họ đoán được mật khẩu.',
  },
  kyc_approved: {
    subject: 'Danh tính của bạn đã được xác minh',
    text: 'Việc xác minh danh tính của bạn đã được chấp thuận. Nếu bạn không yêu cầu, hãy liên hệ bộ phận hỗ trợ khách hàng.',
  },
  kyc_rejected: {
    subject: 'Chưa thể xác minh danh tính của bạn',
    text: 'Lần này việc xác minh danh tính của bạn chưa được chấp thuận. Lý do có trong ứng dụng, ở mục xác minh, nơi bạn có thể thử lại. Nếu bạn không yêu cầu, hãy liên hệ bộ phận hỗ trợ khách hàng.',
  },
  leverage_decided: {
    subject: 'Quyết định về giao dịch đòn bẩy',
    text: 'Đã có quyết định về việc tài khoản của bạn có được giao dịch đòn bẩy hay không. Quyết định và lý do có trong ứng dụng, ở mục đòn bẩy. Nếu bạn không yêu cầu, hãy liên hệ bộ phận hỗ trợ khách hàng.',
  },
  standing_changed: {
    subject: 'Trạng thái tài khoản của bạn đã thay đổi',
    text: 'Chúng tôi đã đóng băng, khóa hoặc gỡ hạn chế tài khoản của bạn. Những gì bạn có thể làm lúc này và lý do có trong ứng dụng hoặc do bộ phận hỗ trợ khách hàng cho biết. Lệnh cắt lỗ và chốt lời của các vị thế đang mở vẫn có hiệu lực. Nếu bạn cho rằng có nhầm lẫn, hãy liên hệ bộ phận hỗ trợ khách hàng.',
  },
  limits_changed: {
    subject: 'Giới hạn tự đặt của bạn đã được thay đổi',
    text: 'Một giới hạn hoặc khoảng tạm dừng của tài khoản đã được đặt hoặc thay đổi. Thắt chặt có hiệu lực ngay, nới lỏng có hiệu lực sau 24 giờ. Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ khách hàng.',
  },
  account_closed: {
    subject: 'Tài khoản của bạn đã được đóng',
    text: 'Tài khoản của bạn đã được đóng theo yêu cầu của bạn và không ai có thể đăng nhập nữa. Nếu không phải bạn, hãy liên hệ ngay bộ phận hỗ trợ khách hàng.',
  },
  deposit_credited: {
    subject: 'Khoản nạp của bạn đã được ghi có',
    text: '{amount} {currency} từ khoản nạp đã được ghi có vào tài khoản giao ngay của bạn. Bản ghi cùng bút toán có trong ứng dụng, ở mục lịch sử tài chính.',
  },
  deposit_failed: {
    subject: 'Khoản nạp của bạn chưa được ghi có',
    text: 'Khoản nạp {amount} {currency} của bạn không được ghi có. Lý do có trong ứng dụng, ở mục nạp tiền. Nếu bạn đã chuyển tiền, hãy giữ chứng từ và liên hệ bộ phận hỗ trợ khách hàng.',
  },
  withdrawal_requested: {
    subject: 'Bạn đã yêu cầu rút tiền',
    text: 'Có yêu cầu rút {amount} {currency} đến {address} và số tiền này đã được phong tỏa. Có thể hủy trong ứng dụng khi đang xét duyệt. Nếu không phải bạn, hãy hủy yêu cầu, đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ khách hàng.',
  },
  withdrawal_held: {
    subject: 'Yêu cầu rút tiền đang tạm giữ',
    text: 'Yêu cầu rút {amount} {currency} của bạn đang tạm giữ muộn nhất đến {until}. Lý do có trong ứng dụng, ở mục rút tiền. Số tiền vẫn là của bạn và bạn có thể hủy yêu cầu.',
  },
  withdrawal_sent: {
    subject: 'Khoản rút của bạn đã được gửi',
    text: 'Khoản rút {amount} {currency} của bạn đã được gửi đến {address}. Mã tham chiếu thanh toán là {reference}.',
  },
  withdrawal_failed: {
    subject: 'Khoản rút của bạn không được thực hiện',
    text: 'Khoản rút {amount} {currency} của bạn không được thực hiện và toàn bộ số tiền đã khả dụng trở lại. Lý do có trong ứng dụng, ở mục rút tiền.',
  },
  address_added: {
    subject: 'Đã thêm địa chỉ rút tiền',
    text: 'Địa chỉ {network} {address} đã được thêm vào các địa chỉ mà tiền của bạn có thể rút đến. Nếu không phải bạn, hãy xóa địa chỉ trong ứng dụng, đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ khách hàng.',
  },
  balance_corrected: {
    subject: 'Số dư của bạn đã được điều chỉnh',
    text: 'Hai nhân viên của chúng tôi đã điều chỉnh một số dư trong tài khoản của bạn {amount} {currency}. Bản ghi cùng lý do có trong ứng dụng, ở mục lịch sử tài chính. Nếu bạn cho rằng có nhầm lẫn, hãy liên hệ bộ phận hỗ trợ khách hàng.',
  },
  promotion_granted: {
    subject: 'Bạn được cấp tín dụng trải nghiệm',
    text: 'Bạn được cấp tín dụng trải nghiệm {amount} USDT. Tín dụng này dùng cho giao dịch đòn bẩy và không thể rút; điều kiện và thời hạn có trong ứng dụng, ở mục tín dụng trải nghiệm.',
  },
  loan_disbursed: {
    subject: 'Khoản vay của bạn đã được giải ngân',
    text: 'Khoản vay {amount} {currency} của bạn đã được duyệt và đã vào tài khoản giao ngay. Hạn trả là {until}; bạn có thể trả sớm, một phần hoặc toàn bộ, và chỉ trả lãi cho số ngày đã dùng. Chi phí có trong ứng dụng, ở mục khoản vay.',
  },
  loan_refused: {
    subject: 'Khoản vay của bạn không được duyệt',
    text: 'Đơn vay {amount} {currency} của bạn không được duyệt. Lý do có trong ứng dụng, ở mục khoản vay, và bạn có thể dùng lại giấy tờ của mình.',
  },
  loan_reminder: {
    subject: 'Khoản vay của bạn sắp đến hạn',
    text: 'Hiện bạn còn nợ {amount} {currency} của khoản vay, hạn trả là {until}. Từ lúc đó mỗi ngày bắt đầu đều tính một khoản phí. Bạn trả trong ứng dụng, ở mục khoản vay; không có khoản nào tự động bị trừ.',
  },
  loan_overdue: {
    subject: 'Khoản vay của bạn đã quá hạn',
    text: 'Hạn trả khoản vay của bạn là {until} và hiện bạn còn nợ {amount} {currency}. Mỗi ngày bắt đầu cộng thêm một khoản phí, tối đa đến mức trần trong hợp đồng, và điểm tín dụng của bạn đã giảm. Bạn trả trong ứng dụng, ở mục khoản vay, một phần hoặc toàn bộ; không có khoản nào tự động bị trừ. Nếu không thể trả, hãy liên hệ chăm sóc khách hàng.',
  },
  fund_ending: {
    subject: 'Lệnh của bạn trong quỹ sắp kết thúc',
    text: 'Lệnh {amount} {currency} của bạn trong quỹ kết thúc lúc {until}. Khi đó tiền gốc trở về tài khoản giao ngay của bạn và bạn không cần làm gì.',
  },
  fund_ended: {
    subject: 'Lệnh của bạn trong quỹ đã kết thúc',
    text: 'Lệnh của bạn trong quỹ đã kết thúc. {amount} {currency} tiền gốc đã trở về tài khoản giao ngay; thu nhập đã trả trong các ngày đó là {income} {currency}. Phần còn lại của ngày cuối được trả sau 0 giờ UTC kế tiếp. Từng khoản trả có trong ứng dụng, ở mục quỹ.',
  },
  fund_refused: {
    subject: 'Lệnh của bạn trong quỹ không được chấp nhận',
    text: 'Lệnh {amount} {currency} của bạn trong quỹ không được chấp nhận. Toàn bộ số tiền đã trở về tài khoản giao ngay của bạn.',
  },
  position_warned: {
    subject: 'Cảnh báo ký quỹ',
    text: 'Mức ký quỹ của vị thế {symbol} của bạn còn {share}. Ở mức 50% vị thế bị đóng bắt buộc. Trong ứng dụng bạn có thể thêm ký quỹ, đóng một phần hoặc đặt cắt lỗ.',
  },
  position_closed_out: {
    subject: 'Vị thế của bạn đã bị đóng bắt buộc',
    text: 'Mức ký quỹ của vị thế {symbol} của bạn giảm còn 50% và vị thế đã bị đóng bắt buộc ở {price}. Biên nhận với mọi con số có trong ứng dụng, ở mục vị thế, nơi bạn có thể xác minh.',
  },
  option_voided: {
    subject: 'Một quyền chọn bị hủy',
    text: 'Không có giá ở thời điểm quyết định quyền chọn {symbol} của bạn, nên quyền chọn bị hủy. Tiền đặt {amount} {currency} đã được hoàn đủ. Lý do có ở quyền chọn đó trong ứng dụng.',
  },
  fund_started: {
    subject: 'Lệnh quỹ của bạn đã bắt đầu',
    text: 'Lệnh quỹ {amount} {currency} của bạn đã bắt đầu và kết thúc lúc {until}. Thu nhập mỗi ngày được ghi có vào tài khoản giao ngay của bạn.',
  },
  fund_terminated: {
    subject: 'Lệnh quỹ của bạn đã kết thúc sớm',
    text: 'Lệnh quỹ của bạn đã kết thúc sớm theo yêu cầu của bạn. {amount} {currency} tiền gốc đã về tài khoản giao ngay của bạn, sau khi trừ phí {fee} {currency}. Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ khách hàng.',
  },
  loan_settled: {
    subject: 'Khoản vay của bạn đã trả xong',
    text: 'Khoản vay {amount} {currency} của bạn đã được trả hết và không còn nợ gì. Từng lần trả có trong ứng dụng, ở mục khoản vay.',
  },
  referral_earned: {
    subject: 'Bạn bè mang lại cho bạn một phần',
    text: '{amount} {currency} đã được ghi có vào tài khoản giao ngay của bạn: phần của bạn trong thu nhập quỹ của những người bạn đã mời, kể từ thông báo loại này gần nhất. Từng phần có trong ứng dụng, ở mục bạn bè.',
  },
  price_alert: {
    subject: 'Đã chạm mức giá bạn chờ',
    text: '{symbol} đã chạm {level}: giá là {price} lúc {reached_at}, ở mục {entry} của sổ giá. Cảnh báo này đã dùng xong; bạn có thể đặt cảnh báo khác trong ứng dụng.',
  },
  recurring_bought: {
    subject: 'Lệnh mua định kỳ đã khớp',
    text: 'Kế hoạch mua định kỳ đã dùng {amount} {currency} mua {quantity} {coin} theo giá thị trường. Giá, phí và biên nhận có trong ứng dụng, ở mục Mua định kỳ.',
  },
  recurring_skipped: {
    subject: 'Kỳ mua định kỳ này bị bỏ qua',
    text: 'Kỳ mua {coin} trị giá {amount} {currency} lần này bị bỏ qua. Lý do có trong ứng dụng, ở mục Mua định kỳ. Chúng tôi sẽ không mua bù trước ngày kế tiếp.',
  },
  recurring_short: {
    subject: 'Không đủ USDT cho kỳ mua định kỳ',
    text: 'Tài khoản giao ngay không đủ {currency} cho kỳ mua {coin} trị giá {amount} {currency}, nên kỳ này bị bỏ qua. Chúng tôi sẽ không mua bù trước ngày kế tiếp. Sau ba lần liên tiếp, kế hoạch sẽ tạm dừng.',
  },
  recurring_paused: {
    subject: 'Kế hoạch mua định kỳ đã tạm dừng',
    text: 'Kỳ mua {coin} trị giá {amount} {currency} bị bỏ qua lần thứ ba liên tiếp vì tài khoản giao ngay không đủ {currency}, nên kế hoạch đã tạm dừng. Hãy nạp thêm rồi tiếp tục trong ứng dụng.',
  },
  recurring_held: {
    subject: 'Chúng tôi đã tạm dừng kế hoạch mua định kỳ',
    text: 'Chúng tôi đã tạm dừng kế hoạch mua {coin} định kỳ của bạn. Lý do có trong ứng dụng, ở mục Mua định kỳ, nơi bạn có thể tiếp tục lại.',
  },
  chat_waiting: {
    subject: 'Có câu trả lời đang chờ bạn',
    text: 'Bộ phận hỗ trợ khách hàng đã trả lời bạn. Câu trả lời đang chờ trong ứng dụng, ở mục hỗ trợ khách hàng.',
  },
  agreement_changed: {
    subject: 'Một thỏa thuận hoặc thông báo pháp lý đã thay đổi',
    text: 'Hãy đọc nội dung hiện tại, có hiệu lực từ khi nào và trước đây viết gì. Nếu bạn không đồng ý, bộ phận hỗ trợ khách hàng luôn sẵn sàng, và bạn có thể rút tiền và đóng tài khoản.',
  },
};
