import type { StaffMember } from '#contract/staff.ts'

export const memberName = ({ firstName, lastName, username }: StaffMember): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username
