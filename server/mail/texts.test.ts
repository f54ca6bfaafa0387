import { describe, expect, test } from 'vitest'
import { shadesOf } from '#contract/colour.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { typedKeys } from '#contract/values.ts'
import type { Mail } from '#server/ports.ts'
import { MAIL_KINDS } from './kinds.ts'
import { writeMail } from './texts.ts'

const LINK = 'https://portal.example/auth/reset-password?token=abc&x=1'
const ESCAPED = LINK.replace('&', '&amp;')
const mail = (fields: Partial<Mail> = {}): Mail => ({
  id: '1',
  kind: 'activation',
  to: 'anna@mail.example',
  language: 'nl',
  isToStaff: false,
  practiceName: 'DAP De Waag',
  practicePhone: '030 555 01 23',
  link: LINK,
  ...fields,
})
const write = (fields: Partial<Mail>) => writeMail(mail(fields), 'https://portal.example')

const NOTICES = typedKeys(MAIL_KINDS).filter((kind) => !['activation', 'reminders', 'request-answered'].includes(kind))

const ALL = LANGUAGES.flatMap((language) =>
  (['activation', 'request-answered', ...NOTICES] as const).map((kind) => [language, kind] as const),
)

test.each(ALL)('writeMail in %s writes a complete mail %s, with or without a practice', (language, kind) => {
  for (const practiceName of ['DAP De Waag', null]) {
    const { subject, text, html } = write({ kind, language, practiceName })
    expect(subject).toMatch(/\w/)
    const [, body] = text.split('\n\n')
    expect(body).toMatch(/\.$/)
    expect(subject + text).not.toMatch(/null|undefined/)
    expect(text).toContain(LINK)
    for (const part of [`<html lang="${language}">`, `href="${ESCAPED}"`, `>${ESCAPED}</a>`])
      expect(html).toContain(part)
    expect(text.trimEnd().split('\n').at(-1)).toBe(practiceName ?? 'Dierenportaal')
  }
})

test.each([
  ['nl', 'Deze e-mail gaat over Bo <Paar>.'],
  ['en', 'This e-mail is about Bo <Paar>.'],
] as const)('writeMail in %s names the client if the account has several', (language, sentence) => {
  const { text, html } = write({ kind: 'request-answered', language, clientName: ' Bo\n<Paar>' })
  expect(text).toContain(sentence)
  expect(html).toContain(sentence.replace('<Paar>', '&lt;Paar&gt;'))
  expect(write({ kind: 'request-answered', language }).text).not.toContain(sentence.slice(0, 10))
})

test.each([
  ['nl', 'Beste Anneke,', 'Goedendag,'],
  ['en', 'Dear Anneke,', 'Hello,'],
] as const)('writeMail in %s greets by first name if the mail has one', (language, named, unnamed) => {
  expect(write({ language, firstName: ' Anneke\n' }).text).toMatch(new RegExp(`^${named}`))
  expect(write({ language }).text).toMatch(new RegExp(`^${unnamed}`))
})

test('writeMail uses the colour of the practice for the button, or that of the portal', () => {
  expect(write({ practiceColour: '#2f6b3c' }).html).toContain(
    `background:${shadesOf('#2f6b3c', 'light')['brand-fill']}`,
  )
  for (const practiceColour of [null, 'red'])
    expect(write({ practiceColour }).html).toContain(`background:${shadesOf('#214799', 'light')['brand-fill']}`)
})

test.each([
  ['nl', 'U vindt daar uw facturen', 'Bel DAP De Waag: 030 555 01 23.', 'U geeft cliënten daar toegang'],
  ['en', 'There you can find your invoices', 'Call DAP De Waag: 030 555 01 23.', 'There you give clients access'],
] as const)('writeMail in %s explains the portal to owners and the tasks to staff', (language, found, call, staff) => {
  const { text, html } = write({ language })
  for (const written of [text, html]) {
    expect(written).toContain(found)
    expect(written).toContain(call)
    expect(written).not.toContain(staff)
  }
  const toStaff = write({ language, isToStaff: true })
  for (const written of [toStaff.text, toStaff.html]) {
    expect(written).toContain(staff)
    expect(written).not.toContain(found)
    expect(written).not.toContain('555')
  }
  for (const practicePhone of [null, ' ']) expect(write({ language, practicePhone }).text).not.toMatch(/\bBel\b|Call/)
  for (const kind of ['reset', 'access', 'admin-change', 'requests-new'] as const)
    expect(write({ language, kind }).text).not.toContain('555')
})

