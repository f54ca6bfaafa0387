import { describe, expect, test } from 'vitest'
import { extensionOf, safeName, uniqueNames } from './file-names.ts'

describe('extensionOf', () => {
  test.each([
    [['application/pdf; charset=binary'], [], 'pdf'],
    [['IMAGE/JPEG'], ['x.png'], 'jpg'],
    [['application/octet-stream', 'application/pdf'], ['x.png'], 'pdf'],
    [[null, undefined], ['foto.PNG'], 'png'],
    [['text/html'], ['page.html'], 'bin'],
    [['application/x-msdownload'], ['setup.exe'], 'bin'],
    [['image/svg+xml'], ['x.svg'], 'bin'],
    [[''], ['../../etc/passwd'], 'bin'],
    [[], [undefined], 'bin'],
  ])('of %j and %j is %s', (types, names, expected) => {
    expect(extensionOf(types, names)).toBe(expected)
  })
})

test('safeName is valid on every system', () => {
  expect(safeName(['2026-11-21', 'Röntgenfoto "thorax" <1>', undefined, 'Bella/..\\x'])).toBe(
    '2026-11-21-rontgenfoto-thorax-1-bella-x',
  )
  expect(safeName(['../..', ' ', null])).toBe('')
  expect(safeName(['a'.repeat(79), 'b'])).toBe('a'.repeat(79))
  expect(safeName([`${'a'.repeat(79)}\u{20000}`])).toBe('a'.repeat(79))
  expect(safeName(['猫'])).toBe('猫')
})

test('uniqueNames gives each name once, ignoring case', () => {
  const nameOf = uniqueNames()
  expect(nameOf('', 'facturen', 'csv')).toBe('facturen.csv')
  expect(nameOf('facturen', 'f-1', 'pdf')).toBe('facturen/f-1.pdf')
  expect(nameOf('facturen', 'F-1', 'pdf')).toBe('facturen/F-1-2.pdf')
  expect(nameOf('facturen', 'f-1', 'jpg')).toBe('facturen/f-1.jpg')
  expect(nameOf('bijlagen', 'f-1', 'pdf')).toBe('bijlagen/f-1.pdf')
  expect(nameOf('facturen', 'f-1-2', 'pdf')).toBe('facturen/f-1-2-2.pdf')
  expect(nameOf('facturen', '', 'pdf')).toBe('facturen/x.pdf')
})
