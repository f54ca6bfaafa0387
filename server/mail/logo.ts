import type { MailLogo } from '#server/ports.ts'
import { type LogoPorts, logoOf } from '#server/practice/logo.ts'

/** A larger one would weigh on every mail. */
const MAX_BYTES = 200_000

/** The logo of a practice as mail programs show it; undefined without a usable logo, or where it cannot be read now. */
export async function mailLogo(ports: LogoPorts, url: string | null): Promise<MailLogo | undefined> {
  // The mail goes without it.
  const logo = await logoOf(ports, url).catch(() => undefined)
  return logo && logo.bytes.length <= MAX_BYTES ? logo : undefined
}
