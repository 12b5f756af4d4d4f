/** Refusals for verification, with their texts. */
import { refusal } from '../refusals.ts';

export const verificationRefusals = {
  id_number_verified: refusal(409, {
    zh: '该证件号码已用于其他认证，如有疑问请联系客服',
    en: 'This document number has already been used to verify an account. If you think this is a mistake, contact Support.',
    es: 'Este número de documento ya se usó para verificar una cuenta. Si crees que es un error, contacta con Soporte.',
    it: 'Questo numero di documento è già stato usato per verificare un account. Se pensi che sia un errore, contatta l’assistenza.',
    jp: 'この書類番号は、別の本人確認ですでに使われています。誤りと思われる場合は、サポートにご連絡ください。',
    ko: '다른 인증에 이미 사용된 신분증 번호입니다. 착오라고 생각하시면 고객센터에 문의하세요.',
    pt: 'Este número de documento já foi usado para verificar uma conta. Se achar que é um engano, fale com o suporte.',
    hk: '此證件號碼已用於其他驗證，如有疑問請聯絡客戶服務。',
    vn: 'Số giấy tờ này đã được dùng để xác minh một tài khoản. Nếu bạn cho rằng có nhầm lẫn, hãy liên hệ bộ phận hỗ trợ.',
  }),
  verification_needed: refusal(403, {
    zh: '请先完成实名认证',
    en: 'Verify your identity first.',
    es: 'Verifica primero tu identidad.',
    it: 'Verifica prima la tua identità.',
    jp: '先に本人確認を行ってください。',
    ko: '먼저 본인 인증을 하세요.',
    pt: 'Verifique primeiro sua identidade.',
    hk: '請先完成身份驗證。',
    vn: 'Hãy xác minh danh tính trước.',
  }),
  verification_awaiting: refusal(409, {
    zh: '已提交，等待审核',
    en: 'We’ve received your application and are reviewing it.',
    es: 'Recibimos tu solicitud y está en revisión.',
    it: 'Abbiamo ricevuto la tua richiesta e la stiamo verificando.',
    jp: '申請を受け付けました。審査をお待ちください。',
    ko: '본인 인증 신청이 접수되어 심사 중입니다.',
    pt: 'Recebemos sua solicitação e estamos analisando.',
    hk: '申請已提交，正等待審核。',
    vn: 'Chúng tôi đã nhận hồ sơ của bạn và đang xét duyệt.',
  }),
};
