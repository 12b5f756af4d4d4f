/** Messages to customers about logins that they may not have made themselves. */
import { notice } from './notice.ts';

export const signInNotices = {
  /** Params: device, address, time_at. */
  new_device: notice('security', {
    zh: {
      subject: '新设备登录提醒',
      text: '您的账户在一台新设备上登录：{device}，IP 地址 {address}，时间 {time_at}。如果是您本人，无需任何操作。如非本人操作，请立即修改密码（所有设备都会退出登录）并联系客服。',
    },
    en: {
      subject: 'New device logged in',
      text: 'Someone logged in to your account on a device we haven’t seen before: {device}, from the IP address {address}, {time_at}. If it was you, you don’t need to do anything. If it wasn’t, change your password now and contact Support. Changing it logs out every device.',
    },
    es: {
      subject: 'Inicio de sesión en un dispositivo nuevo',
      text: 'Se inició sesión en tu cuenta desde un dispositivo nuevo: {device}, desde la dirección IP {address}, {time_at}. Si fuiste tú, no tienes que hacer nada. Si no fuiste tú, cambia la contraseña ahora, lo que cierra todas las sesiones, y contacta con Soporte.',
    },
    it: {
      subject: 'Accesso da un nuovo dispositivo',
      text: 'È stato effettuato l’accesso al tuo account da un nuovo dispositivo: {device}, indirizzo IP {address}, {time_at}. Se sei stato tu, non devi fare nulla. Altrimenti imposta subito una nuova password, che chiude tutte le sessioni, e contatta l’assistenza.',
    },
    jp: {
      subject: '新しい端末からのログイン',
      text: '新しい端末からログインがありました：{device}、IPアドレス {address}、{time_at}。ご本人の場合、必要な操作はありません。お心当たりがない場合は、すぐにパスワードを変更し（すべての端末からログアウトされます）、サポートにご連絡ください。',
    },
    ko: {
      subject: '새 기기에서 로그인했습니다',
      text: '처음 보는 기기에서 계정에 로그인했습니다: {device}, IP 주소 {address}, {time_at}. 본인이라면 따로 하실 일은 없습니다. 본인이 아니라면 지금 비밀번호를 변경하고 고객센터에 문의하세요. 변경하면 모든 기기에서 로그아웃됩니다.',
    },
    pt: {
      subject: 'Login em um novo dispositivo',
      text: 'Sua conta foi acessada em um dispositivo novo: {device}, do endereço IP {address}, {time_at}. Se foi você, não precisa fazer nada. Se não foi, defina uma nova senha agora, o que encerra todas as sessões, e fale com o suporte.',
    },
    hk: {
      subject: '新裝置登入通知',
      text: '你的帳戶在一部新裝置上登入：{device}，IP 地址 {address}，時間 {time_at}。如果是你本人，毋須理會。如非你本人操作，請立即更改密碼（所有裝置都會登出）並聯絡客戶服務。',
    },
    vn: {
      subject: 'Đăng nhập trên thiết bị mới',
      text: 'Tài khoản của bạn vừa được đăng nhập trên một thiết bị mới: {device}, từ địa chỉ IP {address}, {time_at}. Nếu đó là bạn, bạn không cần làm gì. Nếu không, hãy đổi mật khẩu ngay và liên hệ bộ phận hỗ trợ. Đổi mật khẩu sẽ đăng xuất mọi thiết bị.',
    },
  }),
  /** Params: device, address, time_at. */
  signing_key_added: notice('security', {
    zh: {
      subject: '新设备可以签署您的委托',
      text: '您的账户新增了一把用于签署委托的设备密钥：{device}，IP 地址 {address}，时间 {time_at}。如果是您本人的设备，无需任何操作。如非本人操作，请立即修改密码（所有设备都会退出登录）并联系客服。',
    },
    en: {
      subject: 'A new device signs your orders',
      text: 'A device added its key to your account and now signs the orders placed on it: {device}, from the IP address {address}, {time_at}. If it’s yours, you don’t need to do anything. If it isn’t, change your password now, which logs out every device, and contact Support.',
    },
    es: {
      subject: 'Un dispositivo nuevo firma tus órdenes',
      text: 'Un dispositivo añadió su clave a tu cuenta y ahora firma las órdenes que se envían desde él: {device}, desde la dirección IP {address}, {time_at}. Si es tuyo, no tienes que hacer nada. Si no lo es, cambia la contraseña ahora, lo que cierra todas las sesiones, y contacta con Soporte.',
    },
    it: {
      subject: 'Un nuovo dispositivo firma i tuoi ordini',
      text: 'Un dispositivo ha aggiunto la sua chiave al tuo account e ora firma gli ordini inviati da lì: {device}, indirizzo IP {address}, {time_at}. Se è tuo, non devi fare nulla. Altrimenti imposta subito una nuova password, che chiude tutte le sessioni, e contatta l’assistenza.',
    },
    jp: {
      subject: '注文に署名する端末が追加されました',
      text: '注文に署名するための端末の鍵がアカウントに追加されました：{device}、IPアドレス {address}、{time_at}。ご本人の端末の場合、必要な操作はありません。お心当たりがない場合は、すぐにパスワードを変更し（すべての端末からログアウトされます）、サポートにご連絡ください。',
    },
    ko: {
      subject: '주문에 서명하는 기기가 추가되었습니다',
      text: '주문에 서명하는 기기 키가 계정에 추가되었습니다: {device}, IP 주소 {address}, {time_at}. 본인의 기기라면 따로 하실 일은 없습니다. 본인의 기기가 아니라면 지금 비밀번호를 변경하고(모든 기기에서 로그아웃됩니다) 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Um novo dispositivo assina suas ordens',
      text: 'Um dispositivo adicionou a chave dele à sua conta e agora assina as ordens enviadas por ele: {device}, do endereço IP {address}, {time_at}. Se ele é seu, não precisa fazer nada. Se não é, defina uma nova senha agora, o que encerra todas as sessões, e fale com o suporte.',
    },
    hk: {
      subject: '新裝置可以簽署你的訂單',
      text: '你的帳戶新增了一條用於簽署訂單的裝置密鑰：{device}，IP 地址 {address}，時間 {time_at}。如果是你本人的裝置，毋須理會。如非你本人操作，請立即更改密碼（所有裝置都會登出）並聯絡客戶服務。',
    },
    vn: {
      subject: 'Thiết bị mới ký lệnh của bạn',
      text: 'Một thiết bị vừa thêm khóa vào tài khoản của bạn và từ nay ký các lệnh đặt trên đó: {device}, từ địa chỉ IP {address}, {time_at}. Nếu là thiết bị của bạn, bạn không cần làm gì. Nếu không, hãy đổi mật khẩu ngay và liên hệ bộ phận hỗ trợ. Đổi mật khẩu sẽ đăng xuất mọi thiết bị.',
    },
  }),
  guesses_locked: notice('security', {
    zh: {
      subject: '您的账户有多次失败的登录尝试',
      text: '您账户的密码或验证码多次输入错误，我们已暂时阻止该来源继续尝试，所有尝试均未成功。您常用的设备不受影响。如果是您本人，请稍后再试或重置密码。如非本人操作，请开启双重验证：即使密码被猜中，他人也无法登录。',
    },
    en: {
      subject: 'Failed attempts on your account',
      text: 'Someone entered a wrong password or code for your account several times. None of the attempts succeeded, and we’ve blocked further attempts from the same source for a while. The devices you use aren’t affected by a stranger’s attempts. If it was you, try again later or reset your password. If it wasn’t, set up two-factor authentication, which keeps strangers out even if they guess your password.',
    },
    es: {
      subject: 'Intentos de acceso fallidos',
      text: 'Alguien introdujo varias veces una contraseña o un código incorrectos en tu cuenta. Ningún intento tuvo éxito, y bloqueamos por un tiempo nuevos intentos desde el mismo origen. Los intentos de un extraño no afectan a los dispositivos que usas. Si fuiste tú, inténtalo más tarde o restablece la contraseña. Si no fuiste tú, activa la verificación en dos pasos: impide que un extraño entre aunque adivine la contraseña.',
    },
    it: {
      subject: 'Tentativi di accesso non riusciti',
      text: 'Qualcuno ha inserito più volte una password o un codice errati per il tuo account. Nessun tentativo è riuscito e per un po’ non ne accettiamo altri dalla stessa provenienza. I dispositivi che usi non ne risentono. Se sei stato tu, riprova più tardi o reimposta la password. Se non sei stato tu, attiva l’autenticazione a due fattori: tiene fuori gli estranei anche se indovinano la password.',
    },
    jp: {
      subject: 'ログインの失敗が続いています',
      text: 'アカウントのパスワードまたはコードの誤入力が続いたため、その接続元からの入力をしばらく停止しました。正しい入力は一度もありませんでした。普段お使いの端末は影響を受けません。ご本人の場合は、時間をおいて再度お試しになるか、パスワードを再設定してください。お心当たりがない場合は、二段階認証を設定すると、パスワードを知られてもログインを防げます。',
    },
    ko: {
      subject: '비밀번호 입력 오류가 여러 번 있었습니다',
      text: '계정의 비밀번호나 인증번호가 여러 번 잘못 입력되어, 같은 곳에서 오는 시도를 당분간 막았습니다. 성공한 시도는 없습니다. 고객님이 쓰는 기기는 영향을 받지 않습니다. 본인이라면 나중에 다시 시도하거나 비밀번호를 재설정하세요. 본인이 아니라면 2단계 인증을 켜 두세요. 비밀번호가 알려져도 다른 사람의 로그인을 막아 줍니다.',
    },
    pt: {
      subject: 'Tentativas de acesso com erro',
      text: 'Alguém digitou várias vezes uma senha ou um código errado na sua conta. Nenhuma tentativa deu certo, e bloqueamos por um tempo novas tentativas da mesma origem. As tentativas de um estranho não afetam os dispositivos que você usa. Se foi você, tente mais tarde ou redefina a senha. Se não foi, ative a verificação em duas etapas: ela impede a entrada de estranhos mesmo que descubram a senha.',
    },
    hk: {
      subject: '你的帳戶有多次失敗的登入嘗試',
      text: '你帳戶的密碼或驗證碼多次輸入錯誤，我們已暫時阻止該來源繼續嘗試，所有嘗試均未成功。你慣用的裝置不受影響。如果是你本人，請稍後再試或重設密碼。如非你本人操作，請開啟雙重認證：即使密碼被猜中，他人亦無法登入。',
    },
    vn: {
      subject: 'Đăng nhập sai nhiều lần',
      text: 'Có người nhập sai mật khẩu hoặc mã của tài khoản nhiều lần. Không lần nào thành công, và chúng tôi tạm chặn các lần thử tiếp theo từ nguồn đó. Các thiết bị bạn đang dùng không bị ảnh hưởng. Nếu đó là bạn, hãy thử lại sau hoặc đặt lại mật khẩu. Nếu không, hãy thiết lập xác thực hai lớp để chặn người lạ ngay cả khi họ đoán được mật khẩu.',
    },
  }),
};
