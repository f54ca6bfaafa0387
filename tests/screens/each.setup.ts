import { afterEach, beforeEach, vi } from 'vitest'
import { afterTest, beforeTest } from '#harness/portal.tsx'

// The files of a worker share the harness module, so a hook within it would run for the first file only.
beforeEach(() => beforeTest())
// Portals in an English browser offer English.
beforeEach(() => void vi.spyOn(navigator, 'language', 'get').mockReturnValue('nl-NL'))
afterEach(afterTest)
