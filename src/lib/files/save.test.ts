import { expect, test } from 'vitest'
import { fileName } from './save.ts'

test.each([
  [['facturen', undefined, '2026-03', null, '2026-11-21'], 'facturen-2026-03-2026-11-21'],
  [['Cliënten geregistreerd', 'Dierenkliniek “De Krekel” & Zn.'], 'clienten-geregistreerd-dierenkliniek-de-krekel-zn'],
  [['../..', 'Röntgenfoto:\\x'], 'rontgenfoto-x'],
  [[' ', '-', ''], ''],
  [['猫', '7'], '猫-7'],
])('fileName(%j) is %s', (parts, name) => {
  expect(fileName(parts)).toBe(name)
})
