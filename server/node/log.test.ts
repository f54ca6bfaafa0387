import { expect, test } from 'vitest'
import { createLog } from './log.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

function sinkOf() {
  const sink = { text: '', waiting: 0 }
  const events = () =>
    sink.text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { event: string; lines?: number })
      .map(({ event, lines }) => (lines === undefined ? event : `${event} ${lines}`))
  const write = (text: string) => {
    sink.text += text
    sink.waiting += text.length
  }
  return { sink, events, to: { write, waiting: () => sink.waiting } }
}

test('createLog writes once per event-loop turn, but immediately for an error', async () => {
  const { events, to } = sinkOf()
  const { log } = createLog(to)
  log('info', 'started')
  expect(events()).toEqual([])
  log('error', 'internal')
  expect(events()).toEqual(['started', 'internal'])
  log('warn', 'setting')
  await turn()
  expect(events()).toEqual(['started', 'internal', 'setting'])
})

test('createLog later logs the number of lines dropped while its reader was blocked', async () => {
  const { sink, events, to } = sinkOf()
  const { log } = createLog(to, 1000)
  for (let index = 0; index < 10_000; index += 1) {
    log(index % 2 ? 'info' : 'error', 'request')
    if (index % 100 === 0) await turn()
  }
  await turn()
  expect(sink.text.length).toBeGreaterThan(900)
  expect(sink.text.length).toBeLessThan(1200)
  const written = events().length

  sink.waiting = 0
  log('info', 'stopping')
  log('info', 'stopped')
  await turn()
  expect(events().slice(written)).toEqual([`log-left-out ${10_000 - written}`, 'stopping', 'stopped'])
})

test('createLog limits the lines written per event-loop turn', async () => {
  const { sink, to } = sinkOf()
  const { log } = createLog(to, 1000)
  for (let index = 0; index < 1000; index += 1) log('info', 'request')
  await turn()
  expect(sink.text.length).toBeLessThan(1200)
})
