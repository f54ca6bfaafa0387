import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ANNOUNCED_CHANGES } from '#contract/mail.ts'
import { typedKeys } from '#contract/values.ts'
import { LANGUAGES } from '#contract/languages.ts'
import type { MailKind } from '#server/db/schema.ts'
import type { Mail } from '#server/ports.ts'
import { MAIL_KINDS } from './kinds.ts'
import { writeMail } from './texts.ts'

const FULL: Omit<Mail, 'kind' | 'language' | 'isToStaff' | 'digest'> = {
  id: '1',
  to: 'recipient@mail.example',
  practiceName: 'De Praktijk',
  practicePhone: '030 555 01 23',
  logo: { type: 'image/png', bytes: new Uint8Array(1) },
  link: 'https://portal.example/link',
  requests: [{ kind: 'QUESTION', count: 4711 }],
  details: {
    by: 'Vera Vos',
    keys: ['Kassa'],
    member: 'Lida Lidstra (lida@mail.example)',
    purpose: 'import',
    endsAt: '2026-03-17T12:00:00.000Z',
    former: { iban: 'NL91ABNA0417164300', holder: 'De Houder' },
    present: { iban: 'NL02RABO0123456789', holder: 'De Houder' },
  },
}

const DIGEST: Mail['digest'] = {
  reminders: [{ date: '2026-03-17', late: false, animal: 'Bello', what: 'Vaccinatie' }],
  more: 4711,
  unsubscribeUrl: 'https://portal.example/unsubscribe',
}

/** Texts in the mails above, each with the words for it in both documents. */
const MARKS: [mark: string, english: string, dutch: string][] = [
  ['recipient@', 'mail address', 'e-mailadres'],
  ['De Praktijk', 'practice', 'praktijk'],
  ['030 555', 'telephone', 'telefoonnummer'],
  ['portal.example/link', 'link', 'link'],
  ['cid:', 'logo', 'logo'],
  ['Bello', 'animal', 'dier'],
  ['Vaccinatie', 'reminder', 'herinnering'],
  ['17 ', 'day', 'dag'],
  ['4711', 'number', 'aantal'],
  ['portal.example/unsubscribe', 'unsubscribe link', 'afmeldlink'],
  ['Vera Vos', 'name of the acting person', 'naam van de uitvoerder'],
  ['Lida Lidstra (lida@', 'name and address of the member of staff', 'naam en adres van de medewerker'],
  ['Kassa', 'name of the key', 'naam van de sleutel'],
  ['NL91ABNA', 'account number', 'rekeningnummer'],
]

const textsOf = (kind: MailKind) =>
  LANGUAGES.flatMap((language) =>
    [true, false].flatMap((isToStaff) =>
      (kind === 'admin-change' ? ANNOUNCED_CHANGES : [undefined]).map((change) => {
        const details = { ...FULL.details, ...(change && { change }) }
        const digest = kind === 'reminders' ? { digest: DIGEST } : {}
        const mail: Mail = { ...FULL, details, ...digest, kind, language, isToStaff }
        return Object.values(writeMail(mail, 'https://portal.example')).join(' ')
      }),
    ),
  )

test.each(['privacy.md', 'privacy.nl.md'])('docs/%s lists the contents of each mail', (file) => {
  const rows = tableOf(file)
  for (const [kind, listed] of rows) {
    const texts = textsOf(kind)
    const found = MARKS.filter(([mark]) => texts.some((text) => text.includes(mark)))
    const words = found.map(([, english, dutch]) => (file === 'privacy.md' ? english : dutch))
    expect([kind, listed.toSorted()]).toEqual([kind, words.toSorted()])
  }
  expect(new Set(rows.keys())).toEqual(new Set(typedKeys(MAIL_KINDS)))
})

function tableOf(file: string): Map<MailKind, string[]> {
  const text = readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8')
  const [, section = ''] = text.split(/^### (?:Contents of each mail|Inhoud van de e-mails)$/m)
  const rows = section.split('\n#')[0]!.matchAll(/^\| `([a-z-]+)` *\|[^|]*\|([^|]*)\|$/gm)
  return new Map(
    [...rows].map(([, kind, listed]) => [kind as MailKind, listed!.split(',').map((word) => word.trim())] as const),
  )
}
