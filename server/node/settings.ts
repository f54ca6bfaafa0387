import { isIP } from 'node:net'
import { convertIPv6ToBinary } from 'hono/utils/ipaddr'
import { resolve } from 'node:path'
import leven from 'leven'
import {
  type Environment,
  LIMIT_NAMES,
  SETTING_NAMES,
  type SettingName,
  isSetting,
  misnamedIn,
} from './setting-names.ts'
import { readSecretFiles } from './secret-files.ts'
import { SettingsError } from './start-error.ts'
import { type Storage, parseStorage } from './files/storage.ts'
import { isLoopback } from '#server/http/loopback.ts'
import { LIMITS, type ServerLimits } from '#server/http/limits.ts'
import { type Sender, parseSender } from '#server/mail/mail-headers.ts'
import type { OAuthSettings, OidcSettings } from '#server/ports.ts'
import { recordOf, typedKeys } from '#contract/values.ts'

export interface Settings {
  port: number
  host: string
  dataDir: string
  /** If undefined, the embedded database in the data folder. */
  databaseUrl: string | undefined
  /** If undefined, generated once and stored in the data folder. */
  tokenSecret: string | undefined
  /** Former secret during a rotation; `lost` if it is no longer known. */
  formerTokenSecret: string | undefined
  publicUrl: string
  allowedOrigins: readonly string[]
  /** Content-Security-Policy sources for uploads, in addition to the API. */
  uploadTo: readonly string[]
  trustedProxies: readonly string[]
  /** Private networks to which events may be sent. */
  webhookNetworks: readonly string[]
  /** If undefined, the data folder. */
  storage: Storage | undefined
  /** If undefined, mails are written to the data folder. */
  smtpUrl: string | undefined
  /** If undefined, an e-mail address at the host of the public URL. */
  mailFrom: Sender | undefined
  oauth: OAuthSettings | undefined
  oidc: OidcSettings | undefined
  /** URI of the contact in security.txt. If undefined, there is no security.txt. */
  securityContact: string | undefined
  /** Whether an empty database gets demo data, whose passwords are public. */
  demo: boolean
  /** Whether browsers cache the portal with a service worker. */
  serviceWorker: boolean
  /** Time between the first failing readiness probe and closing the listening socket. */
  noticeMs: number
  /** If undefined, no metrics are collected. */
  metrics: { host: string; port: number } | undefined
  keepAliveMs: number
  databaseConnections: number
  limits: ServerLimits
  misnamed: readonly (readonly [name: string, suggestion: string])[]
}

/** Reads and checks all settings of the server; throws a `SettingsError` for the first invalid one. */
export function readSettings(given: Environment): Settings {
  rejectMistyped(given)
  const env = readSecretFiles(given)
  const text = (name: SettingName) => textOf(env, name)
  const bucket = storage(text('STORAGE_URL'))
  const port = integer('PORT', text('PORT'), 4000, 0, 65_535)
  const host = text('HOST') ?? '127.0.0.1'
  const publicUrl = origin('PUBLIC_URL', text('PUBLIC_URL') ?? `http://localhost:${port}`)
  return {
    port,
    host,
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    databaseUrl: withPassword(env, 'DATABASE', url('DATABASE_URL', text('DATABASE_URL'), ['postgres:', 'postgresql:'])),
    tokenSecret: secret('TOKEN_SECRET', text('TOKEN_SECRET')),
    formerTokenSecret: formerSecret('TOKEN_SECRET_FORMER', text('TOKEN_SECRET_FORMER')),
    publicUrl,
    allowedOrigins: list(text('ALLOWED_ORIGINS')).map((entry) => origin('ALLOWED_ORIGINS', entry)),
    uploadTo: [
      ...list(text('UPLOAD_ORIGINS')).map((entry) => origin('UPLOAD_ORIGINS', entry)),
      // Includes the bucket's path, because other customers may share the host.
      ...(bucket ? [`${bucket.url.replaceAll(/[;,]/g, encodeURIComponent)}/`] : []),
    ],
    trustedProxies: list(text('TRUSTED_PROXIES')).map(proxy),
    webhookNetworks: list(text('WEBHOOK_NETWORKS')).map((entry) => network('WEBHOOK_NETWORKS', entry)),
    storage: bucket,
    smtpUrl: withPassword(env, 'SMTP', url('SMTP_URL', text('SMTP_URL'), ['smtp:', 'smtps:'])),
    mailFrom: sender(text('MAIL_FROM')),
    oauth: oauth(
      [text('OAUTH_JWKS_URL'), text('OAUTH_ISSUER'), text('OAUTH_AUDIENCE')],
      onOff('OAUTH_SINGLE_USE', text('OAUTH_SINGLE_USE')) ?? false,
    ),
    oidc: oidc(text),
    securityContact: contact(text('SECURITY_CONTACT')),
    demo: onOff('DEMO', text('DEMO')) ?? isPrivate(host, publicUrl),
    serviceWorker: onOff('SERVICE_WORKER', text('SERVICE_WORKER')) ?? true,
    noticeMs: integer('NOTICE_MS', text('NOTICE_MS'), 500, 0, 600_000),
    metrics: metrics(text('METRICS_HOST'), text('METRICS_PORT')),
    keepAliveMs: integer('KEEP_ALIVE_MS', text('KEEP_ALIVE_MS'), 10_000, 100, 3_600_000),
    databaseConnections: integer('DATABASE_CONNECTIONS', text('DATABASE_CONNECTIONS'), 10, 1, 1000),
    limits: readLimits(env),
    misnamed: misnamedIn(env),
  }
}

