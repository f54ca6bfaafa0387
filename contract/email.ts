import { cleanText } from './text.ts'

const AT = /[@\uff20\ufe6b]/g
const FULL_STOPS = /[\u3002\uff0e\uff61]/g
const ASCII_HOST = /^[\da-z._-]*$/
/** Characters that end the host in a URL, or that URL parsing decodes. */
const NOT_IN_HOST = /[\s/\\?#@:%[\]<>^|]/
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Surrogate}]/u
/** Maximum lengths of a label and of a host without its final full stop (RFC 1035). */
const MAX_LABEL = 63
const MAX_HOST = 253

/** Returns the canonical form of a host for comparisons: lower case, punycode, no final full stop. */
export function canonicalHost(host: string): string {
  const written = host.toLowerCase().replaceAll(FULL_STOPS, '.').replace(/\.$/, '')
  if (ASCII_HOST.test(written) || NOT_IN_HOST.test(written)) return written
  try {
    // URL parsing rewrites numeric IP addresses, which are not host names.
    const { hostname } = new URL(`http://${written}`)
    return /^\d+(?:\.\d+){3}$/.test(hostname) ? written : hostname.replace(/\.$/, '')
  } catch {
    return written
  }
}

/** Returns the parts before and after the last `@`; undefined for a text without an `@`. */
export function partsOfEmail(email: string): { local: string; host: string } | undefined {
  const written = email.replaceAll(AT, '@')
  const at = written.lastIndexOf('@')
  return at < 0 ? undefined : { local: written.slice(0, at), host: written.slice(at + 1) }
}

/** Whether a text is one e-mail address whose host can exist on the internet: a name of at least two labels. */
export function isEmail(text: string): boolean {
  const { local, host } = partsOfEmail(text) ?? {}
  if (!local || !host || /[\s@]/.test(local) || INVISIBLE.test(text)) return false
  const name = canonicalHost(host)
  const labels = name.split('.')
  return (
    name.length <= MAX_HOST &&
    labels.length > 1 &&
    labels.every(isLabel) &&
    // Top-level domains never begin with a digit.
    /^[a-z]/.test(labels.at(-1) ?? '')
  )
}

const isLabel = (label: string) => label.length <= MAX_LABEL && /^[\da-z](?:[\da-z-]*[\da-z])?$/.test(label)

const IN_BRACKETS = /<([^<>]*)>/g
const LABEL = /^[^@]*:\s*/
const BETWEEN = /[\s;,|/\\()[\]"']+/
const ENDS = /^[.:<]+|[.:>]+$/g

/**
 * Returns the e-mail addresses in a text, which may have several and remarks after them. Returns none if the text
 * begins with other words, which may belong to the address, as in `jan smit@mail.example`. Labels, and names before an
 * address in angle brackets, are allowed.
 */
export function emailsIn(text: string): string[] {
  const cleaned = cleanText(text)
  const bracketed = [...cleaned.matchAll(IN_BRACKETS)].map(([, address = '']) => address)
  const words = (bracketed.length > 0 ? bracketed.join(' ') : cleaned)
    .replace(LABEL, '')
    .split(BETWEEN)
    .map((word) => word.replaceAll(ENDS, ''))
    .filter(Boolean)
  return isEmail(words[0] ?? '') ? words.filter(isEmail) : []
}

/**
 * Returns the canonical form of a user name, which is an e-mail address: lower case, composed Unicode, canonical host.
 */
export function canonicalUsername(typed: string): string {
  const text = cleanText(typed)
  const { local, host } = partsOfEmail(text) ?? { local: text, host: undefined }
  const name = local.toLowerCase().normalize('NFC')
  return host === undefined ? name : `${name}@${canonicalHost(host.trim())}`
}
