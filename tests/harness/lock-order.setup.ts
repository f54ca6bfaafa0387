import { basename } from 'node:path'
import { afterEach, beforeAll } from 'vitest'
import { recordLocks, takeComplaints } from './lock-recorder.ts'

/** Test files that together make each kind of writing call, import and removal. */
const TEST_FILES =
  'address-change client-changes clients erase forms import import-removals import-replacements lock-order offers oidc price-list remove-all remove-practice request-system requests webhooks'.split(
    ' ',
  )

// oxlint-disable-next-line no-empty-pattern -- Vitest requires a destructured first parameter
beforeAll(({}, { file }) => recordLocks(TEST_FILES.includes(basename(file.filepath, '.test.ts'))))

afterEach(() => {
  const found = takeComplaints()
  if (found.length > 0) throw new Error(`Locks out of order (server/db/lock-order.ts):\n${found.join('\n')}`)
})
