import type { Language } from '#contract/languages.ts'
import type { MailKind } from '#server/db/schema.ts'
import type { Mail } from '#server/ports.ts'

interface Words {
  subject: string
  paragraphs: string[]
  /** The words on the button. */
  button: string
  /** What follows the button. */
  closing: string[]
}

type Writer = (practice: string | null) => Words

const APP = 'Dierenportaal'

const DUTCH: Record<MailKind, Writer> = {
  activation: (practice) => ({
    subject: practice ? `Uw toegang tot het portaal van ${practice}` : `Uw toegang tot ${APP}`,
    paragraphs: [
      `${practice ?? 'Uw dierenkliniek'} heeft ${APP} voor u geopend.`,
      'Kies een wachtwoord om voor het eerst in te loggen.',
    ],
    button: 'Wachtwoord kiezen',
    closing: [
      'Deze link werkt 14 dagen, en één keer. Is de link verlopen? Vraag dan op de inlogpagina een nieuwe aan.',
      'Verwachtte u deze e-mail niet? Dan hoeft u niets te doen.',
    ],
  }),
  reset: () => ({
    subject: 'Een nieuw wachtwoord kiezen',
    paragraphs: [`U heeft voor ${APP} een nieuw wachtwoord aangevraagd.`],
    button: 'Nieuw wachtwoord kiezen',
    closing: [
      'Deze link werkt 30 minuten, en één keer.',
      'Heeft u dit niet aangevraagd? Dan hoeft u niets te doen: uw wachtwoord blijft hetzelfde.',
    ],
  }),
  access: (practice) => ({
    subject: practice
      ? `${practice} is toegevoegd aan uw portaal`
      : `Er is een dierenkliniek toegevoegd aan uw portaal`,
    paragraphs: [
      `${practice ?? 'Een dierenkliniek'} heeft ${APP} voor u geopend.`,
      'U logt in met het e-mailadres en het wachtwoord die u al heeft. Daarna kiest u uw dierenkliniek.',
    ],
    button: 'Naar het portaal',
    closing: ['Verwachtte u deze e-mail niet? Neem dan contact op met de dierenkliniek.'],
  }),
  'password-changed': () => ({
    subject: 'Uw wachtwoord is gewijzigd',
    paragraphs: [`Het wachtwoord van uw account bij ${APP} is zojuist gewijzigd.`],
    button: 'Naar het portaal',
    closing: [
      'Heeft u dit niet zelf gedaan? Kies dan meteen een nieuw wachtwoord met "Wachtwoord vergeten" op de inlogpagina.',
    ],
  }),
}

const ENGLISH: Record<MailKind, Writer> = {
  activation: (practice) => ({
    subject: practice ? `Your access to the portal of ${practice}` : `Your access to ${APP}`,
    paragraphs: [
      `${practice ?? 'Your veterinary clinic'} has opened ${APP} for you.`,
      'Choose a password to sign in for the first time.',
    ],
    button: 'Choose a password',
    closing: [
      'This link works for 14 days, and once. Has it expired? Ask for a new one on the sign-in page.',
      'If you did not expect this e-mail, you need not do anything.',
    ],
  }),
  reset: () => ({
    subject: 'Choose a new password',
    paragraphs: [`You asked for a new password for ${APP}.`],
    button: 'Choose a new password',
    closing: [
      'This link works for 30 minutes, and once.',
      'If you did not ask for this, you need not do anything: your password stays the same.',
    ],
  }),
  access: (practice) => ({
    subject: practice ? `${practice} was added to your portal` : 'A veterinary clinic was added to your portal',
    paragraphs: [
      `${practice ?? 'A veterinary clinic'} has opened ${APP} for you.`,
      'Sign in with the e-mail address and the password that you already have, and choose your clinic.',
    ],
    button: 'Go to the portal',
    closing: ['If you did not expect this e-mail, please contact the clinic.'],
  }),
  'password-changed': () => ({
    subject: 'Your password was changed',
    paragraphs: [`The password of your ${APP} account was changed just now.`],
    button: 'Go to the portal',
    closing: [
      'If you did not do this yourself, choose a new password at once with "Forgot password" on the sign-in page.',
    ],
  }),
}

const WRITERS: Record<Language, Record<MailKind, Writer>> = { nl: DUTCH, en: ENGLISH }
const GREETING: Record<Language, string> = { nl: 'Geachte heer of mevrouw,', en: 'Dear sir or madam,' }
const COPY_LINK: Record<Language, string> = {
  nl: 'Werkt de knop niet? Kopieer dan dit adres naar uw browser:',
  en: 'If the button does not work, copy this address into your browser:',
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!)
// A line break in a practice's name would end a header.
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()

/** The words of a mail in its language; where it has no link of its own, it leads to the portal. */
export function writeMail(mail: Mail, publicUrl: string): { subject: string; text: string; html: string } {
  const practice = mail.practiceName === null ? null : oneLine(mail.practiceName)
  const { subject, paragraphs, button, closing } = WRITERS[mail.language][mail.kind](practice)
  const address = mail.link ?? publicUrl
  const greeting = GREETING[mail.language]
  const signature = practice ?? APP
  const text = [greeting, ...paragraphs, `${button}:\n${address}`, ...closing, signature].join('\n\n') + '\n'
  return { subject, text, html: page() }

  function page(): string {
    const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`
    const href = escape(address)
    return `<!doctype html>
<html lang="${mail.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1b1b1b;font:16px/1.5 Arial,sans-serif">
<main style="max-width:560px">
<h1 style="margin:0 0 16px;font-size:22px">${escape(subject)}</h1>
${[greeting, ...paragraphs].map((content) => paragraph(escape(content))).join('\n')}
${paragraph(`<a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#0b5c4a;color:#ffffff">${escape(button)}</a>`)}
${paragraph(`${escape(COPY_LINK[mail.language])}<br><a href="${href}" style="color:#0b5c4a">${href}</a>`)}
${[...closing, signature].map((content) => paragraph(escape(content))).join('\n')}
</main>
</body>
</html>
`
  }
}
