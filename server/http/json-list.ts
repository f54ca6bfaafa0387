import type { Call } from '#server/context.ts'
import type { Json } from '#server/db/json.ts'
import type { Log } from '#server/ports.ts'
import { streamText } from './stream-text.ts'

/**
 * Sends entries as a JSON array, batch by batch. The first two batches are read before the status is sent, so that most
 * failures produce a problem response. A later failure breaks the connection, so the client never receives a complete
 * array.
 */
export async function sendJsonList(
  c: Call,
  log: Log,
  batches: AsyncGenerator<readonly Json<unknown>[]>,
): Promise<Response> {
  const first = await batches.next()
  const second = first.done ? first : await batches.next()
  const entries = first.done ? [] : first.value
  if (second.done) return c.body(`[${entries.join()}]`, 200, { 'content-type': 'application/json' })
  const started = [entries, second.value]
  return c.body(streamText(c, log, arrayText(started, batches)), 200, { 'content-type': 'application/json' })
}

async function* arrayText(
  started: readonly (readonly Json<unknown>[])[],
  batches: AsyncGenerator<readonly Json<unknown>[]>,
): AsyncGenerator<string> {
  let before = '['
  try {
    for (const entries of started) yield* textOf(entries)
    for await (const entries of batches) yield* textOf(entries)
    yield before === '[' ? '[]' : ']'
  } finally {
    await batches.return(undefined)
  }

  function* textOf(entries: readonly Json<unknown>[]) {
    if (entries.length === 0) return
    yield before + entries.join()
    before = ','
  }
}

export async function* asJson<Row>(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Json<Row>[]> {
  for await (const rows of batches) yield rows.map((row) => JSON.stringify(row))
}
