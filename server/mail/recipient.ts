import { canonicalUsername, partsOfEmail } from '#contract/email.ts'
import { sha256 } from '#server/http/keys.ts'

/**
 * Returns a hash of the mailbox behind an address, by which mails are counted: all spellings of an address have one hash, and so do
 * addresses that differ in a tag such as `jan+portal@mail.example`. A hash, because it outlives the account.
 */
export async function recipientHash(address: string): Promise<string> {
  return await sha256(mailboxOf(address))
}

export function mailboxOf(address: string): string {
  const canonical = canonicalUsername(address)
  const { local, host } = partsOfEmail(canonical) ?? {}
  if (local === undefined || host === undefined) return canonical
  return `${local.replace(/(?<=.)\+.*$/s, '')}@${host}`
}
