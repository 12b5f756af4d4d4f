/** Mail texts in Spanish. */
import { texts } from '@candor/protocol/notices/es.ts';
import type { MailWords } from './mail-kinds.ts';

export const es: MailWords = {
  closing: 'Tu código antiphishing: {word}',
  texts: {
    code: {
      subject: 'Tu código de verificación',
      text: 'Tu código es {code}. Es válido durante diez minutos en la pantalla donde lo pediste. Si no lo pediste, ignora este correo. Nunca te pediremos este código.',
    },
    code_register: {
      subject: 'Crea tu cuenta',
      text: 'Tu código para crear una cuenta es {code}. Es válido durante diez minutos en la pantalla donde lo pediste. También puedes abrir este enlace en las próximas 24 horas desde cualquier dispositivo: {link} Si no lo pediste, ignora este correo. Nunca te pediremos este código.',
    },
    code_reset: {
      subject: 'Restablece tu contraseña',
      text: 'Tu código para elegir una contraseña nueva es {code}. Es válido durante diez minutos en la pantalla donde lo pediste. También puedes abrir este enlace en las próximas 24 horas desde cualquier dispositivo: {link} Si no lo pediste, ignora este correo y tu contraseña no cambiará. Nunca te pediremos este código.',
    },
    email_in_use: {
      subject: 'Ya tienes una cuenta',
      text: 'Alguien intentó crear una cuenta con este correo, pero ya tienes una. Si fuiste tú, inicia sesión o restablece la contraseña. Si no, no tienes que hacer nada.',
    },
    ...texts,
  },
};
