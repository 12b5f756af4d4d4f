/** What is mailed, in Korean. */
import { texts } from '@candor/protocol/notices/ko.ts';
import type { MailWords } from './mail-kinds.ts';

export const ko: MailWords = {
  closing: '회원님의 피싱 방지 문구: {word}',
  texts: {
    code: {
      subject: '인증 코드 안내',
      text: '인증 코드는 {code}입니다. 요청한 기기에서 10분 동안 사용할 수 있습니다. 요청하지 않았다면 이 메일을 무시하세요. 저희는 이 코드를 절대 묻지 않습니다.',
    },
    code_register: {
      subject: '계정 만들기',
      text: '계정을 만들기 위한 코드는 {code}입니다. 요청한 기기에서 10분 동안 사용할 수 있습니다. 또는 24시간 안에 어느 기기에서나 이 링크를 여세요: {link} 요청하지 않았다면 이 메일을 무시하세요. 저희는 이 코드를 절대 묻지 않습니다.',
    },
    code_reset: {
      subject: '비밀번호 재설정',
      text: '비밀번호 재설정 코드는 {code}입니다. 요청한 기기에서 10분 동안 사용할 수 있습니다. 또는 24시간 안에 어느 기기에서나 이 링크를 여세요: {link} 요청하지 않았다면 이 메일을 무시하세요. 비밀번호는 그대로입니다. 저희는 이 코드를 절대 묻지 않습니다.',
    },
    email_in_use: {
      subject: '이미 계정이 있습니다',
      text: '누군가 이 이메일 주소로 계정을 개설하려고 했습니다. 이미 계정이 있습니다. 본인이라면 로그인하거나 비밀번호를 재설정하세요. 아니라면 하실 일은 없습니다.',
    },
    ...texts,
  },
};
