import { expect, test } from 'vitest'
import { parseSender } from './sender.ts'

test.each([
  ['post@dekrekel.example', 'Dierenportaal', 'post@dekrekel.example'],
  ['<post@dekrekel.example>', 'Dierenportaal', 'post@dekrekel.example'],
  [' De Krekel <post@dekrekel.example> ', 'De Krekel', 'post@dekrekel.example'],
  ['"Krekel, De" <post+portaal@dekrekel.example>', 'Krekel, De', 'post+portaal@dekrekel.example'],
  ['Café Çelik <post@krekel-één.example>', 'Café Çelik', 'post@krekel-één.example'],
  ['portaal@localhost', 'Dierenportaal', 'portaal@localhost'],
  ['portaal@[127.0.0.1]', 'Dierenportaal', 'portaal@[127.0.0.1]'],
])('%s is a sender', (text, name, address) => {
  expect(parseSender(text)).toEqual({ name, address })
})

test.each([
  '',
  'De Krekel',
  'De Krekel post@dekrekel.example',
  'De Krekel <post>',
  'De Krekel <post@dekrekel.example',
  'De Krekel <post@dekrekel.example> <other@dekrekel.example>',
  'post@dekrekel.example, other@dekrekel.example',
  'post@dekrekel.example;other@dekrekel.example',
  'post@@dekrekel.example',
  'post@dekrekel.example.',
  'post@-dekrekel.example',
  '@dekrekel.example',
  'De Krekel\r\nBcc: <evil@mail.example>',
  'post@dekrekel.example\r\nBcc: evil@mail.example',
])('%j is none', (text) => {
  expect(parseSender(text)).toBeUndefined()
})
