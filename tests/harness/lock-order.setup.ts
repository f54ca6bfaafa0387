import { basename } from 'node:path'
import { afterEach, expect } from 'vitest'
import { takeComplaints } from './lock-recorder.ts'

/** Test files that together make each kind of writing call, import and removal. */
const TEST_FILES =
  'address-change client-changes clients erase forms import import-removals import-replacements lock-order offers oidc price-list remove-all remove-practice request-system requests webhooks'.split(
    ' ',
  )

afterEach(() => {
  const found = takeComplaints()
  const file = basename(expect.getState().testPath ?? '', '.test.ts')
  if (found.length > 0 && TEST_FILES.includes(file))
    throw new Error(`Locks out of order (server/db/lock-order.ts):\n${found.join('\n')}`)
})
