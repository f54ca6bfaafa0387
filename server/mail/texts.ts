import type { Language } from '#contract/languages.ts'
import type { MailKind } from '#server/db/schema.ts'
import type { Mail } from '#server/ports.ts'

interface Words {
  subject: string
  paragraphs: string[]
  /** Label of the button. */
  button: string
  /** What follows the button. */
  closing: string[]
}

/** Sender and recipient. */
interface About {
  practice: string | null
  phone: string | null
  isToStaff: boolean
}

type Writer = (about: About) => Words

const APP = 'Dierenportaal'

const DUTCH: Record<MailKind, Writer> = {
  activation: ({ practice, phone, isToStaff }) => ({
    subject: practice ? `Uw toegang tot het portaal van ${practice}` : `Uw toegang tot ${APP}`,
    paragraphs: [
      `${practice ?? 'Uw dierenkliniek'} heeft in ${APP} een account voor u gemaakt.`,
      isToStaff
        ? 'U geeft cliënten daar toegang, en u ziet wat zij zien.'
        : 'U vindt daar uw facturen, en van uw dieren de herinneringen, het logboek, de visiteformulieren en de labuitslagen.',
      'Kies nu een wachtwoord. Daarna kunt u inloggen met dit e-mailadres.',
    ],
    button: 'Wachtwoord kiezen',
    closing: [
      'Deze link werkt 14 dagen. U kunt hem één keer gebruiken. Werkt de link niet meer? Vraag dan op de inlogpagina een nieuwe aan met ‘Wachtwoord vergeten?’.',
      'Verwachtte u deze e-mail niet? Dan hoeft u niets te doen.',
      ...(practice && phone && !isToStaff ? [`Heeft u een vraag? Bel ${practice}: ${phone}.`] : []),
    ],
  }),
  reset: () => ({
    subject: 'Een nieuw wachtwoord kiezen',
    paragraphs: [`U heeft een nieuw wachtwoord aangevraagd voor ${APP}. U kunt het nu kiezen.`],
    button: 'Nieuw wachtwoord kiezen',
    closing: [
      'Deze link werkt 30 minuten. U kunt hem één keer gebruiken.',
      'Heeft u dit niet zelf aangevraagd? Dan hoeft u niets te doen. Uw wachtwoord blijft hetzelfde.',
    ],
  }),
  access: ({ practice }) => ({
    subject: practice
      ? `${practice} is toegevoegd aan uw portaal`
      : `Er is een dierenkliniek toegevoegd aan uw portaal`,
    paragraphs: [
      practice ? `U vindt ${practice} vanaf nu ook in ${APP}.` : `U vindt vanaf nu nog een dierenkliniek in ${APP}.`,
      'Log in met het e-mailadres en het wachtwoord die u al heeft. Kies daarna de dierenkliniek.',
    ],
    button: 'Naar het portaal',
    closing: ['Verwachtte u deze e-mail niet? Neem dan contact op met de dierenkliniek.'],
  }),
  'password-changed': () => ({
    subject: 'Uw wachtwoord is gewijzigd',
    paragraphs: [
      `Het wachtwoord van uw account in ${APP} is zojuist gewijzigd.`,
      'Heeft u dat zelf gedaan? Dan hoeft u niets te doen.',
    ],
    button: 'Naar het portaal',
    closing: [
      'Heeft u dit niet zelf gedaan? Kies dan meteen een nieuw wachtwoord met ‘Wachtwoord vergeten?’ op de inlogpagina.',
    ],
  }),
}

