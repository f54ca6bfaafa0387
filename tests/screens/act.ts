import { setImmediate as turn } from 'node:timers/promises'
import React from 'react'
import { flushSync } from 'react-dom'

/** Lets React's scheduler render, and run effects, which it does in turns of the event loop. */
async function drawn(done: unknown): Promise<unknown> {
  const result = await done
  for (let turns = 0; turns < 3; turns += 1) await turn()
  return result
}

// The production build of React has no `act`, which Testing Library calls around all that it does. What follows from a call is
// rendered at once, as after a press. Imported before Testing Library, which looks for it once.
React.act ??= ((callback: () => unknown) => drawn(flushSync(callback))) as typeof React.act
