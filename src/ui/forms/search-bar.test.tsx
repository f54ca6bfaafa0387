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

test('the search bar searches once after a pause in typing', () => {
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

test('Enter searches at once and cancels the delayed search', () => {
  const { onSearch } = renderBar()
  type('berg')
  fireEvent.submit(screen.getByRole('search'))
  expect(onSearch.mock.calls).toEqual([['berg']])
  pass(SEARCH_DEBOUNCE_MS)
  expect(onSearch).toHaveBeenCalledOnce()
})

test('the clear button empties the search and keeps the focus', () => {
  const { onSearch } = renderBar('berg')
  fireEvent.click(screen.getByRole('button', { name: 'Zoekopdracht wissen' }))
  expect(onSearch.mock.calls).toEqual([['']])
  expect(box().value).toBe('')
  expect(document.activeElement).toBe(box())
  expect(screen.queryByRole('button')).toBeNull()
})

test('a value that arrives late does not overwrite typed text', () => {
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

test('the search bar shows a value that is changed from outside', () => {
  const { onSearch, address } = renderBar('berg')
  address('')
  expect(box().value).toBe('')
  address('bakker')
  expect(box().value).toBe('bakker')
  pass(SEARCH_DEBOUNCE_MS)
  expect(onSearch).not.toHaveBeenCalled()
})

test('a trailing space starts no new search', () => {
  const { onSearch } = renderBar('berg')
  type('berg ')
  pass(SEARCH_DEBOUNCE_MS)
  expect(onSearch).not.toHaveBeenCalled()
  expect(box().value).toBe('berg ')
})
