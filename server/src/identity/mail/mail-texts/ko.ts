/** Mail texts in Korean. */
import { texts } from '@candor/protocol/notices/ko.ts';
import type { MailWords } from './mail-kinds.ts';

export const ko: MailWords = {
  closing: '피싱 방지 코드: {word}',
  texts: {
    code: {
      subject: '인증번호 안내',
      text: '인증번호는 {code}입니다. 요청한 화면에서 10분 동안 사용할 수 있습니다. 요청하지 않았다면 이 메일을 무시하세요. 저희는 인증번호를 절대 묻지 않습니다.',
    },
    code_register: {
      subject: '계정 만들기',
      text: '계정을 만드는 인증번호는 {code}입니다. 요청한 화면에서 10분 동안 사용할 수 있습니다. 24시간 안에 어느 기기에서나 이 링크를 열어도 됩니다: {link} 요청하지 않았다면 이 메일을 무시하세요. 저희는 인증번호를 절대 묻지 않습니다.',
    },
    code_reset: {
      subject: '비밀번호 재설정',
      text: '비밀번호를 재설정하는 인증번호는 {code}입니다. 요청한 화면에서 10분 동안 사용할 수 있습니다. 24시간 안에 어느 기기에서나 이 링크를 열어도 됩니다: {link} 요청하지 않았다면 이 메일을 무시하세요. 비밀번호는 바뀌지 않습니다. 저희는 인증번호를 절대 묻지 않습니다.',
    },
    email_in_use: {
      subject: '이미 계정이 있습니다',
      text: '이 이메일 주소로 계정을 만들려는 시도가 있었습니다. 이 주소로는 이미 계정이 있습니다. 본인이라면 로그인하거나 비밀번호를 재설정하세요. 본인이 아니라면 따로 하실 일은 없습니다.',
    },
    ...texts,
  },
};
