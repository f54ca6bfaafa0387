import type { Mail } from '#server/ports.ts'

let mails: readonly Mail[] = []
const listeners = new Set<() => void>()

/** Captured mails since the page was loaded, newest first. */
export const mailsNow = () => mails

export function storeMail(mail: Mail): Promise<void> {
  mails = [mail, ...mails]
  for (const listener of listeners) listener()
  return Promise.resolve()
}

export function onMail(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
