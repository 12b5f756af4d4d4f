/** What is mailed, in Spanish. */
import { texts } from '@candor/protocol/notices/es.ts';
import type { MailWords } from './mail-kinds.ts';

export const es: MailWords = {
  closing: 'Tu palabra antifraude: {word}',
  texts: {
    code: {
      subject: 'Tu código de verificación',
      text: 'Tu código es {code}. Vale durante diez minutos, para abrir una cuenta, cambiar la contraseña o demostrar que este correo es tuyo. Si no lo pediste, ignora este mensaje. Nunca te pediremos este código.',
    },
    email_in_use: {
      subject: 'Ya tienes una cuenta',
      text: 'Alguien intentó abrir una cuenta con este correo. Ya tienes una. Si fuiste tú, inicia sesión o cambia la contraseña; si no, no hace falta hacer nada.',
    },
    ...texts,
  },
};