/** An empty value unsets a setting. */
const textOf = (env: Environment, name: string) => env[name]?.trim() || undefined

function metrics(host: string | undefined, port: string | undefined): Settings['metrics'] {
  if (port !== undefined) return { host: host ?? '127.0.0.1', port: integer('METRICS_PORT', port, 0, 0, 65_535) }
  if (host === undefined) return undefined
  throw new SettingsError('METRICS_HOST is where METRICS_PORT is, which is not set')
}

/**
 * Rejects a name that differs from a setting in a few letters. The environment contains variables of other programs
 * too, so only long names with the same first letter count.
 */
function rejectMistyped(env: Environment): void {
  for (const given of Object.keys(env).filter((name) => !isSetting(name))) {
    const suggestion = SETTING_NAMES.find(
      (name) => name.length > 7 && given[0] === name[0] && leven(given, name) <= Math.ceil(name.length / 5),
    )
    if (suggestion) throw new SettingsError(`${given} is not a setting; is ${suggestion} meant?`)
  }
}

function readLimits(env: Environment): ServerLimits {
  const unknown = Object.keys(env).find((name) => name.startsWith('LIMIT_') && !LIMIT_NAMES.includes(name))
  if (unknown) throw new SettingsError(`${unknown} is not a limit of this server; those are ${LIMIT_NAMES.join(', ')}`)
  return recordOf(typedKeys(LIMITS), (key) => {
    const [name, usual, minimum, maximum] = LIMITS[key]
    return integer(name, textOf(env, name), usual, minimum, maximum)
  })
}

function integer(name: string, text: string | undefined, usual: number, minimum: number, maximum: number): number {
  if (text === undefined) return usual
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
  if (value >= minimum && value <= maximum) return value
  throw new SettingsError(`${name} must be a whole number from ${minimum} to ${maximum}`)
}

function url(name: string, text: string | undefined, protocols: string[]): string | undefined {
  if (text === undefined) return undefined
  // The message omits the value, which may contain a password.
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text
  throw new SettingsError(`${name} must be an address that starts with ${protocols.join('// or ')}//`)
}

/** Adds a separate password to a URL. The password is not trimmed, because spaces may belong to it. */
function withPassword(env: Environment, kind: 'DATABASE' | 'SMTP', text: string | undefined): string | undefined {
  const password = env[`${kind}_PASSWORD`]
  if (!password) return text
  const address = text === undefined ? undefined : new URL(text)
  if (!address?.username) throw new SettingsError(`${kind}_PASSWORD needs a user in ${kind}_URL`)
  if (address.password) throw new SettingsError(`${kind}_URL contains a password, and ${kind}_PASSWORD is set: set one`)
  address.password = encodeURIComponent(password)
  return address.href
}

function sender(text: string | undefined): Sender | undefined {
  if (text === undefined) return undefined
  const from = parseSender(text)
  if (from) return from
  throw new SettingsError(`MAIL_FROM must be an address, or Name <address>; it is ${JSON.stringify(text)}`)
}

function storage(text: string | undefined): Storage | undefined {
  if (text === undefined) return undefined
  const storage = parseStorage(text)
  if (storage) return storage
  // The message omits the value, which contains a password.
  throw new SettingsError(
    'STORAGE_URL must be s3+https://KEY:SECRET@HOST/BUCKET?region=REGION; s3+http for a store on this machine only',
  )
}

