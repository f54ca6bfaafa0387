import type { StaffMember } from '#contract/schemas/staff.ts'

export const memberName = ({
  firstName,
  lastName,
  username,
}: Pick<StaffMember, 'username' | 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username