test('writeMail without a link contains the URL of the portal', () => {
  expect(write({ kind: 'access', link: null }).text).toContain('\nhttps://portal.example\n')
})

describe('writeMail to admins', () => {
  const admins = (kind: Mail['kind'], details: Mail['details'], language: Mail['language'] = 'nl') =>
    write({ kind, language, details, isToStaff: true, link: null })

  test('names the former and the new bank account, and who changed it', () => {
    const former = { iban: 'NL91 ABNA 0417 1643 00', holder: 'Zuid B.V.' }
    const present = { iban: null, holder: null }
    const { text } = admins('account-number-changed', { by: 'Tess', former, present })
    expect(text).toContain('Tess heeft in Dierenportaal de rekening gewijzigd waarop cliënten van DAP De Waag betalen.')
    expect(text).toContain('Eerst:\n- NL91 ABNA 0417 1643 00\n- Zuid B.V.\n\nNu:\n- Geen rekeningnummer\n')
    const imported = admins('account-number-changed', { former: present, present: former }, 'en').text
    expect(imported).toContain('An import has changed')
    expect(imported).toContain('Previously:\n- No account number\n\nNow:\n- NL91 ABNA 0417 1643 00\n- Zuid B.V.\n')
  })

  test("names the import keys and their last day in the practices' time zone", () => {
    const endsAt = '2026-09-13T22:30:00.000Z'
    const made = admins('import-key-made', { by: 'Tess\r\nBcc: x', keys: ['Nacht'], endsAt }).text
    expect(made).toContain('Tess Bcc: x heeft in Dierenportaal de importsleutel ‘Nacht’ gemaakt voor DAP De Waag.')
    expect(made).toContain('tot 14 september 2026')
    const ending = admins('import-key-ending', { keys: ['Nacht'], endsAt }, 'en').text
    expect(ending).toContain('The import key ‘Nacht’ works until 14 September 2026.')
    const scopes = ['requests:read', 'requests:answer'] as const
    const forRequests = { by: 'Tess', keys: ['Balie'], purpose: 'requests' as const, scopes: [...scopes], endsAt }
    expect(admins('import-key-made', forRequests).text).toMatch(
      /sleutel voor verzoeken ‘Balie’ gemaakt .*\n[^]*:\n- Verzoeken van cliënten lezen\n- Verzoeken van cliënten beantwoorden\n/,
    )
    const { subject } = admins('import-key-ending', forRequests, 'en')
    expect(subject).toBe('A key for requests of DAP De Waag is about to expire')
    const left = admins('import-key-maker-left', { by: 'Tess', keys: ['Dag', 'Nacht'] }).text
    expect(left).toContain('Tess is geen beheerder meer bij DAP De Waag.')
    expect(left).toContain('Sleutels:\n- Dag\n- Nacht\n')
  })
})

test('writeMail counts new requests by kind', () => {
  const { subject, text } = write({ kind: 'requests-new', requests: [{ kind: 'QUESTION', count: 1 }], isToStaff: true })
  expect(subject).toBe('Een nieuw verzoek voor DAP De Waag')
  expect(text).toContain('Nog niet gezien:\n- Vraag: 1\n')
})

test('writeMail escapes HTML in the name of a practice', () => {
  const { subject, html } = write({ practiceName: '<img src=x>"&\r\nBcc: evil@mail.example' })
  expect(subject).toContain('<img src=x>"& Bcc: evil@mail.example')
  expect(html).toContain('&lt;img src=x&gt;&quot;&amp; Bcc')
  expect(html).not.toContain('<img')
})