function contact(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const uri = text.includes(':') ? text : `mailto:${text}`
  if (/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(uri) && URL.canParse(uri)) return uri
  throw new SettingsError(`SECURITY_CONTACT must be an e-mail address or an https URL; it is ${JSON.stringify(text)}`)
}

// Without an audience, tokens issued for any other service would be accepted.
function oauth(given: (string | undefined)[], singleUse: boolean): OAuthSettings | undefined {
  const [jwksUrl, issuer, audience] = given
  if (!jwksUrl && !issuer && !audience) return undefined
  if (!jwksUrl || !issuer || !audience) {
    throw new SettingsError('OAUTH_JWKS_URL, OAUTH_ISSUER and OAUTH_AUDIENCE belong together: set all three, or none')
  }
  const { protocol, hostname, username, password } = URL.parse(jwksUrl) ?? {}
  const isPrivate = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname ?? ''))
  if (isPrivate && !username && !password) return { jwksUrl, issuer, audience, singleUse }
  throw new SettingsError('OAUTH_JWKS_URL must be an https address, or http on this machine, without a user')
}

function oidc(text: (name: SettingName) => string | undefined): OidcSettings | undefined {
  const [issuer, clientId, clientSecret] = [text('OIDC_ISSUER'), text('OIDC_CLIENT_ID'), text('OIDC_CLIENT_SECRET')]
  if (!issuer && !clientId && !clientSecret) return undefined
  if (!issuer || !clientId || !clientSecret) {
    throw new SettingsError(
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all three, or none',
    )
  }
  const { protocol, hostname, username, password, search, hash } = URL.parse(issuer) ?? {}
  const isPrivate = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname ?? ''))
  if (!isPrivate || username || password || search || hash) {
    throw new SettingsError('OIDC_ISSUER must be an https address, or http on this machine, without a user or query')
  }
  return {
    issuer,
    clientId,
    clientSecret,
    name: text('OIDC_NAME'),
    usernameClaim: text('OIDC_USERNAME_CLAIM') ?? 'email',
    verifiedClaim: text('OIDC_VERIFIED_CLAIM') ?? 'email_verified',
    twoFactorAcr: list(text('OIDC_MFA_ACR')),
  }
}

function origin(name: string, text: string): string {
  const parsed = URL.parse(text)
  const isHttp = parsed?.protocol === 'http:' || parsed?.protocol === 'https:'
  if (parsed && isHttp && /^https?:\/\/[^/?#@;,']+\/?$/i.test(text)) return parsed.origin
  throw new SettingsError(`${name} must be an origin such as https://portal.example, without a path; it is "${text}"`)
}

function network(name: string, text: string): string {
  const [address = '', prefix = '0', ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0 || !/^\d+$/.test(prefix) || Number(prefix) > (family === 6 ? 128 : 32)) {
    throw new SettingsError(`${name} must be addresses or networks such as 10.0.0.0/8; "${text}" is not one`)
  }
  return text
}

function proxy(text: string): string {
  const [address = '', prefix] = network('TRUSTED_PROXIES', text).split('/')
  if (prefix !== undefined && Number(prefix) < fewestBits(address)) {
    throw new SettingsError(
      `TRUSTED_PROXIES must be your own proxies only; "${text}" holds a good part of the internet, whose calls could then name any address as theirs`,
    )
  }
  return text
}

/**
 * Returns the shortest prefix of a trusted network. IPv4: 8, as in 10.0.0.0/8. IPv6: the private ranges, else 16 bits.
 */
function fewestBits(address: string): number {
  if (isIP(address) === 4) return 8
  const binary = convertIPv6ToBinary(address)
  if (binary >> 121n === 0xfcn >> 1n) return 7
  if (binary >> 118n === 0xfe8n >> 2n) return 10
  // This range contains the network of all IPv4 addresses (::ffff:0:0/96).
  return binary >> 48n === 0n ? 104 : 16
}

const formerSecret = (name: string, text: string | undefined) => (text === 'lost' ? text : secret(name, text))

function secret(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && Buffer.byteLength(text) < 32) {
    throw new SettingsError(`${name} must be at least 32 bytes long`)
  }
  return text
}

function onOff(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (text === 'on') return true
  if (text === 'off') return false
  throw new SettingsError(`${name} must be on or off; it is "${text}"`)
}

/** Whether the server is reachable from this machine only. */
const isPrivate = (host: string, publicUrl: string) =>
  (isLoopback(host) || host === '::1') && isLoopback(new URL(publicUrl).hostname)

const list = (text = '') =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
