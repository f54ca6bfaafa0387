import { sentence } from '#contract/text.ts'
import type { Language } from '#contract/languages.ts'
import type { RequestKind } from '#contract/request.ts'
import type { PaidAccount } from '#server/db/schema.ts'
import type { Mail } from '#server/ports.ts'
import { escapeHtml as escape } from './html.ts'
import { MAIL_KINDS } from './kinds.ts'
import { APP, type About, type Due, type Notice, type Unseen, type Words } from './writers/words.ts'
import { ZONE } from '#contract/zone.ts'

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

// Against header injection by a line break in a practice's name.
const oneLine = (text: string | null) => text?.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() || null

/** A reminder that says nothing of itself. */
const UNNAMED: Record<Language, string> = { nl: 'Herinnering', en: 'Reminder' }
const LOCALES: Record<Language, string> = { nl: 'nl-NL', en: 'en-GB' }

function dueOf({ digest, language }: Mail): Due {
  const { reminders = [], more = 0, unsubscribeUrl = '' } = digest ?? {}
  const day = new Intl.DateTimeFormat(LOCALES[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const lines = (isLate: boolean) =>
    reminders
      .filter(({ late }) => late === isLate)
      .map(({ date, animal, what }) => {
        const name = [oneLine(animal), oneLine(what) ?? UNNAMED[language]].filter(Boolean).join(': ')
        return `${name} (${day.format(new Date(date))})`
      })
  return { late: lines(true), coming: lines(false), more, unsubscribeUrl }
}

/** A practice without an account. */
const NO_ACCOUNT: Record<Language, string> = { nl: 'Geen rekeningnummer', en: 'No account number' }

function noticeOf({ details, language }: Mail): Notice {
  const { by = null, keys = [], purpose = 'import', endsAt, former, present } = details ?? {}
  const { change = 'admin-made', member = null } = details ?? {}
  const day = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: ZONE })
  const lines = (account: PaidAccount | undefined) =>
    [oneLine(account?.iban ?? null) ?? NO_ACCOUNT[language], oneLine(account?.holder ?? null)].filter(
      (line) => line !== null,
    )
  return {
    by: oneLine(by),
    change,
    member: oneLine(member) ?? '',
    keys: keys.map((key) => oneLine(key) ?? ''),
    purpose,
    endsOn: endsAt ? day.format(new Date(endsAt)) : '',
    former: lines(former),
    present: lines(present),
  }
}

const REQUESTS: Record<Language, Record<RequestKind, string>> = {
  nl: {
    REPEAT_MEDICINE: 'Medicijn opnieuw',
    APPOINTMENT: 'Afspraak',
    QUESTION: 'Vraag',
    DETAILS: 'Gegevens wijzigen',
  },
  en: {
    REPEAT_MEDICINE: 'Medicine again',
    APPOINTMENT: 'Appointment',
    QUESTION: 'Question',
    DETAILS: 'Change my details',
  },
}

function unseenOf({ requests = [], language }: Mail): Unseen {
  return {
    count: requests.reduce((sum, { count }) => sum + count, 0),
    lines: requests.map(({ kind, count }) => `${REQUESTS[language][kind]}: ${count}`),
  }
}

/** Names the client, where the account has several at the practice. */
const ABOUT_CLIENT: Record<Language, (client: string) => string> = {
  nl: (client) => sentence(`Deze e-mail gaat over ${client}`),
  en: (client) => sentence(`This e-mail is about ${client}`),
}

/** Where a logo is that comes with its mail. */
export const LOGO_ID = 'logo@dierenportaal'

/** Renders a mail in its language; without a link of its own it links to the portal. */
export function writeMail(
  mail: Mail,
  publicUrl: string,
  logoUrl = `cid:${LOGO_ID}`,
): { subject: string; text: string; html: string } {
  const practice = oneLine(mail.practiceName)
  const phone = oneLine(mail.practicePhone)
  const { isToStaff } = mail
  const about: About = {
    practice,
    phone,
    isToStaff,
    digest: dueOf(mail),
    notice: noticeOf(mail),
    unseen: unseenOf(mail),
  }
  const words = MAIL_KINDS[mail.kind].write[mail.language](about)
  const { subject, lists = [], afterLists = [], button, closing, footer } = words
  const client = oneLine(mail.clientName ?? null)
  const paragraphs = [...words.paragraphs, ...(client === null ? [] : [ABOUT_CLIENT[mail.language](client)])]
  const filled = lists.filter(({ items }) => items.length > 0)
  const address = mail.link ?? publicUrl
  const greeting = GREETING[mail.language]
  const signature = [REGARDS[mail.language], practice ?? APP]
  const text =
    [
      greeting,
      ...paragraphs,
      ...filled.map(({ title, items }) => [`${title}:`, ...items.map((item) => `- ${item}`)].join('\n')),
      ...afterLists,
      `${button}:\n${address}`,
      ...closing,
      signature.join('\n'),
      ...(footer ? [`${footer.text}\n${footer.link}: ${footer.url}`] : []),
    ].join('\n\n') + '\n'
  return { subject, text, html: page() }

  function page(): string {
    const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`
    // Its text is beside it, so that it is silent where it is not shown.
    const logo = () =>
      mail.digest?.logo
        ? `<img src="${escape(logoUrl)}" alt="" height="56" style="display:block;height:56px;width:auto;max-width:100%;margin:0 0 16px">\n`
        : ''
    const list = ({ title, items }: { title: string; items: string[] }) =>
      `<h2 style="margin:24px 0 8px;font-size:16px;line-height:1.3">${escape(title)}</h2>
<ul style="margin:0 0 16px;padding:0 0 0 20px">${items.map((item) => `<li style="margin:0 0 4px">${escape(item)}</li>`).join('')}</ul>`
    const smallPrint = (footer: NonNullable<Words['footer']>) =>
      `<p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #8a8a8a;font-size:14px">${escape(footer.text)}<br><a href="${escape(footer.url)}" style="color:#214799">${escape(footer.link)}</a></p>`
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
${logo()}<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escape(subject)}</h1>
${[...[greeting, ...paragraphs].map((content) => paragraph(escape(content))), ...filled.map(list), ...afterLists.map((content) => paragraph(escape(content)))].join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr>
<td style="padding:12px 20px;border-radius:6px;background:#214799"><a class="button" href="${href}" style="color:#ffffff;font-weight:bold;text-decoration:none">${escape(button)}</a></td>
</tr></table>
${paragraph(`${escape(COPY_LINK[mail.language])}<br><a href="${href}" style="color:#214799">${href}</a>`)}
${closing.map((content) => paragraph(escape(content))).join('\n')}
${paragraph(signature.map(escape).join('<br>'))}${footer ? `\n${smallPrint(footer)}` : ''}
</main>
</body>
</html>
`
  }
}
