import leven from 'leven'
import { LIMITS } from '#server/http/limits.ts'
import { typedKeys } from '#contract/values.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Settings with default and description, in the order of docs/reference/settings.md. A setting marked `secret` can
 * also be read from the file that `NAME_FILE` names.
 */
export const SETTINGS = {
  PORT: ['`4000`', 'TCP port of the server. `0` selects a free port.'],
  HOST: ['`127.0.0.1`', 'Address on which the server listens.'],
  PUBLIC_URL: [
    '`http://localhost:PORT`',
    'Origin at which people reach the portal. Links in mails and passkeys use it. With `https:` cookies and headers are strict.',
  ],
  DATA_DIR: ['`./data`', 'Folder of the embedded database, secrets, files, unsent mails and waiting exports.'],
  DATABASE_URL: ['the embedded database', 'PostgreSQL database, as `postgres://user:password@host/name`.', 'secret'],
  DATABASE_PASSWORD: [
    'the password in `DATABASE_URL`',
    'Password of the user of `DATABASE_URL`, with any characters and without encoding.',
    'secret',
  ],
  DATABASE_CONNECTIONS: ['`10`', 'Maximum number of connections of one server to PostgreSQL.'],
  STORAGE_URL: [
    '`files` in `DATA_DIR`',
    'S3-compatible bucket for files, as `s3+https://KEY:SECRET@host/bucket?region=REGION`.',
    'secret',
  ],
  TOKEN_SECRET: [
    'created in `DATA_DIR`',
    'Secret from which all signing keys are derived, at least 32 bytes. Servers of one database share it.',
    'secret',
  ],
  TOKEN_SECRET_FORMER: ['none', 'Former secret while it is replaced; `lost` if nobody knows it any more.', 'secret'],
  SMTP_URL: [
    'mails as files in `DATA_DIR/outbox`',
    'Mail server, as `smtp://user:password@host:587` or `smtps://…:465`.',
    'secret',
  ],
  SMTP_PASSWORD: [
    'the password in `SMTP_URL`',
    'Password of the user of `SMTP_URL`, with any characters and without encoding.',
    'secret',
  ],
  MAIL_FROM: ['`portaal@` the host of `PUBLIC_URL`', 'Sender of mails: an address, or `Name <address>`.'],
  TRUSTED_PROXIES: [
    'none',
    'IP addresses or networks of your own proxies, separated by commas. The server trusts their `X-Forwarded-For`.',
  ],
  ALLOWED_ORIGINS: ['none', 'Other origins whose pages may call the API (CORS), separated by commas.'],
  UPLOAD_ORIGINS: [
    'none',
    'Origins to which pages may send uploads, separated by commas. The API and the bucket of `STORAGE_URL` need no entry.',
  ],
  OAUTH_JWKS_URL: ['off', 'URL of the public keys of a system whose tokens sign people in.'],
  OAUTH_ISSUER: ['off', 'Required issuer (`iss`) of those tokens.'],
  OAUTH_AUDIENCE: ['off', 'Required audience (`aud`) of those tokens.'],
  OAUTH_SINGLE_USE: ['`off`', '`on`: each token works once. The server recognises a token by its `jti`.'],
  OIDC_ISSUER: ['off', 'OpenID Connect issuer at which staff sign in, as its metadata state it (https).'],
  OIDC_CLIENT_ID: ['off', 'Client id of the portal at that issuer.'],
  OIDC_CLIENT_SECRET: ['off', 'Client secret of the portal at that issuer.', 'secret'],
  OIDC_NAME: ['none', 'Name of the issuer in the texts of the portal, such as the name of your organisation.'],
  OIDC_USERNAME_CLAIM: ['`email`', "Claim with the person's user name at the portal, which is an e-mail address."],
  OIDC_VERIFIED_CLAIM: ['`email_verified`', 'Claim that must be true before a person is matched by that address.'],
  OIDC_MFA_ACR: [
    'none',
    'Values of `acr` that stand for two factors, separated by commas. The portal also asks the issuer for them.',
  ],
  WEBHOOK_NETWORKS: [
    'none',
    'Private addresses or networks to which events may be sent, also by http, separated by commas. All other events need https and a public address.',
  ],
  SECURITY_CONTACT: [
    'none',
    'E-mail address or https URL for reports of vulnerabilities, published as `/.well-known/security.txt`.',
  ],
  DEMO: [
    '`on` if reachable from this machine only',
    'Whether an empty database gets demo data, whose password is public: `on` or `off`.',
  ],
  SERVICE_WORKER: ['`on`', '`off`: browsers do not store the portal, and remove what they stored.'],
  NOTICE_MS: [
    '`500`',
    'Time between the first failing readiness check and the end of new connections at a stop, in milliseconds.',
  ],
  KEEP_ALIVE_MS: ['`10000`', 'Time that an idle connection stays open, in milliseconds.'],
  METRICS_PORT: ['off', 'Port of the metrics (OpenMetrics text format).'],
  METRICS_HOST: ['`127.0.0.1`', 'Address on which the metrics are served.'],
} as const satisfies Record<string, readonly [usual: string, description: string, kind?: 'secret']>

