/** Refusals for wallet login, with their texts. */
import { refusal } from '../refusals.ts';

export const walletSignInRefusals = {
  wallet_proof_wrong: refusal(400, {
    zh: '钱包签名无效（{reason}），请重新获取消息后签名',
    en: 'We couldn’t accept your wallet’s signature ({reason}). Request a new message and sign it.',
    es: 'No pudimos aceptar la firma de tu billetera ({reason}). Pide un mensaje nuevo y fírmalo.',
    it: 'Non abbiamo potuto accettare la firma del wallet ({reason}). Richiedi un nuovo messaggio e firmalo.',
    jp: 'ウォレットの署名を受け付けられませんでした（{reason}）。新しいメッセージを取得して署名してください。',
    ko: '지갑 서명을 확인할 수 없습니다({reason}). 새 메시지를 받아 다시 서명하세요.',
    pt: 'Não pudemos aceitar a assinatura da sua carteira ({reason}). Peça uma nova mensagem e assine-a.',
    hk: '錢包簽署不獲接受（{reason}），請取得新的訊息後再簽署。',
    vn: 'Chúng tôi không chấp nhận được chữ ký của ví ({reason}). Hãy yêu cầu thông điệp mới và ký lại.',
  }),
};
