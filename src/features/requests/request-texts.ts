import CalendarCheck from 'lucide-react/icons/calendar-check'
import IdCard from 'lucide-react/icons/id-card'
import MessageCircle from 'lucide-react/icons/message-circle'
import Pill from 'lucide-react/icons/pill'
import type { LucideIcon } from 'lucide-react'
import type { RequestKind } from '#contract/request.ts'
import { textOf } from '#src/lib/intl.tsx'
import type { IntlShape } from 'react-intl'
import type { PracticeRequest } from '#contract/schemas/request.ts'

// Texts about requests, for owners and staff.

export const KIND_ICONS = {
  REPEAT_MEDICINE: Pill,
  APPOINTMENT: CalendarCheck,
  QUESTION: MessageCircle,
  DETAILS: IdCard,
} as const satisfies Record<RequestKind, LucideIcon>

/** Returns the text of a kind or state; an unknown one is returned as received. */
export const nameOf = (of: 'kind' | 'state' | 'day' | 'part' | 'detail', word: string, intl: IntlShape): string =>
  textOf(`core.requests.${of}.${word}`, word, intl)

export function kindOf({ kind, wish }: Pick<PracticeRequest, 'kind' | 'wish'>, intl: IntlShape): string {
  if (wish === 'MOVE' || wish === 'CANCEL') return intl.formatMessage({ id: `core.requests.wish.${wish}` })
  return nameOf('kind', kind, intl)
}

/** Returns the content of a request in one line. */
export function summaryOf({ products = [], corrections = [], text }: PracticeRequest, intl: IntlShape): string {
  if (products.length > 0) return intl.formatList(products.map(({ name }) => name))
  if (corrections.length > 0) return intl.formatList(corrections.map(({ field }) => nameOf('detail', field, intl)))
  return text?.trim().split('\n', 1)[0] ?? ''
}
