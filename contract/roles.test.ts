import { describe, expect, test } from 'vitest'
import { type Role, isClinicAdmin, isClinicUser, isOwner, isPortalUser, normaliseRoles } from './roles.ts'

describe('whatever an API sends as roles', () => {
  test.each<[string, unknown, Role[]]>([
    [
      'the first spelling',
      ['CLINIC_USER', 'CLINIC_ADMIN', 'PORTAL_USER'],
      ['CLINIC_USER', 'CLINIC_ADMIN', 'PORTAL_USER'],
    ],
    [
      'the other spelling',
      ['ROLE_CLINIC_USER', 'ROLE_CLINIC_ADMIN', 'ROLE_USER'],
      ['CLINIC_USER', 'CLINIC_ADMIN', 'PORTAL_USER'],
    ],
    ['the spelling of some APIs', ['ROLE_PORTAL_USER'], ['PORTAL_USER']],
    ['any case, with blanks', ['clinic_admin', ' Role_User '], ['CLINIC_ADMIN', 'PORTAL_USER']],
    ['a single one', 'ROLE_USER', ['PORTAL_USER']],
    ['objects with an authority', [{ authority: 'ROLE_CLINIC_USER' }], ['CLINIC_USER']],
    ['a single object', { authority: 'portal_user' }, ['PORTAL_USER']],
    ['one role in two spellings', ['PORTAL_USER', 'ROLE_USER', { authority: 'role_user' }], ['PORTAL_USER']],
    ['unknown ones beside a known one', ['ROLE_ROOT', 'CLINIC_USER', 'USER', 'ADMIN'], ['CLINIC_USER']],
    ['no list of words', [null, undefined, 1, true, {}, { authority: null }, ['CLINIC_ADMIN']], []],
    ['the names that every object has', ['__proto__', 'constructor', 'toString', 'hasOwnProperty'], []],
    ['words that hold a role', ['CLINIC_ADMIN,CLINIC_USER', 'XCLINIC_USER', 'CLINIC_USERS'], []],
    ['none', undefined, []],
    ['null', null, []],
    ['an empty list', [], []],
  ])('%s', (_, sent, roles) => {
    expect(normaliseRoles(sent)).toEqual(roles)
  })
})

describe('who someone is to the portal', () => {
  const PRACTICE = 'de-waag'

  test.each<[string, string | null | undefined, Role[], { user: boolean; admin: boolean; portal: boolean }]>([
    ['a member of staff', PRACTICE, ['CLINIC_USER'], { user: true, admin: false, portal: false }],
    ['an admin is a member of staff', PRACTICE, ['CLINIC_ADMIN'], { user: true, admin: true, portal: false }],
    ['staff without a practice', null, ['CLINIC_USER'], { user: false, admin: false, portal: false }],
    ['an admin without a practice', undefined, ['CLINIC_ADMIN'], { user: false, admin: false, portal: false }],
    ['an admin of a practice without a name', '', ['CLINIC_ADMIN'], { user: false, admin: false, portal: false }],
    ['an owner', null, ['PORTAL_USER'], { user: false, admin: false, portal: true }],
    ['an owner with a practice', PRACTICE, ['PORTAL_USER'], { user: false, admin: false, portal: true }],
    ['both kinds', PRACTICE, ['PORTAL_USER', 'CLINIC_USER'], { user: true, admin: false, portal: true }],
    ['nobody', PRACTICE, [], { user: false, admin: false, portal: false }],
  ])('%s', (_, practiceId, roles, { user, admin, portal }) => {
    const standing = { practiceId, roles }
    expect([isClinicUser(standing), isClinicAdmin(standing), isPortalUser(standing)]).toEqual([user, admin, portal])
  })
})

test.each<[string, Role[], string | null, boolean]>([
  ['an owner', ['PORTAL_USER'], null, true],
  ['who works at a practice as well', ['PORTAL_USER', 'CLINIC_USER'], 'p', false],
  ['whose clinic role has no practice', ['PORTAL_USER', 'CLINIC_ADMIN'], null, true],
  ['a member of staff', ['CLINIC_USER'], 'p', false],
  ['nobody known', [], null, false],
])('the owner side of %s', (_, roles, practiceId, owner) => {
  expect(isOwner({ roles, practiceId })).toBe(owner)
})