const ENGLISH: Record<MailKind, Writer> = {
  activation: ({ practice, phone, isToStaff }) => ({
    subject: practice ? `Your access to the portal of ${practice}` : `Your access to ${APP}`,
    paragraphs: [
      `${practice ?? 'Your veterinary clinic'} has made an account for you in ${APP}.`,
      isToStaff
        ? 'There you give clients access, and you see what they see.'
        : 'There you will find your invoices, and for your animals the reminders, logbook, visit forms and lab results.',
      'Choose a password now. After that you can sign in with this e-mail address.',
    ],
    button: 'Choose a password',
    closing: [
      'This link works for 14 days. You can use it once. Does it no longer work? Ask for a new one on the sign-in page, with ‘Forgot your password?’.',
      'Did you not expect this e-mail? Then there is nothing you need to do.',
      ...(practice && phone && !isToStaff ? [`Do you have a question? Call ${practice}: ${phone}.`] : []),
    ],
  }),
  reset: () => ({
    subject: 'Choose a new password',
    paragraphs: [`You asked for a new password for ${APP}. You can choose it now.`],
    button: 'Choose a new password',
    closing: [
      'This link works for 30 minutes. You can use it once.',
      'Did you not ask for this yourself? Then there is nothing you need to do. Your password stays the same.',
    ],
  }),
  access: ({ practice }) => ({
    subject: practice ? `${practice} was added to your portal` : 'A veterinary clinic was added to your portal',
    paragraphs: [
      practice
        ? `From now on you will also find ${practice} in ${APP}.`
        : `From now on you will find one more veterinary clinic in ${APP}.`,
      'Sign in with the e-mail address and the password you already have. Then choose the clinic.',
    ],
    button: 'Go to the portal',
    closing: ['Did you not expect this e-mail? Please contact the clinic.'],
  }),
  'password-changed': () => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your account in ${APP} has just been changed.`,
      'Did you do this yourself? Then there is nothing you need to do.',
    ],
    button: 'Go to the portal',
    closing: [
      'Did you not do this yourself? Choose a new password at once, with ‘Forgot your password?’ on the sign-in page.',
    ],
  }),
}

const WRITERS: Record<Language, Record<MailKind, Writer>> = { nl: DUTCH, en: ENGLISH }
// One greeting for staff and owners, without a name, as not every account has one.
const GREETING: Record<Language, string> = { nl: 'Goedendag,', en: 'Hello,' }
const REGARDS: Record<Language, string> = { nl: 'Met vriendelijke groet,', en: 'Kind regards,' }
const COPY_LINK: Record<Language, string> = {
  nl: 'Werkt de knop niet? Kopieer dan dit adres en plak het in uw browser:',
  en: 'Does the button not work? Copy this address and paste it into your browser:',
}

// Dark mode, for mail clients with media queries; the others use the attributes.
const STYLE = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){body{background:#1b1b1b!important;color:#f2f2f2!important}
a:not(.button){color:#9ac1f7!important}}`

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!)
// Against header injection by a line break in a practice's name.
const oneLine = (text: string | null) => text?.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() || null

/** Renders a mail in its language; without a link of its own it links to the portal. */
export function writeMail(mail: Mail, publicUrl: string): { subject: string; text: string; html: string } {
  const practice = oneLine(mail.practiceName)
  const phone = oneLine(mail.practicePhone)
  const { isToStaff } = mail
  const { subject, paragraphs, button, closing } = WRITERS[mail.language][mail.kind]({ practice, phone, isToStaff })
  const address = mail.link ?? publicUrl
  const greeting = GREETING[mail.language]
  const signature = [REGARDS[mail.language], practice ?? APP]
  const text = [greeting, ...paragraphs, `${button}:\n${address}`, ...closing, signature.join('\n')].join('\n\n') + '\n'
  return { subject, text, html: page() }

  function page(): string {
    const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`
    const href = escape(address)
    return `<!doctype html>
<html lang="${mail.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escape(subject)}</title>
<style>${STYLE}</style>
</head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1b1b1b;font:16px/1.5 Arial,sans-serif">
<main style="max-width:560px;margin:0 auto;overflow-wrap:anywhere;word-break:break-word">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escape(subject)}</h1>
${[greeting, ...paragraphs].map((content) => paragraph(escape(content))).join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr>
<td style="padding:12px 20px;border-radius:6px;background:#214799"><a class="button" href="${href}" style="color:#ffffff;font-weight:bold;text-decoration:none">${escape(button)}</a></td>
</tr></table>
${paragraph(`${escape(COPY_LINK[mail.language])}<br><a href="${href}" style="color:#214799">${href}</a>`)}
${closing.map((content) => paragraph(escape(content))).join('\n')}
${paragraph(signature.map(escape).join('<br>'))}
</main>
</body>
</html>
`
  }
}
