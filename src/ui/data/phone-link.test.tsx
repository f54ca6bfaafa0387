// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderInDutch } from '#src/ui/testing.tsx'
import { PhoneLink } from './phone-link.tsx'

afterEach(cleanup)

test('PhoneLink dials the first of two numbers, and shows both', () => {
  renderInDutch(<PhoneLink phone="030-5550123 / 06-12345678" />)
  expect(screen.getByRole('link', { name: '030-5550123 / 06-12345678' })).toHaveAttribute('href', 'tel:0305550123')
})

test('PhoneLink shows words without a number as plain text', () => {
  renderInDutch(<PhoneLink phone="geheim nummer" />)
  expect(screen.getByText('geheim nummer')).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})
