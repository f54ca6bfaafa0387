import type { IntlShape } from 'react-intl'
import type { SeenEntry } from '#contract/access-log.ts'
import type { MessageId } from '#src/lib/intl.tsx'

/** What one of them is to the practice; `own` for the client's own eyes. */
export function sideId({ by, role }: SeenEntry, own: boolean): MessageId {
  if (by === 'system') return 'core.seen.system'
  if (by === 'owner') return own ? 'core.seen.you' : 'core.seen.owner'
  return role === 'CLINIC_ADMIN' ? 'core.seen.admin' : 'core.seen.user'
}

/** What was done, in a few words: each change is in the practice's trail. */
export function whatWords({ actions }: SeenEntry, intl: IntlShape): string {
  const ids = actions.map((action): MessageId => {
    if (action === 'read') return 'core.seen.read'
    return action === 'viewed-as' ? 'core.seen.viewedAs' : 'core.seen.changed'
  })
  return [...new Set(ids)].map((id) => intl.formatMessage({ id })).join(', ')
}
