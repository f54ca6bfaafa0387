/** The From of a mail. */
export interface Sender {
  name: string
  address: string
}

const MAILBOX = /^(?:(?<name>[^<>\p{Cc}]*)<(?<inBrackets>[^<>]*)>|(?<bare>[^<>]*))$/u
const ADDRESS = /^[^\s@,;:"()[\]\\\p{Cc}]+@(?:[\p{L}\d](?:[\p{L}\d.-]*[\p{L}\d])?|\[[\da-f.:]+\])$/iu

/** An address, or `Name <address>`; undefined for anything else. */
export function parseSender(text: string): Sender | undefined {
  const { name = '', inBrackets, bare } = MAILBOX.exec(text.trim())?.groups ?? {}
  const address = (inBrackets ?? bare ?? '').trim()
  if (!ADDRESS.test(address)) return undefined
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || 'Dierenportaal', address }
}
