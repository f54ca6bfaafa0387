import { useQueryClient } from '@tanstack/react-query'
import type { Capability } from '#contract/capabilities.ts'
import { knows, useCan } from '#src/api/capabilities.ts'
import { useIsClinicAdmin } from '#src/lib/store.ts'

/** Role of the signed-in member of staff, and capabilities of the API. */
export interface Rights {
  isAdmin: boolean
  has: (capability: Capability) => boolean
}

export function useRights(): Rights {
  const queryClient = useQueryClient()
  const isAdmin = useIsClinicAdmin()
  // Renders again when the capabilities arrive.
  useCan('staff')
  return { isAdmin, has: (capability) => knows(queryClient, capability) }
}

/** Tabs of the settings of a practice, in display order. The palette finds them too. */
export const PRACTICE_TABS = [
  { to: '/admin/practice', label: 'admin.practice.tabs.profile', draft: 'practice', isShown: () => true },
  {
    to: '/admin/practice/hours',
    label: 'core.hours.title',
    draft: 'opening-hours',
    isShown: ({ has }: Rights) => has('opening-hours'),
  },
  {
    to: '/admin/practice/invoices',
    label: 'admin.seller.title',
    draft: 'seller',
    isShown: ({ has }: Rights) => has('seller'),
  },
  {
    to: '/admin/practice/prices',
    label: 'core.prices.title',
    draft: 'price-list',
    isShown: ({ has }: Rights) => has('price-list'),
  },
  {
    to: '/admin/practice/clients',
    label: 'admin.practice.tabs.clients',
    isShown: ({ isAdmin, has }: Rights) => isAdmin || has('reminder-mails'),
  },
  {
    to: '/admin/practice/security',
    label: 'admin.practice.tabs.security',
    isShown: ({ isAdmin, has }: Rights) => isAdmin && has('second-factor'),
  },
  {
    to: '/admin/practice/data',
    label: 'admin.practice.tabs.data',
    isShown: ({ isAdmin, has }: Rights) => isAdmin && (has('import-feed') || has('csv-import')),
  },
  {
    to: '/admin/practice/retention',
    label: 'admin.retention.title',
    draft: 'retention',
    isShown: ({ isAdmin, has }: Rights) => isAdmin && has('retention-policy'),
  },
] as const
