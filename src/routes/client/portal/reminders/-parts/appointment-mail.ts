interface Letter {
  subject: string
  text: string
}

/** A mail that is written already (RFC 6068); undefined where the address is none. */
export function mailHref(address: string | undefined, { subject, text }: Letter): string | undefined {
  const [, name, host] = /^([^\s@?&#%"<>,]+)@([^\s@?&#%"<>,/]+)$/.exec(address ?? '') ?? []
  if (!name || !host) return undefined
  const body = text.replaceAll(/\r\n|\r|\n/g, '\r\n')
  return `mailto:${encodeURIComponent(name)}@${host}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
