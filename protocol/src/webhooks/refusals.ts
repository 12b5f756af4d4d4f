/** Refusals for webhooks, with their texts. */
import { refusal } from '../refusals.ts';

export const webhooksRefusals = {
  webhooks_too_many: refusal(409, {
    zh: 'Webhook 数量已达上限 {max} 个，请先删除一个',
    en: 'You already have {max} webhooks. Delete one first.',
    es: 'Ya tienes {max} webhooks. Elimina uno primero.',
    it: 'Hai già {max} webhook. Prima eliminane uno.',
    jp: 'Webhookは{max}件までです。先に1件削除してください。',
    ko: '웹훅은 최대 {max}개까지 만들 수 있습니다. 먼저 하나를 삭제하세요.',
    pt: 'Você já tem {max} webhooks. Exclua um primeiro.',
    hk: 'Webhook 最多 {max} 個，請先刪除一個。',
    vn: 'Bạn đã có {max} webhook. Hãy xóa bớt một webhook trước.',
  }),
  webhook_url_wrong: refusal(400, {
    zh: '地址须以 https:// 开头，位于公网，端口为 443 或 8443，且不含用户名',
    en: 'Use an https:// address on the public internet, on port 443 or 8443, without a user name.',
    es: 'Usa una dirección https:// pública, en el puerto 443 o 8443 y sin nombre de usuario.',
    it: 'Usa un indirizzo https:// pubblico, sulla porta 443 o 8443 e senza nome utente.',
    jp: 'ユーザー名を含まない、公開されたhttps://のアドレス（ポート443または8443）を入力してください。',
    ko: '사용자 이름이 없는 공개 https:// 주소를 포트 443 또는 8443으로 입력하세요.',
    pt: 'Use um endereço https:// público, na porta 443 ou 8443 e sem nome de usuário.',
    hk: '地址須以 https:// 開頭，位於公開網絡，連接埠為 443 或 8443，且不含使用者名稱。',
    vn: 'Hãy dùng địa chỉ https:// công khai, ở cổng 443 hoặc 8443, không kèm tên người dùng.',
  }),
  webhook_off: refusal(409, {
    zh: '此 Webhook 已停用，请先启用',
    en: 'This webhook is off. Turn it on first.',
    es: 'Este webhook está desactivado. Actívalo primero.',
    it: 'Questo webhook è disattivato. Prima attivalo.',
    jp: 'このWebhookはオフです。先にオンにしてください。',
    ko: '이 웹훅은 꺼져 있습니다. 먼저 켜세요.',
    pt: 'Este webhook está desativado. Ative-o primeiro.',
    hk: '此 Webhook 已停用，請先啟用。',
    vn: 'Webhook này đang tắt. Hãy bật trước.',
  }),
  webhook_busy: refusal(409, {
    zh: '该事件仍在等待投递，投递结束后可再次发送',
    en: 'This event is still waiting to be delivered. You can send it again once that has ended.',
    es: 'Este evento aún está pendiente de entrega. Podrás enviarlo de nuevo cuando termine.',
    it: 'Questo evento è ancora in attesa di consegna. Potrai inviarlo di nuovo al termine.',
    jp: 'このイベントはまだ配信待ちです。配信が終わると再送できます。',
    ko: '이 이벤트는 아직 전송 대기 중입니다. 전송이 끝나면 다시 보낼 수 있습니다.',
    pt: 'Este evento ainda aguarda a entrega. Você poderá enviá-lo de novo quando terminar.',
    hk: '此事件仍在等待發送，發送結束後可再次發送。',
    vn: 'Sự kiện này vẫn đang chờ gửi. Bạn có thể gửi lại sau khi lần gửi này kết thúc.',
  }),
};
