const MAX_LENGTH = 300
const HIDDEN = '…'
/** E-mail addresses, also with an encoded `@` as in URLs. */
const ADDRESSES = /[^\s<>()[\]"',;:=]+(?:@|%40)[^\s<>()[\]"',;:&?]+/giu

/**
 * Returns the mail server's reply, or why the server could not be reached, on one line; undefined for errors of another
 * origin. E-mail addresses, and the recipient's name and host, are masked.
 */
export function mailServerReply(error: unknown, to: string): string | undefined {
  const reply = wordsOf(error)
  if (reply === undefined) return undefined
  const at = to.lastIndexOf('@')
  const parts = [to.slice(0, Math.max(at, 0)), to.slice(at + 1)].filter((part) => part.length > 1)
  const words = parts.reduce(
    (text, part) => text.replaceAll(new RegExp(`(?<![\\p{L}\\d])${escapePattern(part)}(?![\\p{L}\\d])`, 'giu'), HIDDEN),
    reply.replaceAll(/[\s\p{Cc}]+/gu, ' ').replaceAll(ADDRESSES, HIDDEN),
  )
  return words.trim().slice(0, MAX_LENGTH)
}

const escapePattern = (text: string) => text.replaceAll(/[\^$.*+?()[\]{}|/\\]/g, String.raw`\$&`)

/** Nodemailer reports the failed command, and the server's reply, if any. */
function wordsOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('response' in error && typeof error.response === 'string' && error.response) return error.response
  if ('command' in error && error.command) return error.message
  return wordsOf(error.cause)
}
