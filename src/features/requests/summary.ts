import type { IntlShape } from 'react-intl'
import type { PracticeRequest } from '#contract/schemas/request.ts'
import { DETAIL_NAMES, KIND_NAMES } from './words.ts'
import type { MessageId } from '#src/lib/intl.tsx'

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
