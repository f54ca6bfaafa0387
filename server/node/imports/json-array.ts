const [QUOTE, BACKSLASH, LINE_FEED, COMMA] = [34, 92, 10, 44]
const OPEN = new Set([91, 123])
const CLOSE = new Set([93, 125])

/** A part of a list, on the line of the file where it begins. */
export type Take = (line: number, part: Buffer, isEnd: boolean) => void

/** Splits the bytes of a JSON list, which may be written over several lines, into its entries. */
export function createArraySplitter(take: Take): (chunk: Buffer) => void {
  let line = 1
  let begun = 1
  let depth = 0
  let isText = false
  let isEscaped = false
  return (chunk) => {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (byte === LINE_FEED) line += 1
      if (isEscaped) isEscaped = false
      else if (isText) {
        if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isText = false
      } else if (byte === QUOTE) isText = true
      else if (OPEN.has(byte)) {
        depth += 1
        if (depth === 2) begun = line
        // The bracket of the list itself.
        if (depth === 1) start = at + 1
      } else if (CLOSE.has(byte)) {
        depth -= 1
        if (depth === 0) {
          take(begun, chunk.subarray(start, at), true)
          start = at + 1
        }
      } else if (byte === COMMA && depth === 1) {
        take(begun, chunk.subarray(start, at), true)
        start = at + 1
      }
    }
    take(begun, chunk.subarray(start), false)
  }
}
