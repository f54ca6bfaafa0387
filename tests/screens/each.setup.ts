import { afterEach, beforeEach } from 'vitest'
import { afterTest, beforeTest } from '#harness/portal.tsx'

// Not in the module itself: the files of a worker share it, and only the first one would run it.
beforeEach(beforeTest)
afterEach(afterTest)
