/** The app's success messages for withdrawals. */
import type { Words } from '../languages.ts';

export const withdrawalsSuccesses = {
  withdrawal_applied: {
    zh: '提币申请已提交，等待审批',
    en: 'Withdrawal submitted for review',
    es: 'Retiro enviado para revisión',
    it: 'Prelievo inviato, in attesa di verifica',
    jp: '出金を申請しました。承認をお待ちください',
    ko: '출금을 신청했습니다. 승인을 기다려 주세요',
    pt: 'Saque enviado para análise',
    hk: '提款申請已提交，等待批核',
    vn: 'Đã gửi yêu cầu rút tiền, đang chờ xét duyệt',
  },
} satisfies Record<string, Words>;
