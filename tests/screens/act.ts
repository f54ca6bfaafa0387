import { setImmediate as turn } from 'node:timers/promises'
import React from 'react'
import { flushSync } from 'react-dom'

/** Waits until React's scheduler has rendered and run effects, which takes several turns of the event loop. */
async function drawn(done: unknown): Promise<unknown> {
  const result = await done
  for (let turns = 0; turns < 3; turns += 1) await turn()
  return result
}

// Testing Library wraps its calls in `act`, which the production build of React lacks. This one renders results at once, as after a
// press. Import it before Testing Library, which reads `act` once.
React.act ??= ((callback: () => unknown) => drawn(flushSync(callback))) as typeof React.act