export type SettingName = keyof typeof SETTINGS
export const SETTING_NAMES = typedKeys(SETTINGS)

/** Settings that name the file of a secret, each with the secret. */
export const SECRET_FILES = SETTING_NAMES.filter((name) => SETTINGS[name][2] === 'secret').map(
  (name) => [`${name}_FILE`, name] as const,
)

export const LIMIT_NAMES: readonly string[] = Object.values(LIMITS).map(([name]) => name)
const ALL: readonly string[] = [...SETTING_NAMES, ...SECRET_FILES.map(([name]) => name), ...LIMIT_NAMES]

export const isSetting = (name: string): boolean => ALL.includes(name)

/** Variables of Node, of the build, of the PostgreSQL client and of the system, which a settings file may also contain. */
const OF_PLATFORM =
  /^(?:NODE_.+|VITE_.+|PG[A-Z]+|LC_[A-Z]+|LANG|LANGUAGE|TZ|PATH|HOME|USER|TMPDIR|MAIL|UV_THREADPOOL_SIZE|MALLOC_.+|SSL_CERT_(?:FILE|DIR)|(?:https?|all|no)_proxy|(?:HTTPS?|ALL|NO)_PROXY|BACKUPS)$/

export const isOfPlatform = (name: string): boolean => OF_PLATFORM.test(name)

/**
 * Returns the setting that equals a name apart from case and separators, or that begins with its words (`SMTP` for
 * `SMTP_URL`).
 */
function settingWithPrefix(name: string): string | undefined {
  const words = name
    .toUpperCase()
    .replaceAll(/[^A-Z\d]+/g, '_')
    .replaceAll(/^_|_$/g, '')
  if (words.length < 3) return undefined
  const candidates = ALL.filter((each) => each === words || each.startsWith(`${words}_`))
  return candidates.toSorted((one, other) => one.length - other.length)[0]
}

const MAX_CHANGED_SHARE = 0.4

function settingSpeltLike(name: string): string | undefined {
  const [nearest] = ALL.map((each) => ({ each, changes: leven(name.toUpperCase(), each) }))
    .filter(({ each, changes }) => changes <= each.length * MAX_CHANGED_SHARE)
    .toSorted((one, other) => one.changes - other.changes)
  return nearest?.each
}

export const nearestSetting = (name: string): string | undefined => settingWithPrefix(name) ?? settingSpeltLike(name)

/** First words of settings that no other known program uses for environment variables. */
const FIRST_WORDS = ['DATABASE', 'SMTP', 'STORAGE', 'TRUSTED', 'OAUTH', 'OIDC', 'METRICS', 'TOKEN', 'WEBHOOK', 'LIMIT']

/**
 * Returns environment variables that are probably misspelt settings, each with the intended setting. The environment
 * contains variables of other programs too, so callers only warn about these.
 */
export const misnamedIn = (env: Environment): (readonly [name: string, suggestion: string])[] =>
  Object.keys(env).flatMap((name) => {
    const isMeant = isSetting(name.toUpperCase()) || FIRST_WORDS.includes(name.toUpperCase())
    const suggestion = isMeant && !isSetting(name) && settingWithPrefix(name)
    // On Windows environment variables are case-insensitive.
    return suggestion && env[suggestion] === undefined ? [[name, suggestion] as const] : []
  })
