/**
 * The passwords of 6 to 16 characters that attackers try first, in lower case. Repeated characters and sequences are not listed,
 * because a rule rejects them.
 */
export const commonPasswords: ReadonlySet<string> = new Set([
  ...'password password1 password12 password123 passw0rd p@ssw0rd p@ssword pass123 pass1234 passwd'.split(
    ' ',
  ),
  ...'qwerty qwerty1 qwerty12 qwerty123 qwertyuiop qwertyui qwert123 qazwsx qazwsxedc 1qaz2wsx 1q2w3e 1q2w3e4r'.split(
    ' ',
  ),
  ...'1q2w3e4r5t q1w2e3r4 zxcvbn zxcvbnm asdfgh asdfghjkl asdf1234 asdasd zaq12wsx qweasd qweasdzxc qwe123'.split(
    ' ',
  ),
  ...'123123 123321 121212 112233 131313 159753 147258 147258369 159357 123qwe 1234qwer 12qwaszx 123abc'.split(
    ' ',
  ),
  ...'abc123 abcd1234 abc12345 a123456 a12345678 a1b2c3 a1b2c3d4 aa123456 aa12345678 123456a 1234567890'.split(
    ' ',
  ),
  ...'123456789a 0123456789 102030 100200 101010 111222 123654 654123 789456 789456123 987654321a 88888888a'.split(
    ' ',
  ),
  ...'iloveyou iloveyou1 loveyou letmein letmein1 welcome welcome1 welcome123 monkey dragon master'.split(
    ' ',
  ),
  ...'sunshine princess football baseball basketball superman batman trustno1 shadow michael jordan'.split(
    ' ',
  ),
  ...'jennifer hunter buster charlie andrew daniel thomas robert jessica ashley bailey freedom whatever'.split(
    ' ',
  ),
  ...'starwars pokemon computer internet samsung google facebook secret secret1 secret123 changeme'.split(
    ' ',
  ),
  ...'admin1 admin12 admin123 admin1234 administrator root123 toor123 test123 test1234 testtest guest123 user123'.split(
    ' ',
  ),
  ...'default login123 access mustang killer cheese pepper ginger summer summer1 winter winter1 spring1'.split(
    ' ',
  ),
  ...'bitcoin bitcoin1 bitcoin123 crypto crypto1 crypto123 ethereum satoshi hodl123 trading trading1 trader'.split(
    ' ',
  ),
  ...'trader1 trade123 money1 money123 forex1 forex123 tomoon wallet wallet1 candor candor1 candor123'.split(
    ' ',
  ),
  ...'woaini woaini1314 woaini520 5201314 1314520 147852 zhang123 wang1234 nihao123 taobao alibaba'.split(
    ' ',
  ),
  ...'contrasena contraseña mariposa teamo123 tequiero hola123 holahola passwort ciaociao juventus forzamilan'.split(
    ' ',
  ),
  ...'senha123 mudar123 brasil flamengo corinthians matkhau matkhau1 vietnam anhyeuem sakura pass@123'.split(
    ' ',
  ),
  ...'liverpool chelsea arsenal barcelona realmadrid ronaldo messi10 naruto onepiece doraemon pikachu'.split(
    ' ',
  ),
]);
