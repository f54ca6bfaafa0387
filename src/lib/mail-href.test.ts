import { expect, test } from 'vitest'
import { mailHref } from './mail-href.ts'

const letter = { subject: 'Afspraak: Bella & Co', text: 'Beste kliniek,\n\nVaccinatie? 100% é' }

test('what was written comes out of the link as it was', () => {
  const url = new URL(mailHref('info+balie@dewaag.example', letter)!)
  expect(decodeURIComponent(url.pathname)).toBe('info+balie@dewaag.example')
  // A mail program reads no plus as a space.
  expect(url.search).not.toContain('+')
  expect(url.searchParams.get('subject')).toBe(letter.subject)
  expect(url.searchParams.get('body')).toBe('Beste kliniek,\r\n\r\nVaccinatie? 100% é')
})

test.each([undefined, '', 'dewaag', 'a@b?bcc=x@y', 'a@b&cc=x', 'a b@c', 'a@b@c', '<a@b>', 'a@b,c@d', 'a%0A@b'])(
  '%j is nobody to write to',
  (address) => {
    expect(mailHref(address, letter)).toBeUndefined()
  },
)

test('writes to an address that was exported with white space and invisible characters', () => {
  expect(mailHref(' info@mail.example\u200b\r\n')).toBe('mailto:info@mail.example')
})
