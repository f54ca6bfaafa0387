import leven from 'leven'
import { LIMITS } from '#server/http/limits.ts'

export const SETTING_NAMES = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'TOKEN_SECRET',
  'TOKEN_SECRET_FORMER',
  'PUBLIC_URL',
  'ALLOWED_ORIGINS',
  'UPLOAD_ORIGINS',
  'TRUSTED_PROXIES',
  'STORAGE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'OAUTH_JWKS_URL',
  'OAUTH_ISSUER',
  'OAUTH_AUDIENCE',
  'OAUTH_SINGLE_USE',
  'DEMO',
  'SERVICE_WORKER',
  'NOTICE_MS',
  'METRICS_HOST',
  'METRICS_PORT',
  'KEEP_ALIVE_MS',
  'DATABASE_CONNECTIONS',
] as const

export type SettingName = (typeof SETTING_NAMES)[number]

export const LIMIT_NAMES: readonly string[] = Object.values(LIMITS).map(([name]) => name)
const ALL: readonly string[] = [...SETTING_NAMES, ...LIMIT_NAMES]

export const isSetting = (name: string): boolean => ALL.includes(name)

/** Variables of Node, of the build, of the PostgreSQL client and of the system, which a settings file may also contain. */
const OF_PLATFORM =
  /^(?:NODE_.+|VITE_.+|PG[A-Z]+|LC_[A-Z]+|LANG|LANGUAGE|TZ|PATH|HOME|USER|TMPDIR|MAIL|UV_THREADPOOL_SIZE|MALLOC_.+|SSL_CERT_(?:FILE|DIR)|(?:https?|all|no)_proxy|(?:HTTPS?|ALL|NO)_PROXY|BACKUPS)$/

export const isOfPlatform = (name: string): boolean => OF_PLATFORM.test(name)

/** Returns the setting that a name equals but for case and separators, or the first words of which it is (`SMTP` of `SMTP_URL`). */
function settingBegunBy(name: string): string | undefined {
  const words = name
    .toUpperCase()
    .replaceAll(/[^A-Z\d]+/g, '_')
    .replaceAll(/^_|_$/g, '')
  if (words.length < 3) return undefined
  const begun = ALL.filter((each) => each === words || each.startsWith(`${words}_`))
  return begun.toSorted((one, other) => one.length - other.length)[0]
}

/** Share of the letters of a setting that a wrong name of it may differ in. */
const MOST_CHANGED = 0.4

function settingSpeltLike(name: string): string | undefined {
  const [nearest] = ALL.map((each) => ({ each, changes: leven(name.toUpperCase(), each) }))
    .filter(({ each, changes }) => changes <= each.length * MOST_CHANGED)
    .toSorted((one, other) => one.changes - other.changes)
  return nearest?.each
}

/** Returns the setting that is probably meant by a name that is none. */
export const nearestSetting = (name: string): string | undefined => settingBegunBy(name) ?? settingSpeltLike(name)

/** First words of settings that no other program is known to use as the name of a variable. */
const FIRST_WORDS = ['DATABASE', 'SMTP', 'STORAGE', 'TRUSTED', 'OAUTH', 'METRICS', 'TOKEN', 'LIMIT']

/**
 * Returns the variables of an environment that are probably meant as settings, each with the setting. An environment contains the
 * variables of other programs too, so these are a reason for a warning, not for a refusal.
 */
export const misnamedIn = (
  env: Readonly<Record<string, string | undefined>>,
): (readonly [name: string, meant: string])[] =>
  Object.keys(env).flatMap((name) => {
    const isMeant = isSetting(name.toUpperCase()) || FIRST_WORDS.includes(name.toUpperCase())
    const meant = isMeant && !isSetting(name) && settingBegunBy(name)
    // On Windows the case of a name does not matter.
    return meant && env[meant] === undefined ? [[name, meant] as const] : []
  })
