/** Words that say what a secret is, and words of ordinary sentences, in the languages that people write to an assistant in. Data only. */

import { once } from './once.ts';

/** Made when the first name or value is doubted: most starts of the program meet none. */
const list = (text: string): (() => ReadonlySet<string>) => once(() => new Set(text.split(/\s+/).filter((word) => word !== '')));

/** In a name, one of these promises a secret: `DB_PASSWORD`, `clientSecret`, `Kennwort`. */
export const sureWords = list(`
  accesskey apikey appkey connectionstr connectionstring connstr connstring contrasena contraseña credential credentials kennwort keypass mdp
  palavrapasse pass passcode passphrase passwd passwort password privatekey psk pw pwd secret secretkey senha sharedkey sshpass storepass token
`);
/** In a name they may mean many things: only a value that looks like nothing else is a secret. */
export const unsureWords = list('auth authorization bearer clave cookie dsn jwt key pat pin session sid sig signature');
/** Ends of one word: `PGPASSWORD`, `GHTOKEN`. */
export const sureEnds = ['password', 'passwd', 'apikey', 'token', 'secret', 'passwort', 'kennwort', 'passphrase'];
/** Two words that together promise one. */
export const sureSequences = /(^|-)(api|access|app|auth|account|encryption|master|secret|private|shared|signing|service)-key(-|$)/;

/** Words in a name which say where a secret is, or something about it, and not what it is. */
export const aboutWords = list(`
  about address alg algorithm allow allowed attempts audience bucket cache changed command confirm confirmation count dir directory domain
  empty enabled encoder encoding encryption endpoint env error errors exists existing expired expires expiration expiry fd field file files
  forgot format hash hashed header headers helper hint host icon id ids ignore input invalid issuer kind label length level limit limits
  location max message method min mode name names param path paths pattern placeholder policy port prefix prompt provider ref refs regex
  region required requirements reset rule rules salt scheme scope scopes show size source stdin store strength suffix title ttl type types
  uri url user username valid validation validator var visible
`);

/** Before the word for a secret they say what is done with it. */
export const doneWithIt = list(`
  allow change changed confirm empty enable enabled existing expired forgot has hash hashed hide ignore invalid is message min max require
  required reset show valid with
`);

/**
 * Words of ordinary sentences, types and states, in six languages. None of them is taken for a password where a sentence could go on; a
 * password of one such word is worth nothing anyway.
 */
