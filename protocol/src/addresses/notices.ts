/** Messages to customers about withdrawal addresses. */
import { notice } from '../notices/notice.ts';

export const addressesNotices = {
  /** Params: network (its code), address. */
  address_added: notice('security', {
    zh: {
      subject: '已添加提币地址',
      text: '您的提币地址中新增了 {network} 地址 {address}。如非本人操作，请在应用中删除该地址，立即修改密码并联系客服。',
    },
    en: {
      subject: 'New withdrawal address',
      text: 'The {network} address {address} was added to your withdrawal addresses. If you didn’t do this, delete the address in the app, change your password now and contact Support.',
    },
    es: {
      subject: 'Nueva dirección de retiro',
      text: 'Se añadió la dirección de {network} {address} a tus direcciones de retiro. Si no fuiste tú, elimínala en la app, cambia la contraseña ahora y contacta con Soporte.',
    },
    it: {
      subject: 'Nuovo indirizzo di prelievo',
      text: 'L’indirizzo {network} {address} è stato aggiunto ai tuoi indirizzi di prelievo. Se non sei stato tu, eliminalo nell’app, imposta subito una nuova password e contatta l’assistenza.',
    },
    jp: {
      subject: '出金アドレスが追加されました',
      text: '{network}のアドレス {address}が出金アドレスに追加されました。お心当たりがない場合は、アプリで削除してすぐにパスワードを再設定し、サポートにご連絡ください。',
    },
    ko: {
      subject: '출금 주소가 추가되었습니다',
      text: '출금 주소에 {network} 주소({address})가 추가되었습니다. 본인이 아니라면 앱에서 삭제하고 지금 비밀번호를 재설정한 뒤 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Novo endereço de saque',
      text: 'O endereço {network} {address} foi adicionado aos seus endereços de saque. Se não foi você, exclua-o no app, defina uma nova senha agora e fale com o suporte.',
    },
    hk: {
      subject: '已新增提款地址',
      text: '你的提款地址新增了 {network} 地址 {address}。如非你本人操作，請在應用程式刪除該地址，立即更改密碼並聯絡客戶服務。',
    },
    vn: {
      subject: 'Đã thêm địa chỉ rút tiền',
      text: 'Địa chỉ {network} {address} đã được thêm vào các địa chỉ rút tiền của bạn. Nếu không phải bạn, hãy xóa địa chỉ trong ứng dụng, đặt mật khẩu mới ngay và liên hệ bộ phận hỗ trợ.',
    },
  }),
};
