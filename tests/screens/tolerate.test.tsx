import { describe, expect, test } from 'vitest'
import { PASSES } from '#harness/foreign-answers.ts'
import { SCREENS, complaints, everyField, listen, openForeign } from './foreign.tsx'

// Another API, of which no field but the ids is what the contract says: no screen breaks by it. One field in turn is in
// `npm run soak -- --only foreign`.

describe.each(PASSES)('on values that are $name', (kind) => {
  test.each(SCREENS)('$address of $as stands', async (one) => {
    const errors = listen()
    const opened = await openForeign(one, everyField(kind))
    expect(complaints(opened, errors).join('\n')).toBe('')
  })
})