export const ordinaryWords = list(`
  case-sensitive write-only read-only time-limited one-time plain-text
  a about above accepted access account actual actually add adds admin administrator after again all allow allowed almost already also always
  am an and another any anymore anyone anything are array as ask asked asks at auth auto automatic available bad base basic be bearer because
  been before begins being below between blank bool boolean both but by bytes can cannot case changeme changes char character characters check
  checks choose command compact complex const contains correct could create created current currently custom days decimal default defaults
  delete deny depends describe different digest disabled do does done down each either else email empty enable enabled encoded encrypts
  ends enter env error errors event every everything example exists expires exposed external fail fails false field fields file files find fine
  first float flag for forbidden forgotten free from full function gate generate generated get gets give given go goes good had handle has hash
  have header help here hex hidden hide hint hour hours how i id if ignore ignored import in incorrect input inputs insecure inside int integer
  internal interface into invalid is it item its itself just keep keeps key keys kind known lacks last leave length less let like limit line list
  local login logins long look lost lower made make manual many masked match matches max maximum may me mean means might min minimum minutes
  missing mode more most must my name names need needed needs never new next no nobody nobr none not nothing now null nullable number numbers
  object of off often ok old on once one only oauth open option optional options or other our out over own page param parameter part path
  per personal plain please port prefix present private prompt prompts property protected provided public put random rather read reads ready
  really redacted ref refuse regex related remove removed repeat request require required requires reset resets restricted result return
  returns right rotate rule run runs safe same save saved schema scope secure see seems send sends sensitive sent server session set sets
  setting settings shall shared short should show shown shows signature simple single size so some something state static stays std stdin still
  store stored stores str strict string strings strong struct style such support supports sure system take taken takes test tests text than that
  the their them then there these they thing this those through time times to today together too true trim try twice type types
  unchanged undefined uint under unit unknown unsafe unset until update updates upper url use used user username users uses using utf valid
  value values varchar variable variables verify version very via view visible void wait want wants warns was way we weak were what whatever
  when where whether which while who whose why will with within without word words work works would write writes wrong year yes yet you your
  aber abgelaufen als am anders angeben aus auf bei bin bis bitte das dass dasselbe dem den denselben der des die dieselbe dieselben dieser
  doch dort durch ein eine einem einen einer eines eingeben erforderlich es falsch fehlt feld für gehört geht geändert gespeichert gestern
  gesperrt gültig haben hat hier ich ihr ihre im immer in ins ist ja jede jeder jetzt kein keine keinen kann korrekt kurz lang leer liegt
  mehr mein mindestens mit morgen muss nach neu neue nicht nie nirgends noch notwendig nur oder ohne optional pflicht pflichtfeld richtig
  schon schwach sehr sein sich sicher sie siehe sind so soll sonst stark steht tresor und ungültig unter unverändert verschickt verschlüsselt
  vergessen vom von vor wird wie wieder wiederholen wird wurde zeichen zu zum zur
  actuel actuelle ainsi alors après au aucun aucune aussi autre aux avant avec bien bon bonne ce cela celui ces cet cette chaque chiffré
  comme correct court dans de des doit du elle en encore entre est et eu expiré facultatif faible faux fort haché il ils incorrect invalide
  jamais la le les leur long lu lui mais manquant même mes modifié mon ne non nos notre nouveau nouvelle obligatoire on ou où oublié par pas
  perdu plus pour quand que quel qui requis sa sans ses si soit son sont stocké sur ta toujours tous tout toute très trop un une valable valide
  vide voir vos votre
  actual ahora al algo ambos antes aquí así aún aunque bien cada cambiada campo cifrada clave como con correcta corta corto cual cuando débil
  debe del demasiado desde después distinta donde dos el ella en entre era es esa ese esta está este esto falta fuerte fue ha han hasta hay
  incorrecta inválida la larga las le lo los mal más mi mínimo misma mismo muy ningún ninguna no nombre nueva nunca obligatoria obligatorio
  olvidada opcional otra para pero personal poco por porque privada que quien se según segura ser si siempre sin sobre solo son su sus también
  tan tiene todo tu un una usted vacía vacío válida válido ver ya
  adesso al alla almeno altra ancora anche attuale breve campo che chi ci come con corretta corta cui da dal dalla debole deve di dimenticata
  dopo dove è ed era errata facoltativa forte già gli ha hanno il in invalida la le lo lunga ma mai manca meno mia molto nei nel nella nessuna
  non nuova o obbligatoria obbligatorio ogni ora per perché personale più poi prima quale quando quella questa riservata scaduta se segreta
  sempre senza si sia sicura sono sta stata stessa stesso sua sul sulla troppo tua tutti un una valida vuota
  agora ainda alterada antes ao aos após até atual bem cada cifrada com correta curta da das de deve diferente do dos e é ela em entre era
  errada esquecida essa esta está expirada fica foi fora forte fraca guardada há incorreta inválida isso já longa mais mas mesma mesmo meu minha
  muito na nas nem no nome nos nova num nunca o obrigatória obrigatório opcional os ou outra para pela pelo pessoal por qual quando que quem
  reservada sem sempre ser seu só sua também tem toda todo um uma vazia você
`);

/** Verbs and signs that join the word for a secret and the secret: `the password is X`, `das Passwort lautet X`, `la password è X`. */
export const joiners = list(`
  is was are be becomes equals = -> => → : to with
  ist lautet heißt heisst war auf
  est était devient
  es era será
  è e' sarà
  é será
`);
/** May follow such a verb: `the password is now X`. */
export const adverbs =
  list(`now still currently always set reset changed updated geändert gesetzt simply just actually again jetzt noch weiterhin immer maintenant toujours encore ahora todavía
  aún ora ancora adesso agora ainda sempre only probably called the`);

/** Words for a password in running text. The first group stands for what follows it at once, too. */
export const keywords = String.raw`pass ?(?:word|phrase|code)|passwd|pwd|pw|pin|(?:[A-Za-z\u00C0-\uFFDC-]{0,30}|\b)passwort|(?:[A-Za-z\u00C0-\uFFDC-]{0,30}|\b)kennwort|geheimzahl|losungswort|mots? de passe|mdp|phrase (?:secr[eè]te|de passe)|code d['’]acc[eè]s|contrase[nñ]a|clave(?: de acceso| secreta)?|frase (?:de contrase[nñ]a|secreta)|parola (?:d['’]ordine|chiave|segreta)|chiave (?:di accesso|segreta)|senha|palavra-(?:passe|chave)|wachtwoord|has[łl]o|парол[ья]|密[码碼][是为為]?|パスワードは?|비밀번호[는은]?|(?:client |shared |app |webhook |signing )?secret|(?:access |api |auth |refresh |bearer |deploy |session )?token|(?:api|access|secret|license|encryption|account|master|deploy)[ -]key|(?:api|zugangs)-?schl[uü]ssel|cl[eé] (?:api|secr[eè]te|d['’]acc[eè]s)`;
/** Their secret may be several words. */
export const phraseWords = /phrase|frase/i;
/** Their secret is a number. */
export const numberWords = /^(pin|pass ?code|geheimzahl|code d)/i;
/** Words before a user and a password: `Zugangsdaten: root / X`. */
export const accountWords = String.raw`credentials?|creds|log[ -]?in|sign in|account|zugangsdaten|anmeldedaten|zugang|anmelden|identifiants?|credenciales|credenziali|credenciais`;
