import { isIPv4 } from 'node:net'
import path from 'node:path'
import type { Mail, MailCarrier } from '#server/ports.ts'
import { writeFileAtomic } from './write-file-atomic.ts'
import type { Sender } from '#server/mail/sender.ts'
import { writeMail } from '#server/mail/texts.ts'

export interface Letterhead {
  publicUrl: string
  mailFrom?: Sender | undefined
}

/** Writes each mail as a file that any mail program opens; the same mail twice is the same file. */
export function outboxFolder(folder: string, letterhead: Letterhead): MailCarrier {
  return {
    async send(mail) {
      const nodemailer = await import('nodemailer')
      const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(envelope(mail, letterhead))
      // It holds a link that sets a password. A mail is one process's at a time, so the next try writes over what a kill left.
      await writeFileAtomic(path.join(folder, `${mail.id}.eml`), message)
    },
  }
}

// The usual ones are minutes; whoever runs the server can give others in the query of SMTP_URL.
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 20_000 }
/** For a mail as a whole: a server that says a word now and then is never silent for long. */
const MAIL_MS = 60_000
/** For the mail that is under way when the server stops. */
const LAST_MS = 3000

interface SmtpOptions {
  stopping?: AbortSignal
  mailMs?: number
  lastMs?: number
}

/** Hands each mail to a mail server, in a connection of its own. */
export function smtp(
  url: string,
  letterhead: Letterhead,
  { stopping, mailMs = MAIL_MS, lastMs = LAST_MS }: SmtpOptions = {},
): MailCarrier {
  // A password never crosses the wire in the clear, nor the links in the mails that go with it.
  const requireTLS = new URL(url).username !== ''
  const transport = import('nodemailer').then((nodemailer) =>
    nodemailer.createTransport({ ...TIMEOUTS, requireTLS, url }),
  )
  // Whoever sends first hears of it.
  transport.catch(() => {})
  const late = new AbortController()
  const isLate = () => void setTimeout(() => late.abort(), lastMs).unref()
  stopping?.addEventListener('abort', isLate, { once: true })

  return {
    async send(mail) {
      const signal = AbortSignal.any([late.signal, AbortSignal.timeout(mailMs)])
      await (await transport).sendMail({ ...envelope(mail, letterhead), signal })
    },
  }
}

function envelope(mail: Mail, { publicUrl, mailFrom }: Letterhead) {
  const { hostname } = new URL(publicUrl)
  const host = isIPv4(hostname) ? `[${hostname}]` : hostname
  return {
    ...writeMail(mail, publicUrl),
    // Another try has another link, which ends the one before; under the same id it could be thrown away as a copy.
    messageId: `<${mail.link ? crypto.randomUUID() : mail.id}@${host}>`,
    from: mailFrom ?? { name: 'Dierenportaal', address: `portaal@${host}` },
    // As an object: a string would be parsed, and could hold a second address.
    to: { name: '', address: mail.to },
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
