import { expect, test } from 'vitest'
import { parseSender } from './mail-headers.ts'

test.each([
  ['post@dekrekel.example', 'Dierenportaal', 'post@dekrekel.example'],
  ['<post@dekrekel.example>', 'Dierenportaal', 'post@dekrekel.example'],
  [' De Krekel <post@dekrekel.example> ', 'De Krekel', 'post@dekrekel.example'],
  ['"Krekel, De" <post+portaal@dekrekel.example>', 'Krekel, De', 'post+portaal@dekrekel.example'],
  ['portaal@[127.0.0.1]', 'Dierenportaal', 'portaal@[127.0.0.1]'],
])('parseSender parses %s', (text, name, address) => {
  expect(parseSender(text)).toEqual({ name, address })
})

test.each([
  '',
  'De Krekel',
  'De Krekel post@dekrekel.example',
  'De Krekel <post@dekrekel.example',
  'De Krekel <post@dekrekel.example> <other@dekrekel.example>',
  'post@dekrekel.example, other@dekrekel.example',
  'post@dekrekel.example.',
  'De Krekel\r\nBcc: <evil@mail.example>',
  'post@dekrekel.example\r\nBcc: evil@mail.example',
])('parseSender rejects %j', (text) => {
  expect(parseSender(text)).toBeUndefined()
})