describe.each([
  [
    'nl',
    {
      subject: 'Herinneringen van DAP De Waag',
      late: 'Te laat',
      coming: 'Binnenkort',
      items: ['Bella: Vaccinatie (maandag 1 juni)', 'Herinnering (donderdag 18 juni)'],
      more: 'En nog 3 in het portaal.',
      call: 'Wilt u een afspraak maken? Bel DAP De Waag: 030 555 01 23.',
      contact: 'Neem dan contact op met uw dierenartsenpraktijk.',
      unsubscribe: 'Afmelden',
    },
  ],
  [
    'en',
    {
      subject: 'Reminders from DAP De Waag',
      late: 'Overdue',
      coming: 'Coming up',
      items: ['Bella: Vaccinatie (Monday 1 June)', 'Reminder (Thursday 18 June)'],
      more: 'And 3 more in the portal.',
      call: 'Would you like to make an appointment? Call DAP De Waag: 030 555 01 23.',
      contact: 'Please contact your veterinary practice.',
      unsubscribe: 'Unsubscribe',
    },
  ],
] as const)('writeMail, weekly mail in %s', (language, words) => {
  const unsubscribeUrl = 'https://portal.example/files/unsubscribe/c/a/s?x=1&y=2'
  const digest = {
    reminders: [
      { date: '2026-06-01', late: true, animal: 'Bella', what: 'Vaccinatie' },
      { date: '2026-06-18', late: false, animal: null, what: null },
    ],
    more: 3,
    unsubscribeUrl,
  }
  const weekly = (fields: Partial<Mail> = {}) => write({ kind: 'reminders', language, link: null, digest, ...fields })

  test('lists overdue and upcoming reminders', () => {
    const { subject, text, html } = weekly()
    expect(subject).toBe(words.subject)
    expect(text).toContain(`\n${words.late}:\n- ${words.items[0]}\n\n${words.coming}:\n- ${words.items[1]}\n`)
    expect(html.replaceAll(/(?<=<\w+) [^>]*/g, '')).toContain(`>${words.late}</h2>\n<ul><li>${words.items[0]}</li>`)
    for (const written of [text, html]) {
      expect(written).toContain(words.more)
      expect(written).toContain(words.call)
    }
    // The mail has no link of its own, so it links to the portal's first page.
    expect(text).toContain(':\nhttps://portal.example\n')
    expect(text).toContain(`${words.unsubscribe}: ${unsubscribeUrl}\n`)
    expect(html).toMatch(new RegExp(`href="[^"]*/unsubscribe/c/a/s\\?x=1&amp;y=2"[^>]*>${words.unsubscribe}</a>`))
  })

  test('embeds an attached logo or links to its URL', () => {
    const logo = { type: 'image/png', bytes: new Uint8Array(1) }
    const mailed = mail({ kind: 'reminders', language, link: null, digest, logo })
    expect(writeMail(mailed, 'https://portal.example').html).toContain('<img src="cid:logo@dierenportaal" alt=""')
    const { html } = writeMail(mailed, 'https://portal.example', '/files/"x".png')
    expect(html).toContain('<img src="/files/&quot;x&quot;.png" alt=""')
    expect(weekly().html).not.toContain('<img')
  })

  test('omits empty sections', () => {
    const { text, html } = weekly({ digest: { ...digest, reminders: [digest.reminders[1]!], more: 0 } })
    for (const written of [text, html]) {
      expect(written).not.toContain(words.late)
      expect(written).not.toContain(words.more.slice(0, 6))
    }
    const unknown = weekly({ practiceName: null, practicePhone: null })
    expect(unknown.text).toContain(words.contact)
    expect(unknown.text).not.toMatch(/null|undefined/)
  })

  test('escapes HTML in texts of the practice', () => {
    const reminders = [{ date: '2026-06-01', late: true, animal: '<b>Bella</b>', what: 'Een\r\n\r\nBcc: x' }]
    const { text, html } = weekly({ digest: { ...digest, reminders } })
    expect(text).toContain('- <b>Bella</b>: Een Bcc: x (')
    expect(html).toContain('&lt;b&gt;Bella&lt;/b&gt;: Een Bcc: x (')
  })
})
