/** How a program takes a secret on its command line. Long options with a secret's name need no row. */
export interface Tool {
  /** Options with the secret in the same word: `-psecret`. */
  readonly attached?: readonly string[];
  /** Options with the secret in the next word: `-p secret`. */
  readonly next?: readonly string[];
  /** Options with a user, a sign and the secret: `-u user:secret`. */
  readonly pair?: { readonly options: readonly string[]; readonly sign: string };
  /** Only behind this word: `docker login -p`, and not `docker run -p`. */
  readonly only?: readonly string[];
  /** Words of which the one at this index behind `only` is the secret; -1: the last. Options are not counted. */
  readonly position?: number;
  /** An option without which no word is: `htpasswd -b`. */
  readonly needs?: string;
}

const mysql: Tool = { attached: ['-p'] };
const login: Tool = { next: ['-p'], only: ['login'] };
const mongo: Tool = { attached: ['-p'], next: ['-p'] };
const ldap: Tool = { attached: ['-w'], next: ['-w'] };
const samba: Tool = { pair: { options: ['-U', '--user'], sign: '%' } };
const zip: Tool = { attached: ['-P'], next: ['-P'] };
const sevenZip: Tool = { attached: ['-p'] };
const microsoft: Tool = { attached: ['-P'], next: ['-P'] };
const snmp: Tool = { next: ['-A', '-X'] };
const registry: Tool = { next: ['-p'], only: ['login'], pair: { options: ['--creds', '--src-creds', '--dest-creds'], sign: ':' } };

export const tools: Readonly<Record<string, readonly Tool[]>> = {
  ...same(
    'mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlcheck mysqlpump mysqlslap mysqlbinlog mysqlsh mariadb mariadb-dump mariadb-admin',
    mysql,
  ),
  ...same('docker podman nerdctl buildah oras crane helm az cf oc', login),
  skopeo: [registry],
  regctl: [registry],
  ...same('mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat mongotop cqlsh twine', mongo),
  ...same('ldapsearch ldapmodify ldapadd ldapdelete ldapwhoami ldappasswd ldapcompare', ldap),
  ...same('smbclient rpcclient smbget winexe net', samba),
  ...same('zip unzip zipcloak', zip),
  ...same('7z 7za 7zr 7zz', sevenZip),
  ...same('rar unrar', { attached: ['-hp', '-p'] }),
  ...same('sqlcmd bcp osql isql', microsoft),
  ...same('mosquitto_pub mosquitto_sub mosquitto_rr ipmitool', { attached: ['-P'], next: ['-P'] }),
  ...same('snmpget snmpwalk snmpset snmpbulkwalk', snmp),
  ...same('psexec psexec64', { next: ['-p'] }),
  sshpass: [{ attached: ['-p'], next: ['-p'] }],
  'redis-cli': [{ next: ['-a'] }],
  'valkey-cli': [{ next: ['-a'] }],
  curl: [{ pair: { options: ['-u', '--user', '-U', '--proxy-user'], sign: ':' } }],
  http: [{ pair: { options: ['-a', '--auth'], sign: ':' } }],
  https: [{ pair: { options: ['-a', '--auth'], sign: ':' } }],
  xh: [{ pair: { options: ['-a', '--auth'], sign: ':' } }],
  lftp: [{ pair: { options: ['-u', '--user'], sign: ',' } }],
  sqlplus: [{ position: 0 }],
  htpasswd: [{ needs: 'b', position: -1 }],
  vault: [{ only: ['login'], position: 0 }],
  rabbitmqctl: [
    { only: ['add_user'], position: 1 },
    { only: ['change_password'], position: 1 },
  ],
  poetry: [{ only: ['config'], position: 2 }],
  mc: [{ only: ['alias', 'set'], position: 3 }],
  net: [{ only: ['use'], position: 2 }, { only: ['user'], position: 1 }, { pair: { options: ['-U', '--user'], sign: '%' } }],
  ftp: [{ only: ['user'], position: 1 }],
  davfs: [{ position: 2 }],
};

function same(names: string, tool: Tool): Record<string, readonly Tool[]> {
  return Object.fromEntries(names.split(' ').map((name) => [name, [tool]]));
}
