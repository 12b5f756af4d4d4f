/** Mail texts in Vietnamese. */
import { texts } from '@candor/protocol/notices/vn.ts';
import type { MailWords } from './mail-kinds.ts';

export const vn: MailWords = {
  closing: 'Mã chống lừa đảo của bạn: {word}',
  texts: {
    code: {
      subject: 'Mã xác minh của bạn',
      text: 'Mã của bạn là {code}. Mã có hiệu lực mười phút trên thiết bị đã yêu cầu. Nếu bạn không yêu cầu, hãy bỏ qua email này. Chúng tôi không bao giờ hỏi mã này.',
    },
    code_register: {
      subject: 'Tạo tài khoản của bạn',
      text: 'Mã để tạo tài khoản của bạn là {code}. Mã có hiệu lực mười phút trên thiết bị đã yêu cầu. Hoặc mở liên kết này trong vòng 24 giờ, trên bất kỳ thiết bị nào: {link} Nếu bạn không yêu cầu, hãy bỏ qua email này. Chúng tôi không bao giờ hỏi mã này.',
    },
    code_reset: {
      subject: 'Đặt lại mật khẩu',
      text: 'Mã để đặt mật khẩu mới của bạn là {code}. Mã có hiệu lực mười phút trên thiết bị đã yêu cầu. Hoặc mở liên kết này trong vòng 24 giờ, trên bất kỳ thiết bị nào: {link} Nếu bạn không yêu cầu, hãy bỏ qua email này. Mật khẩu của bạn không đổi. Chúng tôi không bao giờ hỏi mã này.',
    },
    email_in_use: {
      subject: 'Bạn đã có tài khoản',
      text: 'Có người vừa thử tạo tài khoản bằng địa chỉ email này. Bạn đã có tài khoản. Nếu đó là bạn, hãy đăng nhập hoặc đặt mật khẩu mới. Nếu không, bạn không cần làm gì.',
    },
    ...texts,
  },
};
