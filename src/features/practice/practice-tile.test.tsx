import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { PracticeTile, logoReplaced, practiceInitials } from './practice-tile.tsx'

// URLs relative to an API on another host are tested in src/lib/files/open.test.ts.

afterEach(cleanup)

const NAME = 'Dierenkliniek De Krekel'
const tileOf = (logoUrl?: string) => {
  const { container } = render(<PracticeTile practice={{ name: NAME, ...(logoUrl !== undefined && { logoUrl }) }} />)
  return { container, picture: () => container.querySelector('img')?.getAttribute('src') ?? null }
}

describe('PracticeTile', () => {
  test.each([
    ['https://files.example/logo.png', 'https://files.example/logo.png'],
    ['/files/logo.png', `${location.origin}/files/logo.png`],
    ['files/logo.png', `${location.origin}/files/logo.png`],
  ])('shows the logo at %s', (logoUrl, shown) => {
    const { container, picture } = tileOf(logoUrl)
    expect(picture()).toBe(shown)
    expect(container).toHaveTextContent(/^$/)
  })

  test.each([undefined, '', 'javascript:alert(1)', '//files.example/a.png', '/\\\\a.png'])(
    'shows the initials if the logo URL is %j',
    (logoUrl) => {
      const { container, picture } = tileOf(logoUrl)
      expect(picture()).toBeNull()
      expect(container).toHaveTextContent(/^DK$/)
    },
  )

  test('shows the initials if the logo fails to load', () => {
    const { container, picture } = tileOf('/files/gone.png')
    fireEvent.error(container.querySelector('img')!)
    expect(picture()).toBeNull()
    expect(container).toHaveTextContent(/^DK$/)
  })

  test.each([
    ['/files/same.png', /\/files\/same\.png\?v=\d+$/],
    ['/files/same.png?size=2', /\/files\/same\.png\?size=2&v=\d+$/],
  ])('reloads only the replaced logo %s, once', (logoUrl, again) => {
    const other = tileOf('/files/other.png')
    const { picture } = tileOf(logoUrl)
    act(() => logoReplaced(logoUrl))
    expect(picture()).toMatch(again)
    expect(other.picture()).toMatch(/\/files\/other\.png$/)
  })
})

describe('practiceInitials', () => {
  test.each([
    ['Dierenkliniek De Krekel', 'DK'],
    ['DAP De Linde', 'DL'],
    ['Paarden- en Rundveekliniek Van Dijk', 'PD'],
    ['Bakker & De Wit', 'BW'],
    ['Élan Dierenartsen', 'ÉD'],
    ['De Krekel', 'K'],
    ['De', 'D'],
    ['🐾 Pootjes', '🐾P'],
    ['', ''],
  ])('returns for %j the initials %s', (name, initials) => {
    expect(practiceInitials(name)).toBe(initials)
  })
})
