import { describe, expect, test } from 'vitest'
import { headerName, sendersOf } from './mail-headers.ts'

const PORTAL = { name: 'Dierenportaal', address: 'portaal@portal.example' }
const MAIL = { practiceName: 'DAP De Waag', practiceEmail: 'info@dewaag.example', isToStaff: false }

describe('headerName', () => {
  test.each([
    ['DAP De Waag', 'DAP De Waag'],
    ['  Kliniek\r\nBcc: x@mail.example ', 'Kliniek Bcc: x@mail.example'],
    ['De "Krekel", dierenarts <info>', 'De "Krekel", dierenarts <info>'],
    ['Cafe\u0301', 'Café'],
    ['De\u202e gaaW\u200b\ufeff', 'De gaaW'],
    ['De\u2028Waag\u0000', 'De Waag'],
    ['\t \u00a0', ''],
    ['😀'.repeat(71), `${'😀'.repeat(69)}…`],
    ['a\ud800b', 'ab'],
    ['=?utf-8?Q?Bank?=', '= ?utf-8?Q?Bank?='],
  ])('rewrites %j as %j', (name, expected) => expect(headerName(name)).toBe(expected))
})

describe('sendersOf', () => {
  test.each([['info@dewaag.example'], [' info@dewaag.example\n'], ['info@waag-één.example']])(
    'sets Reply-To to %j',
    (practiceEmail) => {
      expect(sendersOf({ ...MAIL, practiceEmail }, PORTAL)).toEqual({
        from: { name: 'DAP De Waag via Dierenportaal', address: PORTAL.address },
        replyTo: { name: 'DAP De Waag', address: practiceEmail.trim() },
      })
    },
  )

  test.each([
    ['no address', [null, undefined, '']],
    ['two addresses', ['info@dewaag.example, balie@dewaag.example']],
    ['a header', ['info@dewaag.example\r\nBcc: x@mail.example', 'De Waag <info@dewaag.example>']],
    ['a local part beyond ASCII', ['infö@dewaag.example']],
  ])('sets no Reply-To for %s', (_, addresses) => {
    const from = { name: 'DAP De Waag via Dierenportaal', address: PORTAL.address }
    for (const practiceEmail of addresses) {
      expect(sendersOf({ ...MAIL, practiceEmail: practiceEmail ?? null }, PORTAL)).toEqual({ from })
    }
  })

  test.each([
    ['to staff', { ...MAIL, isToStaff: true }],
    ['without a practice', { ...MAIL, practiceName: null }],
  ])('sends a mail %s from the portal, without Reply-To', (_, mail) => {
    expect(sendersOf(mail, PORTAL)).toEqual({ from: PORTAL })
  })

  test("does not repeat the practice's name from MAIL_FROM", () => {
    const named = { ...PORTAL, name: 'DAP De Waag' }
    expect(sendersOf(MAIL, named).from).toEqual(named)
    expect(sendersOf({ ...MAIL, practiceName: 'Tak Zuid' }, named).from.name).toBe('Tak Zuid via DAP De Waag')
    expect(sendersOf({ ...MAIL, practiceName: '\u200b' }, PORTAL).from).toEqual(PORTAL)
  })
})
