import type { MailLogo } from '#server/ports.ts'
import { type LogoPorts, logoOf } from '#server/practice/logo.ts'

/** Maximum size, because the logo is attached to every mail. */
const MAX_BYTES = 200_000

/** Returns a practice's logo for mail clients; undefined if there is no usable logo or reading fails. */
export async function mailLogo(ports: LogoPorts, url: string | null): Promise<MailLogo | undefined> {
  // The mail is sent without a logo.
  const logo = await logoOf(ports, url).catch(() => undefined)
  return logo && logo.bytes.length <= MAX_BYTES ? logo : undefined
}
