/** The From of a mail. */
export interface Sender {
  name: string
  address: string
}

const MAILBOX = /^(?:(?<name>[^<>\p{Cc}]*)<(?<inBrackets>[^<>]*)>|(?<bare>[^<>]*))$/u
const ADDRESS = /^[^\s@,;:"()[\]\\\p{Cc}]+@(?:[\p{L}\d](?:[\p{L}\d.-]*[\p{L}\d])?|\[[\da-f.:]+\])$/iu

/** Whether it is exactly one address that a header can hold as it is. */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text) && /^[\x21-\x7e]+@/.test(text)

/** An address, or `Name <address>`; undefined for anything else. */
export function parseSender(text: string): Sender | undefined {
  const { name = '', inBrackets, bare } = MAILBOX.exec(text.trim())?.groups ?? {}
  const address = (inBrackets ?? bare ?? '').trim()
  if (!ADDRESS.test(address)) return undefined
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || 'Dierenportaal', address }
}
