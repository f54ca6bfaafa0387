import { expect, test } from 'vitest'
import { visitTitle } from './title.ts'

test.each([
  [{ reason: 'Mank', number: 'V1' }, 'Mank'],
  [{ reason: '  Mank \n links voor', number: 'V1' }, 'Mank'],
  [{ reason: ' ', number: 'V1' }, 'V1'],
  [{ number: 'V1' }, 'V1'],
  [{ reason: '', number: ' ' }, undefined],
  [{}, undefined],
])('visitTitle(%j) is %s', (visit, title) => {
  expect(visitTitle(visit)).toBe(title)
})

test('visitTitle shortens a long reason at a word', () => {
  const title = visitTitle({ reason: 'drinkt veel '.repeat(40) })
  expect(title).toMatch(/^(drinkt veel )+drinkt…$|^(drinkt veel )*drinkt veel…$/)
  expect(title!.length).toBeLessThanOrEqual(121)
  expect(visitTitle({ reason: 'x'.repeat(120) })).toBe('x'.repeat(120))
})
