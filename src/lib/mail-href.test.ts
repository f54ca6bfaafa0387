import { expect, test } from 'vitest'
import { mailHref } from './mail-href.ts'

const letter = { subject: 'Afspraak: Bella & Co', text: 'Beste kliniek,\n\nVaccinatie? 100% é' }

test('mailHref encodes address, subject and text', () => {
  const url = new URL(mailHref('info+balie@dewaag.example', letter)!)
  expect(decodeURIComponent(url.pathname)).toBe('info+balie@dewaag.example')
  // Mail programs do not decode a plus as a space.
  expect(url.search).not.toContain('+')
  expect(url.searchParams.get('subject')).toBe(letter.subject)
  expect(url.searchParams.get('body')).toBe('Beste kliniek,\r\n\r\nVaccinatie? 100% é')
})

test.each([undefined, '', 'dewaag', 'a@b?bcc=x@y', 'a@b&cc=x', 'a b@c', 'a@b@c', '<a@b>', 'a@b,c@d', 'a%0A@b'])(
  'mailHref(%j) is undefined',
  (address) => {
    expect(mailHref(address, letter)).toBeUndefined()
  },
)

test('mailHref removes white space and invisible characters', () => {
  expect(mailHref(' info@mail.example\u200b\r\n')).toBe('mailto:info@mail.example')
})
