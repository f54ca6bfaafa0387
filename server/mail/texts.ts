import { isColour, shadesOf } from '#contract/colour.ts'
import { sentence } from '#contract/text.ts'
import { localDay } from '#contract/zone.ts'
import type { PaidAccount } from '#server/db/schema.ts'
import type { Mail } from '#server/ports.ts'
import { type Texts, type Values, textsIn } from '#server/texts.ts'
import { escapeHtml as escape } from './html.ts'
import { MAIL_KINDS, type MailList } from './kinds.ts'

// Dark mode for mail clients with media queries; other clients use the style attributes.
const STYLE = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){body{background:#1b1b1b!important;color:#f2f2f2!important}
a:not(.button){color:#9ac1f7!important}}`

// Prevents header injection by a line break in the name of a practice.
const oneLine = (text: string | null | undefined) => text?.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() || null

function listsOf({ details = {}, digest, requests = [] }: Mail, { text, weekday }: Texts): Record<MailList, string[]> {
  const due = (isLate: boolean) =>
    (digest?.reminders ?? [])
      .filter(({ late }) => late === isLate)
      .map(({ date, animal, what }) => {
        const name = [oneLine(animal), oneLine(what) ?? text('client.reminders.unnamed')].filter(Boolean).join(': ')
        return `${name} (${weekday(date)})`
      })
  const account = (paid: PaidAccount | undefined) =>
    [oneLine(paid?.iban) ?? text('mail.noAccount'), oneLine(paid?.holder)].filter((line) => line !== null)
  return {
    late: due(true),
    coming: due(false),
    keys: (details.keys ?? []).map((key) => oneLine(key) ?? ''),
    scopes: (details.scopes ?? []).map((scope) => text(`mail.scope.${scope}`)),
    former: account(details.former),
    present: account(details.present),
    unseen: requests.map(({ kind, count }) => `${text(`core.requests.kind.${kind}`)}: ${count}`),
  }
}

/**
 * The arguments of the messages. An optional argument comes with a second one that states its presence, as in `hasBy`.
 */
function valuesOf(mail: Mail, { keys, late }: Record<MailList, string[]>, { day }: Texts): Values {
  const { by, purpose = 'import', endsAt, member } = mail.details ?? {}
  const [practice, phone, actor] = [oneLine(mail.practiceName), oneLine(mail.practicePhone), oneLine(by)]
  const firstName = oneLine(mail.firstName)
  return {
    practice: practice ?? '',
    hasPractice: practice !== null,
    phone: phone ?? '',
    canCall: practice !== null && phone !== null,
    toStaff: mail.isToStaff,
    firstName: firstName ?? '',
    hasFirstName: firstName !== null,
    by: actor ?? '',
    hasBy: actor !== null,
    member: oneLine(member) ?? '',
    keys: keys.join(', '),
    hasKeys: keys.length > 0,
    purpose,
    endsOn: mail.endsOn ? day(mail.endsOn) : endsAt ? day(localDay(new Date(endsAt))) : '',
    count: mail.count ?? (mail.requests ?? []).reduce((sum, { count }) => sum + count, 0),
    isLate: late.length > 0,
    more: mail.digest?.more ?? 0,
  }
}

/** The parts of a mail; `after` follows the lists. Empty lines separate the paragraphs of a part. */
export const MAIL_PARTS = ['subject', 'body', 'after', 'button', 'closing', 'footer'] as const
type Part = (typeof MAIL_PARTS)[number]

/** Returns the prefixes of a mail's message ids, in order of precedence. */
function placesOf({ kind, details }: Mail): string[] {
  const { textsOf = kind } = MAIL_KINDS[kind]
  const change = kind === 'admin-change' ? [`${kind}.${details?.change ?? 'admin-made'}`] : []
  return [...[...change, kind, textsOf].map((place) => `mail.${place}`), 'mail']
}

/** Content-ID of the logo that is attached to a mail. */
export const LOGO_ID = 'logo@dierenportaal'

/** Renders a mail in its language. A mail without a link of its own links to the portal. */
export function writeMail(
  mail: Mail,
  publicUrl: string,
  logoUrl = `cid:${LOGO_ID}`,
): { subject: string; text: string; html: string } {
  const content = contentOf(mail, mail.link ?? publicUrl)
  return { subject: content.subject, text: asText(content), html: asHtml(content, mail.logo && logoUrl) }
}

function contentOf(mail: Mail, url: string) {
  const texts = textsIn(mail.language)
  const { text } = texts
  const lists = listsOf(mail, texts)
  const values = valuesOf(mail, lists, texts)
  const places = placesOf(mail)
  const part = (name: Part): string => {
    const id = places.map((place) => `${place}.${name}`).find(texts.has)
    return id === undefined ? '' : text(id, values)
  }
  const paragraphs = (name: Part) => part(name).split('\n\n').filter(Boolean)
  const client = oneLine(mail.clientName)
  const { lists: names = [] } = MAIL_KINDS[mail.kind]
  const footer = part('footer')
  return {
    language: mail.language,
    subject: part('subject'),
    before: [
      text('mail.greeting', values),
      ...paragraphs('body'),
      ...(client === null ? [] : [sentence(text('mail.aboutClient', { client }))]),
    ],
    lists: names
      .map((name) => ({ title: text(`mail.list.${name}`), items: lists[name] }))
      .filter(({ items }) => items.length > 0),
    after: paragraphs('after'),
    button: part('button'),
    url,
    shades: shadesOf(
      mail.practiceColour && isColour(mail.practiceColour) ? mail.practiceColour : PORTAL_COLOUR,
      'light',
    ),
    copyLink: text('mail.copyLink'),
    closing: paragraphs('closing'),
    signature: [text('mail.regards'), oneLine(mail.practiceName) ?? text('core.appName')],
    ...(footer && {
      footer: { text: footer, link: text('mail.unsubscribe.button'), url: mail.digest?.unsubscribeUrl ?? '' },
    }),
  }
}

/** Colour of mails without a practice, or of a practice without a colour. */
const PORTAL_COLOUR = '#214799'

type Content = ReturnType<typeof contentOf>

function asText({ before, lists, after, button, url, closing, signature, footer }: Content): string {
  const blocks = [
    ...before,
    ...lists.map(({ title, items }) => [`${title}:`, ...items.map((item) => `- ${item}`)].join('\n')),
    ...after,
    `${button}:\n${url}`,
    ...closing,
    signature.join('\n'),
    ...(footer ? [`${footer.text}\n${footer.link}: ${footer.url}`] : []),
  ]
  return `${blocks.join('\n\n')}\n`
}

function asHtml(content: Content, logoUrl: string | undefined): string {
  const { language, lists, signature, footer } = content
  const [subject, href] = [escape(content.subject), escape(content.url)]
  const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`
  const paragraphs = (texts: string[]) => texts.map((text) => paragraph(escape(text)))
  // The practice's name is beside its logo, so the logo has no alternative text.
  const logo = logoUrl
    ? `<img src="${escape(logoUrl)}" alt="" height="56" style="display:block;width:auto;height:auto;max-width:100%;max-height:56px;margin:0 0 16px">\n`
    : ''
  const list = ({ title, items }: Content['lists'][number]) =>
    `<h2 style="margin:24px 0 8px;font-size:16px;line-height:1.3">${escape(title)}</h2>
<ul style="margin:0 0 16px;padding:0 0 0 20px">${items.map((item) => `<li style="margin:0 0 4px">${escape(item)}</li>`).join('')}</ul>`
  const smallPrint = footer
    ? `\n<p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #8a8a8a;font-size:14px">${escape(footer.text)}<br><a href="${escape(footer.url)}" style="color:${content.shades.brand}">${escape(footer.link)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<style>${STYLE}</style>
</head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1b1b1b;font:16px/1.5 Arial,sans-serif">
<main style="max-width:560px;margin:0 auto;overflow-wrap:anywhere;word-break:break-word">
${logo}<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${subject}</h1>
${[...paragraphs(content.before), ...lists.map(list), ...paragraphs(content.after)].join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr>
<td style="padding:12px 20px;border-radius:6px;background:${content.shades['brand-fill']}"><a class="button" href="${href}" style="color:#ffffff;font-weight:bold;text-decoration:none">${escape(content.button)}</a></td>
</tr></table>
${paragraph(`${escape(content.copyLink)}<br><a href="${href}" style="color:${content.shades.brand}">${href}</a>`)}
${paragraphs(content.closing).join('\n')}
${paragraph(signature.map(escape).join('<br>'))}${smallPrint}
</main>
</body>
</html>
`
}
