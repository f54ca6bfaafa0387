import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ANNOUNCED_CHANGES } from '#contract/admin-changes.ts'
import { LANGUAGES } from '#contract/languages.ts'
import type { MailKind } from '#server/db/schema.ts'
import { typedKeys } from '#contract/typed-entries.ts'
import type { Mail } from '#server/ports.ts'
import { MAIL_KINDS } from './kinds.ts'
import { writeMail } from './texts.ts'

/** All that a mail could hold; each is found by the text on its right. */
const FULL: Omit<Mail, 'kind' | 'language' | 'isToStaff' | 'digest'> = {
  id: '1',
  to: 'recipient@mail.example',
  practiceName: 'De Praktijk',
  practicePhone: '030 555 01 23',
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

/** Of the mail of reminders alone. */
const DIGEST: Mail['digest'] = {
  reminders: [{ date: '2026-03-17', late: false, animal: 'Bello', what: 'Vaccinatie' }],
  more: 4711,
  unsubscribeUrl: 'https://portal.example/unsubscribe',
  logo: { type: 'image/png', bytes: new Uint8Array(1) },
}

const MARKS: Record<string, Record<'privacy.md' | 'privacy.nl.md', string>> = {
  'recipient@': { 'privacy.md': 'mail address', 'privacy.nl.md': 'e-mailadres' },
  'De Praktijk': { 'privacy.md': 'practice', 'privacy.nl.md': 'praktijk' },
  '030 555': { 'privacy.md': 'telephone', 'privacy.nl.md': 'telefoonnummer' },
  'portal.example/link': { 'privacy.md': 'link', 'privacy.nl.md': 'link' },
  'cid:': { 'privacy.md': 'logo', 'privacy.nl.md': 'logo' },
  Bello: { 'privacy.md': 'animal', 'privacy.nl.md': 'dier' },
  Vaccinatie: { 'privacy.md': 'reminder', 'privacy.nl.md': 'herinnering' },
  '17 ': { 'privacy.md': 'day', 'privacy.nl.md': 'dag' },
  '4711': { 'privacy.md': 'how many', 'privacy.nl.md': 'aantal' },
  'portal.example/unsubscribe': { 'privacy.md': 'link to end it', 'privacy.nl.md': 'link om af te melden' },
  'Vera Vos': { 'privacy.md': 'who did it', 'privacy.nl.md': 'wie het deed' },
  'Lida Lidstra (lida@': {
    'privacy.md': 'name and address of the member of staff',
    'privacy.nl.md': 'naam en adres van de medewerker',
  },
  Kassa: { 'privacy.md': 'name of the key', 'privacy.nl.md': 'naam van de sleutel' },
  NL91ABNA: { 'privacy.md': 'account number', 'privacy.nl.md': 'rekeningnummer' },
}

test.each(['privacy.md', 'privacy.nl.md'] as const)(
  'docs/%s says what is in each mail, and names all of them',
  (file) => {
    const rows = tableOf(file)
    for (const [kind, told] of rows) {
      const changes = kind === 'admin-change' ? ANNOUNCED_CHANGES : [undefined]
      const texts = LANGUAGES.flatMap((language) =>
        [true, false].flatMap((isToStaff) =>
          changes.map((change) => {
            const details = { ...FULL.details, ...(change && { change }) }
            const { subject, text, html } = writeMail(
              { ...FULL, details, ...(kind === 'reminders' && { digest: DIGEST }), kind, language, isToStaff },
              'https://portal.example',
            )
            return subject + text + html
          }),
        ),
      )
      const found = Object.entries(MARKS).flatMap(([mark, { [file]: word }]) =>
        texts.some((text) => text.includes(mark)) ? [word] : [],
      )
      expect([kind, told.toSorted()]).toEqual([kind, found.toSorted()])
    }
    expect(new Set(rows.keys())).toEqual(new Set(typedKeys(MAIL_KINDS)))
  },
)

/** Of the table of mails: what is in each. */
function tableOf(file: string): Map<MailKind, string[]> {
  const text = readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8')
  const [, section = ''] = text.split(/^### (?:What is in each mail|Wat er in elke mail staat)$/m)
  const rows = section.split('\n#')[0]!.matchAll(/^\| `([a-z-]+)` *\|[^|]*\|([^|]*)\|$/gm)
  return new Map(
    [...rows].map(([, kind, told]) => [kind as MailKind, told!.split(',').map((word) => word.trim())] as const),
  )
}
