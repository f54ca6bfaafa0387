// No schema here: the portal asks it of every link it shows.

/** An http or https address with a host, without a user and a password; empty is valid (spec §5). */
export function isWebsite(value: string): boolean {
  if (value === '') return true
  try {
    const url = new URL(value)
    const isHttp = url.protocol === 'http:' || url.protocol === 'https:'
    return isHttp && url.hostname !== '' && url.username === '' && url.password === ''
  } catch {
    return false
  }
}

/** The website of a practice that links may lead to; undefined where it has none. */
export const websiteOf = ({ website }: { website?: string | undefined }): string | undefined =>
  website && isWebsite(website) ? website : undefined

const SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i
/** A remark such as `geen` or `n.v.t.` has none. */
const TOP_LEVEL = /\.[a-z\d-]{2,}\.?$/i
const BROKEN_SCHEME = /^(https?)(?::\/?|\/\/|;\/\/)(?=[^/])/i

/** The address of a website as people write it: one without a scheme is https. Undefined where it is none. */
export function readWebsite(text: string): string | undefined {
  const written = text.trim().replace(BROKEN_SCHEME, '$1://')
  const url = SCHEME.test(written) ? written : `https://${written.replace(/^\/+/, '')}`
  return !/\s/.test(url) && isWebsite(url) && TOP_LEVEL.test(new URL(url).hostname) ? url : undefined
}

/** An https address with a host, without a user and a password; empty is valid. */
export const isPaymentUrl = (value: string): boolean =>
  value === '' || (isWebsite(value) && /^https:/i.test(value.trim()))

/** Where an invoice can be paid; undefined where there is no such place. */
export const paymentUrlOf = ({ paymentUrl }: { paymentUrl?: string | undefined }): string | undefined =>
  paymentUrl && isPaymentUrl(paymentUrl) ? paymentUrl : undefined
