import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { createLazyModule } from './lazy-module.tsx'
import { useFeedback } from './messages.ts'

const importing = (name: string) => Promise.reject(Object.assign(new Error('Missing part'), { name }))

function Counter({ label }: { label: string }) {
  const [count, setCount] = useState(0)
  return <button onClick={() => setCount(count + 1)}>{`${label} ${count}`}</button>
}

const shownMessages = () => Object.keys(useFeedback.getState().slots)

beforeEach(() => useFeedback.setState({ slots: {} }))

test('a lazy component renders at once after its import', async () => {
  const LazyCounter = createLazyModule(() => Promise.resolve(Counter))
  await LazyCounter.openAfterImport(() => render(<LazyCounter label="opened" />))
  expect(screen.getByRole('button', { name: 'opened 0' })).toBeVisible()
})

test('a lazy component that renders before its import appears later and keeps its state', async () => {
  const LazyCounter = createLazyModule(() => Promise.resolve(Counter))
  const { rerender } = render(<LazyCounter label="pressed" />)
  await userEvent.click(await screen.findByRole('button', { name: 'pressed 0' }))
  rerender(<LazyCounter label="pressed again" />)
  expect(screen.getByRole('button', { name: 'pressed again 1' })).toBeVisible()
})

test('a failed import shows an error and can be retried', async () => {
  const answers = [() => importing('NoServer'), () => Promise.resolve(Counter)]
  const LazyCounter = createLazyModule(() => answers.shift()!())
  const opened: string[] = []
  await LazyCounter.openAfterImport(() => opened.push('at first'))
  expect([opened, shownMessages()]).toEqual([[], ['error']])
  await LazyCounter.openAfterImport(() => opened.push('again'))
  expect(opened).toEqual(['again'])
})

test('a chunk of an outdated release shows no error of its own', async () => {
  const LazyCounter = createLazyModule<{ label: string }>(() => importing('MissingChunk'))
  const opened: string[] = []
  await LazyCounter.openAfterImport(() => opened.push('opened'))
  expect([opened, shownMessages()]).toEqual([['opened'], []])
})
