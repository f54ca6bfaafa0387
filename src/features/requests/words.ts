import CalendarCheck from 'lucide-react/icons/calendar-check'
import IdCard from 'lucide-react/icons/id-card'
import MessageCircle from 'lucide-react/icons/message-circle'
import Pill from 'lucide-react/icons/pill'
import type { LucideIcon } from 'lucide-react'
import type { DetailField, PartOfDay, RequestKind, RequestState, Weekday } from '#contract/request.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import type { IntlShape } from 'react-intl'
import type { PracticeRequest } from '#contract/schemas/request.ts'

// What requests are called, for owners and for the practice.

export const KIND_NAMES = {
  REPEAT_MEDICINE: 'core.requests.kind.REPEAT_MEDICINE',
  APPOINTMENT: 'core.requests.kind.APPOINTMENT',
  QUESTION: 'core.requests.kind.QUESTION',
  DETAILS: 'core.requests.kind.DETAILS',
} as const satisfies Record<RequestKind, MessageId>

export const KIND_ICONS = {
  REPEAT_MEDICINE: Pill,
  APPOINTMENT: CalendarCheck,
  QUESTION: MessageCircle,
  DETAILS: IdCard,
} as const satisfies Record<RequestKind, LucideIcon>

export const STATE_NAMES = {
  sent: 'core.requests.state.sent',
  seen: 'core.requests.state.seen',
  answered: 'core.requests.state.answered',
  declined: 'core.requests.state.declined',
  withdrawn: 'core.requests.state.withdrawn',
} as const satisfies Record<RequestState, MessageId>

export const DAY_NAMES = {
  MON: 'core.requests.day.MON',
  TUE: 'core.requests.day.TUE',
  WED: 'core.requests.day.WED',
  THU: 'core.requests.day.THU',
  FRI: 'core.requests.day.FRI',
  SAT: 'core.requests.day.SAT',
  SUN: 'core.requests.day.SUN',
} as const satisfies Record<Weekday, MessageId>

export const PART_NAMES = {
  MORNING: 'core.requests.part.MORNING',
  AFTERNOON: 'core.requests.part.AFTERNOON',
  EVENING: 'core.requests.part.EVENING',
} as const satisfies Record<PartOfDay, MessageId>

export const DETAIL_NAMES = {
  firstName: 'core.requests.detail.firstName',
  lastName: 'core.requests.detail.lastName',
  companyName: 'core.requests.detail.companyName',
  street: 'core.requests.detail.street',
  houseNumber: 'core.requests.detail.houseNumber',
  postalCode: 'core.requests.detail.postalCode',
  city: 'core.requests.detail.city',
  phone: 'core.requests.detail.phone',
  mobile: 'core.requests.detail.mobile',
  email: 'core.requests.detail.email',
} as const satisfies Record<DetailField, MessageId>

const hasName = <Word extends string>(names: Record<Word, MessageId>, word: string): word is Word =>
  Object.hasOwn(names, word)

/** A word of the contract in words; one that another API made up as it came. */
export const nameOf = <Word extends string>(names: Record<Word, MessageId>, word: string, intl: IntlShape): string =>
  hasName(names, word) ? intl.formatMessage({ id: names[word] }) : word

export function kindOf({ kind, wish }: Pick<PracticeRequest, 'kind' | 'wish'>, intl: IntlShape): string {
  if (wish === 'MOVE' || wish === 'CANCEL') return intl.formatMessage({ id: `core.requests.wish.${wish}` })
  return nameOf(KIND_NAMES, kind, intl)
}

/** What is asked, in one line. */
export function summaryOf({ products = [], corrections = [], text }: PracticeRequest, intl: IntlShape): string {
  if (products.length > 0) return intl.formatList(products.map(({ name }) => name))
  if (corrections.length > 0) return intl.formatList(corrections.map(({ field }) => nameOf(DETAIL_NAMES, field, intl)))
  return text?.trim().split('\n', 1)[0] ?? ''
}
