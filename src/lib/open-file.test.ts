import { expect, test } from 'vitest'
import { fileAddress } from './open-file.ts'

const FILE = 'https://files.example/a.pdf?sig=1'

test.each([{ url: FILE }, FILE, { url: FILE, expires: 60 }])('%j leads to the file', (answer) => {
  expect(fileAddress(answer)).toBe(FILE)
})

test('a path is one of this host', () => {
  expect(fileAddress({ url: '/files/a.pdf' })).toBe(`${location.origin}/files/a.pdf`)
})

test.each([
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,<p>',
  'blob:https://files.example/1',
  'file:///etc/passwd',
  'https://',
  '',
  ' ',
])('%j leads nowhere', (url) => {
  expect(fileAddress({ url })).toBeNull()
  expect(fileAddress(url)).toBeNull()
})

test.each([undefined, null, 7, {}, { url: null }, { url: { url: FILE } }, [FILE]])('%j is no address', (answer) => {
  expect(fileAddress(answer)).toBeNull()
})
