import { canonicalHost, partsOfEmail } from './email.ts'
import { cleanText } from './text.ts'

/** A user name, which is an e-mail address, as it is stored and compared: small letters, composed, and one form of the host. */
export function canonicalUsername(typed: string): string {
  const text = cleanText(typed)
  const { local, host } = partsOfEmail(text) ?? { local: text, host: undefined }
  const name = local.toLowerCase().normalize('NFC')
  return host === undefined ? name : `${name}@${canonicalHost(host.trim())}`
}
