import { expect, test } from 'vitest'
import { isPortalAddress } from './portal-routes.ts'

test.each([
  ['a page', ['/', '/auth/login', '/client/patients/unknown', '/client/patients/%C3%A9', '/client/attachments/x']],
  ['another spelling of a page', ['//', '//admin', '/Admin/Dashboard', '/%61dmin']],
  ['an address of the former portal', ['/portal/user/login', '/client/portal/(client:reminders)']],
  [
    'an encoded address of the former portal',
    ['/client/portal/%28client:reminders%29', '/client/portal/%28client%3Asettings%29'],
  ],
])('isPortalAddress is true for %s', (_, paths) => {
  expect(paths.filter((path) => !isPortalAddress(path))).toEqual([])
})

test.each([
  ['an unknown page', ['/nergens', '/portal', '/card/x', '/wp-login.php', '/client/patients/a/b']],
  ['an unknown page of the former portal', ['/client/portal/(client:invoices)']],
  ['an invalid spelling', ['/admin//dashboard', '/admin%2Fdashboard', '/%E0%A4%A']],
  ['an internal name', ['/$', '/__proto__']],
])('isPortalAddress is false for %s', (_, paths) => {
  expect(paths.filter(isPortalAddress)).toEqual([])
})
