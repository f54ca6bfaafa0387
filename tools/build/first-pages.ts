/** Pages that people usually open first, by path, with the routes they consist of. */
export const FIRST_PAGES: Record<string, string[]> = {
  '/auth/login': ['auth/login'],
  '/prices/': ['prices/$practiceId'],
  '/admin/dashboard': ['admin/route', 'admin/dashboard'],
  '/admin/clients/registered': ['admin/route', 'admin/clients/route', 'admin/clients/registered'],
  '/client/portal/reminders': ['client/route', 'client/portal/route', 'client/portal/reminders'],
}
