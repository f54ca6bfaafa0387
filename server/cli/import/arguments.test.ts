import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

test('readArguments parses the file and the options', () => {
  const read = (...args: string[]) => readArguments([...args, '--practice', 'de-krekel'])
  const usual = {
    file: 'a.jsonl',
    practiceId: 'de-krekel',
    confirmed: false,
    skipInvalid: false,
    invite: false,
    isCheck: false,
  }
  expect(read('a.jsonl')).toEqual(usual)
  expect(read('--invite', 'a.jsonl', '--skip-invalid')).toEqual({ ...usual, skipInvalid: true, invite: true })
  expect(read('a.jsonl', '--confirm')).toEqual({ ...usual, confirmed: true })
  expect(read('a.csv', '--kind', 'patient', '--mapping', 'm.json', '--check')).toEqual({
    ...usual,
    file: 'a.csv',
    isCheck: true,
    kind: 'patient',
    mapping: 'm.json',
  })
  expect(read('a.jsonl', '--files', 'papers')).toEqual({ ...usual, files: 'papers' })
})

test.each([
  [[]],
  [['a.jsonl']],
  [['a.jsonl', '--practice']],
  [['a.jsonl', '--practice', '']],
  [['--practice', 'a']],
  [['a.jsonl', 'b.jsonl', '--practice', 'a']],
  [['a.jsonl', '--practice', 'a', '--force']],
  [['a.jsonl', '--practice', 'a', '--files']],
])('readArguments shows the usage for %j', (args) => {
  expect(() => readArguments(args)).toThrow('Usage: npm run import')
})
