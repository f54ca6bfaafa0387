import { screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { openPortal } from '#harness/portal.tsx'

function buildAs(content: string): void {
  const meta = Object.assign(document.createElement('meta'), { name: 'portal-release', content })
  document.head.append(meta)
  onTestFinished(() => meta.remove())
}

test('the sidebar shows the release, its date and its commit beside the version', async () => {
  buildAs('1.7.0 2026-11-27 6b278f51')
  await openPortal('/admin/dashboard', { as: 'admin' })
  expect(screen.getByText('Versie 1.6.0')).toBeVisible()
  expect(screen.getByText('Uitgave 1.7.0 van 27 nov 2026 (6b278f51)')).toBeVisible()
})

test('the sidebar shows only the version of a build without a commit', async () => {
  buildAs('1.7.0 2026-11-27')
  await openPortal('/admin/dashboard', { as: 'admin' })
  expect(screen.getByText('Versie 1.6.0')).toBeVisible()
  expect(screen.queryByText(/Uitgave/)).toBeNull()
})
