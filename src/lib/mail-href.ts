import { cleanText } from '#contract/text.ts'

interface Letter {
  subject: string
  text: string
}

/** Returns a `mailto:` link, optionally with subject and body (RFC 6068); undefined for an invalid e-mail address. */
export function mailHref(address: string | undefined, letter?: Letter): string | undefined {
  const [, name, host] = /^([^\s@?&#%"<>,]+)@([^\s@?&#%"<>,/]+)$/.exec(cleanText(address ?? '')) ?? []
  if (!name || !host) return undefined
  const to = `mailto:${encodeURIComponent(name)}@${host}`
  if (!letter) return to
  const { subject, text } = letter
  const body = text.replaceAll(/\r\n|\r|\n/g, '\r\n')
  return `${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
