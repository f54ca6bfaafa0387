// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SEARCH_DEBOUNCE_MS } from '#src/lib/constants.ts'
import { SearchBar } from './search-bar.tsx'
import { renderInDutch } from '#src/ui/testing.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Zoek op achternaam' })
const type = (value: string) => fireEvent.change(box(), { target: { value } })
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

function renderBar(value = '') {
  const onSearch = vi.fn<(text: string) => void>()
  const bar = (now: string) => <SearchBar label="Zoek op achternaam" value={now} onSearch={onSearch} />
  const { rerender } = renderInDutch(bar(value))
  return { onSearch, address: (now: string) => rerender(bar(now)) }
}

test('it searches after a pause in typing, once', () => {
  const { onSearch } = renderBar()
  type('be')
  pass(SEARCH_DEBOUNCE_MS - 1)
  type('berg')
  pass(SEARCH_DEBOUNCE_MS - 1)
  expect(onSearch).not.toHaveBeenCalled()
  pass(1)
  expect(onSearch.mock.calls).toEqual([['berg']])
  pass(SEARCH_DEBOUNCE_MS)
  expect(onSearch).toHaveBeenCalledOnce()
})

test('Enter searches at once and not again after the pause', () => {
  const { onSearch } = renderBar()
  type('berg')
  fireEvent.submit(screen.getByRole('search'))
  expect(onSearch.mock.calls).toEqual([['berg']])
  pass(SEARCH_DEBOUNCE_MS)
  expect(onSearch).toHaveBeenCalledOnce()
})

test('clear empties it at once and keeps the focus in it', () => {
  const { onSearch } = renderBar('berg')
  fireEvent.click(screen.getByRole('button', { name: 'Zoekopdracht wissen' }))
  expect(onSearch.mock.calls).toEqual([['']])
  expect(box().value).toBe('')
  expect(document.activeElement).toBe(box())
  expect(screen.queryByRole('button')).toBeNull()
})

test('the address that answers a search does not undo what was typed since', () => {
  const { onSearch, address } = renderBar()
  type('van ')
  pass(SEARCH_DEBOUNCE_MS)
  expect(onSearch).toHaveBeenLastCalledWith('van')
  type('van den')
  address('van')
  expect(box().value).toBe('van den')
  pass(SEARCH_DEBOUNCE_MS)
  expect(onSearch).toHaveBeenLastCalledWith('van den')
})

test('answers that arrive late and one after the other change nothing either', () => {
  const { address } = renderBar()
  type('b')
  pass(SEARCH_DEBOUNCE_MS)
  type('be')
  pass(SEARCH_DEBOUNCE_MS)
  address('b')
  expect(box().value).toBe('be')
  address('be')
  expect(box().value).toBe('be')
})

test('it follows the address when that changes by itself', () => {
  const { onSearch, address } = renderBar('berg')
  address('')
  expect(box().value).toBe('')
  address('bakker')
  expect(box().value).toBe('bakker')
  pass(SEARCH_DEBOUNCE_MS)
  expect(onSearch).not.toHaveBeenCalled()
})

test('a space after the name is no new search', () => {
  const { onSearch } = renderBar('berg')
  type('berg ')
  pass(SEARCH_DEBOUNCE_MS)
  expect(onSearch).not.toHaveBeenCalled()
  expect(box().value).toBe('berg ')
})
