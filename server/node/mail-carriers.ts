import { existsSync } from 'node:fs'
import { readFile, readdir, rm } from 'node:fs/promises'
import { isIPv4 } from 'node:net'
import path from 'node:path'
import type { Mail, MailCarrier } from '#server/ports.ts'
import { MailRejectedError } from '#server/mail/mail-rejected-error.ts'
import { writeFileAtomic } from './files/write-file-atomic.ts'
import { type Sender, sendersOf } from '#server/mail/mail-headers.ts'
import { LOGO_ID, writeMail } from '#server/mail/texts.ts'
import { IMAGE_TYPES } from '#server/files/images.ts'

export interface Letterhead {
  publicUrl: string
  mailFrom?: Sender | undefined
}

/** Writes each mail as an .eml file named by its id, so that a retry overwrites the file. */
export function outboxFolder(folder: string, letterhead: Letterhead): MailCarrier {
  return {
    async send(mail) {
      const nodemailer = await import('nodemailer')
      const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(readable(mail, envelope(mail, letterhead)))
      // The file contains a password link; `writeFileAtomic` makes it readable by its owner only.
      await writeFileAtomic(path.join(folder, `${mail.id}.eml`), message)
    },
  }
}

/** The longest line of a mail, in bytes (RFC 5322). */
const MAX_LINE_BYTES = 998

/** Encodes the text as 8bit, so that people can copy links from the file: quoted-printable breaks lines and links. */
function readable(mail: Mail, sent: ReturnType<typeof envelope>) {
  const part = (type: string, content: string) =>
    content.split('\n').some((line) => Buffer.byteLength(line) > MAX_LINE_BYTES)
      ? content
      : { raw: `Content-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${content}` }
  return {
    ...sent,
    text: part('text/plain', sent.text),
    // With a logo the HTML is in a nested part, which Nodemailer does not label as 8bit.
    html: mail.logo ? sent.html : part('text/html', sent.html),
    headers: { ...sent.headers, 'Content-Transfer-Encoding': '8bit' },
  }
}

const ADDRESSEE = /^To: (.+)$/im

export async function removeMailsTo(folder: string, addresses: readonly string[]): Promise<number> {
  let removed = 0
  for (const name of existsSync(folder) ? await readdir(folder) : []) {
    const file = path.join(folder, name)
    const to = ADDRESSEE.exec(await readFile(file, 'utf8'))?.[1]
      ?.trim()
      .toLowerCase()
    if (to === undefined || !addresses.includes(to)) continue
    await rm(file)
    removed += 1
  }
  return removed
}

// Nodemailer's defaults are minutes. The query string of SMTP_URL overrides these and the greeting name.
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 20_000 }
/** Total time limit of a mail: the socket timeout alone never ends a slow trickle. */
const MAIL_MS = 60_000
/** Grace period for mails in transit at shutdown. */
const LAST_MS = 3000

interface SmtpOptions {
  stopping?: AbortSignal
  mailMs?: number
  lastMs?: number
}

/** Sends each mail over its own SMTP connection. */
export function smtp(
  url: string,
  letterhead: Letterhead,
  { stopping, mailMs = MAIL_MS, lastMs = LAST_MS }: SmtpOptions = {},
): MailCarrier {
  // With credentials TLS is required, to protect the password and the links in the mails.
  const requireTLS = new URL(url).username !== ''
  const transport = import('nodemailer').then((nodemailer) =>
    nodemailer.createTransport({ ...TIMEOUTS, name: greetingName(letterhead.publicUrl), requireTLS, url }),
  )
  // Avoids an unhandled rejection; the first send reports it.
  transport.catch(() => {})
  const late = new AbortController()
  const isLate = () => void setTimeout(() => late.abort(), lastMs).unref()
  stopping?.addEventListener('abort', isLate, { once: true })

  return {
    async send(mail) {
      const signal = AbortSignal.any([late.signal, AbortSignal.timeout(mailMs)])
      try {
        await (await transport).sendMail({ ...envelope(mail, letterhead), signal })
      } catch (error) {
        throw rejectionOf(error) ?? error
      }
    },
  }
}

/**
 * Commands at which a mail server rejects a single mail. A rejection at another command, such as AUTH or MAIL FROM,
 * concerns all mails.
 */
const OF_ONE_MAIL = new Set(['RCPT TO', 'DATA'])
const CODE = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/
/**
 * Enhanced status codes of security and policy (RFC 3463), such as relaying denied: a problem of the sender rather than
 * the recipient.
 */
const POLICY = /^\d{3}[ -]\d\.7\./

function rejectionOf(error: unknown): MailRejectedError | undefined {
  if (!(error instanceof Error)) return undefined
  const { command, response, code, message } = error as Error & Partial<Record<'command' | 'response' | 'code', string>>
  // Nodemailer itself rejects an invalid e-mail address.
  if (code === 'EENVELOPE' && /^(?:Invalid|No) recipient/.test(message))
    return new MailRejectedError('no address', true, { cause: error })
  const [status] = CODE.exec(response ?? '') ?? []
  if (!command || !OF_ONE_MAIL.has(command) || !status) return undefined
  const isPermanent = command === 'RCPT TO' && status.startsWith('5') && !POLICY.test(status)
  return new MailRejectedError(status, isPermanent, { cause: error })
}

/**
 * Returns the host name for the SMTP greeting (EHLO) and for the portal's own e-mail addresses. An IP address is in
 * brackets (RFC 5321, 4.1.3). Nodemailer's default is the machine's name, which often has no domain and is then
 * rejected.
 */
export function greetingName(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  if (isIPv4(hostname)) return `[${hostname}]`
  return hostname.startsWith('[') ? `[IPv6:${hostname.slice(1)}` : hostname
}

function envelope(mail: Mail, { publicUrl, mailFrom }: Letterhead) {
  const host = greetingName(publicUrl)
  const { logo } = mail
  return {
    ...writeMail(mail, publicUrl),
    // A retry contains a new link; with the same Message-ID a mail server could drop it as a duplicate.
    messageId: `<${mail.link ? crypto.randomUUID() : mail.id}@${host}>`,
    ...sendersOf(mail, mailFrom ?? { name: 'Dierenportaal', address: `portaal@${host}` }),
    // An object, because a string would be parsed and could contain a second recipient.
    to: { name: '', address: mail.to },
    headers: {
      'Auto-Submitted': 'auto-generated',
      // One-click unsubscription (RFC 8058).
      ...(mail.digest && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    attachments: logo
      ? [
          {
            filename: `logo.${logo.type === IMAGE_TYPES.png ? 'png' : 'jpg'}`,
            content: Buffer.from(logo.bytes),
            contentType: logo.type,
            contentDisposition: 'inline' as const,
            cid: LOGO_ID,
          },
        ]
      : [],
    ...(mail.digest && { list: { unsubscribe: mail.digest.unsubscribeUrl } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
