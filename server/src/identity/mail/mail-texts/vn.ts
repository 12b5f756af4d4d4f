/** What is mailed, in Vietnamese. */
import { texts } from '@candor/protocol/notices/vn.ts';
import type { MailWords } from './mail-kinds.ts';

export const vn: MailWords = {
  closing: 'Từ chống lừa đảo của bạn: {word}',
  texts: {
    code: {
      subject: 'Mã xác minh của bạn',
      text: 'Mã của bạn là {code}. Mã có hiệu lực mười phút, dùng để mở tài khoản, đặt mật khẩu mới hoặc xác nhận địa chỉ này là của bạn. Nếu bạn không yêu cầu, hãy bỏ qua thư này. Chúng tôi không bao giờ hỏi mã này.',
    },
    email_in_use: {
      subject: 'Bạn đã có tài khoản',
      text: 'Có người vừa thử mở tài khoản bằng địa chỉ email này. Bạn đã có tài khoản. Nếu đó là bạn, hãy đăng nhập hoặc đặt mật khẩu mới; nếu không, bạn không cần làm gì.',
    },
    ...texts,
  },
};
