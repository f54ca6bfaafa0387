import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('readSettings defaults to loopback, with data in the working directory', () => {
  expect(readSettings({})).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    dataDir: `${process.cwd()}/data`,
    databaseUrl: undefined,
    tokenSecret: undefined,
    publicUrl: 'http://localhost:4000',
    allowedOrigins: [],
    uploadTo: [],
    trustedProxies: [],
    storage: undefined,
    smtpUrl: undefined,
    mailFrom: undefined,
    oauth: undefined,
    demo: true,
    noticeMs: 500,
    keepAliveMs: 10_000,
    databaseConnections: 10,
    metrics: undefined,
    limits: { bodyBytes: 65_536, logoBytes: 2_097_152, urlBytes: 8192, concurrentRequests: 100 },
  })
})

test('readSettings treats an empty variable as unset', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: ' ', DEMO: '', LIMIT_BODY_BYTES: '' })).toEqual(readSettings({}))
})

test('readSettings reads every setting', () => {
  const settings = readSettings({
    PORT: '8080',
    HOST: '0.0.0.0',
    DATABASE_URL: 'postgres://user:secret@db/portal',
    PUBLIC_URL: 'https://Portal.example/',
    ALLOWED_ORIGINS: 'https://one.example, https://two.example:8443',
    UPLOAD_ORIGINS: 'https://files.example/,http://127.0.0.1:9000',
    TRUSTED_PROXIES: '10.0.0.0/8,::1',
    STORAGE_URL: 's3+https://key:secret@store.example/logos?region=eu-west-1',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'De Krekel <post@dekrekel.example>',
    OAUTH_JWKS_URL: 'https://login.example/keys',
    OAUTH_ISSUER: 'https://login.example/',
    OAUTH_AUDIENCE: 'portal',
    OIDC_ISSUER: 'https://login.example/realms/praktijk',
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'hunter2',
    OIDC_MFA_ACR: 'gold, silver',
    DEMO: 'off',
    NOTICE_MS: '15000',
    KEEP_ALIVE_MS: '75000',
    DATABASE_CONNECTIONS: '25',
    METRICS_PORT: '9464',
    LIMIT_CONCURRENT_REQUESTS: '5',
  })
  expect(settings).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    databaseUrl: 'postgres://user:secret@db/portal',
    publicUrl: 'https://portal.example',
    allowedOrigins: ['https://one.example', 'https://two.example:8443'],
    uploadTo: ['https://files.example', 'http://127.0.0.1:9000', 'https://store.example/logos/'],
    trustedProxies: ['10.0.0.0/8', '::1'],
    storage: { url: 'https://store.example/logos', accessKeyId: 'key', secretAccessKey: 'secret', region: 'eu-west-1' },
    smtpUrl: 'smtps://mail.example',
    mailFrom: { name: 'De Krekel', address: 'post@dekrekel.example' },
    oauth: { jwksUrl: 'https://login.example/keys', issuer: 'https://login.example/', audience: 'portal' },
    oidc: {
      issuer: 'https://login.example/realms/praktijk',
      usernameClaim: 'email',
      verifiedClaim: 'email_verified',
      twoFactorAcr: ['gold', 'silver'],
    },
    demo: false,
    noticeMs: 15_000,
    keepAliveMs: 75_000,
    databaseConnections: 25,
    metrics: { host: '127.0.0.1', port: 9464 },
    limits: { concurrentRequests: 5 },
  })
})

test('readSettings escapes the bucket name for the Content-Security-Policy', () => {
  const { uploadTo } = readSettings({ STORAGE_URL: 's3+https://key:secret@store.example/a;b,c' })
  expect(uploadTo).toEqual(['https://store.example/a%3Bb%2Cc/'])
})

