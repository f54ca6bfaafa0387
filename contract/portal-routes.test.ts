import { expect, test } from 'vitest'
import { isPortalAddress } from './portal-routes.ts'

test.each([
  '/',
  '//',
  '/auth/login',
  '/auth/login/',
  '//admin',
  '/Admin/Dashboard',
  '/%61dmin',
  '/client/patients/unknown',
  '/client/patients/a.b',
  '/client/patients/a%2Fb',
  '/client/patients/%C3%A9',
  '/admin/requests/0',
  '/client/attachments/x',
  '/portal/user/login',
  '/client/portal/(client:reminders)',
  '/client/portal(client:settings)/',
  '/client/portal/%28client:reminders%29',
  '/client/portal/%28client%3Asettings%29',
])('the portal knows %s', (path) => expect(isPortalAddress(path)).toBe(true))

test.each([
  '/nergens',
  '/admin/nergens',
  '/admin//dashboard',
  '/client/patients/a/b',
  '/portal',
  '/portal/user',
  '/card/x',
  '/$',
  '/index.html',
  '/wp-login.php',
  '/admin%2Fdashboard',
  '/client/portal/(client:invoices)',
  '/client/portal/(CLIENT:settings)',
  '/%E0%A4%A',
  '/client/patients/%FF',
  '/__proto__',
])('the portal does not know %s', (path) => expect(isPortalAddress(path)).toBe(false))
