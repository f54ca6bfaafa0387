import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

test('reads the file and what to do with it', () => {
  expect(readArguments(['a.jsonl'])).toEqual({ file: 'a.jsonl', skipInvalid: false, invite: false })
  expect(readArguments(['--invite', 'a.jsonl', '--skip-invalid'])).toEqual({
    file: 'a.jsonl',
    skipInvalid: true,
    invite: true,
  })
  expect(readArguments(['a.jsonl', '--files', 'papers'])).toMatchObject({ file: 'a.jsonl', files: 'papers' })
})

test.each([[[]], [['a.jsonl', 'b.jsonl']], [['a.jsonl', '--force']], [['a.jsonl', '--files']]])(
  'says how to use it given %j',
  (args) => {
    expect(() => readArguments(args)).toThrow('Usage: npm run import')
  },
)
