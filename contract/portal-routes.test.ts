import { expect, test } from 'vitest'
import { isPortalAddress } from './portal-routes.ts'

test.each([
  '/',
  '//',
  '/auth/login',
  '//admin',
  '/Admin/Dashboard',
  '/%61dmin',
  '/client/patients/unknown',
  '/client/patients/%C3%A9',
  '/client/attachments/x',
  '/portal/user/login',
  '/client/portal/(client:reminders)',
  '/client/portal/%28client:reminders%29',
  '/client/portal/%28client%3Asettings%29',
])('isPortalAddress(%s) is true', (path) => expect(isPortalAddress(path)).toBe(true))

test.each([
  '/nergens',
  '/admin//dashboard',
  '/client/patients/a/b',
  '/portal',
  '/card/x',
  '/$',
  '/wp-login.php',
  '/admin%2Fdashboard',
  '/client/portal/(client:invoices)',
  '/%E0%A4%A',
  '/__proto__',
])('isPortalAddress(%s) is false', (path) => expect(isPortalAddress(path)).toBe(false))
