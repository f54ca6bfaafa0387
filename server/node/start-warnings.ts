import type { Settings } from './settings.ts'

type Looked = Pick<Settings, 'publicUrl' | 'trustedProxies' | 'smtpUrl' | 'dataDir'>

/** What is allowed, and hardly ever meant where clients come by https; a line each. */
export function startWarnings({ publicUrl, trustedProxies, smtpUrl, dataDir }: Looked): string[] {
  if (!publicUrl.startsWith('https:')) return []
  return [
    ...(trustedProxies.length === 0
      ? ['PUBLIC_URL is https, and TRUSTED_PROXIES is not set: all visitors count as one, and share the limits.']
      : []),
    ...(smtpUrl === undefined
      ? [`PUBLIC_URL is https, and SMTP_URL is not set: no mail is sent; all go to outbox in ${dataDir}.`]
      : []),
  ]
}
