/** Modules that come with Python, of the versions 3.8 to 3.14 and of Python 2. https://docs.python.org/3/py-modindex.html (2026-11-22) */
const standard = new Set(
  'BaseHTTPServer ConfigParser Cookie HTMLParser Queue SimpleHTTPServer SocketServer StringIO Tkinter UserDict UserList __builtin__ __future__ abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii binhex bisect builtins bz2 cPickle cProfile cStringIO calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys commands compileall compression concurrent configparser contextlib contextvars cookielib copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest dummy_threading email encodings ensurepip enum errno exceptions faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http httplib idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma macpath mailbox mailcap marshal math md5 mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors sets sha shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios test textwrap this thread threading time timeit tkMessageBox tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib urllib2 urlparse uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc xmlrpclib zipapp zipfile zipimport zlib zoneinfo'.split(
    ' ',
  ),
);

/** Packages that are imported under another name than they are installed by; each by its own documentation (2026-11-22). */
const installedAs: Readonly<Record<string, readonly string[]>> = {
  attr: ['attrs'],
  bs4: ['beautifulsoup4'],
  Crypto: ['pycryptodome', 'pycrypto'],
  Cryptodome: ['pycryptodomex'],
  cv2: ['opencv-python', 'opencv-python-headless', 'opencv-contrib-python', 'opencv-contrib-python-headless'],
  dateutil: ['python-dateutil'],
  discord: ['discord.py', 'py-cord'],
  django: ['django'],
  docx: ['python-docx'],
  dotenv: ['python-dotenv'],
  fitz: ['pymupdf'],
  flask_sqlalchemy: ['flask-sqlalchemy'],
  git: ['gitpython'],
  github: ['pygithub'],
  google: [],
  gi: ['pygobject'],
  grpc: ['grpcio'],
  jose: ['python-jose'],
  jwt: ['pyjwt'],
  ldap: ['python-ldap'],
  magic: ['python-magic'],
  markdown_it: ['markdown-it-py'],
  memcache: ['python-memcached'],
  mpl_toolkits: ['matplotlib'],
  MySQLdb: ['mysqlclient'],
  nacl: ['pynacl'],
  OpenSSL: ['pyopenssl'],
  PIL: ['pillow'],
  pkg_resources: ['setuptools'],
  pptx: ['python-pptx'],
  psycopg2: ['psycopg2', 'psycopg2-binary'],
  pylab: ['matplotlib'],
  pythoncom: ['pywin32'],
  pywintypes: ['pywin32'],
  ruamel: ['ruamel.yaml', 'ruamel-yaml'],
  serial: ['pyserial'],
  skimage: ['scikit-image'],
  sklearn: ['scikit-learn'],
  slugify: ['python-slugify'],
  socks: ['pysocks'],
  telegram: ['python-telegram-bot'],
  tlz: ['toolz', 'cytoolz'],
  usb: ['pyusb'],
  websocket: ['websocket-client'],
  win32api: ['pywin32'],
  win32con: ['pywin32'],
  yaml: ['pyyaml'],
  zmq: ['pyzmq'],
};

/**
 * Whether a package is declared: its name, or that under which it is installed, is somewhere in the texts that declare dependencies
 * (lower case, separators as `-`). Parts of longer names count too: `opentelemetry` is brought by `opentelemetry-api`.
 */
export function isDeclaredPython(name: string, texts: string): boolean {
  const plain = name.toLowerCase().replaceAll('_', '-');
  const candidates = installedAs[name];
  // Packages of one name space come under many names.
  if (candidates?.length === 0) return true;
  if (candidates?.some((one) => holdsName(texts, one.toLowerCase().replaceAll(/[_.]/g, '-'))) === true) return true;
  return holdsName(texts, plain) || texts.includes(`python-${plain}`) || texts.includes(`py${plain}`) || texts.includes(`${plain}-python`);
}

function holdsName(texts: string, name: string): boolean {
  return new RegExp(String.raw`(?<![a-z0-9])${name.replaceAll(/[^a-z0-9-]/g, '.')}(?![a-z0-9])`).test(texts);
}

/** Whether a module comes with Python. */
export function isStandard(name: string): boolean {
  return standard.has(name) || name.startsWith('_');
}
