import { afterEach, beforeEach, vi } from 'vitest'
import { afterTest, beforeTest } from '#harness/portal.tsx'

// Not in the module itself: the files of a worker share it, and only the first one would run it.
beforeEach(beforeTest)
// A Dutch browser: an English one is offered English.
beforeEach(() => void vi.spyOn(navigator, 'language', 'get').mockReturnValue('nl-NL'))
afterEach(afterTest)
