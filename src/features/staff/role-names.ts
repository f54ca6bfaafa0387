import type { StaffRole } from '#contract/roles.ts'
import type { MessageId } from '#src/lib/intl.tsx'

export const STAFF_ROLE_NAMES = {
  CLINIC_ADMIN: 'admin.staff.admin',
  CLINIC_USER: 'admin.staff.user',
} as const satisfies Record<StaffRole, MessageId>
