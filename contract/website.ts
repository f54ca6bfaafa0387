// No schema here, because the portal checks every link it shows and loads yup lazily.

/** Whether a text is an http or https URL with a host and without credentials. Empty is valid. */
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

/** Returns the website of a practice if it is safe to link; undefined otherwise. */
export const websiteOf = ({ website }: { website?: string | undefined }): string | undefined =>
  website && isWebsite(website) ? website : undefined

const SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i
/** Excludes remarks such as `geen` or `n.v.t.`, which have no top-level domain. */
const TOP_LEVEL = /\.[a-z\d-]{2,}\.?$/i
const BROKEN_SCHEME = /^(https?)(?::\/?|\/\/|;\/\/)(?=[^/])/i

/** Reads the URL of a website as people write it, with https as the default scheme. Returns undefined if invalid. */
export function readWebsite(text: string): string | undefined {
  const written = text.trim().replace(BROKEN_SCHEME, '$1://')
  const url = SCHEME.test(written) ? written : `https://${written.replace(/^\/+/, '')}`
  return !/\s/.test(url) && isWebsite(url) && TOP_LEVEL.test(new URL(url).hostname) ? url : undefined
}

/** Returns the URL of a website as people write it; an invalid text is returned as it is. */
export const completeWebsite = (text: string): string => readWebsite(text) ?? text

/** Whether a text is an https URL with a host and without credentials. Empty is valid. */
export const isPaymentUrl = (value: string): boolean =>
  value === '' || (isWebsite(value) && /^https:/i.test(value.trim()))

/** Returns the payment URL of an invoice; undefined if missing or invalid. */
export const paymentUrlOf = ({ paymentUrl }: { paymentUrl?: string | undefined }): string | undefined =>
  paymentUrl && isPaymentUrl(paymentUrl) ? paymentUrl : undefined
