/** What customers are told of the book of addresses. */
import { notice } from '../notices/notice.ts';

export const addressesNotices = {
  /** Names network (its code), address. */
  address_added: notice('security', {
    zh: {
      subject: '已添加提币地址',
      text: '{network} 地址 {address} 已添加到您的提币地址。如非本人操作，请在应用中删除该地址，立即重设密码并联系客服。',
    },
    en: {
      subject: 'A withdrawal address was added',
      text: 'The {network} address {address} was added to the addresses to which your money may be withdrawn. If it was not you, delete it in the app, set a new password now and contact customer service.',
    },
    es: {
      subject: 'Se ha añadido una dirección de retiro',
      text: 'Se ha añadido la dirección de {network} {address} a las direcciones a las que se puede retirar tu dinero. Si no fuiste tú, elimínala en la aplicación, cambia la contraseña ahora y contacta con atención al cliente.',
    },
    it: {
      subject: 'È stato aggiunto un indirizzo di prelievo',
      text: 'L’indirizzo {network} {address} è stato aggiunto a quelli verso cui il tuo denaro può essere prelevato. Se non sei stato tu, eliminalo nell’app, imposta subito una nuova password e contatta il servizio clienti.',
    },
    jp: {
      subject: '出金アドレスが追加されました',
      text: '{network} のアドレス {address} が出金先に追加されました。お心当たりがない場合は、アプリで削除してすぐにパスワードを再設定し、カスタマーサービスにお問い合わせください。',
    },
    ko: {
      subject: '출금 주소가 추가되었습니다',
      text: '{network} 주소 {address}이(가) 출금 주소에 추가되었습니다. 본인이 아니라면 앱에서 삭제하고 지금 비밀번호를 재설정한 뒤 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Um endereço de saque foi adicionado',
      text: 'O endereço {network} {address} foi adicionado aos endereços para os quais seu dinheiro pode ser sacado. Se não foi você, exclua-o no aplicativo, defina uma nova senha agora e fale com o atendimento.',
    },
    hk: {
      subject: '已新增提幣地址',
      text: '{network} 地址 {address} 已加入你的提幣地址。如非你本人操作，請在應用程式刪除該地址，立即重設密碼並聯絡客戶服務。',
    },
    vn: {
      subject: 'Đã thêm địa chỉ rút tiền',
      text: 'Địa chỉ {network} {address} đã được thêm vào các địa chỉ mà tiền của bạn có thể rút đến. Nếu không phải bạn, hãy xóa địa chỉ trong ứng dụng, đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ khách hàng.',
    },
  }),
};
