import { sendsLocalLinks } from './local-url.ts'
import type { Settings } from './settings.ts'

type WarningSettings = Pick<Settings, 'publicUrl' | 'demo' | 'trustedProxies' | 'smtpUrl' | 'dataDir' | 'misnamed'>

/** Returns warnings about settings that are valid but hardly ever intended. */
export function startWarnings({
  publicUrl,
  demo,
  trustedProxies,
  smtpUrl,
  dataDir,
  misnamed,
}: WarningSettings): string[] {
  return [
    ...misnamed.map(([name, suggestion]) => `${name} is not a setting and has no effect; is ${suggestion} meant?`),
    ...mailWarnings(smtpUrl),
    ...(sendsLocalLinks({ smtpUrl, demo, publicUrl })
      ? [`PUBLIC_URL is ${publicUrl}, which others cannot open: invitations are refused.`]
      : []),
    ...(publicUrl.startsWith('https:') ? publicWarnings({ trustedProxies, smtpUrl, dataDir }) : []),
  ]
}

/** Ports where mail servers begin without TLS and offer STARTTLS. */
const STARTTLS_PORTS = ['25', '587', '2525']

function mailWarnings(smtpUrl: string | undefined): string[] {
  if (smtpUrl === undefined) return []
  const { protocol, port } = new URL(smtpUrl)
  if (protocol === 'smtp:' && port === '465')
    return ['SMTP_URL is smtp:// with port 465, where mail servers expect TLS at once: no mail is sent. Use smtps://.']
  if (protocol === 'smtps:' && STARTTLS_PORTS.includes(port))
    return [
      `SMTP_URL is smtps:// with port ${port}, where mail servers begin without TLS: no mail is sent. Use smtp://, which changes to TLS (STARTTLS), or port 465.`,
    ]
  return []
}

/** Returns warnings for a portal that clients reach over https. */
function publicWarnings({
  trustedProxies,
  smtpUrl,
  dataDir,
}: Omit<WarningSettings, 'publicUrl' | 'demo' | 'misnamed'>): string[] {
  return [
    ...(trustedProxies.length === 0
      ? ['PUBLIC_URL is https, and TRUSTED_PROXIES is not set: all visitors count as one, and share the limits.']
      : []),
    ...(smtpUrl === undefined
      ? [`PUBLIC_URL is https, and SMTP_URL is not set: no mail is sent; all go to outbox in ${dataDir}.`]
      : []),
  ]
}
