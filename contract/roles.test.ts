import { expect, test } from 'vitest'
import { typedKeys } from './values.ts'
import { type Role, isClinicAdmin, isClinicUser, isOwner, isPortalUser, normaliseRoles } from './roles.ts'

const ALL: Role[] = ['CLINIC_USER', 'CLINIC_ADMIN', 'PORTAL_USER']

test.each<[string, unknown, Role[]]>([
  ['the names of this API', ALL, ALL],
  ['the names of the specification', ['ROLE_CLINIC_USER', 'ROLE_CLINIC_ADMIN', 'ROLE_USER'], ALL],
  ['ROLE_PORTAL_USER', ['ROLE_PORTAL_USER'], ['PORTAL_USER']],
  ['any case, with blanks', ['clinic_admin', ' Role_User '], ['CLINIC_ADMIN', 'PORTAL_USER']],
  ['a single role', 'ROLE_USER', ['PORTAL_USER']],
  ['objects with an authority', [{ authority: 'ROLE_CLINIC_USER' }], ['CLINIC_USER']],
  ['a single object', { authority: 'portal_user' }, ['PORTAL_USER']],
  ['one role in two spellings', ['PORTAL_USER', 'ROLE_USER', { authority: 'role_user' }], ['PORTAL_USER']],
  ['unknown roles beside a known one', ['ROLE_ROOT', 'CLINIC_USER', 'USER', 'ADMIN'], ['CLINIC_USER']],
  ['other types', [null, undefined, 1, true, {}, { authority: null }, ['CLINIC_ADMIN']], []],
  ['names of methods', ['__proto__', 'constructor', 'toString', 'hasOwnProperty'], []],
  ['words that contain a role', ['CLINIC_ADMIN,CLINIC_USER', 'XCLINIC_USER', 'CLINIC_USERS'], []],
  ['undefined', undefined, []],
  ['null', null, []],
])('normaliseRoles reads %s', (_, sent, roles) => {
  expect(normaliseRoles(sent)).toEqual(roles)
})

test.each<[string | null | undefined, Role[], string]>([
  ['p', ['CLINIC_USER'], 'clinic user'],
  ['p', ['CLINIC_ADMIN'], 'clinic user, clinic admin'],
  [null, ['CLINIC_USER'], ''],
  [undefined, ['CLINIC_ADMIN'], ''],
  ['', ['CLINIC_ADMIN'], ''],
  [null, ['PORTAL_USER'], 'portal user, owner'],
  ['p', ['PORTAL_USER'], 'portal user, owner'],
  ['p', ['PORTAL_USER', 'CLINIC_USER'], 'clinic user, portal user'],
  [null, ['PORTAL_USER', 'CLINIC_ADMIN'], 'portal user, owner'],
  ['p', [], ''],
])('an account of practice %j with roles %j has the access: %s', (practiceId, roles, expected) => {
  const account = { practiceId: practiceId!, roles }
  const is = {
    'clinic user': isClinicUser(account),
    'clinic admin': isClinicAdmin(account),
    'portal user': isPortalUser(account),
    owner: isOwner(account),
  }
  expect(
    typedKeys(is)
      .filter((name) => is[name])
      .join(', '),
  ).toBe(expected)
})
