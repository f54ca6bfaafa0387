import { expect, test } from 'vitest'
import { foldFileName, partsOfPath } from './file-name.ts'

test.each([
  ['uitslag.pdf', ['uitslag.pdf']],
  ['C:\\scans\\2026\\uitslag.pdf', ['scans', '2026', 'uitslag.pdf']],
  ['\\\\server\\share\\a.pdf', ['server', 'share', 'a.pdf']],
  ['./2026/a.pdf', ['2026', 'a.pdf']],
  ['../a.pdf', ['..', 'a.pdf']],
  [' a.pdf ', ['a.pdf']],
  ['/', []],
])('partsOfPath(%j) is %j', (name, parts) => {
  expect(partsOfPath(name)).toEqual(parts)
})

test.each([
  ['Röntgen.JPG', 'röntgen.jpg'],
  ['röntgen.jpg'.normalize('NFD'), 'RÖNTGEN.jpg'],
  ['Ångström.pdf', 'Ångström.pdf'],
  ['STRASSE.pdf', 'straße.pdf'],
])('foldFileName is the same for %j and %j', (one, other) => {
  expect(foldFileName(one)).toBe(foldFileName(other))
})

test('foldFileName differs for other letters', () => {
  expect(foldFileName('rontgen.jpg')).not.toBe(foldFileName('röntgen.jpg'))
})
