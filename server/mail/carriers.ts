import { mkdir, open, rename } from 'node:fs/promises'
import { isIPv4 } from 'node:net'
import path from 'node:path'
import type { Mail, MailCarrier } from '#server/ports.ts'
import { writeMail } from './texts.ts'

/** Writes each mail as a file that any mail program opens; the same mail twice is the same file. */
export function outboxFolder(folder: string, publicUrl: string): MailCarrier {
  return {
    async send(mail) {
      const nodemailer = await import('nodemailer')
      const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(envelope(mail, publicUrl))
      await mkdir(folder, { recursive: true })
      await writeWhole(path.join(folder, `${mail.id}.eml`), message)
    },
  }
}

export function smtp(url: string, publicUrl: string): MailCarrier {
  const transport = import('nodemailer').then((nodemailer) => nodemailer.createTransport(url))
  // Whoever sends first hears of it.
  transport.catch(() => {})
  return {
    async send(mail) {
      await (await transport).sendMail(envelope(mail, publicUrl))
    },
  }
}

function envelope(mail: Mail, publicUrl: string) {
  const { hostname } = new URL(publicUrl)
  const host = isIPv4(hostname) ? `[${hostname}]` : hostname
  return {
    ...writeMail(mail, publicUrl),
    messageId: `<${mail.id}@${host}>`,
    from: { name: 'Dierenportaal', address: `portaal@${host}` },
    // As an object: a string would be parsed, and could hold a second address.
    to: { name: '', address: mail.to },
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

// Under another name first: a file that is half written is never seen, not even after the power went. The name is the mail's
// own, so that the next try writes over what a kill left behind; a mail is one process's at a time.
async function writeWhole(file: string, content: NodeJS.ReadableStream | Buffer): Promise<void> {
  const unfinished = path.join(path.dirname(file), `.${path.basename(file)}.unfinished`)
  // It holds a link that sets a password.
  const handle = await open(unfinished, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(unfinished, file)
}
