/** What customers are told of a login that may not be theirs. */
import { notice } from './notice.ts';

export const signInNotices = {
  /** Names device, address, time_at. */
  new_device: notice('security', {
    zh: {
      subject: '新设备登录提醒',
      text: '您的账户在一台从未使用过的设备上登录：{device}，地址 {address}，时间 {time_at}。如果是您本人，无需任何操作。如非本人操作，请立即重设密码（所有会话将随之结束）并联系客服。',
    },
    en: {
      subject: 'A new device signed in',
      text: 'Your account was signed in to on a device that was not seen there before: {device}, from the address {address}, {time_at}. If it was you, there is nothing to do. If it was not you, set a new password now, which ends every session, and contact customer service.',
    },
    es: {
      subject: 'Inicio de sesión en un dispositivo nuevo',
      text: 'Se inició sesión en tu cuenta desde un dispositivo que no habíamos visto en ella: {device}, desde la dirección {address}, {time_at}. Si fuiste tú, no hace falta hacer nada. Si no fuiste tú, cambia la contraseña ahora, lo que cierra todas las sesiones, y contacta con atención al cliente.',
    },
    it: {
      subject: 'Accesso da un nuovo dispositivo',
      text: 'È stato effettuato l’accesso al tuo account da un dispositivo mai visto prima: {device}, dall’indirizzo {address}, {time_at}. Se sei stato tu, non devi fare nulla. Altrimenti imposta subito una nuova password, che chiude tutte le sessioni, e contatta il servizio clienti.',
    },
    jp: {
      subject: '新しい端末からのログイン',
      text: 'これまで使われたことのない端末から、アカウントへのログインがありました：{device}、アドレス{address}、{time_at}。ご本人の場合、必要な操作はありません。お心当たりがない場合は、すぐにパスワードを再設定し（すべてのセッションが終了します）、カスタマーサービスにお問い合わせください。',
    },
    ko: {
      subject: '새 기기에서 로그인',
      text: '이전에 사용된 적 없는 기기에서 계정에 로그인했습니다: {device}, 주소 {address}, {time_at}. 본인이라면 하실 일은 없습니다. 본인이 아니라면 지금 비밀번호를 재설정하고(모든 세션이 종료됩니다) 고객센터에 문의하세요.',
    },
    pt: {
      subject: 'Entrada em um novo dispositivo',
      text: 'Sua conta foi acessada em um dispositivo que ainda não conhecíamos: {device}, do endereço {address}, {time_at}. Se foi você, não é preciso fazer nada. Se não foi, defina uma nova senha agora, o que encerra todas as sessões, e fale com o atendimento.',
    },
    hk: {
      subject: '新裝置登入通知',
      text: '你的帳戶在一部從未使用過的裝置上登入：{device}，地址 {address}，時間 {time_at}。如果是你本人，毋須理會。如非你本人操作，請立即重設密碼（所有登入將隨之結束）並聯絡客戶服務。',
    },
    vn: {
      subject: 'Đăng nhập trên thiết bị mới',
      text: 'Tài khoản của bạn vừa được đăng nhập trên một thiết bị chưa từng dùng: {device}, từ địa chỉ {address}, {time_at}. Nếu đó là bạn, bạn không cần làm gì. Nếu không phải, hãy đặt mật khẩu mới ngay, việc này kết thúc mọi phiên đăng nhập, và liên hệ bộ phận hỗ trợ khách hàng.',
    },
  }),
  guesses_locked: notice('security', {
    zh: {
      subject: '有人尝试猜测您的账户',
      text: '您账户的密码或验证码多次输入错误，因此该来源暂时不能再尝试。所有尝试均未成功。陌生人的尝试不会影响您常用的设备。如果是您本人，请稍后再试或重设密码。如非本人操作，双重验证可在密码被猜中时仍将陌生人拒之门外。',
    },
    en: {
      subject: 'Somebody guessed at your account',
      text: 'There were several wrong tries at a password or a code of your account, so no more are taken from there for a while. None of them was right. Devices that you use are not held up by a stranger. If it was you, try again later or set a new password. If it was not you, a second factor keeps strangers out even of a guessed password.',
    },
    es: {
      subject: 'Alguien intentó adivinar los datos de tu cuenta',
      text: 'Hubo varios intentos fallidos con una contraseña o un código de tu cuenta, así que por un tiempo no se admiten más desde allí. Ninguno acertó. Un extraño no puede bloquear los dispositivos que usas. Si fuiste tú, inténtalo más tarde o cambia la contraseña. Si no fuiste tú, un segundo factor impide la entrada incluso a quien acierte la contraseña.',
    },
    it: {
      subject: 'Qualcuno ha tentato di indovinare i tuoi dati',
      text: 'Ci sono stati diversi tentativi errati con una password o un codice del tuo account, quindi per un po’ da lì non se ne accettano altri. Nessuno era giusto. Un estraneo non può bloccare i dispositivi che usi. Se eri tu, riprova più tardi o imposta una nuova password. Se non eri tu, un secondo fattore tiene fuori gli estranei anche quando indovinano la password.',
    },
    jp: {
      subject: 'アカウントへの不正な試行がありました',
      text: 'アカウントのパスワードまたはコードが何度も誤って入力されたため、その接続元からの入力をしばらく受け付けません。正しい入力は一度もありませんでした。普段お使いの端末が他人によって締め出されることはありません。ご本人の場合は、時間をおいて再度お試しになるか、パスワードを再設定してください。ご本人でない場合、二段階認証を設定すれば、パスワードを知られても侵入を防げます。',
    },
    ko: {
      subject: '누군가 계정 정보를 추측했습니다',
      text: '계정의 비밀번호나 코드가 여러 번 잘못 입력되어 해당 접속 경로의 시도를 당분간 받지 않습니다. 맞은 시도는 없었습니다. 낯선 사람 때문에 회원님이 쓰는 기기가 막히지는 않습니다. 본인이라면 나중에 다시 시도하거나 비밀번호를 재설정하세요. 본인이 아니라면 2단계 인증을 켜 두세요. 비밀번호가 알려져도 침입을 막아 줍니다.',
    },
    pt: {
      subject: 'Alguém tentou adivinhar os dados da sua conta',
      text: 'Houve várias tentativas erradas com uma senha ou um código da sua conta, por isso por um tempo não aceitamos outras dali. Nenhuma acertou. Um estranho não consegue bloquear os dispositivos que você usa. Se foi você, tente mais tarde ou defina uma nova senha. Se não foi, um segundo fator barra estranhos mesmo que descubram a senha.',
    },
    hk: {
      subject: '有人嘗試猜測你的帳戶資料',
      text: '你帳戶的密碼或驗證碼多次輸入錯誤，因此該來源暫時不能再試。所有嘗試均不正確。陌生人的嘗試不會影響你慣用的裝置。如果是你本人，請稍後再試或重設密碼。如非你本人操作，雙重認證可在密碼被猜中時仍將陌生人拒諸門外。',
    },
    vn: {
      subject: 'Có người đã đoán thông tin tài khoản của bạn',
      text: 'Mật khẩu hoặc mã của tài khoản đã bị nhập sai nhiều lần, vì vậy tạm thời không nhận thêm lần thử nào từ nơi đó. Không lần nào đúng. Người lạ không thể khóa các thiết bị bạn đang dùng. Nếu đó là bạn, hãy thử lại sau hoặc đặt mật khẩu mới. Nếu không phải bạn, yếu tố xác thực thứ hai sẽ chặn người lạ ngay cả khi họ đoán được mật khẩu.',
    },
  }),
};
