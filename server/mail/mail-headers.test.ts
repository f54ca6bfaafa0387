import { describe, expect, test } from 'vitest'
import { headerName, sendersOf } from './mail-headers.ts'

const PORTAL = { name: 'Dierenportaal', address: 'portaal@portal.example' }
const MAIL = { practiceName: 'DAP De Waag', practiceEmail: 'info@dewaag.example', isToStaff: false }

describe('headerName', () => {
  test.each([
    ['DAP De Waag', 'DAP De Waag'],
    ['  Kliniek\r\nBcc: x@mail.example ', 'Kliniek Bcc: x@mail.example'],
    ['De "Krekel", dierenarts <info>', 'De "Krekel", dierenarts <info>'],
    ['Çelik & Zn.', 'Çelik & Zn.'],
    ['Cafe\u0301', 'Café'],
    ['Клиника 犬', 'Клиника 犬'],
    ['De\u202e gaaW\u200b\ufeff', 'De gaaW'],
    ['De\u2028Waag\u0000', 'De Waag'],
    ['\t \u00a0', ''],
    ['😀'.repeat(71), `${'😀'.repeat(69)}…`],
    ['x'.repeat(70), 'x'.repeat(70)],
    ['a\ud800b', 'ab'],
    ['=?utf-8?Q?Bank?=', '= ?utf-8?Q?Bank?='],
  ])('%j becomes %j', (name, expected) => expect(headerName(name)).toBe(expected))
})

describe('sendersOf', () => {
  test.each([
    ['info@dewaag.example'],
    [' info@dewaag.example\n'],
    ['Info+portaal@DeWaag.example'],
    ["o'neill@dewaag.example"],
    ['info@waag-één.example'],
  ])('a reply to a mail of a practice reaches %j', (practiceEmail) => {
    expect(sendersOf({ ...MAIL, practiceEmail }, PORTAL)).toEqual({
      from: { name: 'DAP De Waag via Dierenportaal', address: PORTAL.address },
      replyTo: { name: 'DAP De Waag', address: practiceEmail.trim() },
    })
  })

  test.each([
    null,
    undefined,
    '',
    'geen',
    'info@dewaag.example, balie@dewaag.example',
    'info@dewaag.example;balie@dewaag.example',
    'info@dewaag.example\r\nBcc: x@mail.example',
    'De Waag <info@dewaag.example>',
    'mailto:info@dewaag.example',
    'info @dewaag.example',
    'info@',
    'infö@dewaag.example',
  ])('%j is no address for replies', (practiceEmail) => {
    expect(sendersOf({ ...MAIL, practiceEmail: practiceEmail ?? null }, PORTAL)).toEqual({
      from: { name: 'DAP De Waag via Dierenportaal', address: PORTAL.address },
    })
  })

  test.each([
    ['to staff', { ...MAIL, isToStaff: true }],
    ['without a practice', { ...MAIL, practiceName: null }],
  ])('a mail %s is from the portal, and has no address for replies', (_, mail) => {
    expect(sendersOf(mail, PORTAL)).toEqual({ from: PORTAL })
  })

  test('MAIL_FROM names the portal, and the practice only once', () => {
    const named = { ...PORTAL, name: 'DAP De Waag' }
    expect(sendersOf(MAIL, named).from).toEqual(named)
    expect(sendersOf({ ...MAIL, practiceName: 'Tak Zuid' }, named).from.name).toBe('Tak Zuid via DAP De Waag')
    expect(sendersOf({ ...MAIL, practiceName: '\u200b' }, PORTAL).from).toEqual(PORTAL)
  })
})
