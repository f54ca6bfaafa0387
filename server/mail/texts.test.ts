import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#contract/languages.ts'
import type { Mail } from '#server/ports.ts'
import { writeMail } from './texts.ts'

const LINK = 'https://portal.example/auth/reset-password?token=abc&x=1'
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

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(['activation', 'reset', 'access', 'password-changed'] as const)('%s is complete', (kind) => {
    for (const [practiceName, signature] of [
      ['DAP De Waag', 'DAP De Waag'],
      [null, 'Dierenportaal'],
    ] as const) {
      const { subject, text, html } = write({ kind, language, practiceName })
      expect(subject).not.toMatch(/null|undefined/)
      expect(text).not.toMatch(/null|undefined/)
      expect(text).toContain(LINK)
      expect(html).toContain(`<html lang="${language}">`)
      expect(html).toContain(`href="${LINK.replace('&', '&amp;')}"`)
      expect(html).toContain(`>${LINK.replace('&', '&amp;')}</a>`)
      expect(text.trimEnd().split('\n').at(-1)).toBe(signature)
    }
  })
})

test.each([
  ['nl', 'U vindt daar uw facturen', 'Bel DAP De Waag: 030 555 01 23.', 'U geeft cliënten daar toegang'],
  ['en', 'There you will find your invoices', 'Call DAP De Waag: 030 555 01 23.', 'There you give clients access'],
] as const)(
  'in %s an owner reads what there is and whom to call, staff what they can do',
  (language, found, call, staff) => {
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
    for (const kind of ['reset', 'access', 'password-changed'] as const)
      expect(write({ language, kind }).text).not.toContain('555')
  },
)

test('the two languages differ', () => {
  expect(write({ language: 'nl' }).subject).toBe('Uw toegang tot het portaal van DAP De Waag')
  expect(write({ language: 'en' }).subject).toBe('Your access to the portal of DAP De Waag')
})

test('where there is no link, it leads to the portal', () => {
  expect(write({ kind: 'access', link: null }).text).toContain('\nhttps://portal.example\n')
})

test('the name of a practice stays text', () => {
  const { subject, html } = write({ practiceName: '<img src=x>"&\r\nBcc: evil@mail.example' })
  expect(subject).toContain('<img src=x>"& Bcc: evil@mail.example')
  expect(html).toContain('&lt;img src=x&gt;&quot;&amp; Bcc')
  expect(html).not.toContain('<img')
})
