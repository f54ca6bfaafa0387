import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { PracticeCard } from './practice-card.tsx'

afterEach(cleanup)

describe('the card', () => {
  test('shows the name, what is said of it, and a number to call', () => {
    render(<PracticeCard practice={{ id: 'p', name: 'DAP De Linde', phone: '030 123' }}>Uw praktijk</PracticeCard>)
    expect(screen.getByText('DAP De Linde')).toBeVisible()
    expect(screen.getByText('Uw praktijk')).toBeVisible()
    expect(screen.getByRole('link', { name: '030 123' })).toHaveAttribute('href', 'tel:030123')
  })

  test.each([undefined, ''])('has no link where the number is %j', (phone) => {
    render(
      <PracticeCard practice={{ id: 'p', name: 'DAP De Linde', ...(phone !== undefined && { phone }) }}>
        Uw praktijk
      </PracticeCard>,
    )
    expect(screen.queryByRole('link')).toBeNull()
  })
})
