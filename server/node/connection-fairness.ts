/**
 * Answers when a call may begin: so many do in each turn of the event loop, the others in the next ones, in the order in which
 * they came. Node takes one new connection in a turn. Without this, a turn in which a crowd is answered lasts long, and who comes
 * then waits for a minute.
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
