import { formerPage } from './former-page.ts'

/** Paths of the portal's pages, as in its router. A segment that begins with `$` matches any value, such as an id. */
export const PORTAL_ROUTES: readonly string[] = [
  '/',
  '/404',
  '/accessibility',
  '/admin',
  '/admin/audit',
  '/admin/clients',
  '/admin/clients/registered',
  '/admin/clients/unregistered',
  '/admin/dashboard',
  '/admin/estimates',
  '/admin/estimates/$estimateId',
  '/admin/estimates/edit',
  '/admin/estimates/settings',
  '/admin/figures',
  '/admin/forms',
  '/admin/forms/$taskId',
  '/admin/forms/ask',
  '/admin/forms/definitions',
  '/admin/forms/edit',
  '/admin/practice',
  '/admin/practice/clients',
  '/admin/practice/data',
  '/admin/practice/hours',
  '/admin/practice/import',
  '/admin/practice/import/$importId',
  '/admin/practice/prices',
  '/admin/practice/invoices',
  '/admin/practice/retention',
  '/admin/practice/security',
  '/admin/practice/webhooks/$webhookId',
  '/admin/requests',
  '/admin/requests/$requestId',
  '/admin/requests/settings',
  '/admin/retention',
  '/admin/settings',
  '/admin/staff',
  '/admin/visits',
  '/admin/visits/$appointmentId',
  '/auth',
  '/auth/forgot-password',
  '/auth/letter',
  '/auth/login',
  '/auth/no-clinic',
  '/auth/oidc',
  '/auth/reset-password',
  '/auth/select-clinic',
  '/card',
  '/change-password',
  '/client',
  '/client/attachments',
  '/client/attachments/$attachmentType',
  '/client/estimates',
  '/client/estimates/$estimateId',
  '/client/forms',
  '/client/forms/$taskId',
  '/client/herd',
  '/client/invoices',
  '/client/invoices/$invoiceId',
  '/client/patients',
  '/client/patients/$patientId',
  '/client/portal',
  '/client/portal/reminders',
  '/client/portal/settings',
  '/client/requests',
  '/client/requests/$requestId',
  '/client/requests/new',
  '/client/visit-forms',
  '/client/visits/$appointmentId',
  '/not-authorised',
  '/portal/user/login',
  '/prices/$practiceId',
  '/setup',
]

const partsOf = (path: string) => path.replace(/^\/+/, '').replace(/\/+$/, '').split('/')

const ROUTES = PORTAL_ROUTES.map(partsOf)

const isSame = (route: readonly string[], parts: readonly string[]): boolean =>
  route.length === parts.length &&
  route.every((part, index) => (part.startsWith('$') ? parts[index] !== '' : part === parts[index]?.toLowerCase()))

/**
 * Whether the portal has a page, or a redirect, at the path of a URL. Ignores case and slashes at both ends, like the
 * router.
 */
export function isPortalAddress(pathname: string): boolean {
  let parts: string[]
  try {
    parts = partsOf(pathname).map(decodeURIComponent)
  } catch {
    return false
  }
  return ROUTES.some((route) => isSame(route, parts)) || formerPage(`/${parts.join('/')}`) !== undefined
}
