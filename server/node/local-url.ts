import ipaddr from 'ipaddr.js'
import type { Settings } from './settings.ts'
import { isPublicAddress } from './webhooks/public-address.ts'

const LOCAL_NAME = /(^|\.)(localhost|local|lan|home|internal)$/

/** Whether the host of a URL is reachable in a local network only: a private address, or a name that is not in the public DNS. */
function isLocalUrl(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(host)) return !isPublicAddress(host)
  return !host.includes('.') || LOCAL_NAME.test(host)
}

/**
 * Whether real mails would contain links that their recipients cannot open. A demo, a mail server on this machine and the
 * outbox folder are for trying the portal out.
 */
export const sendsLocalLinks = ({
  smtpUrl,
  demo,
  publicUrl,
}: Pick<Settings, 'smtpUrl' | 'demo' | 'publicUrl'>): boolean =>
  smtpUrl !== undefined && !demo && !isLocalUrl(smtpUrl) && isLocalUrl(publicUrl)
