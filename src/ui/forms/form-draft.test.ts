import { expect, test, vi } from 'vitest'
import { type FormDraft, restoredOver, withoutFields } from './form-draft.tsx'

const NOW = { text: '', days: null as number | null, kinds: ['A'] as readonly string[], on: false }

test.each([
  ['a text', { text: 'typed' }],
  ['a number', { days: 3 }],
  ['a number that was emptied', { days: null }, { days: 4 }],
  ['a choice', { kinds: ['A', 'B'] }],
  ['an empty choice', { kinds: [] }],
  ['a checkbox', { on: true }],
])('restoredOver restores %s', (_, typed, before: object = {}) => {
  const now = { ...NOW, ...before }
  expect(restoredOver({ values: { ...now, ...typed }, base: { ...now } }, now)).toEqual({
    values: { ...now, ...typed },
    contested: [],
    was: {},
  })
})

test.each<[string, object]>([
  ['nothing was typed', {}],
  ['a text has become a number', { text: 7 }],
  ['a text is missing', { text: undefined }],
  ['a choice has become a text', { kinds: 'A' }],
  ['a checkbox has become a text', { on: 'true' }],
  ['a number has become a text', { days: '3' }],
  ['the field is unknown', { other: 'x' }],
])('restoredOver is undefined if %s', (_, typed) => {
  expect(restoredOver({ values: { ...NOW, ...typed }, base: { ...NOW } }, NOW)).toBeUndefined()
})

test.each([
  // Columns: typed value, value when typing began, current value, restored value, fields in conflict.
  ['typed', 'old', 'old', 'typed', []],
  ['typed', 'old', 'theirs', 'typed', ['text']],
  ['typed', 'old', 'typed', undefined, []],
  ['old', 'old', 'theirs', undefined, []],
  ['', 'old', 'theirs', '', ['text']],
  ['typed', 'old', '', 'typed', ['text']],
])('restoredOver with %j typed over %j, now %j, returns %j', (text, base, now, shown, contested) => {
  const restored = restoredOver({ values: { ...NOW, text }, base: { ...NOW, text: base } }, { ...NOW, text: now })
  expect(restored?.values.text).toBe(shown)
  expect(restored?.contested ?? []).toEqual(contested)
})

test('withoutFields removes the given fields, and an otherwise unchanged draft', () => {
  const store = {
    keep: vi.fn<FormDraft['keep']>(),
    forget: vi.fn<() => void>(),
    sent: vi.fn<FormDraft['sent']>(),
    read: () => undefined,
    whileSending: <Result>(send: () => Promise<Result>) => send(),
  }
  const draft = withoutFields(store, ['password'])
  draft.keep({ values: { name: '', password: 'secret' }, base: { name: '', password: '' } })
  expect(store.keep).not.toHaveBeenCalled()
  expect(store.forget).toHaveBeenCalledOnce()
  draft.keep({ values: { name: 'a', password: 'secret' }, base: { name: '', password: '' } })
  expect(store.keep).toHaveBeenCalledWith({ values: { name: 'a' }, base: { name: '' } })
  draft.sent({ name: 'a', password: 'secret' })
  expect(store.sent).toHaveBeenCalledWith({ name: 'a' })
})