test('readSettings parses the host of METRICS_PORT', () => {
  const at = { host: '10.0.0.5', port: 9464 }
  expect(readSettings({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' }).metrics).toEqual(at)
})

test.each(
  Object.entries({
    PORT: ['0x10', '65536'],
    DATABASE_URL: ['mysql://user:secret@db/portal'],
    TOKEN_SECRET: ['secret'],
    PUBLIC_URL: ['https://portal.example/portal'],
    ALLOWED_ORIGINS: ['*'],
    UPLOAD_ORIGINS: ['https://files.example/bucket', 'https://files.example;script-src'],
    TRUSTED_PROXIES: ['10.0.0.0/33', 'localhost'],
    STORAGE_URL: ['s3+http://key:secret@store.example/logos'],
    SMTP_URL: ['https://mail.example'],
    MAIL_FROM: ['De Krekel'],
    DEMO: ['yes'],
    LIMIT_BODY_BYTES: ['0'],
    LIMIT_SPEED: ['1'],
    NOTICE_MS: ['soon'],
    METRICS_PORT: ['on'],
    METRICS_HOST: ['0.0.0.0'],
    KEEP_ALIVE_MS: ['0'],
    DATABASE_CONNECTIONS: ['0', '1001'],
    OAUTH_SINGLE_USE: ['yes'],
    TOKEN_SECRET_FORMER: ['secret'],
  }),
)('readSettings names the invalid setting %s without showing secrets', (name, values) => {
  for (const value of values) {
    expect(() => readSettings({ [name]: value })).toThrow(name)
    expect(() => readSettings({ [name]: value })).not.toThrow('secret@')
  }
})

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['PUBLIC-URL', 'PUBLIC_URL'],
])('readSettings rejects %s and suggests %s', (name, suggestion) => {
  const message = `${name} is not a setting; is ${suggestion} meant?`
  expect(() => readSettings({ [name]: 'https://portal.example' })).toThrow(message)
})

test('readSettings ignores unrelated environment variables', () => {
  const others = ['HOSTNAME', 'PATH', 'POST', 'HTTP_URL', 'PGDATABASE', 'XDG_DATA_DIRS', 'NODE_ENV', 'MAIL', 'DEBUG']
  const env = Object.fromEntries(others.map((name) => [name, 'something']))
  expect(readSettings(env)).toEqual(readSettings({}))
})

describe('readSettings, TRUSTED_PROXIES', () => {
  const TOO_WIDE = '0.0.0.0/1 8.0.0.0/7 10.0.0.0/07 2000::/3 2001:db8::/15 ::ffff:0.0.0.0/96 ::ffff:128.0.0.0/97 ::1/16'

  test.each(TOO_WIDE.split(' '))('rejects %s', (network) => {
    const message = `TRUSTED_PROXIES must be your own proxies only; "${network}"`
    expect(() => readSettings({ TRUSTED_PROXIES: `127.0.0.1,${network}` })).toThrow(message)
  })

  test('accepts networks of usual prefix lengths', () => {
    const all = ['10.0.0.0/8', '0.0.0.0', '::1/128', 'fc00::/7', 'fe80::/10', '2001:db8::/32', '::ffff:10.0.0.0/104']
    expect(readSettings({ TRUSTED_PROXIES: all.join() }).trustedProxies).toEqual(all)
  })
})

test.each<[boolean, Record<string, string>]>([
  [true, {}],
  [true, { PUBLIC_URL: 'http://127.0.0.1:8080', HOST: '::1' }],
  [true, { PUBLIC_URL: 'http://localhost:4000', DEMO: '' }],
  [false, { PUBLIC_URL: 'https://portal.example' }],
  [false, { PUBLIC_URL: 'http://localhost.portal.example' }],
  [false, { PUBLIC_URL: 'http://192.168.1.2:4000' }],
  [false, { HOST: '0.0.0.0' }],
  [false, { DEMO: 'off' }],
  [true, { PUBLIC_URL: 'https://portal.example', HOST: '0.0.0.0', DEMO: 'on' }],
])('readSettings sets demo to %s with %j', (demo, env) => {
  expect(readSettings(env).demo).toBe(demo)
})

describe('readSettings, OAuth', () => {
  const OAUTH = { OAUTH_JWKS_URL: 'https://login.example/keys', OAUTH_ISSUER: 'issuer', OAUTH_AUDIENCE: 'portal' }

  test.each(Object.keys(OAUTH))('rejects OAuth settings without %s', (name) => {
    expect(() => readSettings({ ...OAUTH, [name]: ' ' })).toThrow(/^OAUTH_JWKS_URL, OAUTH_ISSUER and OAUTH_AUDIENCE/)
  })

  test.each(['http://localhost:8080/keys', 'http://127.0.0.1/keys', 'http://[::1]:8080/keys'])(
    'accepts a key URL at %s',
    (url) => expect(readSettings({ ...OAUTH, OAUTH_JWKS_URL: url }).oauth?.jwksUrl).toBe(url),
  )

  test.each([
    'http://login.example/keys',
    'http://127.0.0.1.login.example/keys',
    'ftp://login.example/keys',
    'https://user:secret@login.example/keys',
  ])('rejects a key URL at %s', (url) => {
    expect(() => readSettings({ ...OAUTH, OAUTH_JWKS_URL: url })).toThrow(/^OAUTH_JWKS_URL must be(?!.*secret)/)
  })
})

describe('readSettings, OpenID Connect', () => {
  const OIDC = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 'hunter2' }

  test.each(Object.keys(OIDC))('rejects settings without %s', (name) => {
    expect(() => readSettings({ ...OIDC, [name]: ' ' })).toThrow(/^OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/)
  })

  test.each([
    'https://login.example/realms/praktijk',
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
  ])('accepts an issuer at %s', (url) => expect(readSettings({ ...OIDC, OIDC_ISSUER: url }).oidc?.issuer).toBe(url))

  test.each([
    'http://login.example',
    'ftp://login.example',
    'https://user:hunter2@login.example',
    'https://login.example?a=b',
  ])('rejects an issuer at %s', (url) =>
    expect(() => readSettings({ ...OIDC, OIDC_ISSUER: url })).toThrow(/^OIDC_ISSUER must be(?!.*hunter2)/),
  )
})
