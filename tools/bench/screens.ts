import type { Screen } from './cold.ts'

// What visits are measured on, and when it counts as there.

export const LOGIN: Screen = { path: '/auth/login', selector: 'input[name=username]', count: 1, types: true }
export const LIST: Screen = {
  path: '/admin/clients/registered',
  selector: 'main tbody tr',
  count: 25,
  types: false,
  as: 'staff@dewaag.example',
}
export const OWNER: Screen = {
  path: '/client/portal/reminders',
  selector: 'main section li',
  count: 1,
  types: false,
  as: 'owner@mail.example',
}
