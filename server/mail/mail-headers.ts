import type { Mail } from '#server/ports.ts'

/** Limit of a name in code points; a longer name would push the rest of the header out of sight. */
const MAX_NAME_LENGTH = 70

/** Returns a name for a header: one line, without invisible characters that could disguise the address beside it. */
export function headerName(name: string): string {
  const line = name
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    // A mail program would decode an encoded word (RFC 2047).
    .replaceAll('=?', '= ?')
    .trim()
  const characters = Array.from(line)
  return characters.length > MAX_NAME_LENGTH
    ? `${characters
        .slice(0, MAX_NAME_LENGTH - 1)
        .join('')
        .trim()}…`
    : line
}

/**
 * Returns From and Reply-To of a mail. Mails of a practice to its clients have the practice's name, and replies go to the
 * practice. The From address is always the portal's, because mail servers accept no other.
 */
export function sendersOf(
  { practiceName, practiceEmail, isToStaff }: Pick<Mail, 'practiceName' | 'practiceEmail' | 'isToStaff'>,
  portal: Sender,
): { from: Sender; replyTo?: Sender } {
  if (practiceName === null || isToStaff) return { from: portal }
  const name = headerName(practiceName)
  const from = name === '' || name === portal.name ? portal : { ...portal, name: `${name} via ${portal.name}` }
  const address = practiceEmail?.trim() ?? ''
  return isMailAddress(address) ? { from, replyTo: { name, address } } : { from }
}

export interface Sender {
  name: string
  address: string
}

const MAILBOX = /^(?:(?<name>[^<>\p{Cc}]*)<(?<inBrackets>[^<>]*)>|(?<bare>[^<>]*))$/u
const ADDRESS = /^[^\s@,;:"()[\]\\\p{Cc}]+@(?:[\p{L}\d](?:[\p{L}\d.-]*[\p{L}\d])?|\[[\da-f.:]+\])$/iu

/** Whether a text is exactly one e-mail address that needs no encoding in a header. */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text) && /^[\x21-\x7e]+@/.test(text)

/** An address, or `Name <address>`; undefined for anything else. */
export function parseSender(text: string): Sender | undefined {
  const { name = '', inBrackets, bare } = MAILBOX.exec(text.trim())?.groups ?? {}
  const address = (inBrackets ?? bare ?? '').trim()
  if (!ADDRESS.test(address)) return undefined
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || 'Dierenportaal', address }
}
