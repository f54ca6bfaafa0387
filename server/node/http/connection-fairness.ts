/**
 * Admission control: starts at most so many calls per turn of the event loop, first in, first out. Node accepts one connection per
 * turn, so without it a burst makes turns long and starves new connections for up to a minute.
 */
export function createConnectionFairness(most: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  let begun = 0

  function nextTurn(): void {
    const first = waiting.splice(0, most)
    begun = first.length
    if (begun > 0) setImmediate(nextTurn)
    for (const begin of first) begin()
  }

  return async () => {
    if (begun === 0) setImmediate(nextTurn)
    if (begun < most) begun += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
}
