import type { Files, MailLogo, Ports } from '#server/ports.ts'
import { logoBytes, logoKind } from '#server/practice/logo.ts'
import { IMAGE_TYPES } from '#server/files/images.ts'

/** A larger one would weigh on every mail. */
const MOST_BYTES = 200_000

/** The last one, for a practice's mails come one after the other. What is at an address never changes. */
const last = new WeakMap<Files, { url: string; logo: MailLogo | undefined }>()

/** The logo of a practice as mail programs show it; undefined where there is none such, or where it cannot be had now. */
export async function mailLogo(
  { db, files }: Pick<Ports, 'db' | 'files'>,
  url: string | null,
): Promise<MailLogo | undefined> {
  if (url === null) return undefined
  const known = last.get(files)
  if (known?.url === url) return known.logo
  // The mail goes without it.
  const bytes = await logoBytes({ db, files }, url).catch(() => null)
  if (bytes === null) return undefined
  const kind = logoKind(url.slice(url.lastIndexOf('/') + 1))
  const logo = bytes && kind && bytes.length <= MOST_BYTES ? { type: IMAGE_TYPES[kind], bytes } : undefined
  last.set(files, { url, logo })
  return logo
}
