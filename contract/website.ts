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
